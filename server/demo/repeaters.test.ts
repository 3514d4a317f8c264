import { expect, it } from 'vitest';
import { withTestDatabase } from '../../tests/support/postgres.ts';
import { addDemoRepeaters } from './repeaters.ts';
import { seedDemoWorld } from './world.ts';

const test = withTestDatabase();
const NOW = Date.UTC(2026, 10, 21, 9, 30);

it('has repeaters with units, none of which sends anything, and makes them once', async () => {
  const hashPassword = (text: string): Promise<string> => Promise.resolve(`hash of ${text}`);
  await seedDemoWorld({ database: test.database, units: 40, now: NOW, hashPassword });
  await addDemoRepeaters(test.database, NOW);
  await addDemoRepeaters(test.database, NOW);
  const rows = await test.database.query<{ status: string; units: number; errors: number }>(
    `select r.status, (select count(*) from repeater_log where repeater_id = r.id) as errors,
       (select count(*) from repeater_label g join label l on l.id = g.label_id
          join unit u on u.account_id = l.account_id and u.labels ? l.name where g.repeater_id = r.id) as units
     from repeater r join account a on a.id = r.account_id where a.name = 'Pars Logistics' order by r.id`,
  );
  expect(rows).toMatchObject([
    { status: 'inactive', errors: 3 },
    { status: 'inactive', errors: 0 },
  ]);
  expect(rows.every(({ units }) => units > 0)).toBe(true);
});
