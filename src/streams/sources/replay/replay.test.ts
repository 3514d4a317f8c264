import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE, SECOND, failure, success, toStoredCoordinate, type Instant, type Interval, type Result } from '../../../domain/base/index.ts';
import { ERROR } from '../../../domain/errors/index.ts';
import { packState } from '../../../domain/telemetry/index.ts';
import { createFleet, type Fleet } from '../../pipeline/fleetStore.ts';
import { ManualTime, createWorld, expectedAt, type TestFix, type World } from '../../testing/index.ts';
import type { Presence } from '../../types.ts';
import { ChangeWheel } from './changeWheel.ts';
import type { ChunkLoader, LoadFailure } from './chunkLoader.ts';
import { NOTHING_KNOWN, ReplayEngine } from './replayEngine.ts';
import { ReplayTimeline } from './replayTimeline.ts';
import { NO_COORDINATE, buildChunk, replaceUnits, rowCount, rowTime, type LastFixes, type TrackChunk, type UnitRows } from './trackChunk.ts';

function rowsOf(fixes: readonly TestFix[]): UnitRows[] {
  return [...new Set(fixes.map((fix) => fix.unitId))].map((unitId) => {
    const own = fixes.filter((fix) => fix.unitId === unitId);
    return {
      unitId,
      times: own.map((fix) => fix.time),
      longitudes: own.map((fix) => toStoredCoordinate(fix.longitude)),
      latitudes: own.map((fix) => toStoredCoordinate(fix.latitude)),
      states: own.map((fix) => packState(fix.speed, fix.course, fix.motion, fix.ignition, false)),
    };
  });
}

function lastBefore(world: World, instant: Instant, silentSince = Number.POSITIVE_INFINITY): LastFixes {
  const all = world.unitIds.flatMap((unitId) => world.fixes.findLast((fix) => fix.unitId === unitId && fix.time < instant) ?? []);
  const found = all.filter(({ time }) => time < silentSince);
  const rows = rowsOf(found);
  return {
    unitIds: Uint32Array.from(rows, (row) => row.unitId),
    times: Float64Array.from(rows, (row) => row.times[0]),
    longitudes: Int32Array.from(rows, (row) => row.longitudes[0]),
    latitudes: Int32Array.from(rows, (row) => row.latitudes[0]),
    states: Uint32Array.from(rows, (row) => row.states[0]),
  };
}

function compare(fleet: Fleet, world: World, instant: Instant): void {
  const out = new Float64Array(2);
  for (const unitId of world.unitIds) {
    const slot = fleet.slotOf(unitId);
    const expected = expectedAt(world, unitId, instant);
    if (expected === null) {
      expect(slot < 0 || fleet.times[slot] === 0).toBe(true);
      continue;
    }
    fleet.drawnAt(slot, instant, out);
    expect([unitId, fleet.times[slot]]).toEqual([unitId, expected.time]);
    expect(Math.abs(out[0] - expected.longitude) % 360).toBeLessThan(3e-6);
    expect(Math.abs(out[1] - expected.latitude)).toBeLessThan(3e-6);
  }
}

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
    expect(seen).toEqual([[0, 1_100], [3, 1_200], [1, 769_100]]);
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
    const rows = (unitId: number): UnitRows => ({ unitId, times: [5, 10, 20], longitudes: [1, 77, 3], latitudes: [1, 77, 3], states });
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
    const without = buildChunk(span, rowsOf(world.fixes.filter((fix) => fix.unitId !== 2 && (fix.unitId !== 3 || fix.time % 20_000 === 0))));
    const patch = buildChunk(span, rowsOf(world.fixes.filter((fix) => fix.unitId === 2 || fix.unitId === 3)));
    expect(replaceUnits(without, new Set([2, 3]), patch)).toEqual(whole);
  });
});

