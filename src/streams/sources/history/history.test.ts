import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { BACKFILL_PATH, HISTORY_PATH } from '../../../api/contract/index.ts';
import { HOUR, MINUTE, SPEED_SCALE } from '../../../domain/base/index.ts';
import {
  DEFAULT_FILTERS,
  FILTER_VERDICTS,
  writeFilterMessage,
  type FilterSettings,
} from '../../../domain/detection/index.ts';
import { ERROR } from '../../../domain/errors/index.ts';
import {
  END_OF_BLOCKS,
  IGNITION,
  MOTION,
  NO_SPEED,
  TRACK_FLAG,
  emptyTrack,
  encodeTrack,
  frameBlock,
  motionOf,
  packState,
  stateCourse,
  stateIgnition,
  stateMotion,
  trackPosition,
  type TrackColumns,
} from '../../../domain/telemetry/index.ts';
import { FakeHistory, createLocalDecoder, createLoopDecoder, createWorld } from '../../testing/index.ts';
import { NO_COORDINATE, type TrackChunk } from '../replay/trackChunk.ts';
import { BlockDecoder, type DecodeTask, type Decoded } from './decodeBlocks.ts';
import { createHistoryLoader, type FetchHistory } from './historyLoader.ts';
import type { TrackDecoder } from './trackDecoder.ts';

const world = createWorld(6, 2);
const span = { from: world.from, to: world.to };
const never = new AbortController().signal;

/** The fake's two paths as `fetch` reaches them. */
const served =
  (history: FakeHistory): TrackDecoder['fetch'] =>
  (url, { body, signal }) =>
    history.fetch(url, JSON.parse(String(body)), signal ?? never);

/** Posts as the client does. */
const postedBy =
  (decoder: TrackDecoder): FetchHistory =>
  (path, data, signal) =>
    decoder.fetch(path, { method: 'POST', body: JSON.stringify(data), signal });

describe.each([
  ['in the same thread', createLocalDecoder],
  ['in a worker', createLoopDecoder],
] as const)('reading blocks %s', (_, createDecoder) => {
  const setUp = (options: ConstructorParameters<typeof FakeHistory>[1] = {}) => {
    const history = new FakeHistory(world.fixes, { deflate: (body) => deflateRawSync(body), ...options });
    const decoder = createDecoder(served(history));
    return { history, loader: createHistoryLoader(postedBy(decoder), decoder, null) };
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
      expect([...rows].map((offset) => span.from + offset)).toEqual(
        inside.filter((fix) => fix.unitId === unitId).map((fix) => fix.time),
      );
    }
  });

  it('asks for what the contract names', async () => {
    const { history, loader } = setUp();
    await loader.lastFixes(world.from, [2, 3], never);
    await loader.chunk(span, null, never);
    expect(history.calls).toEqual([
      { path: BACKFILL_PATH, from: world.from, to: world.from, unitIds: [2, 3], columns: 'core' },
      { path: HISTORY_PATH, from: world.from, to: world.to, unitIds: null, columns: 'core' },
    ]);
  });

  it('gives one track with its attributes', async () => {
    const { history, loader } = setUp();
    const track = await loader.track(1, { from: world.from + HOUR, to: world.from + HOUR + 10 * MINUTE }, never);
    if (!track.ok) throw new Error(track.error.message);
    const own = world.fixes.filter(
      (fix) => fix.unitId === 1 && fix.time >= world.from + HOUR && fix.time < world.from + HOUR + 10 * MINUTE,
    );
    expect([...track.value.track.times]).toEqual(own.map((fix) => fix.time));
    const position = trackPosition(track.value.track, 0);
    expect(position.attributes).toEqual({
      ignition: own[0].ignition === IGNITION.on,
      odometer: (own[0].time / 1_000) % 1_000_000,
    });
    const none = await loader.track(99, span, never);
    expect(none.ok && none.value.track.count).toBe(0);
    expect(history.calls.map(({ columns }) => columns)).toEqual(['all', 'all']);
  });

  it('says why when the answer broke off, was no answer, or was a refusal', async () => {
    const { history, loader } = setUp();
    history.breakOff = true;
    expect(await loader.chunk(span, null, never)).toMatchObject({ ok: false, error: { code: ERROR.network } });
    history.away = true;
    expect(await loader.chunk(span, null, never)).toEqual({
      ok: false,
      error: { code: ERROR.network, message: 'fetch failed' },
    });
    history.away = false;
    history.refusal = { status: 200, code: ERROR.accessRight, message: 'Not allowed.' };
    expect(await loader.chunk(span, null, never)).toEqual({
      ok: false,
      error: { code: ERROR.accessRight, message: 'Not allowed.' },
    });
    history.refusal = null;
    expect((await loader.chunk(span, null, never)).ok).toBe(true);
  });
});

