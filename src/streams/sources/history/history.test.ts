import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { BACKFILL_PATH, HISTORY_PATH } from '../../../api/contract/index.ts';
import { HOUR, MINUTE, SECOND } from '../../../domain/base/index.ts';
import { ERROR } from '../../../domain/errors/index.ts';
import { IGNITION, MOTION, TRACK_FLAG, emptyTrack, stateMotion, trackPosition, type TrackColumns } from '../../../domain/telemetry/index.ts';
import { createFleet } from '../../pipeline/fleetStore.ts';
import { FakeHistory, ManualTime, createLocalDecoder, createWorld, expectedAt } from '../../testing/index.ts';
import { NO_COORDINATE } from '../replay/trackChunk.ts';
import { DecodeCore } from './decodeCore.ts';
import type { DecodeCommand, DecodeReport } from './decodeMessages.ts';
import { createHistoryLoader } from './historyLoader.ts';
import { createHistorySource } from './historySource.ts';
import type { TrackDecoder } from './trackDecoder.ts';
import { toLastFixes, toUnitRows } from './trackRows.ts';
import { createWorkerDecoder } from './workerDecoder.ts';

const world = createWorld(6, 2);
const span = { from: world.from, to: world.to };
const never = new AbortController().signal;

/** The worker's two sides in one thread; messages are cloned and transferred as between threads. */
function loopDecoder(): TrackDecoder {
  let listener: (report: DecodeReport) => void = () => {};
  const core = new DecodeCore((report, transfer) => {
    const copy = structuredClone(report, { transfer });
    queueMicrotask(() => listener(copy));
  });
  return createWorkerDecoder({
    send: (command: DecodeCommand, transfer) => core.handle(structuredClone(command, { transfer })),
    onReport: (listen) => {
      listener = listen;
    },
    onBroken: () => {},
    close: () => {},
  });
}

describe.each([
  ['in the same thread', createLocalDecoder],
  ['in a worker', loopDecoder],
] as const)('reading blocks %s', (_, createDecoder) => {
  const setUp = (options: ConstructorParameters<typeof FakeHistory>[1] = {}) => {
    const history = new FakeHistory(world.fixes, { deflate: (body) => deflateRawSync(body), ...options });
    return { history, loader: createHistoryLoader(history.fetch, createDecoder(), null) };
  };

  it('gives every fix of the span once, however the network cuts the bytes', async () => {
    const whole = await setUp().loader.chunk(span, null, never);
    const pieces = await setUp({ piece: 7 }).loader.chunk(span, null, never);
    if (!whole.ok || !pieces.ok) throw new Error('not read');
    expect(pieces.value).toEqual(whole.value);
    const inside = world.fixes.filter((fix) => fix.time >= span.from && fix.time < span.to);
    expect(whole.value.offsets).toHaveLength(inside.length);
    for (const [index, unitId] of whole.value.unitIds.entries()) {
      const rows = whole.value.offsets.subarray(whole.value.starts[index], whole.value.starts[index + 1]);
      expect([...rows].map((offset) => span.from + offset)).toEqual(inside.filter((fix) => fix.unitId === unitId).map((fix) => fix.time));
    }
  });

  it('asks for what the contract names', async () => {
    const { history, loader } = setUp();
    await loader.lastFixes(world.from, [2, 3], never);
    await loader.chunk(span, null, never);
    expect(history.calls).toEqual([
      { path: BACKFILL_PATH, from: world.from, to: world.from, unitIds: [2, 3] },
      { path: HISTORY_PATH, from: world.from, to: world.to, unitIds: null },
    ]);
  });

  it('gives one track with its attributes', async () => {
    const { loader } = setUp();
    const track = await loader.track(1, { from: world.from + HOUR, to: world.from + HOUR + 10 * MINUTE }, never);
    if (!track.ok) throw new Error(track.error.message);
    const own = world.fixes.filter((fix) => fix.unitId === 1 && fix.time >= world.from + HOUR && fix.time < world.from + HOUR + 10 * MINUTE);
    expect([...track.value.times]).toEqual(own.map((fix) => fix.time));
    const position = trackPosition(track.value, 0);
    expect(position.attributes).toEqual({ ignition: own[0].ignition === IGNITION.on, odometer: (own[0].time / 1_000) % 1_000_000 });
    const none = await loader.track(99, span, never);
    expect(none.ok && none.value.count).toBe(0);
  });

  it('says why when the answer broke off, was no answer, or was a refusal', async () => {
    const { history, loader } = setUp();
    history.breakOff = true;
    expect(await loader.chunk(span, null, never)).toMatchObject({ ok: false, error: { code: ERROR.network } });
    history.away = true;
    expect(await loader.chunk(span, null, never)).toEqual({ ok: false, error: { code: ERROR.network, message: 'fetch failed' } });
    history.away = false;
    history.refusal = { status: 200, code: ERROR.accessRight, message: 'Not allowed.' };
    expect(await loader.chunk(span, null, never)).toEqual({ ok: false, error: { code: ERROR.accessRight, message: 'Not allowed.' } });
    history.refusal = null;
    expect((await loader.chunk(span, null, never)).ok).toBe(true);
  });
});

