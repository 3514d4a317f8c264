import { describe, expect, it } from 'vitest';
import { COORDINATE_SCALE } from '../../domain/base/index.ts';
import { MOTION } from '../../domain/telemetry/index.ts';
import {
  HAND_SET_MARK,
  INSTANCE_BYTES,
  INSTANCE_FLAGS,
  INSTANCE_WORDS,
  type ByteRange,
  type UnitFix,
} from './fleetColumns.ts';
import { RowReceiver, takeRows, viewRows } from './fleetRows.ts';
import { createFleet, type Fleet } from './fleetStore.ts';

const EPOCH = Date.UTC(2026, 0, 1);
const fix = (changes: Partial<UnitFix> = {}): UnitFix => ({
  longitude: 51.4,
  latitude: 35.7,
  time: EPOCH,
  speed: 50,
  course: 90,
  motion: MOTION.moving,
  ignition: 2,
  late: false,
  idleSince: 0,
  ...changes,
});

function drawn(fleet: Fleet, slot: number, now: number): [number, number] {
  const out = new Float64Array(2);
  fleet.drawnAt(slot, now, out);
  return [out[0], out[1]];
}

const hidden = (fleet: Fleet, slot: number): boolean => fleet.hasFlag(slot, INSTANCE_FLAGS.hidden);
const headings = (fleet: Fleet, slot: number): number[] =>
  [...new Int16Array(fleet.instances, slot * INSTANCE_BYTES + 32, 2)].map((value) => value / 64);

