import { beforeAll, describe, expect, it } from 'vitest';
import { withTestDatabase } from '../../tests/support/postgres.ts';
import { addDemoGeofences, seedDemoWorld } from './index.ts';

const test = withTestDatabase();
const NOW = Date.UTC(2026, 4, 4, 9);

describe('geofences of the demo', () => {
  beforeAll(() =>
    seedDemoWorld({ database: test.database, units: 200, now: NOW, hashPassword: () => Promise.resolve('none') }),
  );

  it('are made once for each company, of every kind, and lie where its units drive', async () => {
    await addDemoGeofences(test.database, 200, NOW);
    const count = async () => (await test.database.query<{ n: number }>('select count(*) as n from geofence'))[0].n;
    const made = await count();
    await addDemoGeofences(test.database, 200, NOW);
    expect(await count()).toBe(made);
    const kinds = await test.database.query<{ kind: string; accounts: number }>(
      'select kind, count(distinct account_id) as accounts from geofence group by kind order by kind',
    );
    expect(kinds.map(({ kind }) => kind)).toEqual(['circle', 'corridor', 'polygon']);
    for (const { kind, accounts } of kinds) expect([kind, Number(accounts) > 5]).toEqual([kind, true]);
  });
});
