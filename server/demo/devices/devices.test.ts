import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '../../../src/domain/base/index.ts';
import { createReport, LIVE_RULES, Vehicle, type DeviceReport } from '../driving/index.ts';
import { loadNetworks } from '../geography/index.ts';
import { rosterEntry } from '../roster.ts';
import { Backlog } from './backlog.ts';
import { readMarker, writeMarker } from './marker.ts';
import { Pace } from './pace.ts';
import { planStart, SHORT_HISTORY, SHORTEST_HISTORY } from './plan.ts';
import { TimeWheel } from './timeWheel.ts';

const NOW = Date.UTC(2026, 10, 21, 9, 30);

describe('the time wheel', () => {
  it('wakes each sleeper once, not before its time, and again when it asks', () => {
    const wheel = new TimeWheel(3, NOW);
    const woken: number[] = [];
    wheel.set(0, NOW + 500);
    wheel.set(1, NOW + 20 * MINUTE);
    wheel.set(2, NOW + 900);
    wheel.set(2, NOW + 2_000);
    wheel.advance(NOW + 499, (sleeper) => woken.push(sleeper));
    expect(woken).toEqual([]);
    wheel.advance(NOW + 1_500, (sleeper) => woken.push(sleeper));
    expect(woken).toEqual([0]);
    wheel.advance(NOW + 2_000, (sleeper) => woken.push(sleeper));
    expect(woken).toEqual([0, 2]);
    for (let now = NOW; now < NOW + 20 * MINUTE; now += 700) wheel.advance(now, (sleeper) => woken.push(sleeper));
    expect(woken).toEqual([0, 2]);
    wheel.advance(NOW + 20 * MINUTE, (sleeper) => woken.push(sleeper));
    expect(woken).toEqual([0, 2, 1]);
  });

  it('lets an alarm be brought forward', () => {
    const wheel = new TimeWheel(1, NOW);
    const woken: number[] = [];
    wheel.set(0, NOW + 5 * MINUTE);
    wheel.set(0, NOW + SECOND);
    wheel.advance(NOW + SECOND, (sleeper) => woken.push(sleeper));
    expect(woken).toEqual([0]);
    wheel.advance(NOW + 6 * MINUTE, (sleeper) => woken.push(sleeper));
    expect(woken).toEqual([0]);
  });

  it('finds everyone after the machine slept', () => {
    const wheel = new TimeWheel(50, NOW);
    const woken = new Set<number>();
    for (let sleeper = 0; sleeper < 50; sleeper++) wheel.set(sleeper, NOW + sleeper * 10 * SECOND);
    wheel.advance(NOW + 3 * HOUR, (sleeper) => woken.add(sleeper));
    expect(woken.size).toBe(50);
  });
});