describe('a live report', () => {
  it('appears at once the first time and glides the next', () => {
    const fleet = createFleet({ epoch: EPOCH });
    const slot = fleet.ensure(7);
    fleet.report(slot, fix(), EPOCH, 10);
    expect(drawn(fleet, slot, EPOCH)[0]).toBeCloseTo(51.4, 10);
    fleet.report(slot, fix({ longitude: 51.5, time: EPOCH + 10_000 }), EPOCH + 10_000, 10);
    expect(drawn(fleet, slot, EPOCH + 10_000)[0]).toBeCloseTo(51.4, 7);
    expect(drawn(fleet, slot, EPOCH + 15_000)[0]).toBeCloseTo(51.45, 7);
    expect(drawn(fleet, slot, EPOCH + 25_000)[0]).toBeCloseTo(51.5, 7);
    expect(fleet.longitudes[slot]).toBe(51.5);
    expect(fleet.settlesAt).toBe(EPOCH + 20_000);
  });

  it('does not jump when it comes in the middle of a glide', () => {
    const fleet = createFleet({ epoch: EPOCH });
    const slot = fleet.ensure(7);
    fleet.report(slot, fix(), EPOCH, 0);
    fleet.report(slot, fix({ longitude: 51.5 }), EPOCH, 10);
    const before = drawn(fleet, slot, EPOCH + 4_000);
    fleet.report(slot, fix({ longitude: 51.4, latitude: 35.8 }), EPOCH + 4_000, 10);
    const after = drawn(fleet, slot, EPOCH + 4_000);
    expect(after[0]).toBeCloseTo(before[0], 7);
    expect(after[1]).toBeCloseTo(before[1], 7);
  });

  it('crosses the antimeridian by the shorter side, in both directions', () => {
    const fleet = createFleet({ epoch: EPOCH });
    const slot = fleet.ensure(7);
    fleet.report(slot, fix({ longitude: 179.9 }), EPOCH, 0);
    fleet.report(slot, fix({ longitude: -179.9 }), EPOCH, 10);
    expect(drawn(fleet, slot, EPOCH + 2_500)[0]).toBeCloseTo(179.95, 5);
    expect(drawn(fleet, slot, EPOCH + 7_500)[0]).toBeCloseTo(-179.95, 5);
    fleet.report(slot, fix({ longitude: 179.9 }), EPOCH + 10_000, 10);
    expect(Math.abs(drawn(fleet, slot, EPOCH + 15_000)[0])).toBeCloseTo(180, 5);
  });

  it('gives all the places that are drawn as it gives each, and none for who has no place', () => {
    const fleet = createFleet({ epoch: EPOCH });
    const glides = [
      [51.4, 51.5],
      [179.9, -179.9],
      [-179.9, 179.9],
      [-12.3456789, -12.3456784],
      [0, 0.000_001],
    ] as const;
    glides.forEach(([from, to], index) => {
      const slot = fleet.ensure(index + 1);
      fleet.report(slot, fix({ longitude: from, latitude: -from / 3 }), EPOCH, 0);
      fleet.report(slot, fix({ longitude: to, latitude: -to / 3 }), EPOCH, index === 3 ? 0 : 10);
    });
    const nowhere = fleet.ensure(9);
    for (const now of [EPOCH - 1_000, EPOCH, EPOCH + 3_333, EPOCH + 7_500, EPOCH + 20_000]) {
      const places = new Int32Array(fleet.count * 2);
      fleet.drawnPlaces(now, -7, places);
      glides.forEach((_, slot) =>
        expect([...places.subarray(slot * 2, slot * 2 + 2)]).toEqual(
          drawn(fleet, slot, now).map((degrees) => Math.round(degrees * COORDINATE_SCALE) || 0),
        ),
      );
      expect([...places.subarray(nowhere * 2)]).toEqual([-7, -7]);
    }
  });

  it('turns by the shorter way over north', () => {
    const fleet = createFleet({ epoch: EPOCH });
    const slot = fleet.ensure(7);
    fleet.report(slot, fix({ course: 350 }), EPOCH, 0);
    fleet.report(slot, fix({ course: 10 }), EPOCH, 10);
    expect(headings(fleet, slot)).toEqual([350, 20]);
    fleet.report(slot, fix({ course: 350 }), EPOCH + 7_500, 10);
    expect(headings(fleet, slot)).toEqual([5, -15]);
  });

  it('keeps centimetres in 32-bit floats', () => {
    const fleet = createFleet({ epoch: EPOCH });
    const slot = fleet.ensure(7);
    fleet.report(slot, fix({ longitude: 151.1234567, latitude: -33.7654321 }), EPOCH, 0);
    const [longitude, latitude] = drawn(fleet, slot, EPOCH);
    expect(Math.abs(longitude - 151.1234567)).toBeLessThan(1e-8);
    expect(Math.abs(latitude + 33.7654321)).toBeLessThan(1e-8);
  });

  it('survives numbers that are not there', () => {
    const fleet = createFleet({ epoch: EPOCH });
    const slot = fleet.ensure(7);
    fleet.report(slot, fix({ course: 45 }), EPOCH, 0);
    fleet.report(
      slot,
      fix({ longitude: Number.NaN, latitude: Number.NaN, course: Number.NaN, time: EPOCH + 1_000 }),
      EPOCH + 1_000,
      10,
    );
    expect(drawn(fleet, slot, EPOCH + 5_000)).toEqual(drawn(fleet, slot, EPOCH));
    expect(fleet.courses[slot]).toBe(45);
    const words = new Float32Array(fleet.instances, 0, 8);
    expect([...words].every(Number.isFinite)).toBe(true);
  });

  it('holds its place on an invalid fix but shows the state', () => {
    const fleet = createFleet({ epoch: EPOCH });
    const slot = fleet.ensure(7);
    fleet.report(slot, fix(), EPOCH, 0);
    fleet.report(slot, fix({ longitude: 0, latitude: 0, motion: MOTION.noFix, time: EPOCH + 1_000 }), EPOCH + 1_000, 5);
    expect(drawn(fleet, slot, EPOCH + 9_000)[0]).toBeCloseTo(51.4, 7);
    expect(fleet.longitudes[slot]).toBe(51.4);
    expect(fleet.motions[slot]).toBe(MOTION.noFix);
    expect(fleet.times[slot]).toBe(EPOCH + 1_000);
  });
});

