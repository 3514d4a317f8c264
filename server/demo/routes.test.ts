import { beforeAll, describe, expect, it } from 'vitest';
import { withTestDatabase } from '../../tests/support/postgres.ts';
import { addDemoRoutes, seedDemoWorld } from './index.ts';

const test = withTestDatabase();
const NOW = Date.UTC(2026, 4, 4, 9);

describe('routes of the demo', () => {
  beforeAll(() =>
    seedDemoWorld({ database: test.database, units: 200, now: NOW, hashPassword: () => Promise.resolve('none') }),
  );

  it('are made once, with runs behind and ahead', async () => {
    await addDemoRoutes(test.database, 200, NOW);
    await addDemoRoutes(test.database, 200, NOW);
    const [found] = await test.database.query<{ routes: number; past: number; ahead: number }>(
      `select (select count(*) from route) as routes, (select count(*) from route_run where start_at < $1) as past,
         (select count(*) from route_run where start_at >= $1) as ahead`,
      [new Date(NOW)],
    );
    expect(Number(found.routes)).toBe(10);
    expect(Number(found.past)).toBeGreaterThan(10);
    expect(Number(found.ahead)).toBeGreaterThan(5);
    const routes = await test.database.query<{ schedules: { repeat: string; days: number[] }[] }>(
      'select schedules from route',
    );
    // A few that repeat, so that page and form stay short.
    for (const { schedules } of routes) {
      expect(schedules.length).toBeLessThanOrEqual(9);
      expect(schedules.every(({ repeat, days }) => repeat === 'weekly' && days.length > 0)).toBe(true);
    }
  });
});
