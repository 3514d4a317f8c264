/**
 * A server to be killed: sends the notifications that are due, to a webhook and by mail, and prints `done` when none
 * is left.
 * Arguments: the connection of the database as JSON, and the time in ms.
 */
import { createAgents, createWebhook } from '../../../server/channels/index.ts';
import { sendNotifications } from '../../../server/modules/notifications/index.ts';
import { openDatabase } from '../../../server/store/index.ts';
import { sendingServices } from '../sending.ts';

const logger = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const [connection, now] = process.argv.slice(2);
const database = openDatabase({ connection: JSON.parse(connection) as object, logger });
const services = sendingServices(database, { webhook: createWebhook(createAgents(true)) });
await sendNotifications(services, () => Number(now), new AbortController().signal);
await database.close();
process.stdout.write('done\n');
process.exit(0);
