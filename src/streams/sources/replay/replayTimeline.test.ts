import { describe, expect, it } from 'vitest';
import {
  HOUR,
  MINUTE,
  SECOND,
  failure,
  success,
  type Instant,
  type Interval,
  type Result,
} from '../../../domain/base/index.ts';
import { ERROR } from '../../../domain/errors/index.ts';
import { createFleet, type Fleet } from '../../pipeline/fleetStore.ts';
import { ManualTime, createWorld } from '../../testing/index.ts';
import { compare, lastBefore, rowsOf } from '../../testing/recorded.ts';
import type { Presence } from '../../types.ts';
import type { ChunkLoader, LoadFailure } from './chunkLoader.ts';
import { ReplayTimeline } from './replayTimeline.ts';
import { buildChunk, rowCount, type LastFixes, type TrackChunk } from './trackChunk.ts';

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

    async chunk(
      span: Interval,
      unitIds: readonly number[] | null,
      signal: AbortSignal,
    ): Promise<Result<TrackChunk, LoadFailure>> {
      this.asked.push((span.from - world.from) / HOUR);
      if (unitIds !== null) this.partial.push([...unitIds]);
      await this.hold;
      signal.throwIfAborted();
      if (this.problem !== null) return failure(this.problem);
      const fixes = this.fixes.filter((fix) => unitIds === null || unitIds.includes(fix.unitId));
      return success(buildChunk(span, rowsOf(fixes)));
    }

    async lastFixes(
      at: Instant,
      _unitIds: readonly number[] | null,
      _signal: AbortSignal,
      silentSince?: Instant,
    ): Promise<Result<LastFixes, LoadFailure>> {
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
    const timeline = new ReplayTimeline({
      loader,
      chunkLength: () => HOUR,
      isLarge: () => isLarge,
      pointBudget,
      time,
      timers: time,
    });
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

  it.each(world.unitIds.map((_, place) => 135 + place * 5))(
    'shows a chunk with what was said at the instant, %i min, and asks afterwards what was said before it',
    async (minutes) => {
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
    },
  );

  it.each(world.unitIds.map((_, place) => 135 + place * 5))(
    'of a large fleet shows a chunk, %i min, before it asks what all said before it',
    async (minutes) => {
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
    },
  );

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

  it('takes what was reported from the chunk before it, where that one comes anyway', async () => {
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

  it('shows late data after the event about it, asking for those units only', async () => {
    const { loader, timeline, fleet, at } = rig();
    const late = world.fixes.filter(
      (fix) => fix.unitId === 3 && fix.time > world.from + 70 * MINUTE && fix.time < world.from + 80 * MINUTE,
    );
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
    const late = world.fixes.filter(
      (fix) => fix.unitId === 3 && fix.time > world.from + 70 * MINUTE && fix.time < world.from + 80 * MINUTE,
    );
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
