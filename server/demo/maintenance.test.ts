import { expect, it } from 'vitest';
import { DAY } from '../../src/domain/base/index.ts';
import { withTestDatabase } from '../../tests/support/postgres.ts';
import { measure } from '../modules/maintenance/index.ts';
import { addDemoMaintenance } from './maintenance.ts';
import { seedDemoWorld } from './world.ts';

const test = withTestDatabase();
const NOW = Date.UTC(2026, 10, 21, 9, 30);

it('the demo has maintenance in every state with what was done before, of which nothing is news, and makes it once', async () => {
  const hashPassword = (text: string): Promise<string> => Promise.resolve(`hash of ${text}`);
  await seedDemoWorld({ database: test.database, units: 200, now: NOW, hashPassword });
  await addDemoMaintenance(test.database, measure, NOW);
  const read = () =>
    test.database.query<{ account_id: number; state: string; reported: string; cost: number }>(
      `select t.account_id, t.state, t.reported, r.cost from service_reminder t join service_record r on r.service_reminder_id = t.id`,
    );
  const rows = await read();
  expect(new Set(rows.map(({ account_id: id }) => id)).size).toBe(3);
  for (const state of ['ok', 'soon', 'due', 'overdue'])
    expect([state, rows.some((row) => row.state === state)]).toEqual([state, true]);
  expect(rows.every(({ state, reported, cost }) => state === reported && cost > 0)).toBe(true);
  await addDemoMaintenance(test.database, measure, NOW + DAY);
  expect(await read()).toHaveLength(rows.length);
});
