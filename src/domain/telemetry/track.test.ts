import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { chance } from '../base/testing/index.ts';
import {
  BlockStreamReader,
  CORE_IGNITION,
  createCore,
  decodeTrack,
  emptyTrack,
  encodeTrack,
  encodeTrackCore,
  END_OF_BLOCKS,
  frameBlock,
  lastCoreRow,
  mergeTracks,
  NO_ALTITUDE,
  NO_COURSE,
  NO_SATELLITES,
  NO_SPEED,
  readTrackCore,
  readTrackHeader,
  sliceTrack,
  TrackBuilder,
  TRACK_FLAG,
  trackPart,
  trackPosition,
  type TrackColumns,
} from './index.ts';

const START = Date.UTC(2026, 2, 1, 8);
const deflate = (body: Uint8Array) => deflateRawSync(body, { level: 1 });
const inflate = (body: Uint8Array) => inflateRawSync(body);

/** A drive with every kind of attribute, some of them now and then. */
function drive(unitId: number, rows: number, random: () => number, step = () => 10_000): TrackColumns {
  const builder = new TrackBuilder();
  builder.reset(unitId);
  let time = START;
  for (let row = 0; row < rows; row++) {
    time += step();
    const speed = random() < 0.1 ? NO_SPEED : Math.floor(random() * 1500);
    builder.add(
      time,
      Math.floor((random() - 0.5) * 3.6e9),
      Math.floor((random() - 0.5) * 1.8e9),
      speed,
      random() < 0.1 ? NO_COURSE : Math.floor(random() * 3600),
      random() < 0.1 ? NO_ALTITUDE : Math.floor(random() * 9000) - 400,
      random() < 0.1 ? NO_SATELLITES : Math.floor(random() * 30),
      TRACK_FLAG.valid | TRACK_FLAG.hasPosition,
      2,
      Math.floor(random() * 100),
    );
    builder.addBoolean(1, 'ignition', random() < 0.5);
    builder.addWhole(3, 'external_voltage', 1000, Math.floor(random() * 30_000));
    if (random() < 0.3) builder.addText(26, 'driver_key', ['A1', 'B2', 'Ключ', ''][Math.floor(random() * 4)]);
    if (random() < 0.2) builder.addDouble(300, 'io200', random() * 1e12);
    if (random() < 0.2) builder.addWhole(301, 'io201', 1, Math.floor((random() - 0.5) * 4e9));
    if (random() < 0.1) builder.addWhole(8, 'odometer', 1, 5e9 + row);
  }
  const track = builder.finish();
  return decodeTrack(encodeTrack({ ...track }));
}

