import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  INSTANCE_FLAGS,
  createFileSource,
  createFleet,
  createHistorySource,
  createLiveSource,
  type Fleet,
  type Presence,
  type TelemetrySource,
} from '../../src/streams/index.ts';
import { openTrackFile } from '../../src/streams/sources/file/openTrackFile.ts';
import { MINUTE, SECOND, toIso, type Instant } from '../../src/domain/base/index.ts';
import {
  FakeHistory,
  FakeLiveServer,
  ManualTime,
  createLocalDecoder,
  createMemorySnapshots,
  createLocalPort,
  createWorld,
  expectedAt,
  lastFixOf,
  seeded,
  type World,
} from '../../src/streams/testing/index.ts';

/** What the suite needs to drive one kind of source. */
interface Rig {
  readonly source: TelemetrySource;
  readonly time: ManualTime;
  /** Lets the outer world be at an instant: time passes, devices report, and what is on its way arrives. */
  arriveAt(instant: Instant): Promise<void>;
  /** Makes the source's connection or its next answers fail once, where it has any. */
  interrupt(): void;
  /** Calls that the source made so far. */
  effects(): number;
}

/** The slowest unit of the world reports every minute; the replay is asked within this time. */
const START = 30 * MINUTE;

/** Lets promises and stream reads that are under way go on. */
async function turn(times: number): Promise<void> {
  for (let index = 0; index < times; index++) await new Promise((resolve) => setImmediate(resolve));
}

function liveRig(world: World): Rig {
  const time = new ManualTime(world.from + START);
  const server = new FakeLiveServer(time);
  let seen = 0;
  const report = (instant: Instant): void => {
    const next = world.fixes.findIndex((fix, index) => index >= seen && fix.time > instant);
    const end = next < 0 ? world.fixes.length : next;
    if (end > seen) server.report(world.fixes.slice(seen, end));
    seen = end;
  };
  report(time.now());
  const port = createLocalPort({
    open: server.open,
    time,
    timers: time,
    random: () => 0.5,
    snapshots: createMemorySnapshots(),
  });
  const source = createLiveSource({
    url: '',
    getAuth: () => ({ token: 't', account: 1, snapshotKey: 'me' }),
    onRefused: () => {},
    timeSource: time,
    port,
  });
  return {
    source,
    time,
    async arriveAt(instant) {
      while (time.now() < instant) {
        time.pass(Math.min(SECOND, instant - time.now()));
        report(time.now());
      }
      // Connecting, the answer and the hand-over to the page are one after another.
      for (let round = 0; round < 4; round++) {
        await turn(1);
        time.pass(50);
      }
    },
    interrupt: () => server.drop(),
    effects: () => server.attempts.length,
  };
}

function historyRig(world: World): Rig {
  const time = new ManualTime(world.to + 60 * MINUTE);
  const history = new FakeHistory(world.fixes, { deflate: (body) => deflateRawSync(body) });
  const source = createHistorySource({
    fetchHistory: history.fetch,
    decoder: createLocalDecoder(),
    timeSource: time,
    timers: time,
  });
  let loading = false;
  source.presence$.subscribe((presence) => {
    loading = presence.state !== 'replaying' || presence.loading;
  });
  return {
    source,
    time,
    async arriveAt() {
      await turn(5);
      // Inflating takes real time in other threads, so the wait ends with the loading, not after a number of turns.
      for (let round = 1; loading && round < 100_000; round++) {
        await turn(1);
        if (round % 1_000 === 0) time.pass(SECOND);
      }
    },
    interrupt() {
      history.breakOff = true;
    },
    effects: () => history.calls.length,
  };
}