describe('hiding', () => {
  it('is news only where a unit is hidden that was not, or shown', () => {
    const fleet = createFleet({ epoch: EPOCH });
    const slot = fleet.ensure(7);
    const seen = [fleet.visibility];
    const after = (change: () => void): void => {
      change();
      seen.push(fleet.visibility - seen.reduce((sum, news) => sum + news, 0));
    };
    after(() => fleet.report(slot, fix(), EPOCH, 0));
    after(() => fleet.report(slot, fix({ longitude: 51.5 }), EPOCH + 1_000, 1));
    after(() => fleet.setFlag(slot, INSTANCE_FLAGS.selected, true));
    after(() => fleet.setFlag(slot, INSTANCE_FLAGS.hidden, true));
    after(() => fleet.forget(slot));
    after(() => fleet.setFlag(slot, INSTANCE_FLAGS.hidden, false));
    after(() => fleet.report(slot, fix(), EPOCH + 2_000, 0));
    expect(seen).toEqual([1, 1, 0, 0, 1, 0, 0, 1]);
  });

  it('hides a unit that never reported, whatever the filter says', () => {
    const fleet = createFleet({ epoch: EPOCH });
    const slot = fleet.ensure(7);
    expect(hidden(fleet, slot)).toBe(true);
    expect(fleet.times[slot]).toBe(0);
    fleet.setFlag(slot, INSTANCE_FLAGS.hidden, true);
    fleet.setFlag(slot, INSTANCE_FLAGS.hidden, false);
    expect(hidden(fleet, slot)).toBe(true);
    fleet.report(slot, fix(), EPOCH, 0);
    expect(hidden(fleet, slot)).toBe(false);
  });

  it('keeps a filtered unit hidden while it reports, and selection through a reset', () => {
    const fleet = createFleet({ epoch: EPOCH });
    const slot = fleet.ensure(7);
    fleet.setFlag(slot, INSTANCE_FLAGS.hidden, true);
    fleet.setFlag(slot, INSTANCE_FLAGS.selected, true);
    fleet.report(slot, fix(), EPOCH, 0);
    expect(hidden(fleet, slot)).toBe(true);
    fleet.reset(EPOCH + 1);
    fleet.setFlag(slot, INSTANCE_FLAGS.hidden, false);
    expect(hidden(fleet, slot)).toBe(true);
    expect(fleet.hasFlag(slot, INSTANCE_FLAGS.selected)).toBe(true);
    fleet.report(slot, fix(), EPOCH, 0);
    expect(hidden(fleet, slot)).toBe(false);
  });

  it('forgets all positions but no slot on reset', () => {
    const fleet = createFleet({ epoch: EPOCH });
    const slot = fleet.ensure(7);
    fleet.setKind(slot, 3);
    fleet.report(slot, fix(), EPOCH, 0);
    const { generation } = fleet;
    fleet.reset(EPOCH + 60_000);
    expect(fleet.slotOf(7)).toBe(slot);
    expect(fleet.times[slot]).toBe(0);
    expect(fleet.epoch).toBe(EPOCH + 60_000);
    expect(fleet.generation).toBeGreaterThan(generation);
    expect(new Uint8Array(fleet.instances)[37]).toBe(3);
    expect(drawn(fleet, slot, EPOCH)).toEqual([Number.NaN, Number.NaN]);
  });
});

describe('a replay segment', () => {
  it('goes from fix to fix between their times, and stands without a next', () => {
    const fleet = createFleet({ epoch: EPOCH });
    const slot = fleet.ensure(7);
    fleet.segment(slot, fix(), fix({ longitude: 51.6, time: EPOCH + 20_000 }));
    expect(drawn(fleet, slot, EPOCH + 5_000)[0]).toBeCloseTo(51.45, 7);
    fleet.segment(slot, fix({ longitude: 51.6, time: EPOCH + 20_000 }), null);
    expect(drawn(fleet, slot, EPOCH + 99_000)[0]).toBeCloseTo(51.6, 7);
  });

  it('stays where it is drawn when the epoch moves', () => {
    const fleet = createFleet({ epoch: EPOCH });
    const slot = fleet.ensure(7);
    fleet.segment(slot, fix({ time: EPOCH + 3_600_000 }), fix({ longitude: 51.6, time: EPOCH + 3_620_000 }));
    const before = drawn(fleet, slot, EPOCH + 3_605_000);
    fleet.rebase(EPOCH + 3_600_000);
    expect(drawn(fleet, slot, EPOCH + 3_605_000)[0]).toBeCloseTo(before[0], 6);
  });
});