describe('track block', () => {
  it('brings back every row and attribute exactly', () => {
    const builder = new TrackBuilder();
    builder.reset(4_294_967_295);
    builder.add(
      START + 123,
      247_000_001,
      -599_999_999,
      432,
      3599,
      -12,
      9,
      TRACK_FLAG.valid | TRACK_FLAG.hasPosition,
      3,
      2,
    );
    builder.addBoolean(1, 'ignition', true);
    builder.addWhole(3, 'external_voltage', 1000, 12_345);
    builder.add(
      START + 10_124,
      247_000_500,
      -599_999_000,
      NO_SPEED,
      NO_COURSE,
      NO_ALTITUDE,
      NO_SATELLITES,
      TRACK_FLAG.late,
      1,
      90_000,
    );
    builder.addText(256, 'driver name', 'Анна');
    builder.addDouble(257, 'io9', 0.1);
    const track = decodeTrack(encodeTrack(builder.finish()));
    expect(trackPosition(track, 0)).toEqual({
      unit_id: 4_294_967_295,
      time: '2026-03-01T08:00:00.123Z',
      received_at: '2026-03-01T08:00:02.123Z',
      longitude: 24.7000001,
      latitude: -59.9999999,
      speed: 43.2,
      course: 359.9,
      altitude: -12,
      satellites: 9,
      valid: true,
      protocol: 'gt06',
      attributes: { ignition: true, external_voltage: 12.345 },
    });
    // Without coordinates of its own the second report stays where the first was.
    expect(trackPosition(track, 1)).toEqual({
      unit_id: 4_294_967_295,
      time: '2026-03-01T08:00:10.124Z',
      received_at: '2026-03-02T09:00:10.124Z',
      longitude: 24.7000001,
      latitude: -59.9999999,
      speed: 0,
      course: 0,
      altitude: 0,
      satellites: null,
      valid: false,
      protocol: 'osmand',
      attributes: { 'driver name': 'Анна', io9: 0.1 },
    });
  });

  it('survives any columns, compressed and not', () => {
    const random = chance(7);
    for (const rows of [0, 1, 2, 3, 255, 1000]) {
      const steps = [
        () => 10_000,
        () => 1 + Math.floor(random() * 1e6),
        () => 1000 * (1 + Math.floor(random() * 600)),
        () => Math.floor(random() * 4e9) + 1,
      ];
      for (const step of steps) {
        const track = drive(9, rows, random, step);
        expect(decodeTrack(encodeTrack(track, deflate), { inflate })).toEqual(track);
      }
    }
  });

  it('has its unit, rows and span without being inflated', () => {
    const track = drive(77, 100, chance(1));
    expect(readTrackHeader(encodeTrack(track, deflate))).toMatchObject({
      unitId: 77,
      count: 100,
      from: START + 10_000,
      to: START + 1_000_000,
      compressed: true,
    });
  });

  it('reads the first rows, or some attributes, alone', () => {
    const track = drive(5, 500, chance(2));
    const block = encodeTrack(track);
    for (const rows of [0, 1, 17, 499]) {
      const some = decodeTrack(block, { rows });
      expect(Array.from({ length: rows }, (_, row) => trackPosition(some, row))).toEqual(
        Array.from({ length: rows }, (_, row) => trackPosition(track, row)),
      );
    }
    expect(
      decodeTrack(block, { attributes: (name) => name === 'io200' }).attributes.map((attribute) => attribute.name),
    ).toEqual(['io200']);
  });

  it('keeps its core when it is cut, and says so when more is wanted', () => {
    const track = drive(8, 700, chance(4));
    const whole = encodeTrack(track, deflate);
    const cut = trackPart(whole, 'core');
    expect(trackPart(whole, 'all')).toBe(whole);
    expect(cut.length).toBeLessThan(whole.length);
    const header = readTrackHeader(cut);
    expect(header).toMatchObject({ unitId: 8, count: 700, from: track.times[0], to: track.times[699], whole: false });
    const core = createCore(702);
    readTrackCore(cut, header, core, 1);
    const rows = (column: Float64Array | Int32Array) => [...column.subarray(1, 701)];
    expect(rows(core.times)).toEqual([...track.times]);
    expect(rows(core.longitudes)).toEqual([...track.longitudes]);
    expect(rows(core.latitudes)).toEqual([...track.latitudes]);
    expect(rows(core.speeds)).toEqual([...track.speeds]);
    expect(rows(core.courses)).toEqual([...track.courses]);
    const ignition = track.attributes.find(({ name }) => name === 'ignition');
    expect(rows(core.marks)).toEqual(
      Array.from(
        track.flags,
        (flags, row) => flags | (ignition?.values[row] === 0 ? CORE_IGNITION.off : CORE_IGNITION.on),
      ),
    );
    expect(() => decodeTrack(cut, { inflate })).toThrow(/cut after its core/);
  });

  it('is read by its core alone, cut or whole, and written again as the same core', () => {
    const track = drive(8, 700, chance(5));
    const whole = encodeTrack(track, deflate);
    for (const block of [whole, trackPart(whole, 'core')]) {
      for (const [row, at] of [
        [0, track.times[0]],
        [300, track.times[301] - 1],
        [699, track.times[699] + 1],
      ] as const) {
        const last = lastCoreRow(block, at);
        const {
          unit_id,
          time,
          longitude,
          latitude,
          speed,
          course,
          valid,
          attributes: { ignition },
        } = trackPosition(track, row);
        expect(last?.count).toBe(1);
        expect(last?.attributes.map(({ name }) => name)).toEqual(['ignition']);
        expect(last && trackPosition(last, 0)).toMatchObject({
          unit_id,
          time,
          longitude,
          latitude,
          speed,
          course,
          valid,
          attributes: { ignition },
        });
      }
      expect(lastCoreRow(block, track.times[0] - 1)).toBeNull();
    }
    const coreOf = (block: Uint8Array): Uint8Array => block.subarray(block.length - readTrackHeader(block).coreLength);
    expect(coreOf(encodeTrackCore(track))).toEqual(coreOf(trackPart(whole, 'core')));
    expect(readTrackHeader(encodeTrackCore(track))).toMatchObject({ count: 700, whole: false });
    expect(() => lastCoreRow(whole.subarray(0, 60), track.times[0])).toThrow(RangeError);
  });

  it('leaves an ignition that is sent now and then, or in no boolean, as it was', () => {
    const builder = new TrackBuilder();
    builder.reset(1);
    for (let row = 0; row < 6; row++) {
      builder.add(START + row * 1000, row, row, 0, 0, 0, 0, 3, 2, 0);
      builder.addWhole(3, 'external_voltage', 1000, row);
      if (row % 2 === 0) builder.addBoolean(1, 'ignition', row === 2);
      if (row === 5) builder.addText(1, 'ignition', 'broken wire');
    }
    const track = builder.finish();
    const back = decodeTrack(encodeTrack(track, deflate), { inflate });
    expect(Array.from({ length: 6 }, (_, row) => trackPosition(back, row))).toEqual(
      Array.from({ length: 6 }, (_, row) => trackPosition(track, row)),
    );
    expect(back.attributes.map(({ name, kind }) => [name, kind])).toEqual(
      track.attributes.map(({ name, kind }) => [name, kind]),
    );
  });

  it('refuses blocks of another version, and claims that its bytes do not bear out', () => {
    const block = encodeTrack(drive(3, 60, chance(6)), deflate);
    const claiming = (offset: number, value: number) => {
      const changed = block.slice();
      new DataView(changed.buffer).setUint32(offset, value, true);
      return () => decodeTrack(changed, { inflate });
    };
    const old = block.slice();
    old[0] = 1;
    expect(() => decodeTrack(old)).toThrow(/version 1 is unknown/);
    expect(claiming(8, 0xffffffff)).toThrow(/claims 4294967295 rows/);
    expect(claiming(12, 0xffffff)).toThrow(/claims a core of/);
    expect(claiming(32, 0xffffffff)).toThrow(/claims 4294967295 bytes of attributes/);
  });

  it('costs a few bytes a row for a steady drive', () => {
    const builder = new TrackBuilder();
    builder.reset(1);
    const random = chance(3);
    for (let row = 0; row < 2000; row++) {
      builder.add(
        START + row * 10_000,
        240_000_000 + row * 900 + Math.floor(random() * 60),
        590_000_000 + row * 700 + Math.floor(random() * 60),
        500 + Math.floor(random() * 20),
        900 + Math.floor(random() * 30),
        40,
        12,
        3,
        2,
        1,
      );
      builder.addBoolean(1, 'ignition', true);
    }
    expect(encodeTrack(builder.finish(), deflate).length / 2000).toBeLessThan(4);
  });

  it('refuses damaged bytes with a RangeError, and never with anything else', () => {
    const random = chance(11);
    const block = encodeTrack(drive(3, 60, random));
    expect(() => decodeTrack(block.subarray(0, 10))).toThrow(/shorter than its header/);
    expect(() => decodeTrack(block.subarray(0, block.length - 1))).toThrow(/bytes of attributes, its header says/);
    expect(() => decodeTrack(encodeTrack(drive(3, 6, random), deflate))).toThrow(/nothing to inflate/);
    let refused = 0;
    for (let round = 0; round < 4000; round++) {
      const damaged = block.slice();
      for (let change = 0; change <= round % 4; change++)
        damaged[Math.floor(random() * 2 ** (1 + random() * 9)) % damaged.length] = Math.floor(random() * 256);
      try {
        const track = decodeTrack(damaged);
        expect(track.times.length).toBe(track.count);
      } catch (error) {
        refused++;
        expect(error).toBeInstanceOf(RangeError);
      }
    }
    expect(refused).toBeGreaterThan(400);
  });
});