function fileRig(world: World): Rig {
  const lines = world.fixes.map((fix) =>
    [
      toIso(fix.time),
      fix.unitId,
      fix.motion === 0 ? '' : fix.latitude,
      fix.longitude,
      fix.speed,
      fix.course,
      fix.ignition === 2 ? 'on' : 'off',
    ].join(','),
  );
  const text = `time,unit,lat,lon,speed,course,ignition\n${lines.join('\n')}\n`;
  const file = openTrackFile('world.csv', new TextEncoder().encode(text).buffer);
  if (!file.ok) throw new Error(file.error.key);
  const time = new ManualTime(world.to);
  return {
    source: createFileSource(file.value),
    time,
    arriveAt: () => Promise.resolve(),
    interrupt: () => {},
    effects: () => 0,
  };
}

/** A file holds no invalid fixes: it is as if they had never been. */
function onlyValid(world: World): World {
  return { ...world, fixes: world.fixes.filter((fix) => fix.motion !== 0) };
}

const kinds = [
  { name: 'live', rig: liveRig, seen: (world: World) => world, id: (unitId: number) => unitId },
  { name: 'history', rig: historyRig, seen: (world: World) => world, id: (unitId: number) => unitId },
  // Units of a file get numbers in the order in which they appear in it.
  {
    name: 'file',
    rig: fileRig,
    seen: onlyValid,
    id: (unitId: number, world: World) =>
      4_000_000_000 + [...new Set(onlyValid(world).fixes.map((fix) => fix.unitId))].indexOf(unitId),
  },
] as const;

function presences(source: TelemetrySource): string[] {
  const seen: string[] = [];
  source.presence$.subscribe((presence: Presence) => {
    const words = presence.state === 'replaying' ? `replaying${presence.loading ? ' loading' : ''}` : presence.state;
    if (seen.at(-1) !== words) seen.push(words);
  });
  return seen;
}

async function backfilled(rig: Rig, world: World, instant: Instant): Promise<Fleet> {
  const fleet = createFleet({ epoch: world.from });
  const done = rig.source.backfill(instant, fleet);
  await rig.arriveAt(instant);
  await done;
  return fleet;
}

