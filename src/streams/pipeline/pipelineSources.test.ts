import { describe, expect, it } from 'vitest';
import { MINUTE, TELEMETRY } from '../../domain/base/index.ts';
import { NOW, fix, history, liveRig, ScriptedSource } from './testing/pipelineRig.ts';

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

  it('keep the last picture when a backfill fails, and say so', async () => {
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
    expect(pipeline.fleet.times[slot]).toBe(NOW);
    expect(recorded.calls.at(-1)).toBe('history -5000 0');
  });

  it('keep states and ages of the last picture until they have what they need', async () => {
    const { pipeline, clock, time, settle, draw } = await liveRig();
    const slot = pipeline.fleet.ensure(1);
    pipeline.fleet.report(slot, fix(), NOW, 0);
    const frames: number[] = [];
    pipeline.subscribe(({ instant }) => frames.push(instant));
    time.pass(30 * MINUTE);
    draw();
    const left = time.now();
    let stale: number | null = null;
    pipeline.summary$.subscribe((summary) => (stale = summary.stale));
    expect(stale).toBe(1);
    const recorded = history();
    recorded.isThere = false;
    pipeline.setSources({ history: recorded });
    clock.seek(NOW + 1_000);
    draw();
    recorded.finishBackfill(new Error('away'));
    await settle();
    draw();
    time.pass(2_000);
    expect(pipeline.pictured()).toBe(left);
    expect(frames.at(-1)).toBe(left);
    expect(stale).toBe(1);
    recorded.isThere = true;
    recorded.news$.next();
    draw();
    time.pass(2_000);
    expect(pipeline.pictured()).toBe(NOW + 1_000);
    expect(frames.at(-1)).toBe(NOW + 1_000);
    expect(stale).toBe(0);
  });

  it('publish their presence from the moment they are chosen', async () => {
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