describe('the engine', () => {
  const world = createWorld(25, 2);

  function loaded(chunkLength: number): { engine: ReplayEngine; fleet: Fleet } {
    const engine = new ReplayEngine();
    for (let from = world.from; from < world.to; from += chunkLength) {
      engine.insert(buildChunk({ from, to: from + chunkLength }, rowsOf(world.fixes)), from === world.from ? lastBefore(world, from) : null);
    }
    return { engine, fleet: createFleet({ epoch: world.from }) };
  }

  it.each([1, 10, 60, 600, 1000, -1, -30, -1000])('is exact at every frame at rate %i', (rate) => {
    const { engine, fleet } = loaded(15 * MINUTE);
    const frame = 100 * rate;
    let instant = rate > 0 ? world.from + 37 * MINUTE : world.to - 37 * MINUTE;
    for (let index = 0; index < 120 && instant >= world.from && instant < world.to - MINUTE; index++, instant += frame) {
      expect(engine.advance(instant, rate, fleet)).toBe(true);
      compare(fleet, world, instant);
    }
  });

  it('is exact after turning round, seeking and standing', () => {
    const { engine, fleet } = loaded(HOUR);
    const path: [offset: number, rate: number][] = [[60, 1], [61, 1], [60.5, -1], [20, -60], [20.2, 60], [20.2, 0], [3, 0], [110, 0], [109.9, -1000], [58, -1000]];
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
    engine.insert(buildChunk({ from: world.from, to: world.from + HOUR }, rowsOf(world.fixes)), lastBefore(world, world.from));
    expect(engine.advance(world.from + 5 * MINUTE, 1, fleet)).toBe(true);
    compare(fleet, world, world.from + 5 * MINUTE);
  });

  it('tells the past of trails without moving the fleet', () => {
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
    for (let instant = world.from + 31 * MINUTE; instant > world.from + 25 * MINUTE; instant -= SECOND) engine.advance(instant, -60, fleet);
    expect(fleet.times[fleet.slotOf(last)]).toBe(0);
  });

  it('plays an empty chunk as silence', () => {
    const engine = new ReplayEngine();
    const fleet = createFleet();
    engine.insert(buildChunk({ from: 0, to: HOUR }, []), NOTHING_KNOWN);
    expect(engine.advance(5, 1, fleet)).toBe(true);
    expect(fleet.count).toBe(0);
  });
});

