import { beforeAll, describe, expect, it } from 'vitest';
import { withTestDatabase } from '../../tests/support/postgres.ts';
import { DAY } from '../../src/domain/base/index.ts';
import { keyForms } from '../../src/domain/detection/index.ts';
import { keyOf } from './driving/crew.ts';
import { addDemoOperators, rosterEntry, seedDemoWorld } from './index.ts';

const test = withTestDatabase();
const NOW = Date.UTC(2026, 4, 4, 9);
const keys = async (): Promise<string[]> =>
  (await test.database.query<{ key: string }>('select key from operator_key order by id')).map(({ key }) => key);
/** Keys that devices which read them report on the days after. */
const reported = (day: number) =>
  Array.from({ length: 200 }, (_, index) => rosterEntry(index))
    .filter(({ protocol, everReports }) => everReports && (protocol === 'teltonika' || protocol === 'wialon_ips'))
    .map(({ index, company, equipment }) => ({ index, company, key: keyOf(equipment.crew, NOW + day * DAY) }));

describe('operators of the demo', () => {
  beforeAll(async () => {
    await seedDemoWorld({ database: test.database, units: 200, now: NOW, hashPassword: () => Promise.resolve('none') });
    await addDemoOperators(test.database, 200, NOW);
  });

  it('are made once, and more with more units', async () => {
    const before = await keys();
    expect(before.length).toBeGreaterThan(100);
    expect(new Set(before).size).toBe(before.length);
    await addDemoOperators(test.database, 200, NOW);
    expect(await keys()).toEqual(before);
  });

  it('have the keys that units report, but for one in each company, and one with its bytes reversed', async () => {
    const known = new Set(await keys());
    const all = [0, 1, 2].flatMap(reported);
    const unknown = new Map(
      all
        .filter(({ key }) => !keyForms(key).some((form) => known.has(form)))
        .map(({ key, company }) => [key, company.key]),
    );
    expect(unknown.size).toBeGreaterThan(5);
    expect(new Set(unknown.values()).size).toBe(unknown.size);
    expect(all.some(({ key }) => !known.has(key) && keyForms(key).some((form) => known.has(form)))).toBe(true);
  });

  it('change vehicles from day to day, and none is in two on the same', () => {
    const [today, tomorrow] = [reported(0), reported(1)];
    expect(new Set(today.map(({ key }) => key)).size).toBe(today.length);
    const at = new Map(today.map(({ key, index }) => [key, index]));
    expect(tomorrow.filter(({ key, index }) => at.has(key) && at.get(key) !== index).length).toBeGreaterThan(30);
  });
});
