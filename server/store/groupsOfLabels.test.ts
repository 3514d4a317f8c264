import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { withTestDatabase } from '../../tests/support/postgres.ts';

const test = withTestDatabase();
const SQL = fs.readFileSync(path.join(import.meta.dirname, 'migrations', '0028_groups.sql'), 'utf8');

it('makes groups of the labels that there are, and keeps members and saved views', async () => {
  const { database } = test;
  const run = (sql: string, ...parameters: unknown[]) => database.query<Record<string, unknown>>(sql, parameters);
  // What came to refer to groups later is not asked here.
  await run('drop table label cascade');
  await run(
    "insert into account (id, name, type, status, created_at) values (1, 'A', 'OWNER', 'active', now()), (2, 'B', 'DEALER', 'active', now())",
  );
  const unit = (id: number, account: number, labels: string[]) =>
    run(
      "insert into unit (id, account_id, name, kind, status, labels, created_at) values ($1, $2, $3, 'car', 'active', $4, now())",
      id,
      account,
      `Unit ${id}`,
      JSON.stringify(labels),
    );
  await unit(1, 1, ['North', 'Heavy']);
  await unit(2, 1, ['North']);
  await unit(3, 1, ['Heavy', 'north', 'NORTH']);
  await unit(4, 2, ['north']);
  await unit(5, 2, []);
  await run(
    `insert into sim (id, account_id, sim_number, sim_operator, iccid, apn, status, labels, note, created_at)
     values (1, 1, '123456', 'EE', '', '', 'active', '["Spare"]', '', now())`,
  );
  const view = (id: number, list: string, label: string) =>
    run(
      'insert into saved_view (id, user_id, account_id, list, name, state, created_at) values ($1, 1, 1, $2, $3, $4, now())',
      id,
      list,
      `View ${id}`,
      JSON.stringify({ columns: [], sort: '', search: '', filters: { label, status: 'active' } }),
    );
  await view(1, 'units', 'north');
  await view(2, 'sims', 'Spare');
  await view(3, 'sims', 'north');

  await database.transaction((transaction) => transaction.query(SQL));

  const groups = await run('select account_id, kind, name, colour from label order by account_id, kind, name');
  expect(groups.map(({ account_id, kind, name, colour }) => [account_id, kind, name, colour])).toEqual([
    [1, 'sim', 'Spare', 'gray'],
    [1, 'units', 'Heavy', 'gray'],
    [1, 'units', 'North', 'gray'],
    [2, 'units', 'north', 'gray'],
  ]);
  const units = await run('select labels from unit order by id');
  expect(units.map(({ labels }) => labels)).toEqual([['North', 'Heavy'], ['North'], ['Heavy', 'North'], ['north'], []]);
  const views = await run('select state from saved_view order by id');
  expect(views.map(({ state }) => Reflect.get(state as object, 'filters') as object)).toEqual([
    { label: 'North', status: 'active' },
    { label: 'Spare', status: 'active' },
    { label: 'north', status: 'active' },
  ]);
});
