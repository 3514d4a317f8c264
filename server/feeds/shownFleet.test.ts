import { afterEach, describe, expect, it } from 'vitest';
import { COORDINATE_SCALE, SECOND } from '../../src/domain/base/index.ts';
import { DEFAULT_FILTERS, type FilterSettings } from '../../src/domain/detection/index.ts';
import {
  emptyTrack,
  IGNITION,
  MOTION,
  packState,
  stateIdleTime,
  stateIgnition,
  stateMotion,
  stateSpeed,
  TRACK_FLAG,
  type TrackColumns,
} from '../../src/domain/telemetry/index.ts';
import type { CommittedBatch } from '../store/types.ts';
import { ShownFleet } from './shownFleet.ts';
import { committedBatch, type CommittedRow } from './testing/committedBatch.ts';

const START = Date.UTC(2026, 2, 1, 8);
const BOTH = TRACK_FLAG.hasPosition | TRACK_FLAG.valid;
const opened: ShownFleet[] = [];
afterEach(() => opened.splice(0).forEach((fleet) => fleet.close()));

/** A store of unit 7 that commits by hand and keeps what it committed. */
function setUp(filters: Partial<FilterSettings> = {}, stored: readonly CommittedRow[] = []) {
  const rows: CommittedRow[] = [...stored];
  let settings: FilterSettings = { ...DEFAULT_FILTERS, ...filters };
  let publish: (unitIds: readonly number[]) => void = () => undefined;
  let commit: (batch: CommittedBatch) => void = () => undefined;
  const newest = stored.at(-1);
  const positions = {
    sequence: stored.length,
    latest: {
      count: newest ? 1 : 0,
      unitIds: Uint32Array.of(7),
      times: Float64Array.of(newest?.time ?? 0),
      receivedTimes: Float64Array.of(newest?.time ?? 0),
      sequences: Float64Array.of(1),
      longitudes: Int32Array.of(newest?.longitude ?? 0),
      latitudes: Int32Array.of(newest?.latitude ?? 0),
      states: Uint32Array.of(newest?.state ?? 0),
      flags: Uint8Array.of(newest?.flags ?? BOTH),
      indexOf: (unitId: number) => (unitId === 7 && rows.length > 0 ? 0 : -1),
      position: () => null,
    },
    onCommitted: (listener: (batch: CommittedBatch) => void) => ((commit = listener), () => undefined),
    readCommitted: (_: number, after: number): TrackColumns => trackOf(rows.slice(after)),
    async *readTracks() {
      yield trackOf(rows);
    },
  };
  const fleet = new ShownFleet({
    positions,
    logger: { warn: (_, message) => expect.unreachable(message) },
    filters: { of: () => settings, onChanged: (listener) => ((publish = listener), () => undefined) },
  });
  opened.push(fleet);
  return {
    fleet,
    report(...reports: CommittedRow[]) {
      rows.push(...reports);
      positions.latest.times[0] = reports.at(-1)?.time ?? 0;
      positions.sequence = rows.length;
      commit(committedBatch(positions.sequence, reports));
    },
    async change(more: Partial<FilterSettings>) {
      settings = { ...DEFAULT_FILTERS, ...more };
      publish([7]);
      await fleet.settled();
    },
    at: () => {
      const index = fleet.indexOf(7);
      return {
        seconds: (fleet.times[index] - START) / SECOND,
        latitude: fleet.latitudes[index] / COORDINATE_SCALE,
        motion: stateMotion(fleet.states[index] ?? 0),
      };
    },
  };
}

function trackOf(rows: readonly CommittedRow[]): TrackColumns {
  return {
    ...emptyTrack(7, rows.length),
    times: Float64Array.from(rows, ({ time }) => time),
    longitudes: Int32Array.from(rows, ({ longitude = 0 }) => longitude),
    latitudes: Int32Array.from(rows, ({ latitude = 0 }) => latitude),
    speeds: Uint16Array.from(rows, ({ speed = 0 }) => speed * 10),
    flags: Uint8Array.from(rows, ({ flags = BOTH }) => flags),
    satellites: Uint8Array.from(rows, ({ satellites = 255 }) => satellites),
    attributes: [
      {
        id: 1,
        name: 'ignition',
        kind: 'boolean',
        scale: 1,
        present: Uint8Array.from(rows, ({ state = 0 }) => (stateIgnition(state) === IGNITION.unknown ? 0 : 1)),
        values: Int32Array.from(rows, ({ state = 0 }) => (stateIgnition(state) === IGNITION.on ? 1 : 0)),
        texts: [],
      },
    ],
  };
}

const fix = (seconds: number, latitude: number, more: Partial<CommittedRow> = {}): CommittedRow => ({
  unitId: 7,
  time: START + seconds * SECOND,
  latitude: Math.round(latitude * COORDINATE_SCALE),
  longitude: COORDINATE_SCALE,
  speed: 36,
  state: packState(36, 0, MOTION.moving, 0, false),
  ...more,
});