describe('loading', () => {
  const world = createWorld(8, 6);

  class Loader implements ChunkLoader {
    readonly asked: Instant[] = [];
    readonly partial: number[][] = [];
    /** Of which instants the last fixes were asked, in hours. */
    readonly before: number[] = [];
    fixes = world.fixes;
    problem: LoadFailure | null = null;
    hold: Promise<void> = Promise.resolve();
    holdLast: Promise<void> = Promise.resolve();

    async chunk(span: Interval, unitIds: readonly number[] | null, signal: AbortSignal): Promise<Result<TrackChunk, LoadFailure>> {
      this.asked.push((span.from - world.from) / HOUR);
      if (unitIds !== null) this.partial.push([...unitIds]);
      await this.hold;
      signal.throwIfAborted();
      if (this.problem !== null) return failure(this.problem);
      const fixes = this.fixes.filter((fix) => unitIds === null || unitIds.includes(fix.unitId));
      return success(buildChunk(span, rowsOf(fixes)));
    }

    async lastFixes(at: Instant, _unitIds: readonly number[] | null, _signal: AbortSignal, silentSince?: Instant): Promise<Result<LastFixes, LoadFailure>> {
      if (silentSince !== undefined) return success(lastBefore({ ...world, fixes: this.fixes }, at + 1, silentSince));
      this.before.push((at + 1 - world.from) / HOUR);
      await this.holdLast;
      return Promise.resolve(success(lastBefore({ ...world, fixes: this.fixes }, at + 1)));
    }
  }

  interface Rig {
    loader: Loader;
    timeline: ReplayTimeline;
    time: ManualTime;
    fleet: Fleet;
    presences: Presence[];
    at(minutes: number, rate?: number): Promise<void>;
  }

  function rig(pointBudget = 1_000_000, isLarge = false): Rig {
    const loader = new Loader();
    const time = new ManualTime(world.to);
    const timeline = new ReplayTimeline({ loader, chunkLength: () => HOUR, isLarge: () => isLarge, pointBudget, time, timers: time });
    const fleet = createFleet({ epoch: world.from });
    const presences: Presence[] = [];
    timeline.presence$.subscribe((presence) => presences.push(presence));
    const at = async (minutes: number, rate = 0): Promise<void> => {
      const instant = world.from + minutes * MINUTE;
      timeline.advance(instant, rate, fleet);
      await new Promise((resolve) => setImmediate(resolve));
      timeline.advance(instant, rate, fleet);
    };
    return { loader, timeline, time, fleet, presences, at };
  }

  it('reads what is shown first, then ahead in the direction of play', async () => {
    const { loader, at } = rig();
    await at(150, 1);
    expect(loader.asked).toEqual([2, 3]);
    await at(149, -600);
    expect(loader.asked).toEqual([2, 3, 1, 0]);
  });

  it('lets what is shown have the line to itself', async () => {
    const { loader, timeline, fleet, at } = rig();
    timeline.advance(world.from + 125 * MINUTE, 1, fleet);
    expect(loader.asked).toEqual([2]);
    await at(125, 1);
    expect(loader.asked).toEqual([2, 3, 1]);
  });

  it('reads one chunk while standing, and the next when its beginning matters', async () => {
    const { loader, at } = rig();
    await at(90);
    expect(loader.asked).toEqual([1]);
    await at(117);
    expect(loader.asked).toEqual([1, 2]);
  });

  it('says loading until the shown chunk is there', async () => {
    const { loader, presences, at, timeline, fleet } = rig();
    let release = (): void => {};
    loader.hold = new Promise((resolve) => {
      release = resolve;
    });
    await at(30);
    expect(presences.at(-1)).toEqual({ state: 'replaying', loading: true });
    let news = 0;
    timeline.news$.subscribe(() => news++);
    release();
    await at(30);
    expect(news).toBe(1);
    expect(presences.at(-1)).toEqual({ state: 'replaying', loading: false });
    compare(fleet, world, world.from + 30 * MINUTE);
  });

  it.each(world.unitIds.map((_, place) => 135 + place * 5))('shows a chunk with what was said at the instant, %i min, and asks afterwards what was said before it', async (minutes) => {
    const { loader, timeline, presences, fleet, at } = rig();
    let release = (): void => {};
    loader.holdLast = new Promise((resolve) => {
      release = resolve;
    });
    const instant = world.from + minutes * MINUTE;
    timeline.stand(instant, lastBefore(world, instant + 1));
    await at(minutes);
    expect([loader.asked, loader.before]).toEqual([[2], [2]]);
    expect(presences.at(-1)).toEqual({ state: 'replaying', loading: false });
    compare(fleet, world, instant);
    await at(minutes + 4);
    compare(fleet, world, instant + 4 * MINUTE);
    await at(131);
    expect(presences.at(-1)).toEqual({ state: 'replaying', loading: true });
    compare(fleet, world, instant + 4 * MINUTE);
    release();
    await at(131);
    expect(presences.at(-1)).toEqual({ state: 'replaying', loading: false });
    compare(fleet, world, world.from + 131 * MINUTE);
    expect([loader.asked, loader.before]).toEqual([[2], [2]]);
  });

  it.each(world.unitIds.map((_, place) => 135 + place * 5))('of a large fleet shows a chunk, %i min, before it asks what all said before it', async (minutes) => {
    const { loader, timeline, presences, fleet, at } = rig(undefined, true);
    let release = (): void => {};
    loader.holdLast = new Promise((resolve) => {
      release = resolve;
    });
    await at(30);
    expect(presences.at(-1)).toEqual({ state: 'replaying', loading: false });
    compare(fleet, world, world.from + 30 * MINUTE);
    await at(minutes);
    expect(loader.asked).toEqual([0, 2]);
    expect(presences.at(-1)).toEqual({ state: 'replaying', loading: false });
    compare(fleet, world, world.from + minutes * MINUTE);
    await at(131);
    expect(presences.at(-1)).toEqual({ state: 'replaying', loading: true });
    release();
    await at(131);
    compare(fleet, world, world.from + 131 * MINUTE);
    expect(timeline.engine.isWhole(world.from + 2 * HOUR)).toBe(true);
    expect([loader.asked, loader.before.at(-1)]).toEqual([[0, 2], 2]);
  });

  it('of a large fleet shows a chunk where the hand went on within it, before it asks what all said before it', async () => {
    const { loader, timeline, presences, fleet, at } = rig(undefined, true);
    let release = (): void => {};
    loader.hold = new Promise((resolve) => {
      release = resolve;
    });
    loader.holdLast = new Promise(() => {});
    await at(178);
    await at(140);
    release();
    await at(140);
    await at(140);
    expect(presences.at(-1)).toEqual({ state: 'replaying', loading: false });
    compare(fleet, world, world.from + 140 * MINUTE);
    expect([loader.asked, loader.before]).toEqual([[2], [2]]);
    expect(timeline.engine.isWhole(world.from + 2 * HOUR)).toBe(false);
  });

  it('lets the chunk before it tell what was said, where that one comes anyway', async () => {
    const { loader, timeline, fleet, at } = rig();
    const instant = world.from + 125 * MINUTE;
    timeline.stand(instant, lastBefore(world, instant + 1));
    await at(125, 1);
    expect([loader.asked, loader.before]).toEqual([[2, 3, 1], [1]]);
    await at(121, 1);
    compare(fleet, world, world.from + 121 * MINUTE);
  });

  it('asks all again when late data came after what was said at the instant', async () => {
    const { loader, timeline, at } = rig();
    const instant = world.from + 150 * MINUTE;
    timeline.stand(instant, lastBefore(world, instant + 1));
    timeline.invalidate([1], world.from);
    await at(150);
    expect(loader.before).toEqual([2]);
    expect(timeline.engine.isWhole(world.from + 2 * HOUR)).toBe(true);
  });

  it('gives up what nobody waits for any more', async () => {
    const { loader, timeline, fleet, at } = rig();
    timeline.advance(world.from + 30 * MINUTE, 0, fleet);
    await at(210);
    expect(loader.asked).toEqual([0, 3]);
    expect(timeline.engine.chunks.map((chunk) => (chunk.from - world.from) / HOUR)).toEqual([3]);
  });

  it('holds no more points than it may, and forgets the longest unused first', async () => {
    const hour = rowCount(buildChunk({ from: world.from + HOUR, to: world.from + 2 * HOUR }, rowsOf(world.fixes)));
    const { timeline, at } = rig(Math.floor(hour * 3.5));
    for (const minutes of [30, 90, 150, 40, 210]) await at(minutes);
    expect(timeline.engine.chunks.map((chunk) => (chunk.from - world.from) / HOUR)).toEqual([0, 2, 3]);
  });

  it('shows late data after it was told of it, asking for those units only', async () => {
    const { loader, timeline, fleet, at } = rig();
    const late = world.fixes.filter((fix) => fix.unitId === 3 && fix.time > world.from + 70 * MINUTE && fix.time < world.from + 80 * MINUTE);
    loader.fixes = world.fixes.filter((fix) => !late.includes(fix));
    await at(75);
    await at(150, 1);
    await at(75);
    expect(fleet.times[fleet.slotOf(3)]).toBeLessThanOrEqual(world.from + 70 * MINUTE);
    loader.fixes = world.fixes;
    timeline.invalidate([3], late[0].time);
    await at(75);
    expect(loader.partial).toEqual([[3]]);
    compare(fleet, world, world.from + 75 * MINUTE);
    await at(150);
    compare(fleet, world, world.from + 150 * MINUTE);
  });

  it('does not forget late data when it is called elsewhere before they are there', async () => {
    const { loader, timeline, fleet, at } = rig();
    const late = world.fixes.filter((fix) => fix.unitId === 3 && fix.time > world.from + 70 * MINUTE && fix.time < world.from + 80 * MINUTE);
    loader.fixes = world.fixes.filter((fix) => !late.includes(fix));
    await at(75);
    loader.fixes = world.fixes;
    let release = (): void => {};
    loader.hold = new Promise((resolve) => {
      release = resolve;
    });
    timeline.invalidate([3], late[0].time);
    timeline.advance(world.from + 210 * MINUTE, 0, fleet);
    release();
    await at(75);
    await at(75);
    compare(fleet, world, world.from + 75 * MINUTE);
  });

  it('goes on trying after failures, and says so when they last', async () => {
    const { loader, time, presences, at, fleet } = rig();
    loader.problem = { code: ERROR.network, message: 'away' };
    await at(30);
    expect(presences.at(-1)).toEqual({ state: 'replaying', loading: true });
    for (let tries = 0; tries < 3; tries++) {
      time.pass(10 * SECOND);
      await at(30);
    }
    expect(presences.at(-1)).toMatchObject({ state: 'failed', code: ERROR.network });
    loader.problem = null;
    time.pass(30 * SECOND);
    await at(30);
    expect(presences.at(-1)).toEqual({ state: 'replaying', loading: false });
    compare(fleet, world, world.from + 30 * MINUTE);
  });

  it('says at once when it may not look', async () => {
    const { loader, presences, at } = rig();
    loader.problem = { code: ERROR.accessRight, message: 'no' };
    await at(30);
    expect(presences.at(-1)).toEqual({ state: 'failed', code: ERROR.accessRight, message: 'no' });
  });

  it('reads the newest chunk again when time has gone on', async () => {
    const { loader, time, fleet, at } = rig();
    time.jump(world.from + 30 * MINUTE);
    loader.fixes = world.fixes.filter((fix) => fix.time <= world.from + 30 * MINUTE);
    await at(29);
    loader.fixes = world.fixes;
    time.jump(world.from + 40 * MINUTE);
    await at(39);
    compare(fleet, world, world.from + 39 * MINUTE);
  });

  it('makes no call after it was closed', async () => {
    const { loader, timeline, time, at } = rig();
    loader.problem = { code: ERROR.network, message: 'away' };
    await at(30);
    const asked = loader.asked.length;
    timeline.close();
    time.pass(MINUTE);
    await at(30);
    expect(loader.asked).toHaveLength(asked);
    expect(time.pending).toBe(0);
  });
});