describe('what is sent to the map', () => {
  const ranges = (fleet: Fleet): ByteRange[] => fleet.takeRanges([]);
  const filled = (units: number): Fleet => {
    const fleet = createFleet({ capacity: units, epoch: EPOCH });
    for (let id = 1; id <= units; id++) fleet.report(fleet.ensure(id), fix(), EPOCH, 0);
    ranges(fleet);
    return fleet;
  };

  it('is the pages that changed, once', () => {
    const fleet = filled(1_000);
    fleet.report(500, fix({ time: EPOCH + 1 }), EPOCH + 1, 0);
    expect(ranges(fleet)).toEqual([{ start: 448 * INSTANCE_BYTES, end: 512 * INSTANCE_BYTES }]);
    expect(ranges(fleet)).toEqual([]);
  });

  it('joins near pages, keeps far ones apart and ends with the last unit', () => {
    const fleet = filled(1_000);
    for (const slot of [0, 128, 999]) fleet.report(slot, fix({ time: EPOCH + 1 }), EPOCH + 1, 0);
    expect(ranges(fleet)).toEqual([
      { start: 0, end: 192 * INSTANCE_BYTES },
      { start: 960 * INSTANCE_BYTES, end: 1_000 * INSTANCE_BYTES },
    ]);
  });

  it('is one write when it would be very many', () => {
    const fleet = filled(100_000);
    for (let slot = 0; slot < 100_000; slot += 64 * 6) fleet.report(slot, fix({ time: EPOCH + 1 }), EPOCH + 1, 0);
    const sent = ranges(fleet);
    expect(sent).toHaveLength(1);
    expect(sent[0].end).toBeGreaterThan(99_000 * INSTANCE_BYTES);
  });

  it('keeps what it knows when it grows', () => {
    const fleet = createFleet({ capacity: 2, epoch: EPOCH });
    for (let id = 1; id <= 9; id++) fleet.report(fleet.ensure(id), fix({ longitude: id }), EPOCH, 0);
    expect(fleet.count).toBe(9);
    expect(drawn(fleet, fleet.slotOf(1), EPOCH)[0]).toBe(1);
    expect(drawn(fleet, fleet.slotOf(9), EPOCH)[0]).toBe(9);
    expect(fleet.instances.byteLength).toBeGreaterThanOrEqual(9 * INSTANCE_WORDS * 4);
  });

  it('grows its version with every change and with nothing else', () => {
    const fleet = filled(10);
    const { version } = fleet;
    fleet.setKind(0, 0);
    ranges(fleet);
    expect(fleet.version).toBe(version);
    fleet.setFlag(3, INSTANCE_FLAGS.selected, true);
    expect(fleet.version).toBeGreaterThan(version);
  });
});