describe('rows of blocks', () => {
  const track = (changes: Partial<TrackColumns>): TrackColumns => ({
    ...emptyTrack(1, 3),
    times: Float64Array.of(10, 20, 30),
    latitudes: Int32Array.of(7, 7, 7),
    ...changes,
  });
  const both = TRACK_FLAG.valid | TRACK_FLAG.hasPosition;
  const read = <K extends DecodeTask['kind']>(
    task: DecodeTask & { kind: K },
    ...tracks: TrackColumns[]
  ): Decoded[K] => {
    const decoder = new BlockDecoder(task);
    for (const each of tracks) decoder.push(frameBlock(encodeTrack(each)));
    decoder.push(END_OF_BLOCKS);
    return decoder.finish() as Decoded[K];
  };
  const chunkOf = (...tracks: TrackColumns[]): TrackChunk =>
    read({ kind: 'chunk', span: { from: 0, to: 100 } }, ...tracks);

  it('leave out messages without a position, but remember their ignition', () => {
    const chunk = chunkOf(
      track({
        flags: Uint8Array.of(both, TRACK_FLAG.valid, both),
        attributes: [
          {
            id: 1,
            name: 'ignition',
            kind: 'boolean',
            scale: 1,
            present: Uint8Array.of(0, 1, 0),
            values: Int32Array.of(0, 1, 0),
            texts: [],
          },
        ],
      }),
    );
    expect([...chunk.offsets]).toEqual([10, 30]);
    expect([stateMotion(chunk.states[0]), stateMotion(chunk.states[1])]).toEqual([MOTION.parked, MOTION.idling]);
  });

  it('know the ignition of before the span', () => {
    const chunk = read(
      { kind: 'chunk', span: { from: 20, to: 100 } },
      track({
        flags: new Uint8Array(3).fill(both),
        attributes: [
          {
            id: 1,
            name: 'ignition',
            kind: 'boolean',
            scale: 1,
            present: Uint8Array.of(1, 0, 0),
            values: Int32Array.of(1, 0, 0),
            texts: [],
          },
        ],
      }),
    );
    expect([...chunk.states].map((state) => stateIgnition(state))).toEqual([IGNITION.on, IGNITION.on]);
  });

  it('stay where the unit was while its fixes are not valid', () => {
    const flags = Uint8Array.of(TRACK_FLAG.hasPosition, both, TRACK_FLAG.hasPosition);
    const chunk = chunkOf(track({ flags, longitudes: Int32Array.of(1, 2, 3), latitudes: Int32Array.of(4, 5, 6) }));
    expect([...chunk.longitudes]).toEqual([NO_COORDINATE, 2, 2]);
    expect([...chunk.latitudes]).toEqual([NO_COORDINATE, 5, 5]);
    expect([...chunk.states].map((state) => stateMotion(state))).toEqual([MOTION.noFix, MOTION.parked, MOTION.noFix]);
  });

  it('are sorted, each time once and the first to come, whatever order and overlap the blocks have', () => {
    const later = track({ flags: new Uint8Array(3).fill(both), longitudes: Int32Array.of(1, 2, 3) });
    const earlier = track({
      times: Float64Array.of(5, 20, 25),
      flags: new Uint8Array(3).fill(both),
      longitudes: Int32Array.of(7, 8, 9),
    });
    const other = { ...later, unitId: 0 };
    const chunk = chunkOf(later, other, earlier);
    expect([...chunk.unitIds]).toEqual([0, 1]);
    expect([...chunk.starts]).toEqual([0, 3, 8]);
    expect([...chunk.offsets]).toEqual([10, 20, 30, 5, 10, 20, 25, 30]);
    expect([...chunk.longitudes]).toEqual([1, 2, 3, 7, 1, 2, 9, 3]);
  });

  it('are the same whether blocks follow one another or have to be sorted', () => {
    let seed = 5;
    const below = (limit: number): number =>
      Math.floor(((seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32) * limit);
    const some = <T>(rows: number, each: () => T): T[] => Array.from({ length: rows }, each);
    const day = (unitId: number, first: number, step: number): TrackColumns => ({
      ...emptyTrack(unitId, 40),
      times: Float64Array.from({ length: 40 }, (_, row) => first + row * step),
      // Some without a position, some not valid, some late; long stretches and single rows.
      flags: Uint8Array.from(
        some(4, () => below(8))
          .flatMap((mark) => some(below(2) === 0 ? 10 : 1, () => mark))
          .concat(some(40, () => below(8)))
          .slice(0, 40),
      ),
      longitudes: Int32Array.from(some(40, () => below(1_000))),
      latitudes: Int32Array.from(some(40, () => below(1_000))),
      speeds: Uint16Array.from(some(40, () => below(900))),
      courses: Uint16Array.from(some(40, () => (below(2) === 0 ? 0xffff : below(3_600)))),
    });
    for (let round = 0; round < 50; round++) {
      // Whole seconds, milliseconds, and times that no 32 bits hold exactly.
      const step = [1_000, 7, 1.5][round % 3];
      const tracks = [day(1, 2_000, step), day(1, 2_000 + 40 * step, step), day(2, 0, step)];
      const around = { from: 0, to: 100_000 };
      const straight = read({ kind: 'chunk', span: around }, ...tracks);
      const sorted = read({ kind: 'chunk', span: around }, tracks[1], tracks[2], tracks[0], {
        ...tracks[2],
        count: 1,
        times: Float64Array.of(0),
      });
      expect(straight).toEqual(sorted);
    }
  });

  it('are sorted where a header hides that its rows are not, or that they leave the span', () => {
    const mixed = track({
      times: Float64Array.of(10, 90, 30),
      flags: new Uint8Array(3).fill(both),
      longitudes: Int32Array.of(1, 2, 3),
    });
    expect([...chunkOf(mixed).longitudes]).toEqual([1, 3, 2]);
    const outside = track({
      times: Float64Array.of(10, 200, 30),
      flags: new Uint8Array(3).fill(both),
      longitudes: Int32Array.of(1, 2, 3),
    });
    expect([...chunkOf(outside).offsets]).toEqual([10, 30]);
  });

  it('have the state that packState gives for every speed and course', () => {
    const rows = 0x10000;
    const flags = new Uint8Array(rows).map((_, row) => both | (row % 5 === 0 ? TRACK_FLAG.late : 0));
    const each = Float64Array.from({ length: rows }, (_, row) => row);
    const whole = {
      ...emptyTrack(1, rows),
      latitudes: new Int32Array(rows).fill(7),
      times: each,
      flags,
      speeds: Uint16Array.from(each),
      courses: Uint16Array.from(each, (row) => (row * 7) % 3_600),
    };
    const chunk = read({ kind: 'chunk', span: { from: 0, to: rows } }, whole);
    const states = Array.from({ length: rows }, (_, row) => {
      const speed = row === NO_SPEED ? 0 : row / SPEED_SCALE;
      return packState(
        speed,
        whole.courses[row] / 10,
        motionOf(true, speed, IGNITION.unknown),
        IGNITION.unknown,
        row % 5 === 0,
      );
    });
    expect([...chunk.states]).toEqual(states);
  });

  it('point along the way where the tracker sends no course', () => {
    const chunk = chunkOf(
      track({
        flags: new Uint8Array(3).fill(both),
        courses: new Uint16Array(3).fill(0xffff),
        latitudes: Int32Array.of(0, 0, 100),
        longitudes: Int32Array.of(0, 100, 100),
      }),
    );
    expect([...chunk.states].map((state) => stateCourse(state))).toEqual([90, 0, 0]);
  });

  describe('of units with validity filters', () => {
    const degree = 10_000_000;
    /** A jump of a degree within ten seconds, and a drift of some metres. */
    const jumpy = (): TrackColumns => ({
      ...emptyTrack(1, 4),
      times: Float64Array.of(0, 10_000, 20_000, 30_000),
      flags: new Uint8Array(4).fill(both),
      speeds: new Uint16Array(4).fill(10),
      latitudes: Int32Array.of(50 * degree, 51 * degree, 50 * degree + 20_000, 50 * degree + 21_000),
      longitudes: new Int32Array(4).fill(degree),
      satellites: Uint8Array.of(9, 9, 9, 3),
    });
    const filtered = <K extends DecodeTask['kind']>(
      task: DecodeTask & { kind: K },
      settings: Partial<FilterSettings>,
      ...tracks: TrackColumns[]
    ): Decoded[K] => {
      const decoder = new BlockDecoder(task);
      decoder.push(frameBlock(writeFilterMessage(new Map([[1, { ...DEFAULT_FILTERS, ...settings }]]))));
      for (const each of tracks) decoder.push(frameBlock(encodeTrack(each)));
      decoder.push(END_OF_BLOCKS);
      return decoder.finish() as Decoded[K];
    };
    const degrees = (column: Int32Array): number[] =>
      [...column].map((stored) => (stored === NO_COORDINATE ? Number.NaN : stored / degree));

    it('leave out a jump, and stay where the unit was', () => {
      const chunk = filtered({ kind: 'chunk', span: { from: 0, to: 100_000 } }, { max_speed: 200 }, jumpy());
      expect(degrees(chunk.latitudes)).toEqual([50, 50, 50.002, 50.0021]);
      expect([...chunk.states].map((state) => stateMotion(state))).toEqual([
        MOTION.parked,
        MOTION.noFix,
        MOTION.parked,
        MOTION.parked,
      ]);
      expect(
        degrees(
          filtered({ kind: 'chunk', span: { from: 0, to: 100_000 } }, { max_speed: 0, min_satellites: 1 }, jumpy())
            .latitudes,
        ),
      ).toEqual([50, 51, 50.002, 50.0021]);
    });

    it('know from before the span where the unit was', () => {
      const chunk = filtered({ kind: 'chunk', span: { from: 10_000, to: 20_000 } }, { max_speed: 200 }, jumpy());
      expect(degrees(chunk.latitudes)).toEqual([Number.NaN]);
      expect(degrees(filtered({ kind: 'lastFixes', at: 10_000 }, { max_speed: 200 }, jumpy()).latitudes)).toEqual([50]);
    });

    it('stand still while they drift, and ask whole blocks for satellites', () => {
      const drift = { static_drift: { enable: true, distance: 30, speed: 3 } };
      expect(
        degrees(
          filtered({ kind: 'chunk', span: { from: 0, to: 100_000 } }, { ...drift, max_speed: 200 }, jumpy()).latitudes,
        ),
      ).toEqual([50, 50, 50.002, 50.002]);
      const few = filtered({ kind: 'chunk', span: { from: 0, to: 100_000 } }, { min_satellites: 5 }, jumpy());
      expect([...few.states].map((state) => stateMotion(state))).toEqual([
        MOTION.parked,
        MOTION.parked,
        MOTION.parked,
        MOTION.noFix,
      ]);
    });

    it('keep a track as it is stored, and say of each row what is thought of it', () => {
      const {
        track: kept,
        verdicts,
        before,
      } = filtered(
        { kind: 'track', unitId: 1, span: { from: 10_000, to: 100_000 } },
        { max_speed: 200, min_satellites: 5 },
        jumpy(),
      );
      expect(degrees(kept.latitudes)).toEqual([51, 50.002, 50.0021]);
      expect([...verdicts].map((verdict) => FILTER_VERDICTS[verdict])).toEqual(['speed', 'valid', 'satellites']);
      expect(before).toEqual({ longitude: degree, latitude: 50 * degree });
    });

    it('are not at 0°, 0°, unless somebody wants them there', () => {
      const zero = track({
        flags: new Uint8Array(3).fill(both),
        latitudes: Int32Array.of(5, 0, 6),
        longitudes: Int32Array.of(0, 0, 1),
      });
      const span = { from: 0, to: 100 };
      expect([...chunkOf(zero).latitudes]).toEqual([5, 5, 6]);
      expect([...filtered({ kind: 'chunk', span }, { skip_zero: false }, zero).latitudes]).toEqual([5, 0, 6]);
    });
  });

  it('give the last fix at an instant, and no place where none was ever known', () => {
    const known = track({ flags: new Uint8Array(3).fill(both), longitudes: Int32Array.of(1, 2, 3) });
    const empty = { ...track({ latitudes: new Int32Array(3) }), unitId: 2 };
    const last = read({ kind: 'lastFixes', at: 20 }, known, empty);
    expect([...last.times]).toEqual([20, 20]);
    expect([...last.longitudes]).toEqual([2, NO_COORDINATE]);
    expect(read({ kind: 'lastFixes', at: 9 }, known).unitIds).toHaveLength(0);
  });

  it('are refused with a RangeError when their bytes are damaged', () => {
    const block = encodeTrack(track({ flags: new Uint8Array(3).fill(both) }));
    block[0] = 1;
    expect(() => new BlockDecoder({ kind: 'chunk', span }).push(frameBlock(block))).toThrow(/version 1 is unknown/);
    const cut = encodeTrack(track({ flags: new Uint8Array(3).fill(both) }));
    new DataView(cut.buffer).setUint32(12, 2, true);
    const decoder = new BlockDecoder({ kind: 'chunk', span });
    decoder.push(frameBlock(cut));
    decoder.push(END_OF_BLOCKS);
    expect(() => decoder.finish()).toThrow(RangeError);
  });
});
