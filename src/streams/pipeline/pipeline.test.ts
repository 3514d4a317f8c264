import { BehaviorSubject, NEVER, Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { TELEMETRY, type Instant } from '../../domain/base/index.ts';
import { MOTION, STALE_AFTER } from '../../domain/telemetry/index.ts';
import { createClock } from '../clock/clock.ts';
import { ManualTime } from '../testing/manualTime.ts';
import type { Presence, TelemetrySource } from '../types.ts';
import { INSTANCE_BYTES, type FleetFrame, type UnitFix, type WritableFleet } from './fleetColumns.ts';
import { summarise, type FleetSummary } from './fleetSummary.ts';
import { createFleet } from './fleetStore.ts';
import { createPipeline } from './pipeline.ts';

const NOW = Date.UTC(2026, 0, 1);

const fix = (changes: Partial<UnitFix> = {}): UnitFix => ({
  longitude: 10,
  latitude: 50,
  time: NOW,
  speed: 30,
  course: 0,
  motion: MOTION.moving,
  ignition: 2,
  late: false,
  ...changes,
});

/** A source that does what it is told and remembers what it was asked. */
class ScriptedSource implements TelemetrySource {
  readonly capabilities = { seek: true, follow: false, events: false };
  readonly presence$: BehaviorSubject<Presence>;
  readonly span$ = NEVER;
  readonly news$ = new Subject<void>();
  readonly calls: string[] = [];
  onAdvance: (fleet: WritableFleet, instant: Instant) => void = () => {};
  finishBackfill: (error?: Error) => void = () => {};
  readonly #name: string;

  constructor(name: string, presence: Presence) {
    this.#name = name;
    this.presence$ = new BehaviorSubject(presence);
  }

  backfill(instant: Instant, _fleet: WritableFleet, signal?: AbortSignal): Promise<void> {
    this.calls.push(`backfill ${instant - NOW}`);
    return new Promise((resolve, reject) => {
      this.finishBackfill = (error) => (error === undefined ? resolve() : reject(error));
      signal?.addEventListener('abort', () => {
        this.calls.push('aborted');
        reject(signal.reason as Error);
      });
    });
  }

  advance(instant: Instant, rate: number, fleet: WritableFleet): void {
    this.calls.push(`${this.#name} ${instant - NOW} ${rate}`);
    this.onAdvance(fleet, instant);
  }

  close(): void {}
}

function rig() {
  const time = new ManualTime(NOW);
  const clock = createClock({ timeSource: time });
  let pending: (() => void) | null = null;
  let cancelled = 0;
  const pipeline = createPipeline({
    clock,
    timers: time,
    requestFrame: (run) => {
      pending = run;
      return 1;
    },
    cancelFrame: () => {
      pending = null;
      cancelled++;
    },
    fleet: createFleet({ epoch: NOW }),
  });
  /** Lets the browser draw; false when no frame was asked for. */
  const draw = (milliseconds = 16): boolean => {
    time.pass(milliseconds);
    const run = pending;
    pending = null;
    run?.();
    return run !== null;
  };
  const drawUntilRest = (): number => {
    let frames = 0;
    while (frames < 1_000 && draw()) frames++;
    return frames;
  };
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return { time, clock, pipeline, draw, drawUntilRest, settle, cancelled: () => cancelled };
}

const live = (): ScriptedSource => new ScriptedSource('live', { state: 'live' });
const history = (): ScriptedSource => new ScriptedSource('history', { state: 'replaying', loading: false });

async function liveRig() {
  const r = rig();
  const source = live();
  r.pipeline.setSources({ live: source });
  source.finishBackfill();
  await r.settle();
  return { ...r, source };
}

describe('frames', () => {
  it('rest when nothing moves and wake on news', async () => {
    const { pipeline, source, draw, drawUntilRest } = await liveRig();
    const frames: number[] = [];
    pipeline.subscribe((frame) => frames.push(frame.instant));
    drawUntilRest();
    const before = frames.length;
    expect(draw()).toBe(false);
    source.news$.next();
    source.news$.next();
    expect(draw()).toBe(true);
    expect(draw()).toBe(false);
    expect(frames).toHaveLength(before + 1);
  });

  it('go on exactly as long as a unit glides', async () => {
    const { pipeline, source, clock, drawUntilRest } = await liveRig();
    drawUntilRest();
    const slot = pipeline.fleet.ensure(1);
    pipeline.fleet.report(slot, fix(), clock.now(), 0);
    let reported = false;
    source.onAdvance = (fleet, instant) => {
      if (!reported) fleet.report(slot, fix({ longitude: 10.1, time: NOW + 1 }), instant, 1.6);
      reported = true;
    };
    source.news$.next();
    expect(drawUntilRest()).toBe(101);
  });

  it('carry the ranges that changed, once, in one reused object', async () => {
    const { pipeline, drawUntilRest } = await liveRig();
    const slot = pipeline.fleet.ensure(1);
    drawUntilRest();
    const frames = new Set<FleetFrame>();
    const ranges: number[] = [];
    pipeline.subscribe((frame) => {
      frames.add(frame);
      ranges.push(...frame.ranges.map((range) => range.end));
    });
    drawUntilRest();
    pipeline.fleet.setFlag(slot, 2, true);
    pipeline.wake();
    drawUntilRest();
    expect(frames.size).toBe(1);
    expect(ranges).toEqual([INSTANCE_BYTES]);
  });

  it('stop in a hidden tab and catch up in a shown one', async () => {
    const { pipeline, source, draw, cancelled } = await liveRig();
    source.news$.next();
    pipeline.setVisible(false);
    expect(cancelled()).toBe(1);
    source.news$.next();
    expect(draw()).toBe(false);
    pipeline.setVisible(true);
    expect(draw()).toBe(true);
  });

  it('never end while a replay runs, and end when it pauses', async () => {
    const { pipeline, clock, draw, drawUntilRest, settle } = await liveRig();
    const recorded = history();
    pipeline.setSources({ history: recorded });
    clock.seek(NOW - 60_000);
    clock.play(10);
    recorded.finishBackfill();
    await settle();
    for (let frame = 0; frame < 50; frame++) expect(draw()).toBe(true);
    expect(recorded.calls.at(-1)).toMatch(/^history -\d+ 10$/);
    clock.pause();
    expect(drawUntilRest()).toBe(1);
  });
});

describe('sources', () => {
  it('are swapped with the clock, with a backfill before the first advance', async () => {
    const { pipeline, clock, source, drawUntilRest, draw, settle } = await liveRig();
    const recorded = history();
    pipeline.setSources({ history: recorded });
    drawUntilRest();
    const liveCalls = source.calls.length;
    clock.seek(NOW - 5_000);
    draw();
    expect(recorded.calls).toEqual(['backfill -5000']);
    expect(source.calls).toHaveLength(liveCalls);
    expect(pipeline.source).toBe(source);
    recorded.finishBackfill();
    await settle();
    draw();
    expect(pipeline.source).toBe(recorded);
    expect(recorded.calls).toEqual(['backfill -5000', 'history -5000 0']);
    clock.live();
    source.finishBackfill();
    await settle();
    draw();
    expect(source.calls.at(-1)).toMatch(/^live \d+ 1$/);
  });

  it('seek within history without another backfill', async () => {
    const { pipeline, clock, draw, settle } = await liveRig();
    const recorded = history();
    pipeline.setSources({ history: recorded });
    clock.seek(NOW - 5_000);
    recorded.finishBackfill();
    await settle();
    clock.seek(NOW - 90_000);
    draw();
    expect(recorded.calls).toEqual(['backfill -5000', 'history -90000 0']);
  });

  it('are asked for the instant where a dragging hand rests, not for each on its way', async () => {
    const { pipeline, clock, time, draw, settle } = await liveRig();
    const recorded = history();
    pipeline.setSources({ history: recorded });
    for (const back of [5_000, 6_000, 7_000]) {
      clock.seek(NOW - back);
      time.pass(100);
    }
    expect(recorded.calls).toEqual(['backfill -5000']);
    time.pass(100);
    expect(recorded.calls).toEqual(['backfill -5000', 'aborted', 'backfill -7000']);
    time.pass(5_000);
    recorded.finishBackfill();
    await settle();
    draw();
    expect(pipeline.source).toBe(recorded);
    expect(recorded.calls.slice(3)).toEqual(['history -7000 0']);
  });

  it('of a large fleet are asked nothing before the hand rests, or plays', async () => {
    const { pipeline, clock, time, draw, settle } = await liveRig();
    for (let unit = 1; unit <= TELEMETRY.largeFleet + 1; unit++) pipeline.fleet.ensure(unit);
    const recorded = history();
    pipeline.setSources({ history: recorded });
    for (const back of [5_000, 6_000]) {
      clock.seek(NOW - back);
      time.pass(100);
    }
    expect(recorded.calls).toEqual([]);
    time.pass(100);
    expect(recorded.calls).toEqual(['backfill -6000']);
    recorded.finishBackfill();
    await settle();
    draw();
    expect(pipeline.source).toBe(recorded);
    clock.live();
    clock.seek(NOW - 9_000);
    clock.play(60);
    expect(recorded.calls.at(-1)).toBe('backfill -9000');
  });

  it('of a large fleet are asked when a file is closed over a recorded instant', async () => {
    const { pipeline, clock, time, settle } = await liveRig();
    for (let unit = 1; unit <= TELEMETRY.largeFleet + 1; unit++) pipeline.fleet.ensure(unit);
    const recorded = history();
    const file = new ScriptedSource('file', { state: 'replaying', loading: false });
    pipeline.setSources({ history: recorded, file });
    file.finishBackfill();
    await settle();
    clock.seek(NOW - 5_000);
    time.pass(1_000);
    expect(recorded.calls).toEqual([]);
    pipeline.setSources({ file: null });
    time.pass(200);
    expect(recorded.calls).toEqual(['backfill -5000']);
  });

  it('of a large fleet are not asked for a place that the hand left for the present', async () => {
    const { pipeline, clock, source, time, settle, draw } = await liveRig();
    for (let unit = 1; unit <= TELEMETRY.largeFleet + 1; unit++) pipeline.fleet.ensure(unit);
    const recorded = history();
    pipeline.setSources({ history: recorded });
    clock.seek(NOW - 5_000);
    clock.live();
    time.pass(1_000);
    source.finishBackfill();
    await settle();
    draw();
    expect(recorded.calls).toEqual([]);
    expect(pipeline.source).toBe(source);
  });

  it('give up a swap that is overtaken by another', async () => {
    const { pipeline, clock, source, settle, draw } = await liveRig();
    const recorded = history();
    pipeline.setSources({ history: recorded });
    clock.seek(NOW - 5_000);
    clock.live();
    expect(recorded.calls).toEqual(['backfill -5000', 'aborted']);
    source.finishBackfill();
    await settle();
    draw();
    expect(pipeline.source).toBe(source);
  });

  it('show a file instead of anything else until it is closed', async () => {
    const { pipeline, clock, settle } = await liveRig();
    const file = new ScriptedSource('file', { state: 'replaying', loading: false });
    pipeline.setSources({ history: history(), file });
    file.finishBackfill();
    await settle();
    clock.seek(NOW - 5_000);
    clock.live();
    expect(pipeline.source).toBe(file);
    pipeline.setSources({ file: null });
    await settle();
    expect(file.calls.filter((call) => call.startsWith('backfill'))).toHaveLength(1);
  });

  it('show nothing rather than the wrong time when a backfill fails, and say so', async () => {
    const { pipeline, clock, settle, draw } = await liveRig();
    const slot = pipeline.fleet.ensure(1);
    pipeline.fleet.report(slot, fix(), NOW, 0);
    const failures: unknown[] = [];
    pipeline.failures$.subscribe((problem) => failures.push(problem));
    const recorded = history();
    pipeline.setSources({ history: recorded });
    clock.seek(NOW - 5_000);
    recorded.finishBackfill(new Error('away'));
    await settle();
    draw();
    expect(failures).toHaveLength(1);
    expect(pipeline.fleet.times[slot]).toBe(0);
    expect(recorded.calls.at(-1)).toBe('history -5000 0');
  });

  it('tell their presence from the moment they are chosen', async () => {
    const { pipeline, clock, source } = await liveRig();
    const seen: string[] = [];
    pipeline.presence$.subscribe((presence) => seen.push(presence.state));
    pipeline.setSources({ history: history() });
    clock.pause();
    source.presence$.next({ state: 'stale', since: NOW, retryAt: null });
    expect(seen).toEqual(['live', 'replaying']);
  });

  it('are left alone after closing', async () => {
    const { pipeline, source, draw, clock, time } = await liveRig();
    draw();
    pipeline.close();
    const calls = source.calls.length;
    source.news$.next();
    clock.pause();
    expect(draw(5_000)).toBe(false);
    expect(source.calls).toHaveLength(calls);
    expect(time.pending).toBe(0);
  });
});

describe('staleness', () => {
  it('asks for one frame when a unit falls silent, and for none while it is only waited for', async () => {
    const { pipeline, source, time, draw, drawUntilRest } = await liveRig();
    source.onAdvance = (fleet) => void (source.calls.length < 3 && fleet.report(fleet.ensure(1), fix(), NOW, 0));
    pipeline.subscribe(() => {});
    drawUntilRest();
    const asleep: number[] = [];
    while (time.now() < NOW + STALE_AFTER + 5_000) {
      if (draw(1_000)) asleep.push(time.now() - NOW - STALE_AFTER);
    }
    expect(asleep).toHaveLength(1);
    expect(asleep[0]).toBeGreaterThan(0);
    expect(asleep[0]).toBeLessThanOrEqual(2_000);
  });
});

describe('the summary', () => {
  it('counts each unit once, stale by its own limit', () => {
    const fleet = createFleet({ epoch: NOW });
    const put = (id: number, changes: Partial<UnitFix>): void => fleet.report(fleet.ensure(id), fix(changes), NOW, 0);
    put(1, {});
    put(2, { motion: MOTION.idling });
    put(3, { motion: MOTION.parked, time: NOW - 50 * 60_000 });
    put(4, { time: NOW - 6 * 60_000 });
    put(5, { motion: MOTION.noFix });
    fleet.ensure(6);
    expect(summarise(fleet, NOW)).toEqual({ moving: 1, idling: 1, parked: 1, stale: 1, noFix: 2, total: 6 });
  });

  it('turns a silent unit stale without any news, at most once a second', async () => {
    const { pipeline, source, draw, time } = await liveRig();
    const seen: FleetSummary[] = [];
    pipeline.summary$.subscribe((summary) => seen.push(summary));
    pipeline.fleet.report(pipeline.fleet.ensure(1), fix({ time: time.now() }), time.now(), 0);
    source.news$.next();
    draw();
    draw(1_000);
    expect(seen.at(-1)).toMatchObject({ moving: 1, stale: 0 });
    const before = seen.length;
    time.pass(5 * 60_000 + 1_000);
    expect(seen).toHaveLength(before + 1);
    expect(seen.at(-1)).toMatchObject({ moving: 0, stale: 1 });
  });
});

describe('places that were set by hand', () => {
  const YARD = { longitude: 49.25, latitude: 55.5 };

  it('are drawn once it is known who has reported, and not in the past', async () => {
    const r = rig();
    const [now, past] = [live(), history()];
    r.pipeline.setSources({ live: now, history: past });
    const slot = r.pipeline.fleet.ensure(7);
    r.pipeline.fleet.setHandPlace(slot, YARD);
    expect(r.pipeline.fleet.handPlaceOf(slot)).toBeNull();
    now.finishBackfill();
    await r.settle();
    expect(r.pipeline.fleet.handPlaceOf(slot)).toEqual(YARD);
    expect(summarise(r.pipeline.fleet, NOW)).toMatchObject({
      noFix: 1,
      moving: 0,
      parked: 0,
      idling: 0,
      stale: 0,
      total: 1,
    });
    r.clock.seek(NOW - 60_000);
    past.finishBackfill();
    await r.settle();
    expect(r.pipeline.source).toBe(past);
    expect(r.pipeline.fleet.handPlaceOf(slot)).toBeNull();
    r.clock.live();
    expect(r.pipeline.fleet.handPlaceOf(slot)).toBeNull();
    now.finishBackfill();
    await r.settle();
    expect(r.pipeline.fleet.handPlaceOf(slot)).toEqual(YARD);
  });
});