describe('rows of a track', () => {
  const track = (changes: Partial<TrackColumns>): TrackColumns => ({ ...emptyTrack(1, 3), times: Float64Array.of(10, 20, 30), ...changes });
  const both = TRACK_FLAG.valid | TRACK_FLAG.hasPosition;

  it('leave out messages without a position, but remember their ignition', () => {
    const rows = toUnitRows(
      track({
        flags: Uint8Array.of(both, TRACK_FLAG.valid, both),
        attributes: [{ id: 1, name: 'ignition', kind: 'boolean', scale: 1, present: Uint8Array.of(0, 1, 0), values: Int32Array.of(0, 1, 0), texts: [] }],
      }),
      { from: 0, to: 100 },
    );
    expect([...rows.times as Float64Array]).toEqual([10, 30]);
    expect([stateMotion(rows.states[0]), stateMotion(rows.states[1])]).toEqual([MOTION.parked, MOTION.idling]);
  });

  it('point along the way where the tracker sends no course', () => {
    const rows = toUnitRows(
      track({ flags: new Uint8Array(3).fill(both), courses: new Uint16Array(3).fill(0xffff), latitudes: Int32Array.of(0, 0, 100), longitudes: Int32Array.of(0, 100, 100) }),
      { from: 0, to: 100 },
    );
    expect([...rows.states as Uint32Array].map((state) => (state >>> 11) & 0x1ff)).toEqual([90, 0, 0]);
  });

  it('tell the last fix at an instant, and no place where none was ever known', () => {
    const known = track({ flags: new Uint8Array(3).fill(both), longitudes: Int32Array.of(1, 2, 3) });
    const empty = { ...track({}), unitId: 2 };
    const last = toLastFixes([known, empty], 20);
    expect([...last.times]).toEqual([20, 20]);
    expect([...last.longitudes]).toEqual([2, NO_COORDINATE]);
    expect(toLastFixes([known], 9).unitIds).toHaveLength(0);
  });
});

describe('the history source', () => {
  it('asks for hours of a small fleet and quarters of a large one', async () => {
    const lengths: number[] = [];
    for (const units of [10, 2_001]) {
      const fixes = Array.from({ length: units }, (_, index) => ({ ...world.fixes[0], unitId: index + 1 }));
      const history = new FakeHistory(fixes);
      const time = new ManualTime(world.to);
      const source = createHistorySource({ fetchHistory: history.fetch, decoder: createLocalDecoder(), timeSource: time, timers: time });
      await source.backfill(world.from + HOUR, createFleet());
      const call = history.calls.find(({ path }) => path === HISTORY_PATH);
      lengths.push(((call?.to ?? 0) - (call?.from ?? 0)) / MINUTE);
      source.close();
    }
    expect(lengths).toEqual([60, 15]);
  });

  it('shows last known positions at once and the way when it is there', async () => {
    const history = new FakeHistory(world.fixes);
    const time = new ManualTime(world.to);
    const source = createHistorySource({ fetchHistory: history.fetch, decoder: createLocalDecoder(), timeSource: time, timers: time });
    const fleet = createFleet();
    const instant = world.from + HOUR + 3 * SECOND;
    await source.backfill(instant, fleet);
    for (const unitId of world.unitIds) expect(fleet.times[fleet.slotOf(unitId)]).toBe(expectedAt(world, unitId, instant)?.time);
    await new Promise<void>((resolve) => {
      source.news$.subscribe(() => resolve());
    });
    source.advance(instant, 0, fleet);
    const out = new Float64Array(2);
    fleet.drawnAt(fleet.slotOf(1), instant, out);
    expect(out[1]).toBeCloseTo(expectedAt(world, 1, instant)?.latitude ?? Number.NaN, 5);
    source.close();
  });

  it('tells what failed where nothing can be shown', async () => {
    const history = new FakeHistory(world.fixes);
    history.refusal = { status: 200, code: ERROR.accessRight, message: 'Not allowed.' };
    const time = new ManualTime(world.to);
    const source = createHistorySource({ fetchHistory: history.fetch, decoder: createLocalDecoder(), timeSource: time, timers: time });
    await expect(source.backfill(world.from, createFleet())).rejects.toThrow(ERROR.accessRight);
    source.close();
  });
});