describe('rows of a worker', () => {
  it('arrive as they were drawn there, under other slots and another epoch, with flags of here', () => {
    const there = createFleet({ epoch: EPOCH, listChanges: true });
    there.report(there.ensure(7), fix(), EPOCH, 0);
    there.report(there.ensure(8), fix({ longitude: 10, late: true }), EPOCH, 0);
    there.report(there.slotOf(7), fix({ longitude: 51.5, time: EPOCH + 5_000 }), EPOCH + 5_000, 10);
    const here = createFleet({ epoch: EPOCH + 3_000 });
    here.ensure(99);
    here.setFlag(here.ensure(8), INSTANCE_FLAGS.selected, true);
    const batch = takeRows(there);
    if (batch === null) throw new Error('no rows');
    new RowReceiver(here).apply(viewRows(structuredClone(batch)));
    const slot = here.slotOf(7);
    expect(drawn(here, slot, EPOCH + 10_000)[0]).toBeCloseTo(51.45, 6);
    expect(here.times[slot]).toBe(EPOCH + 5_000);
    expect(here.settlesAt).toBe(EPOCH + 15_000);
    expect(here.hasFlag(here.slotOf(8), INSTANCE_FLAGS.selected)).toBe(true);
    expect(here.hasFlag(here.slotOf(8), INSTANCE_FLAGS.late)).toBe(true);
    expect(hidden(here, here.slotOf(99))).toBe(true);
    expect(takeRows(there)).toBeNull();
  });

  it('takes a unit away that is gone there', () => {
    const there = createFleet({ epoch: EPOCH, listChanges: true });
    const here = createFleet({ epoch: EPOCH });
    const receiver = new RowReceiver(here);
    const send = (): void => {
      const batch = takeRows(there);
      if (batch !== null) receiver.apply(viewRows(batch));
    };
    there.report(there.ensure(7), fix(), EPOCH, 0);
    send();
    there.forget(there.slotOf(7));
    send();
    expect(here.times[here.slotOf(7)]).toBe(0);
    expect(hidden(here, here.slotOf(7))).toBe(true);
  });
});

describe('the column for the GPU', () => {
  it('knows the last fix in seconds since its epoch, also after the epoch moved', () => {
    const fleet = createFleet({ epoch: EPOCH });
    const [heard, silent] = [fleet.ensure(1), fleet.ensure(2)];
    fleet.report(heard, fix({ time: EPOCH - 90_000 }), EPOCH, 0);
    fleet.report(silent, fix({ time: EPOCH }), EPOCH, 0);
    expect([...fleet.seconds.subarray(0, 2)]).toEqual([-90, 0]);
    fleet.rebase(EPOCH + 10_000);
    expect([...fleet.seconds.subarray(0, 2)]).toEqual([-100, -10]);
    fleet.forget(silent);
    expect(fleet.seconds[silent]).toBeLessThan(-1e9);
  });
});