describe('where units are shown', () => {
  it('is where they reported from, as long as nobody set a filter', () => {
    const { report, at } = setUp();
    report(fix(0, 50), fix(10, 51));
    expect(at()).toEqual({ seconds: 10, latitude: 51, motion: MOTION.moving });
    report(fix(5, 20));
    expect(at()).toMatchObject({ seconds: 10, latitude: 51 });
  });

  it('is not 0°, 0° nor where a device does not trust itself to be, while the report counts', () => {
    const { report, at } = setUp();
    report(fix(0, 50), fix(10, 0, { longitude: 0 }));
    expect(at()).toEqual({ seconds: 10, latitude: 50, motion: MOTION.noFix });
    report(fix(20, 52, { flags: TRACK_FLAG.hasPosition }));
    expect(at()).toEqual({ seconds: 20, latitude: 50, motion: MOTION.moving });
  });

  it('is where a unit was before a jump, until a second fix says the same', () => {
    const { fleet, report, at } = setUp({ max_speed: 200 });
    report(fix(0, 50));
    report(fix(10, 51));
    expect(at()).toEqual({ seconds: 10, latitude: 50, motion: MOTION.noFix });
    expect(stateSpeed(fleet.states[0])).toBe(0);
    report(fix(20, 51.0001));
    expect(at()).toEqual({ seconds: 20, latitude: 51.0001, motion: MOTION.moving });
  });

  it('stays while a unit drifts, and while too few satellites are seen', () => {
    const { report, at } = setUp({ static_drift: { enable: true, distance: 30, speed: 3 }, min_satellites: 5 });
    report(fix(0, 50), fix(10, 50.0001, { speed: 1, state: packState(1, 0, MOTION.parked, 0, false) }));
    expect(at()).toEqual({ seconds: 10, latitude: 50, motion: MOTION.parked });
    report(fix(20, 50.01, { satellites: 4 }));
    expect(at()).toEqual({ seconds: 20, latitude: 50, motion: MOTION.noFix });
  });

  it('changes with the filters at once, and goes on by them', async () => {
    const { fleet, report, change, at } = setUp({ max_speed: 200 });
    const published: number[] = [];
    fleet.onRefiltered((unitId) => published.push(unitId));
    report(fix(0, 50), fix(10, 51));
    await change({});
    expect(at()).toMatchObject({ seconds: 10, latitude: 51 });
    await change({ max_speed: 200 });
    expect(at()).toEqual({ seconds: 10, latitude: 50, motion: MOTION.noFix });
    expect(published).toEqual([7, 7]);
    report(fix(20, 51.0001));
    expect(at()).toMatchObject({ seconds: 20, latitude: 51.0001 });
  });

  it('is found in what is stored when the server starts, and is not shown before it is', async () => {
    const { fleet, at } = setUp({ max_speed: 200 }, [fix(0, 50), fix(10, 50.001), fix(20, 51)]);
    expect(fleet.times[0]).toBe(0);
    await fleet.settled();
    expect(at()).toEqual({ seconds: 20, latitude: 50.001, motion: MOTION.noFix });
  });

  it('waits with reports that come while the past is read', async () => {
    const { fleet, report, at } = setUp({ max_speed: 200 }, [fix(0, 50)]);
    report(fix(10, 51));
    await fleet.settled();
    expect(at()).toMatchObject({ seconds: 10, latitude: 50 });
  });
});

describe('how long a unit idles', () => {
  const at = (minutes: number, more: Partial<CommittedRow> = {}): CommittedRow =>
    fix(minutes * 60, 50, { speed: 0, state: packState(0, 0, MOTION.idling, IGNITION.on, false), ...more });
  const driving = { speed: 36, state: packState(36, 0, MOTION.moving, IGNITION.on, false) };
  const off = { speed: 0, state: packState(0, 0, MOTION.parked, IGNITION.off, false) };
  const minutes = (fleet: ShownFleet): number => stateIdleTime(fleet.states[fleet.indexOf(7)]) / 60_000;

  it('is shown with every report, from the first that idled, and ends as it drives on or is turned off', () => {
    const { fleet, report } = setUp();
    report(at(0, driving), at(1), at(6));
    expect(minutes(fleet)).toBe(5);
    report(at(12));
    expect(minutes(fleet)).toBe(11);
    report(at(13, off), at(14));
    expect(minutes(fleet)).toBe(0);
    report(at(20), at(21, driving));
    expect(minutes(fleet)).toBe(0);
  });

  it('is not ended by a fix that the filters refuse', () => {
    const { fleet, report } = setUp({ max_speed: 200 });
    report(at(0), at(9, { latitude: 60 * COORDINATE_SCALE }), at(12));
    expect(minutes(fleet)).toBe(12);
  });

  it('is found in what is stored when the server starts, while the unit is shown already', async () => {
    const { fleet, report } = setUp({}, [at(0, driving), at(1), at(8), at(12)]);
    const published: number[] = [];
    fleet.onRefiltered((unitId) => published.push(unitId));
    expect([fleet.times[0], minutes(fleet)]).toEqual([at(12).time, 0]);
    await fleet.settled();
    expect([published, minutes(fleet)]).toEqual([[7], 11]);
    report(at(14));
    expect(minutes(fleet)).toBe(13);
  });

  it('is right at once of a unit that reports while its past is read', async () => {
    const { fleet, report } = setUp({}, [at(1), at(12)]);
    report(at(13));
    await fleet.settled();
    expect(minutes(fleet)).toBe(12);
    report(at(14, driving));
    expect(minutes(fleet)).toBe(0);
  });
});
