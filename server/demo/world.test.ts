import { describe, expect, it } from 'vitest';
import { withTestDatabase } from '../../tests/support/postgres.ts';
import { seedDemoWorld, type DemoWorld } from './world.ts';

const test = withTestDatabase();
const NOW = Date.UTC(2026, 10, 21, 9, 30);
const TABLES = [
  'account',
  'role',
  'app_user',
  'membership',
  'device',
  'unit',
  'unit_device',
  'event',
  'counter',
  'account_sequence',
  'invitation',
  'image',
  'account_logo',
] as const;

const seed = (units: number, now = NOW): Promise<DemoWorld> =>
  seedDemoWorld({ database: test.database, units, now, hashPassword: (text) => Promise.resolve(`hash of ${text}`) });

async function counts(): Promise<Record<string, number>> {
  const entries: [string, number][] = [];
  for (const table of TABLES) {
    const [row] = await test.database.query<{ n: number }>(`select count(*) as n from ${table}`);
    entries.push([table, row.n]);
  }
  return Object.fromEntries(entries);
}

/** Units of an account and all below it. */
async function unitsBelow(username: string): Promise<number> {
  const [row] = await test.database.query<{ n: number }>(
    `with recursive reach as (
       select m.account_id as id from membership m join app_user u on u.id = m.user_id where u.username = $1
       union select a.id from account a join reach on a.parent_id = reach.id)
     select count(*) as n from unit where account_id in (select id from reach)`,
    [username],
  );
  return row.n;
}

describe('the demo world', () => {
  it('is made once, grows when more units are asked for, and never shrinks', async () => {
    const first = await seed(200);
    expect(first).toMatchObject({ made: NOW, added: 200 });
    const made = await counts();
    expect(made).toMatchObject({
      account: 16,
      app_user: 26,
      membership: 30,
      role: 56,
      invitation: 24,
      image: 4,
      device: 200,
      unit: 200,
      unit_device: 200,
    });
    expect(await seed(200, NOW + 86_400_000)).toEqual({ ...first, added: 0 });
    expect(await counts()).toEqual(made);
    expect((await seed(260, NOW + 86_400_000)).added).toBe(60);
    expect((await seed(50)).added).toBe(0);
    expect((await counts()).unit).toBe(260);
  });

  it('lets the dealer see most units, the consumer a good part, and the others their own', async () => {
    const owner = await unitsBelow('owner');
    expect((await unitsBelow('dealer')) / owner).toBeGreaterThan(0.7);
    const consumer = await unitsBelow('consumer');
    expect(consumer / owner).toBeGreaterThan(0.3);
    expect(await unitsBelow('operator')).toBe(consumer);
    expect(await unitsBelow('viewer')).toBe(consumer);
    expect(await unitsBelow('restricted')).toBeLessThan(consumer / 3);
    const accounts = await test.database.query<{ name: string }>(
      `select a.name from membership m join app_user u on u.id = m.user_id join account a on a.id = m.account_id where u.username = 'multi' order by m.created_at`,
    );
    expect(accounts).toHaveLength(3);
  });

  it("records everything that it made, in each account's log, without gaps", async () => {
    const rows = await test.database.query<{ account_id: number; n: number; last: number; value: number }>(
      `select e.account_id, count(*) as n, max(e.sequence) as last, s.value
       from event e join account_sequence s on s.account_id = e.account_id group by e.account_id, s.value`,
    );
    expect(rows).toHaveLength(16);
    for (const row of rows) expect([row.n, row.last]).toEqual([row.value, row.value]);
    const [units] = await test.database.query<{ n: number }>(
      `select count(*) as n from event e join unit u on u.id = e.subject_id and u.account_id = e.account_id
       where e.kind = 'unitCreated' and e.data ->> 'name' = u.name`,
    );
    expect(units.n).toBe((await counts()).unit);
  });

  it('leaves the numbers free that come next', async () => {
    const [row] = await test.database.query<{ last: number }>('select max(id) as last from unit');
    const id = await test.database.transaction((transaction) => transaction.nextId('unit'));
    expect(id).toBe(row.last + 1);
  });

  it('does not bring back what people deleted', async () => {
    const [unit] = await test.database.query<{ id: number }>('select id from unit order by id limit 1');
    await test.database.query('delete from unit_device where unit_id = $1', [unit.id]);
    await test.database.query('delete from unit where id = $1', [unit.id]);
    expect((await seed(260)).added).toBe(0);
    expect(await test.database.query('select 1 from unit where id = $1', [unit.id])).toEqual([]);
  });

  it('seeds twenty thousand units', async () => {
    const { added } = await seed(20_000);
    expect(added).toBe(19_740);
    expect((await counts()).unit_device).toBe(19_999);
  }, 60_000);
});