describe('a place that was set by hand', () => {
  const YARD = { longitude: 49.25, latitude: 55.5 };
  const mark = (fleet: Fleet, slot: number): number => new Uint8Array(fleet.instances)[slot * INSTANCE_BYTES + 36];
  function putInYard(): { fleet: Fleet; slot: number } {
    const fleet = createFleet({ epoch: EPOCH });
    fleet.showHandPlaces(true);
    const slot = fleet.ensure(7);
    fleet.setHandPlace(slot, YARD);
    return { fleet, slot };
  }

  it('is where a unit is drawn that has reported nothing, without a motion, a time or a heading', () => {
    const { fleet, slot } = putInYard();
    expect(drawn(fleet, slot, EPOCH)).toEqual([YARD.longitude, YARD.latitude]);
    expect({
      hidden: hidden(fleet, slot),
      mark: mark(fleet, slot),
      motion: fleet.motions[slot],
      time: fleet.times[slot],
    }).toEqual({ hidden: false, mark: HAND_SET_MARK, motion: MOTION.noFix, time: 0 });
    expect(headings(fleet, slot)).toEqual([0, 0]);
    expect(fleet.handPlaceOf(slot)).toEqual(YARD);
    expect(fleet.takeRanges([])).toHaveLength(1);
  });

  it('gives way to the first report at once: nothing glides there, and no trail comes from there', () => {
    const { fleet, slot } = putInYard();
    const places = new Int32Array(2);
    fleet.drawnPlaces(EPOCH, -1, places);
    expect([...places]).toEqual([-1, -1]);
    fleet.report(slot, fix(), EPOCH, 10);
    for (const now of [EPOCH, EPOCH + 5_000]) expect(drawn(fleet, slot, now)[0]).toBeCloseTo(51.4, 6);
    expect({ mark: mark(fleet, slot), place: fleet.handPlaceOf(slot), settles: fleet.settlesAt }).toEqual({
      mark: MOTION.moving,
      place: null,
      settles: 0,
    });
    const { version } = fleet;
    fleet.setHandPlace(slot, { longitude: 1, latitude: 2 });
    expect(drawn(fleet, slot, EPOCH)[0]).toBeCloseTo(51.4, 6);
    expect(fleet.version).toBe(version);
  });

  it('stays through a report that says no place, and through rows without a position', () => {
    const { fleet, slot } = putInYard();
    fleet.report(slot, fix({ longitude: 0, latitude: 0, motion: MOTION.noFix, late: true }), EPOCH, 0);
    expect({
      at: drawn(fleet, slot, EPOCH),
      mark: mark(fleet, slot),
      late: fleet.hasFlag(slot, INSTANCE_FLAGS.late),
    }).toEqual({ at: [YARD.longitude, YARD.latitude], mark: HAND_SET_MARK, late: false });
    const sender = createFleet({ epoch: EPOCH, listChanges: true });
    sender.ensure(7);
    const batch = takeRows(sender);
    if (batch) new RowReceiver(fleet).apply(viewRows(batch));
    expect({ at: drawn(fleet, slot, EPOCH), mark: mark(fleet, slot) }).toEqual({
      at: [YARD.longitude, YARD.latitude],
      mark: HAND_SET_MARK,
    });
    sender.report(0, fix(), EPOCH, 0);
    const news = takeRows(sender);
    if (news) new RowReceiver(fleet).apply(viewRows(news));
    expect({ longitude: Math.round(drawn(fleet, slot, EPOCH)[0] * 10), mark: mark(fleet, slot) }).toEqual({
      longitude: 514,
      mark: MOTION.moving,
    });
  });

  it('is drawn again where the report is taken back, moves at once when it is changed, and goes when it is cleared', () => {
    const { fleet, slot } = putInYard();
    fleet.report(slot, fix(), EPOCH, 0);
    fleet.forget(slot);
    expect(drawn(fleet, slot, EPOCH)).toEqual([YARD.longitude, YARD.latitude]);
    fleet.reset(EPOCH + 1_000);
    expect(drawn(fleet, slot, EPOCH + 1_000)).toEqual([YARD.longitude, YARD.latitude]);
    fleet.setHandPlace(slot, { longitude: -10, latitude: 20 });
    expect(drawn(fleet, slot, EPOCH)).toEqual([-10, 20]);
    fleet.setHandPlace(slot, null);
    expect({ at: drawn(fleet, slot, EPOCH), hidden: hidden(fleet, slot), place: fleet.handPlaceOf(slot) }).toEqual({
      at: [Number.NaN, Number.NaN],
      hidden: true,
      place: null,
    });
    expect([...fleet.words.subarray(slot * INSTANCE_WORDS, slot * INSTANCE_WORDS + 4)]).toEqual([0, 0, 0, 0]);
  });

  it('is shown and hidden as a whole, and by the filter as any other', () => {
    const { fleet, slot } = putInYard();
    fleet.setFlag(slot, INSTANCE_FLAGS.hidden, true);
    expect(hidden(fleet, slot)).toBe(true);
    fleet.setFlag(slot, INSTANCE_FLAGS.hidden, false);
    fleet.showHandPlaces(false);
    expect({ hidden: hidden(fleet, slot), at: drawn(fleet, slot, EPOCH)[0], place: fleet.handPlaceOf(slot) }).toEqual({
      hidden: true,
      at: Number.NaN,
      place: null,
    });
    fleet.showHandPlaces(true);
    expect({ hidden: hidden(fleet, slot), at: drawn(fleet, slot, EPOCH)[0] }).toEqual({
      hidden: false,
      at: YARD.longitude,
    });
  });
});
