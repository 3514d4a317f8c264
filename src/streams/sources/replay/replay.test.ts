import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE, SECOND } from '../../../domain/base/index.ts';
import { IGNITION, MOTION, packState } from '../../../domain/telemetry/index.ts';
import { createFleet, type Fleet } from '../../pipeline/fleetStore.ts';
import { createWorld, expectedAt } from '../../testing/index.ts';
import { compare, lastBefore, rowsOf } from '../../testing/recorded.ts';
import { ChangeWheel } from './changeWheel.ts';
import { NOTHING_KNOWN, ReplayEngine } from './replayEngine.ts';
import { NO_COORDINATE, buildChunk, replaceUnits, rowTime, type UnitRows } from './trackChunk.ts';

describe('the wheel of changes', () => {
  it('hands out each member when it is due, once, also after many turns', () => {
    const wheel = new ChangeWheel();
    wheel.reset(4, 1_000);
    wheel.schedule(0, 1_100);
    wheel.schedule(1, 1_100 + 250 * 1024 * 3);
    wheel.schedule(2, Number.POSITIVE_INFINITY);
    wheel.schedule(3, 1_101);
    const seen: [number, number][] = [];
    for (let now = 1_000; now < 1_000_000; now += 100) wheel.advance(now, (member) => seen.push([member, now]));
    expect(seen).toEqual([
      [0, 1_100],
      [3, 1_200],
      [1, 769_100],
    ]);
  });

  it('takes one long step as well as many short ones, in negative time too', () => {
    const wheel = new ChangeWheel();
    wheel.reset(3, -5_000_000);
    [-4_999_000, -4_000_000, -1].forEach((due, member) => wheel.schedule(member, due));
    const seen: number[] = [];
    wheel.advance(-3_000_000, (member) => seen.push(member));
    expect(seen.toSorted()).toEqual([0, 1]);
    wheel.advance(0, (member) => seen.push(member));
    expect(seen.toSorted()).toEqual([0, 1, 2]);
  });

  it('lets members be scheduled again while it hands them out', () => {
    const wheel = new ChangeWheel();
    wheel.reset(1, 0);
    wheel.schedule(0, 10);
    const seen: number[] = [];
    for (let now = 0; now <= 1_000; now += 5) {
      wheel.advance(now, (member) => {
        seen.push(now);
        wheel.schedule(member, now + 10);
      });
    }
    expect(seen).toHaveLength(100);
  });
});

describe('a chunk', () => {
  it('cuts to its span, orders units, and keeps invalid fixes where the unit was', () => {
    const states = [packState(10, 0, 3, 0, false), packState(0, 0, 0, 0, false), packState(10, 0, 3, 0, false)];
    const rows = (unitId: number): UnitRows => ({
      unitId,
      times: [5, 10, 20],
      longitudes: [1, 77, 3],
      latitudes: [1, 77, 3],
      states,
    });
    const chunk = buildChunk({ from: 5, to: 20 }, [rows(9), rows(2)]);
    expect([...chunk.unitIds]).toEqual([2, 9]);
    expect([...chunk.longitudes]).toEqual([1, 1, 1, 1]);
    expect(rowTime(chunk, 1)).toBe(10);
    expect(buildChunk({ from: 6, to: 20 }, [rows(2)]).longitudes[0]).toBe(NO_COORDINATE);
  });

  it('replaces the rows of some units and leaves the others', () => {
    const world = createWorld(4, 1);
    const span = { from: world.from, to: world.to };
    const whole = buildChunk(span, rowsOf(world.fixes));
    const without = buildChunk(
      span,
      rowsOf(world.fixes.filter((fix) => fix.unitId !== 2 && (fix.unitId !== 3 || fix.time % 20_000 === 0))),
    );
    const patch = buildChunk(span, rowsOf(world.fixes.filter((fix) => fix.unitId === 2 || fix.unitId === 3)));
    expect(replaceUnits(without, new Set([2, 3]), patch)).toEqual(whole);
  });
});