describe('merging and cutting', () => {
  it('sorts by time and keeps the first stored of equal times', () => {
    const random = chance(21);
    const first = drive(4, 50, random);
    const again = drive(4, 50, random);
    const between = drive(4, 30, random, () => 7000);
    const merged = mergeTracks([first, again, between]);
    const rows = (track: TrackColumns) => Array.from({ length: track.count }, (_, row) => trackPosition(track, row));
    const seen = new Map<string, unknown>();
    for (const position of [...rows(first), ...rows(again), ...rows(between)])
      if (!seen.has(position.time)) seen.set(position.time, position);
    expect(rows(merged)).toEqual(
      [...seen.entries()].sort(([a], [b]) => a.localeCompare(b)).map(([, position]) => position),
    );
    expect(rows(decodeTrack(encodeTrack(merged)))).toEqual(rows(merged));
  });

  it('merges nothing to nothing, and refuses two units', () => {
    expect(mergeTracks([]).count).toBe(0);
    expect(mergeTracks([emptyTrack(3, 0)])).toMatchObject({ unitId: 3, count: 0 });
    expect(() => mergeTracks([drive(1, 2, chance(1)), drive(2, 2, chance(1))])).toThrow(RangeError);
  });

  it('cuts at the start included and the end excluded', () => {
    const track = drive(4, 10, chance(5));
    const cut = sliceTrack(track, START + 20_000, START + 50_000);
    expect([...cut.times]).toEqual([START + 20_000, START + 30_000, START + 40_000]);
    expect(trackPosition(cut, 1)).toEqual(trackPosition(track, 2));
    expect(sliceTrack(track, 0, START).count).toBe(0);
    expect(decodeTrack(encodeTrack(cut)).count).toBe(3);
  });
});