describe('what a device sends at the start', () => {
  const fleet = { units: 200, historyDays: 14, now: NOW, worldMade: NOW };
  const fresh = { lastKnown: Number.NaN, left: null };

  it('is the last ninety minutes, then the present; and two weeks when there is time', () => {
    const plan = planStart(rosterEntry(0), fresh, fleet);
    expect(plan.liveFrom).toBe(NOW - 90 * MINUTE);
    expect(plan.owed).toEqual([{ from: NOW - 14 * DAY, to: NOW - 90 * MINUTE }]);
  });

  it('is two hours for the many', () => {
    const plan = planStart(rosterEntry(500), fresh, { ...fleet, units: 1_000 });
    expect(plan).toEqual({
      liveFrom: NOW - 90 * MINUTE,
      owed: [{ from: NOW - SHORT_HISTORY, to: NOW - 90 * MINUTE }],
      detailFrom: NOW - 2 * HOUR,
    });
  });

  it('is a good hour without details for most of a large fleet, the present first', () => {
    const large = { ...fleet, units: 20_000 };
    const plan = planStart(rosterEntry(5_000), fresh, large);
    expect(plan).toEqual({
      liveFrom: NOW - 6 * MINUTE,
      owed: [{ from: NOW - SHORTEST_HISTORY, to: NOW - 6 * MINUTE }],
      detailFrom: NOW,
    });
    expect(planStart(rosterEntry(0), fresh, large)).toMatchObject({
      owed: [{ from: NOW - 14 * DAY, to: NOW - 6 * MINUTE }],
      detailFrom: NOW - 2 * HOUR,
    });
  });

  it('is only the gap on a later start', () => {
    const short = planStart(rosterEntry(0), { lastKnown: NOW - 10 * MINUTE, left: [] }, fleet);
    expect(short).toMatchObject({ liveFrom: NOW - 10 * MINUTE, owed: [] });
    const long = planStart(rosterEntry(0), { lastKnown: NOW - 2 * DAY, left: null }, fleet);
    expect(long.owed).toEqual([{ from: NOW - 2 * DAY, to: NOW - 90 * MINUTE }]);
  });

  it('goes on with what the last run left', () => {
    const left = [{ from: NOW - 14 * DAY, to: NOW - 3 * DAY }];
    expect(planStart(rosterEntry(0), { lastKnown: NOW - MINUTE, left }, fleet).owed).toEqual(left);
  });

  it('ends for a dead device where it died', () => {
    const plan = planStart(rosterEntry(77), fresh, fleet);
    expect(plan.liveFrom).toBeNull();
    expect(plan.owed).toEqual([{ from: NOW - 14 * DAY, to: NOW - 75 * HOUR }]);
    expect(
      planStart(rosterEntry(77), { lastKnown: NOW - 75 * HOUR, left: [] }, { ...fleet, now: NOW + DAY }),
    ).toMatchObject({ liveFrom: null, owed: [] });
  });
});

describe('history', () => {
  const network = loadNetworks(['dubai']).get('dubai');
  if (!network) throw new Error('dubai');
  const entry = rosterEntry(4);
  const open = (): Vehicle => new Vehicle(entry.vehicle, network);
  const pool: DeviceReport[] = Array.from({ length: 100 }, createReport);

  function drain(backlog: Backlog, answer: (sending: number) => boolean): number[] {
    const times: number[] = [];
    for (let sending = 0; sending < 10_000; sending++) {
      const count = backlog.fill(pool, pool.length);
      if (count === 0) break;
      if (answer(sending)) {
        times.push(...pool.slice(0, count).map(({ time }) => time));
        backlog.stored();
      } else backlog.lost();
    }
    return times;
  }

  it('is sent whole, the newest pieces first, in order within a piece', () => {
    const span = { from: NOW - 2 * DAY, to: NOW - 90 * MINUTE };
    const backlog = new Backlog([span], open, entry.equipment, LIVE_RULES, NOW - 2 * HOUR);
    const times = drain(backlog, () => true);
    expect(backlog.done).toBe(true);
    expect(new Set(times).size).toBe(times.length);
    expect(Math.min(...times)).toBeLessThan(span.from + 16 * MINUTE);
    expect(Math.max(...times)).toBeLessThan(span.to);
    expect(times[0]).toBeGreaterThan(NOW - 2 * HOUR);
    const sorted = times.toSorted((a, b) => a - b);
    const gaps = sorted.map((time, index) => (index === 0 ? 0 : time - sorted[index - 1]));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(31 * MINUTE);
  });

  it('loses nothing when a server takes only every third sending', () => {
    const spans = [{ from: NOW - DAY, to: NOW - 2 * HOUR }];
    const calm = drain(new Backlog(spans, open, entry.equipment, LIVE_RULES, NOW), () => true);
    const rough = drain(new Backlog(spans, open, entry.equipment, LIVE_RULES, NOW), (sending) => sending % 3 === 2);
    expect(rough).toEqual(calm);
  });

  it('can be broken off and taken up again from what it still owes', () => {
    const spans = [{ from: NOW - DAY, to: NOW - 2 * HOUR }];
    const first = new Backlog(spans, open, entry.equipment, LIVE_RULES, NOW);
    const seen = new Set<number>();
    for (let sending = 0; sending < 5; sending++) {
      for (const { time } of pool.slice(0, first.fill(pool, pool.length))) seen.add(time);
      first.stored();
    }
    const owed = [...first.owed];
    for (const time of drain(new Backlog(owed, open, entry.equipment, LIVE_RULES, NOW), () => true)) seen.add(time);
    const whole = drain(new Backlog(spans, open, entry.equipment, LIVE_RULES, NOW), () => true);
    expect([...seen].toSorted((a, b) => a - b)).toEqual(whole.toSorted((a, b) => a - b));
  });
});

