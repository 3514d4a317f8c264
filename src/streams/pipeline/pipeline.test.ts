import { describe, expect, it } from 'vitest';
import { MOTION, STALE_AFTER } from '../../domain/telemetry/index.ts';
import { INSTANCE_BYTES, type FleetFrame, type UnitFix } from './fleetColumns.ts';
import { summarise, type FleetSummary } from './fleetSummary.ts';
import { createFleet } from './fleetStore.ts';
import { NOW, fix, live, history, rig, liveRig } from './testing/pipelineRig.ts';

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

  /** A unit that glides for 1.6 s from the next frame on. */
  async function glidingRig() {
    const it = await liveRig();
    const { pipeline, source, clock, drawUntilRest } = it;
    drawUntilRest();
    const slot = pipeline.fleet.ensure(1);
    pipeline.fleet.report(slot, fix(), clock.now(), 0);
    let reported = false;
    source.onAdvance = (fleet, instant) => {
      if (!reported) fleet.report(slot, fix({ longitude: 10.1, time: NOW + 1 }), instant, 1.6);
      reported = true;
    };
    return it;
  }

  it('go on exactly as long as a unit glides', async () => {
    const { pipeline, source, drawUntilRest } = await glidingRig();
    pipeline.subscribe(() => undefined);
    source.news$.next();
    expect(drawUntilRest()).toBe(101);
  });

  it('go on once a second where nobody draws, until it has come to rest, and at once for whoever begins to', async () => {
    const { pipeline, source, draw } = await glidingRig();
    source.news$.next();
    // 1.6 s have 101 frames of 16 ms: of 3.2 s the first is drawn, and those a second and two after it.
    const drawn = Array.from({ length: 200 }, () => draw()).filter(Boolean);
    expect(drawn).toHaveLength(3);
    expect(draw(1_000)).toBe(false);
    pipeline.subscribe(() => undefined);
    expect(draw()).toBe(true);
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
    put(7, { motion: MOTION.idling, time: NOW - 60_000, idleSince: NOW - 10 * 60_000 });
    const counts = { moving: 1, idling: 1, idlingLong: 1, parked: 1, stale: 1, noFix: 2, total: 7 };
    expect(summarise(fleet, NOW)).toEqual(counts);
    expect(summarise(fleet, NOW - 1)).toEqual({ ...counts, idling: 2, idlingLong: 0 });
    expect(summarise(fleet, NOW, new Set([fleet.ids[0]])).total).toBe(1);
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