describe('stream of blocks', () => {
  const blocks = [drive(1, 5, chance(1)), drive(2, 300, chance(2)), drive(3, 1, chance(3))].map((track) =>
    encodeTrack(track),
  );
  const bytes = new Uint8Array(Buffer.concat([...blocks.map(frameBlock), END_OF_BLOCKS]));

  it('comes apart the same, however it is cut', () => {
    for (const size of [1, 2, 3, 5, 64, 1000, bytes.length]) {
      const reader = new BlockStreamReader();
      const got: Uint8Array[] = [];
      for (let at = 0; at < bytes.length; at += size) got.push(...reader.push(bytes.subarray(at, at + size)));
      reader.end();
      expect(got.map((block) => Buffer.from(block))).toEqual(blocks.map((block) => Buffer.from(block)));
    }
  });

  it('notices an answer that broke off, runs on, or is none', () => {
    const cut = new BlockStreamReader();
    cut.push(bytes.subarray(0, bytes.length - 4));
    expect(cut.complete).toBe(false);
    expect(() => cut.end()).toThrow(/broke off/);
    expect(() => new BlockStreamReader().push(new Uint8Array([...END_OF_BLOCKS, 1]))).toThrow(/after the end/);
    expect(() => new BlockStreamReader().push(new TextEncoder().encode('{"error":1}'))).toThrow(RangeError);
  });
});
