import { describe, expect, it } from 'vitest';
import { testEventAbout } from '../../src/domain/events/testing/index.ts';
import { createIntake, DeviceRegistry, UnclaimedDevices } from '../../server/ingest/index.ts';
import { silentLogger, withTestDatabase } from '../support/postgres.ts';

const NOW = Date.UTC(2026, 5, 1, 12);
const test = withTestDatabase();

describe('ingest on a real database', () => {
  it('loads devices with the units that carry them, and follows a change', async () => {
    const { database } = test;
    await database.query(`insert into account (id, name, type, created_at) values (1, 'Owner', 'OWNER', now())`);
    await database.query(
      `insert into unit (id, account_id, name, kind, created_at) values (10, 1, 'Van', 'van', now())`,
    );
    await database.query(
      `insert into device (id, account_id, unique_identifier, name, device_model, created_at)
       values (1, 1, 'A1', 'one', 'FMB120', now()), (2, 1, 'B2', 'two', 'FMB120', now())`,
    );
    await database.query('insert into unit_device (unit_id, device_id, position) values (10, 1, 0)');
    const registry = new DeviceRegistry();
    await registry.load(database);
    expect(registry.find('A1')).toMatchObject({
      lock: { accountId: 1 },
      identifier: 'A1',
      deviceId: 1,
      unitId: 10,
      password: null,
      model: 'FMB120',
      clockOffset: null,
    });
    expect(registry.find('B2')).toMatchObject({
      lock: { accountId: 1 },
      identifier: 'B2',
      deviceId: 2,
      unitId: 0,
      password: null,
      model: 'FMB120',
      clockOffset: null,
    });

    const table = registry.follow(database, (error) => {
      throw error;
    });
    await database.transaction(async (transaction) => {
      await transaction.query('insert into unit_device (unit_id, device_id, position) values (10, 2, 1)');
      await transaction.appendEvent(testEventAbout('unit', { subject_id: 10, time: new Date(NOW).toISOString() }));
    });
    await expect.poll(() => registry.find('B2')?.unitId).toBe(10);
    table.close();
  });

  it('keeps unclaimed devices over a restart', async () => {
    const { database } = test;
    const first = createIntake({
      registry: new DeviceRegistry(),
      store: { append: () => undefined, appendUnread: () => undefined, afterCommit: (callback) => callback(true) },
      logger: silentLogger,
      now: () => NOW,
    });
    const stop = await first.keepUnclaimed(database);
    first.login('X9', 'gt06', '192.0.2.1:1');
    first.login('X9', 'gt06', '192.0.2.1:2');
    first.noteClues?.('X9', 'gt06', ['message:12']);
    first.login('Y8', 'teltonika', '192.0.2.1:3');
    await stop();
    const next = new UnclaimedDevices();
    await next.load(database);
    const { rows } = next.list({ page: 1, limit: 10, search: 'x9' }, () => false);
    expect(rows).toEqual([
      {
        identifier: 'X9',
        protocol: 'gt06',
        address: '192.0.2.1:2',
        first_seen: '2026-06-01T12:00:00.000Z',
        last_seen: '2026-06-01T12:00:00.000Z',
        attempts: 2,
        model: 'GT06',
      },
    ]);
    next.note('X9', 'gt06', '192.0.2.9:9', NOW + 60_000);
    await next.flush(database, NOW + 60_000);
    const [row] = await database.query<{ attempts: number; address: string }>(
      `select attempts, address from unclaimed_device where identifier = 'X9'`,
    );
    expect([row.attempts, row.address]).toEqual([3, '192.0.2.9:9']);
  });

  it('forgets in the table what it forgets in memory', async () => {
    const { database } = test;
    const small = new UnclaimedDevices(1);
    small.note('old', 'gt06', '', NOW);
    await small.flush(database, NOW);
    small.note('new', 'gt06', '', NOW + 1);
    await small.flush(database, NOW + 1);
    const rows = await database.query<{ identifier: string }>(
      `select identifier from unclaimed_device where identifier in ('old', 'new')`,
    );
    expect(rows.map((row) => row.identifier)).toEqual(['new']);
  });
});
