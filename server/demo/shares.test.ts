import { expect, it } from 'vitest';
import { DAY } from '../../src/domain/base/index.ts';
import { SHARE_STATES, shareState } from '../../src/domain/share/index.ts';
import { withTestDatabase } from '../../tests/support/postgres.ts';
import { addDemoShares } from './shares.ts';
import { seedDemoWorld } from './world.ts';

const test = withTestDatabase();
const NOW = Date.UTC(2026, 10, 21, 9, 30);

it('the links of the demo are in every state, also some days later, each with units, and are made once', async () => {
  const hashPassword = (text: string): Promise<string> => Promise.resolve(`hash of ${text}`);
  await seedDemoWorld({ database: test.database, units: 40, now: NOW, hashPassword });
  await addDemoShares(test.database, NOW);
  await addDemoShares(test.database, NOW + DAY);
  const rows = await test.database.query<{ from_at: Date; to_at: Date; revoked_at: Date | null; units: number }>(
    `select s.from_at, s.to_at, s.revoked_at, (select count(*) from share_unit where share_id = s.id) as units
     from share s join account a on a.id = s.account_id where a.name = 'Pars Logistics'`,
  );
  expect(rows).toHaveLength(4);
  expect(rows.every(({ units }) => Number(units) > 0)).toBe(true);
  for (const now of [NOW, NOW + DAY]) {
    const states = rows.map(({ from_at: from, to_at: to, revoked_at: revoked }) =>
      shareState({ from: from.getTime(), to: to.getTime() }, revoked?.getTime() ?? null, now),
    );
    expect(states.toSorted()).toEqual([...SHARE_STATES].toSorted());
  }
  const events = await test.database.query(
    "select kind from event where subject_type = 'share' and kind = 'shareRevoked'",
  );
  expect(events).toHaveLength(1);
});