describe.each(kinds)('telemetry source: $name', ({ name, rig: build, seen, id }) => {
  const world = createWorld(12, 2);
  const known = seen(world);
  const begin = world.from + START;

  const timesOf = (fleet: Fleet): Record<number, number> =>
    Object.fromEntries(world.unitIds.map((unitId) => [unitId, fleet.times[fleet.slotOf(id(unitId, world))] ?? 0]));
  const lastTimes = (instant: Instant): Record<number, number> =>
    Object.fromEntries(world.unitIds.map((unitId) => [unitId, lastFixOf(known, unitId, instant)?.time ?? 0]));

  it('backfills the last known fix of every unit, and hides those that have none', async () => {
    const rig = build(world);
    const early = name === 'live' ? begin : world.from + 10 * MINUTE;
    const fleet = await backfilled(rig, world, early);
    expect(timesOf(fleet)).toEqual(lastTimes(early));
    for (const unitId of world.unitIds) {
      const slot = fleet.slotOf(id(unitId, world));
      if (slot >= 0) expect(fleet.hasFlag(slot, INSTANCE_FLAGS.hidden)).toBe(lastFixOf(known, unitId, early) === null);
    }
    rig.source.close();
  });

  it('brings every fix once, in order, also across an interruption', async () => {
    const rig = build(world);
    const fleet = await backfilled(rig, world, begin);
    const seen = new Map<number, number[]>();
    // Steps of a second, finer than any unit reports: no fix can hide between two of them.
    for (let step = 0; step <= 20 * 60; step++) {
      const instant = begin + step * SECOND;
      if (step === 300) rig.interrupt();
      await rig.arriveAt(instant);
      rig.source.advance(instant, 1, fleet);
      for (const [unitId, time] of Object.entries(timesOf(fleet))) {
        const list = seen.get(Number(unitId)) ?? [];
        if (time !== 0 && list.at(-1) !== time) list.push(time);
        seen.set(Number(unitId), list);
      }
    }
    const end = begin + 20 * 60 * SECOND;
    for (const unitId of world.unitIds) {
      const list = seen.get(unitId) ?? [];
      const expected = known.fixes
        .filter((fix) => fix.unitId === unitId && fix.time > begin && fix.time <= end)
        .map((fix) => fix.time);
      expect(list).toEqual(list.toSorted((a, b) => a - b));
      // While a live line is down the fleet rests; then it is brought to the latest. Nothing is shown twice.
      if (name === 'live') expect(list.at(-1)).toBe(expected.at(-1) ?? lastFixOf(known, unitId, begin)?.time);
      else expect(list.filter((time) => time > begin)).toEqual(expected);
      expect(new Set(list).size).toBe(list.length);
    }
    rig.source.close();
  }, 60_000);

  it('seeks to exact positions, forwards and backwards', async () => {
    const rig = build(world);
    if (!rig.source.capabilities.seek) {
      expect(rig.source.capabilities.follow).toBe(true);
      rig.source.close();
      return;
    }
    const fleet = await backfilled(rig, world, begin);
    const random = seeded(3);
    const out = new Float64Array(2);
    for (let step = 0; step < 60; step++) {
      const instant = Math.floor(world.from + random() * (world.to - world.from - 10 * MINUTE));
      const rate = [0, 1, -1, 60, -600, 1000][step % 6];
      rig.source.advance(instant, rate, fleet);
      await rig.arriveAt(instant);
      rig.source.advance(instant, rate, fleet);
      for (const unitId of world.unitIds) {
        const expected = expectedAt(known, unitId, instant);
        const slot = fleet.slotOf(id(unitId, world));
        if (expected === null) {
          expect(slot < 0 || fleet.times[slot] === 0).toBe(true);
          continue;
        }
        fleet.drawnAt(slot, instant, out);
        expect(fleet.times[slot]).toBe(expected.time);
        expect(Math.abs(out[0] - expected.longitude) % 360).toBeLessThan(2e-6);
        expect(Math.abs(out[1] - expected.latitude)).toBeLessThan(2e-6);
      }
    }
    rig.source.close();
  }, 60_000);

  it('says how it stands, from the first moment', async () => {
    const rig = build(world);
    const seen = presences(rig.source);
    const fleet = await backfilled(rig, world, begin);
    rig.source.advance(begin, 1, fleet);
    await rig.arriveAt(begin);
    rig.source.advance(begin, 1, fleet);
    if (name === 'live') {
      expect(seen).toEqual(['connecting', 'live']);
      rig.interrupt();
      expect(seen.at(-1)).toBe('stale');
      await rig.arriveAt(begin + 10 * SECOND);
      expect(seen).toEqual(['connecting', 'live', 'stale', 'live']);
    } else {
      expect(seen[0]).toBe('replaying');
      expect(seen.at(-1)).toBe('replaying');
      expect(seen.includes('replaying loading')).toBe(name === 'history');
    }
    rig.source.close();
  });

  it('has a span that holds its data', async () => {
    const rig = build(world);
    const fleet = await backfilled(rig, world, begin);
    await rig.arriveAt(begin + 2 * SECOND);
    rig.source.advance(begin, 1, fleet);
    let span = { from: 0, to: 0 };
    rig.source.span$.subscribe((value) => {
      span = value;
    });
    expect(span.from).toBeLessThanOrEqual(begin);
    expect(span.to).toBeGreaterThanOrEqual(begin);
    rig.source.close();
  });

  it('stops everything when it is closed', async () => {
    const rig = build(world);
    const fleet = await backfilled(rig, world, begin);
    let completed = false;
    rig.source.presence$.subscribe({ complete: () => (completed = true) });
    rig.source.close();
    rig.source.close();
    expect(completed).toBe(true);
    const effects = rig.effects();
    const { version } = fleet;
    await rig.arriveAt(begin + 2 * MINUTE);
    rig.source.advance(begin + 2 * MINUTE, 1, fleet);
    await rig.arriveAt(begin + 3 * MINUTE);
    expect(rig.effects()).toBe(effects);
    expect(fleet.version).toBe(version);
  });
});
