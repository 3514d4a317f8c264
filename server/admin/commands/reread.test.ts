import { beforeEach, expect, it } from 'vitest';
import { MINUTE, SECOND, success, toIso } from '../../../src/domain/base/index.ts';
import type { Position } from '../../../src/domain/telemetry/index.ts';
import { silentLogger, withTestDatabase } from '../../../tests/support/postgres.ts';
import { rereadRequested } from '../../app/unread.ts';
import { createIntake, DeviceRegistry } from '../../ingest/index.ts';
import { encodeH02Position } from '../../ingest/protocols/h02/index.ts';
import { openPositionStore, openUnreadMessages } from '../../store/index.ts';
import { insertUnread } from '../../store/unread/insert.ts';
import type { AdminCall } from '../command.ts';
import { rereadCommand } from './reread.ts';

const NOW = Date.UTC(2026, 5, 1, 12);
const TAKEN = NOW - 10 * MINUTE;
const test = withTestDatabase();
let said: string[];

/** A version before this one kept two messages of a device: one that is understood now, and one that is not. */
beforeEach(async () => {
  said = [];
  const { database } = test;
  for (const table of ['unread_message', 'unread_type', 'reread_request', 'journal', 'last_position', 'unit', 'device'])
    await database.query(`delete from ${table}`);
  await database.query(
    `insert into account (id, name, type, created_at) values (1, 'One', 'OWNER', now()) on conflict do nothing`,
  );
  await database.query(`insert into unit (id, account_id, name, kind, created_at) values (7, 1, 'Van', 'van', now())`);
  await database.query(
    `insert into device (id, account_id, unique_identifier, name, device_model, created_at) values (5, 1, '9180271105', 'Tracker', 'H02', now())`,
  );
  const message = {
    deviceId: 5,
    unitId: 7,
    protocol: 'h02',
    datagram: false,
    reason: 'the type is not known',
    part: false,
    receivedAt: NOW - 9 * MINUTE,
  };
  const position = encodeH02Position('9180271105', {
    time: TAKEN,
    latitude: 52.5,
    longitude: 13.4,
    speed: 30,
    course: 90,
  });
  await insertUnread(
    database,
    [
      { ...message, type: 'V1', bytes: Buffer.from(position) },
      { ...message, type: 'V99', bytes: Buffer.from('*HQ,9180271105,V99,what#') },
    ],
    '',
    [],
  );
});

/** `pace`: how much later it is at each look at the clock. */
function call(pace: number): AdminCall {
  let now = NOW;
  return {
    parameters: [],
    options: new Set(),
    dataDirectory: '',
    logger: silentLogger,
    now: () => (now += pace),
    say: (step) => void said.push(step),
    openDatabase: async () => success(test.database),
    openConnection: async () => success(test.connection),
  };
}

async function stored(): Promise<Position[]> {
  const store = await openPositionStore({ database: test.database, logger: silentLogger, time: { now: () => NOW } });
  const found: Position[] = [];
  for await (const position of store.readPositions([7], 0, NOW + MINUTE)) found.push(position);
  await store.close();
  return found;
}
const left = async (): Promise<string[]> =>
  (await test.database.query<{ type: string }>('select type from unread_message')).map(({ type }) => type);
const WORDS = '2 kept messages read: 1 understood, 0 in part, 1 not; 1 reports found.';

it('reads the messages itself where no server runs; what is understood is stored at its time and kept no longer', async () => {
  expect(await rereadCommand.run(call(3 * SECOND))).toEqual(success(WORDS));
  expect(said).toContain('No server runs; the messages are read here.');
  expect(await stored()).toMatchObject([{ unit_id: 7, time: toIso(TAKEN), protocol: 'h02' }]);
  expect(await left()).toEqual(['V99']);
  // Once more finds nothing new.
  expect(await rereadCommand.run(call(3 * SECOND))).toEqual(
    success('1 kept messages read: 0 understood, 0 in part, 1 not; 0 reports found.'),
  );
  expect(await stored()).toHaveLength(1);
});

it('leaves it to the server where one runs, and says what came of it', async () => {
  const { database } = test;
  const time = { now: () => NOW };
  const asked = rereadCommand.run(call(1));
  await expect.poll(() => database.query('select 1 from reread_request')).toHaveLength(1);
  const unread = openUnreadMessages({ database, logger: silentLogger, time });
  const store = await openPositionStore({ database, logger: silentLogger, time });
  const intake = createIntake({ registry: new DeviceRegistry(), store, logger: silentLogger, now: time.now });
  const server = { database, intake, unread, time, logger: silentLogger };
  expect(await rereadRequested(server)).toMatchObject({ read: 1 });
  expect(await asked).toEqual(success(WORDS));
  expect(said).not.toContain('No server runs; the messages are read here.');
  // A request is taken once.
  expect(await rereadRequested(server)).toBeNull();
  await store.close();
  await unread.close();
  expect(await stored()).toHaveLength(1);
});

it('says why the server could not', async () => {
  const asked = rereadCommand.run(call(1));
  await expect.poll(() => test.database.query('select 1 from reread_request')).toHaveLength(1);
  await test.database.query(
    `update reread_request set started_at = now(), finished_at = now(), result = '{"error":"no room"}'`,
  );
  expect(await asked).toMatchObject({ ok: false, error: 'The server could not read the messages again: no room' });
});

it('says so where nothing is kept', async () => {
  await test.database.query('delete from unread_message');
  expect(await rereadCommand.run(call(3 * SECOND))).toEqual(
    success('No messages are kept: all that devices sent was understood.'),
  );
});
