/**
 * A server to be killed while it finds trips and visits of geofences: stores the unit's reports message by message,
 * looks at them, and prints how many were acknowledged. Arguments: data folder, number of the first report.
 */
import fs from 'node:fs';
import { migrate, openDatabase, startEmbeddedPostgres } from '../../server/store/index.ts';
import { openDetectionWorld, setUpUnit, TRIP_SETTINGS } from '../support/detection.ts';
import { silentLogger } from '../support/silentLogger.ts';
import { BATCH, SENT, UNIT, ZONES } from './detection.trace.ts';

const [dataDirectory, start] = process.argv.slice(2);
const server = await startEmbeddedPostgres({
  dataDirectory,
  logger: silentLogger,
  settings: { shared_buffers: '32MB' },
});
const database = openDatabase({ connection: server.connection, logger: silentLogger });
await migrate(database, silentLogger);
await setUpUnit(database, UNIT, TRIP_SETTINGS);
await database.query(
  `insert into geofence (id, account_id, name, shape, colour, description, labels, min_stay, created_at)
   select id, 1, 'Zone ' || id, shape, 'blue', '', '[]', "minStay", to_timestamp(0)
   from jsonb_to_recordset($1::jsonb) as row (id int8, shape jsonb, "minStay" int4) on conflict do nothing`,
  [JSON.stringify(ZONES)],
);
const world = await openDetectionWorld(database, SENT[0].time);
const print = (line: string): void => void fs.writeSync(1, `${line}\n`);
const sweeping = world.detection.sweep();
for (let sent = Number(start); sent < SENT.length; sent += BATCH) {
  const reports = SENT.slice(sent, sent + BATCH);
  world.now = Math.max(world.now, ...reports.map(({ time }) => time));
  await world.send(UNIT, reports, world.now);
  print(String(sent + reports.length));
  await world.detection.run();
}
await sweeping;
print('end');
