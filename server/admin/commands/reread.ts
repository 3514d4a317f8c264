import { setTimeout as pause } from 'node:timers/promises';
import { failure, SECOND, success, type Instant, type Result } from '../../../src/domain/base/index.ts';
import { rereadRequested } from '../../app/unread.ts';
import { createIntake, DeviceRegistry, type RereadResult } from '../../ingest/index.ts';
import { openPositionStore, openUnreadMessages, type Database } from '../../store/index.ts';
import type { AdminCall, AdminCommand } from '../command.ts';

/** A server that runs takes a request within two seconds; one that is busy gets some more. */
const SERVER_WAIT = 8 * SECOND;
const LOOK = SECOND / 4;

interface RequestRow {
  [column: string]: unknown;
  started_at: Date | null;
  finished_at: Date | null;
  result: RereadResult | { readonly error: string } | null;
}

/** `reread`: kept messages are read again with the decoders of this version, by the server where one runs. */
export const rereadCommand: AdminCommand = {
  name: 'reread',
  summary: 'Read messages of devices again that were kept because they were not understood',
  parameters: [],
  options: {},
  details: [
    'Run it after an upgrade that teaches Wayline new messages. Positions that are found are stored at the time they were taken,',
    'once each. What is understood wholly is no longer kept; the rest stays, and can be read again after the next upgrade.',
    'It may run while the server does: then the server does the work, and new reports go on being stored.',
  ],
  async run(call) {
    const opened = await call.openDatabase('current');
    if (!opened.ok) return failure(opened.error);
    const database = opened.value;
    const [request] = await database.query<{ id: number }>(
      'insert into reread_request (requested_at) values ($1) returning id',
      [new Date(call.now())],
    );
    const id = request.id;
    call.say('Waiting for the server...');
    if (await becomes(database, id, 'started_at', () => call.now(), call.now() + SERVER_WAIT))
      return resultOf(database, id, call);
    call.say('No server runs; the messages are read here.');
    const result = await rereadHere(database, id, call);
    return result ? success(words(result)) : resultOf(database, id, call);
  },
};

/** Waits until the request has the time; false when it has none by then. */
async function becomes(
  database: Database,
  id: number,
  column: 'started_at' | 'finished_at',
  now: () => Instant,
  until: Instant,
): Promise<boolean> {
  for (;;) {
    if ((await read(database, id))[column] !== null) return true;
    if (now() >= until) return false;
    await pause(LOOK);
  }
}

async function read(database: Database, id: number): Promise<RequestRow> {
  const [row] = await database.query<RequestRow>(
    'select started_at, finished_at, result from reread_request where id = $1',
    [id],
  );
  return row;
}

async function resultOf(database: Database, id: number, call: AdminCall): Promise<Result<string, string>> {
  call.say('The server reads the messages...');
  await becomes(database, id, 'finished_at', () => call.now(), Number.POSITIVE_INFINITY);
  const { result } = await read(database, id);
  if (!result) return failure('The server did not say what came of it; its log does.');
  return 'error' in result
    ? failure(`The server could not read the messages again: ${result.error}`)
    : success(words(result));
}

/** Null when a server took the request at the last moment. */
async function rereadHere(database: Database, id: number, { logger, now }: AdminCall): Promise<RereadResult | null> {
  const time = { now };
  const unread = openUnreadMessages({ database, logger, time });
  const positions = await openPositionStore({ database, logger, time });
  try {
    const intake = createIntake({ registry: new DeviceRegistry(), store: positions, logger, now });
    return await rereadRequested({ database, intake, unread, time, logger }, id);
  } finally {
    await positions.close();
    await unread.close();
  }
}

function words({ messages, read, partly, unread, reports }: RereadResult): string {
  if (messages === 0) return 'No messages are kept: all that devices sent was understood.';
  return `${messages} kept messages read: ${read} understood, ${partly} in part, ${unread} not; ${reports} reports found.`;
}
