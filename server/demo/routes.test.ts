import { beforeAll, describe, expect, it } from 'vitest';
import { DAY, MINUTE } from '../../src/domain/base/index.ts';
import { RunFold, type RunResult } from '../../src/domain/detection/index.ts';
import type { RunPlan } from '../../src/domain/route/index.ts';
import { withTestDatabase } from '../../tests/support/postgres.ts';
import { Vehicle } from './driving/index.ts';
import { loadNetworks, type Network } from './geography/index.ts';
import { addDemoRoutes, seedDemoWorld } from './index.ts';
import { rosterEntry } from './roster.ts';

const test = withTestDatabase();
const NOW = Date.UTC(2026, 4, 4, 9);

/** What a run comes to whose unit reports each half minute where it is. */
function drivenOf(plan: RunPlan, vehicle: Vehicle, { projection }: Network): RunResult {
  const fold = new RunFold(plan);
  for (let time = plan.from; time < plan.until; time += MINUTE / 2) {
    const { x, y } = vehicle.locate(time);
    projection.toGlobe(x, y);
    fold.accept({ time, latitude: projection.latitude, longitude: projection.longitude });
  }
  return fold.result(NOW);
}

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
      'select jsonb_agg(plan) as schedules from schedule group by route_id',
    );
    expect(routes).toHaveLength(10);
    // A few that repeat, so that page and form stay short.
    for (const { schedules } of routes) {
      expect(schedules.length).toBeLessThanOrEqual(9);
      expect(schedules.every(({ repeat, days }) => repeat === 'weekly' && days.length > 0)).toBe(true);
    }
  });

  it('are driven: many in time, some late, and some off their corridor and back', async () => {
    const rows = await test.database.query<{ key: string; plan: RunPlan }>(
      `select d.unique_identifier as key, r.plan from route_run r join unit_device ud on ud.unit_id = r.unit_id
       join device d on d.id = ud.device_id where r.until_at < $1 and r.start_at > $2 order by r.id`,
      [new Date(NOW), new Date(NOW - 4 * DAY)],
    );
    const entries = new Map(
      Array.from({ length: 400 }, (_, index) => rosterEntry(index)).map((each) => [each.identifier, each]),
    );
    const networks = loadNetworks([...entries.values()].map(({ region }) => region));
    const results = rows.map(({ key, plan }) => {
      const entry = entries.get(key);
      const network = entry && networks.get(entry.region);
      if (!network) throw new Error(`Nobody drives ${key}.`);
      return drivenOf(plan, new Vehicle(entry.vehicle, network), network);
    });
    const checkpoints = results.flatMap((result) => result.checkpoints.map(({ status }) => status));
    const share = (status: string): number => checkpoints.filter((each) => each === status).length / checkpoints.length;
    expect(share('onTime')).toBeGreaterThan(0.3);
    expect(share('late')).toBeGreaterThan(0.05);
    expect(results.filter(({ state }) => state === 'finished').length).toBeGreaterThan(results.length / 2);
    const spans = results.flatMap(({ offSpans }) => offSpans);
    expect(spans.length).toBeGreaterThan(0);
    expect(spans.some(({ back }) => back !== null)).toBe(true);
  });
});