describe('the marker', () => {
  it('brings back what was left, for the same database only', () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'wayline-demo-'));
    const file = path.join(folder, 'sub', 'demo-history.json');
    const owed = new Map([
      [
        3,
        [
          { from: 1, to: 2 },
          { from: 5, to: 9 },
        ],
      ],
      [8, [{ from: 0, to: 1 }]],
    ]);
    expect(readMarker(file, 'here')).toBeNull();
    const carried = {
      owed,
      memory: new Map([[3, { holds: [{ since: 1, from: 2, to: null }], intervals: { moving: 5_000 } }]]),
    };
    writeMarker(file, 'here', carried);
    expect(readMarker(file, 'here')).toEqual(carried);
    expect(readMarker(file, 'elsewhere')).toBeNull();
    writeFileSync(file, '{"world":');
    expect(readMarker(file, 'here')).toBeNull();
    rmSync(folder, { recursive: true });
  });
});

describe('the pace', () => {
  it('grows while the server answers quickly, and gives way when it does not', () => {
    const sent = (latency: number): number => {
      const pace = new Pace(NOW);
      let reports = 0;
      for (let now = NOW; now < NOW + 20 * SECOND; now += 25) {
        pace.answered(latency);
        pace.tick(now);
        for (; pace.mayWork(0); reports += 100) pace.spend(100);
      }
      return reports;
    };
    expect(sent(20)).toBeGreaterThan(200_000);
    expect(sent(20)).toBeLessThan(310_000);
    expect(sent(900)).toBeLessThan(40_000);
  });

  it('goes slowly once what is left is in no hurry, however quick the answers', () => {
    const pace = new Pace(NOW);
    pace.ease();
    let reports = 0;
    for (let now = NOW; now < NOW + 20 * SECOND; now += 25) {
      pace.answered(5);
      pace.tick(now);
      for (; pace.mayWork(0); reports += 10) pace.spend(10);
    }
    expect(reports).toBeGreaterThan(9_000);
    expect(reports).toBeLessThan(11_000);
  });

  it('rests while others need the machine, and goes on after a while if they need it still', () => {
    /** Reports of history in each second, where every tick from the third second on comes late. */
    const sent = (yields: boolean): number[] => {
      const pace = new Pace(NOW, { yields });
      const seconds = Array.from({ length: 12 }, () => 0);
      for (let now = NOW; now < NOW + 12 * SECOND; now += now < NOW + 2 * SECOND ? 25 : 125) {
        pace.tick(now);
        for (; pace.mayWork(0); seconds[Math.floor((now - NOW) / SECOND)] += 100) pace.spend(100);
      }
      return seconds;
    };
    const atWork = (seconds: readonly number[]) => seconds.map((reports) => reports > 0);
    expect(atWork(sent(false))).not.toContain(false);
    expect(atWork(sent(true)).slice(0, 2)).not.toContain(false);
    expect(atWork(sent(true)).slice(3, 6)).not.toContain(true);
    expect(atWork(sent(true)).slice(7, 10)).not.toContain(false);
  });

  it('says that it rests, for whatever else can wait', () => {
    const pace = new Pace(NOW, { yields: true });
    pace.tick(NOW + 25);
    expect(pace.rests).toBe(false);
    pace.tick(NOW + 500);
    expect(pace.rests).toBe(true);
  });

  it('leaves the rest of the tick to the present', () => {
    const pace = new Pace(NOW);
    pace.tick(NOW + 25);
    expect(pace.mayWork(0)).toBe(true);
    expect(pace.mayWork(Pace.SLICE)).toBe(false);
  });
});