describe('the engine', () => {
  const world = createWorld(25, 2);

  function loaded(chunkLength: number): { engine: ReplayEngine; fleet: Fleet } {
    const engine = new ReplayEngine();
    for (let from = world.from; from < world.to; from += chunkLength) {
      engine.insert(
        buildChunk({ from, to: from + chunkLength }, rowsOf(world.fixes)),
        from === world.from ? lastBefore(world, from) : null,
      );
    }
    return { engine, fleet: createFleet({ epoch: world.from }) };
  }

  it.each([1, 10, 60, 600, 1000, -1, -30, -1000])('is exact at every frame at rate %i', (rate) => {
    const { engine, fleet } = loaded(15 * MINUTE);
    const frame = 100 * rate;
    let instant = rate > 0 ? world.from + 37 * MINUTE : world.to - 37 * MINUTE;
    for (
      let index = 0;
      index < 120 && instant >= world.from && instant < world.to - MINUTE;
      index++, instant += frame
    ) {
      expect(engine.advance(instant, rate, fleet)).toBe(true);
      compare(fleet, world, instant);
    }
  });

  it('is exact after turning round, seeking and standing', () => {
    const { engine, fleet } = loaded(HOUR);
    const path: [offset: number, rate: number][] = [
      [60, 1],
      [61, 1],
      [60.5, -1],
      [20, -60],
      [20.2, 60],
      [20.2, 0],
      [3, 0],
      [110, 0],
      [109.9, -1000],
      [58, -1000],
    ];
    for (const [minutes, rate] of path) {
      const instant = world.from + minutes * MINUTE;
      engine.advance(instant, rate, fleet);
      compare(fleet, world, instant);
    }
  });

  it('writes only units that come to their next fix', () => {
    const { engine, fleet } = loaded(HOUR);
    const start = world.from + 30 * MINUTE;
    engine.advance(start, 1, fleet);
    const { version } = fleet;
    let changes = 0;
    for (let instant = start; instant < start + 10 * SECOND; instant += 16) engine.advance(instant, 1, fleet);
    changes = fleet.version - version;
    const fixes = world.fixes.filter((fix) => fix.time > start && fix.time < start + 10 * SECOND).length;
    expect(changes).toBe(fixes);
  });

  it('writes nothing where no chunk is loaded, and all when it comes', () => {
    const { engine, fleet } = loaded(HOUR);
    engine.remove(world.from);
    const { version } = fleet;
    expect(engine.advance(world.from + 5 * MINUTE, 1, fleet)).toBe(false);
    expect(fleet.version).toBe(version);
    engine.insert(
      buildChunk({ from: world.from, to: world.from + HOUR }, rowsOf(world.fixes)),
      lastBefore(world, world.from),
    );
    expect(engine.advance(world.from + 5 * MINUTE, 1, fleet)).toBe(true);
    compare(fleet, world, world.from + 5 * MINUTE);
  });

  it('gives the past of trails without moving the fleet', () => {
    const { engine, fleet } = loaded(HOUR);
    const instant = world.from + 40 * MINUTE;
    engine.advance(instant, 0, fleet);
    const row = new Int32Array(fleet.count * 2).fill(NO_COORDINATE);
    engine.sample(instant - 5 * MINUTE, fleet, row);
    for (const unitId of world.unitIds) {
      const expected = expectedAt(world, unitId, instant - 5 * MINUTE);
      const slot = fleet.slotOf(unitId);
      if (expected !== null) expect(Math.abs(row[slot * 2 + 1] - expected.latitude * 1e7)).toBeLessThan(2);
    }
    compare(fleet, world, instant);
  });

  it('knows that a unit had no fix yet when played backwards before its first', () => {
    const { engine, fleet } = loaded(HOUR);
    const last = world.unitIds[world.unitIds.length - 1];
    engine.advance(world.from + 31 * MINUTE, -60, fleet);
    expect(fleet.times[fleet.slotOf(last)]).toBeGreaterThan(0);
    for (let instant = world.from + 31 * MINUTE; instant > world.from + 25 * MINUTE; instant -= SECOND)
      engine.advance(instant, -60, fleet);
    expect(fleet.times[fleet.slotOf(last)]).toBe(0);
  });

  it('knows since when a unit idles, across chunks, whichever way it is come to', () => {
    const idling = packState(0, 0, MOTION.idling, IGNITION.on, false);
    const moving = packState(40, 0, MOTION.moving, IGNITION.on, false);
    const times = [50, 52, 58, 63, 70, 71, 90].map((minutes) => minutes * MINUTE);
    const states = [moving, idling, idling, idling, moving, idling, idling];
    const rows = [{ unitId: 7, times, longitudes: times.map(() => 1), latitudes: times.map(() => 1), states }];
    const engine = new ReplayEngine();
    engine.insert(buildChunk({ from: 0, to: HOUR }, rows), NOTHING_KNOWN);
    engine.insert(buildChunk({ from: HOUR, to: 2 * HOUR }, rows), null);
    const fleet = createFleet();
    const idles = (minute: number): number => {
      engine.advance(minute * MINUTE, 0, fleet);
      return fleet.idleSince[fleet.slotOf(7)] / MINUTE;
    };
    expect([51, 53, 62, 64, 70.5, 72, 91, 61, 51].map(idles)).toEqual([0, 52, 52, 52, 0, 71, 90, 52, 0]);
  });

  it('plays an empty chunk as silence', () => {
    const engine = new ReplayEngine();
    const fleet = createFleet();
    engine.insert(buildChunk({ from: 0, to: HOUR }, []), NOTHING_KNOWN);
    expect(engine.advance(5, 1, fleet)).toBe(true);
    expect(fleet.count).toBe(0);
  });
});
