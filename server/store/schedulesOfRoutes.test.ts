import { expect, it } from 'vitest';
import { withTestDatabase } from '../../tests/support/postgres.ts';
import { readMigration } from './migrate.ts';

const test = withTestDatabase();

it('makes rows of the schedules that routes had, each with a name', async () => {
  const { database } = test;
  const run = (sql: string, ...parameters: unknown[]) => database.query<Record<string, unknown>>(sql, parameters);
  // As it was before.
  await run('drop table schedule');
  await run("alter table route add column schedules jsonb not null default '[]'");
  await run("insert into account (id, name, type, status, created_at) values (1, 'A', 'OWNER', 'active', now())");
  await run(
    `insert into route (id, account_id, name, description, colour, labels, order_rule, checkpoints, schedules, created_at)
     values (1, 1, 'Round', '', 'blue', '[]', 'skips', '[]', $1, now()), (2, 1, 'Never', '', 'blue', '[]', 'skips', '[]', '[]', now())`,
    JSON.stringify([
      { key: 3, name: '', enabled: true, start: '08:00', days: [1] },
      { key: 1, name: 'Late', enabled: false, start: '20:00', days: [2] },
    ]),
  );

  await database.transaction((transaction) => transaction.query(readMigration('0078_schedules.sql')));

  expect(await run('select account_id, route_id, key, name, enabled, labels, plan from schedule order by key')).toEqual(
    [
      {
        account_id: 1,
        route_id: 1,
        key: 1,
        name: 'Late',
        enabled: false,
        labels: [],
        plan: { start: '20:00', days: [2] },
      },
      {
        account_id: 1,
        route_id: 1,
        key: 3,
        name: 'Round',
        enabled: true,
        labels: [],
        plan: { start: '08:00', days: [1] },
      },
    ],
  );
});
