import { expect, it } from 'vitest';
import { withTestDatabase } from '../../tests/support/postgres.ts';
import { reserveIds } from './ids.ts';
import { readMigration } from './migrate.ts';

const test = withTestDatabase();

const next = (table: string) => test.database.transaction((transaction) => transaction.nextId(table));

it('lets two create things of one kind at the same time', async () => {
  const [first, second] = await test.database.transaction(async (transaction) => [
    await transaction.nextId('role'),
    // Within the first transaction: it would wait for ever if that held the number.
    await next('role'),
  ]);
  expect(second).toBe(first + 1);
});

it('gives many at once, each to one, in order', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => reserveIds(test.database, 'sensor', 50)));
  for (const ids of all) expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  expect(new Set(all.flat()).size).toBe(400);
});

it('has a sequence of its own for each table, and none for one without', async () => {
  expect([await next('rule'), await next('sim'), await next('rule')]).toEqual([1, 1, 2]);
  await expect(next('membership')).rejects.toThrow();
  await expect(next('image')).rejects.toThrow(/no identity column/);
});

it('starts above every id of a database that counted in rows, deleted ones included', async () => {
  const { database } = test;
  const identities = await database.query<{ name: string }>(
    "select table_name as name from information_schema.columns where table_schema = current_schema() and identity_generation = 'BY DEFAULT'",
  );
  expect(identities).toHaveLength(44);
  await database.transaction(async (transaction) => {
    for (const { name } of identities) await transaction.query(`alter table ${name} alter column id drop identity`);
    await transaction.query("insert into counter (name, value) values ('unit', 12), ('device', 3), ('feed_epoch', 99)");
    await transaction.query(
      "insert into account (id, name, type, status, settings, created_at) values (30, 'Fleet', 'OWNER', 'active', '{}', now())",
    );
    await transaction.query(
      "insert into device (id, account_id, unique_identifier, name, device_model, created_at) values (7, 30, 'A', 'A', 'FMB920', now())",
    );
    await transaction.query(readMigration('0021_identity.sql'));
  });
  expect([await next('unit'), await next('device'), await next('account'), await next('trip')]).toEqual([13, 8, 31, 1]);
  expect(await database.query('select name from counter')).toEqual([{ name: 'feed_epoch' }]);
});
