import { describe, expect, it } from 'vitest';
import {
  decodeTrack,
  encodeTrack,
  IGNITION,
  NO_SATELLITES,
  NO_SPEED,
  TrackBuilder,
  TRACK_FLAG,
  type AttributeValue,
  type Position,
} from '../../telemetry/index.ts';
import {
  copyPoint,
  createPoint,
  fillFromReport,
  isSameData,
  isUsable,
  pointsOfTrack,
  resetPoint,
  type DetectionPoint,
  type TrackInputs,
} from './index.ts';

const START = Date.UTC(2026, 2, 1, 8);
const BOTH = TRACK_FLAG.valid | TRACK_FLAG.hasPosition;

function track() {
  const builder = new TrackBuilder();
  builder.reset(7);
  builder.add(START, 100_000_000, 500_000_000, 365, 0, 0, 11, BOTH, 1, 0);
  builder.addBoolean(1, 'ignition', true);
  builder.addWhole(8, 'odometer', 1, 12_345);
  builder.addWhole(11, 'fuel_level', 100, 4_250);
  builder.addWhole(19, 'hdop', 100, 90);
  builder.addText(26, 'driver_key', 'A1');
  builder.add(START + 1_000, 100_000_100, 500_000_000, NO_SPEED, 0, 0, NO_SATELLITES, TRACK_FLAG.hasPosition, 1, 0);
  builder.addBoolean(1, 'ignition', false);
  builder.addText(26, 'driver_key', '');
  builder.add(START + 2_000, 0, 0, 0, 0, 0, 4, 0, 1, 0);
  return decodeTrack(encodeTrack(builder.finish()));
}

function read(inputs?: TrackInputs): DetectionPoint[] {
  const source = pointsOfTrack(track(), inputs);
  return Array.from({ length: source.count }, (_, row) => {
    const point = createPoint();
    source.fill(row, point);
    return point;
  });
}

describe('points of a track', () => {
  it('carry what is in the rows, and nothing from the row before', () => {
    const [first, second, third] = read();
    expect(first).toEqual({
      time: START,
      hasPosition: true,
      valid: true,
      approximate: false,
      latitude: 50,
      longitude: 10,
      speed: 36.5,
      satellites: 11,
      hdop: 0.9,
      accuracy: Number.NaN,
      ignition: IGNITION.on,
      odometer: 12_345,
      relativeOdometer: Number.NaN,
      fuelLevels: [42.5],
      driverKey: 'A1',
    });
    expect(second).toMatchObject({
      valid: false,
      speed: Number.NaN,
      satellites: -1,
      ignition: IGNITION.off,
      odometer: Number.NaN,
      fuelLevels: [Number.NaN],
      driverKey: '',
    });
    expect(third).toMatchObject({
      hasPosition: false,
      speed: 0,
      satellites: 4,
      ignition: IGNITION.unknown,
      driverKey: null,
    });
  });

  it('are approximate where the device says so', () => {
    const builder = new TrackBuilder();
    builder.reset(7);
    for (const [row, approximate] of [true, false].entries()) {
      builder.add(START + row, 100_000_000, 500_000_000, 0, 0, 0, 11, BOTH, 1, 0);
      builder.addBoolean(51, 'approximate', approximate);
    }
    builder.add(START + 2, 100_000_000, 500_000_000, 0, 0, 0, 11, BOTH, 1, 0);
    const source = pointsOfTrack(decodeTrack(encodeTrack(builder.finish())));
    const point = createPoint();
    expect([0, 1, 2].map((row) => (source.fill(row, point), point.approximate))).toEqual([true, false, false]);
  });

  it('take sensors in place of attributes', () => {
    const [first] = read({
      ignition: () => 0.5,
      odometer: () => 9,
      relativeOdometer: () => 3,
      fuel: [() => 10, (row) => row],
      hdop: () => 2,
      accuracy: () => 7,
      driverKey: () => 'B2',
      approximate: (row) => row === 0,
    });
    expect(first).toMatchObject({
      ignition: IGNITION.off,
      odometer: 9,
      relativeOdometer: 3,
      fuelLevels: [10, 0],
      hdop: 2,
      accuracy: 7,
      driverKey: 'B2',
      approximate: true,
    });
  });
});

describe('points', () => {
  it('are filled from a report as the API gives it', () => {
    const report: Position = {
      unit_id: 1,
      time: new Date(START).toISOString(),
      received_at: new Date(START).toISOString(),
      latitude: 50,
      longitude: 10,
      speed: 20,
      course: 0,
      altitude: 0,
      satellites: 8,
      valid: true,
      protocol: 'gt06',
      attributes: {},
    };
    const attributes = new Map<string, AttributeValue>([
      ['ignition', true],
      ['fuel_level', 33.5],
      ['odometer', 7],
      ['driver_key', 'K'],
    ]);
    const point = createPoint();
    point.approximate = true;
    point.fuelLevels.push(1, 2);
    fillFromReport(report, attributes, point);
    expect(point).toEqual({
      ...createPoint(),
      time: START,
      hasPosition: true,
      valid: true,
      latitude: 50,
      longitude: 10,
      speed: 20,
      satellites: 8,
      ignition: IGNITION.on,
      odometer: 7,
      fuelLevels: [33.5],
      driverKey: 'K',
    });
    attributes.set('approximate', true);
    fillFromReport(report, attributes, point);
    expect(point.approximate).toBe(true);
    attributes.clear();
    fillFromReport(report, attributes, point);
    expect(point).toMatchObject({ ignition: IGNITION.unknown, fuelLevels: [], driverKey: null });
  });

  it('are copied and reset whole', () => {
    const [first] = read();
    const copy = createPoint();
    copyPoint(first, copy);
    expect(copy).toEqual(first);
    copy.fuelLevels.push(1);
    expect(first.fuelLevels).toEqual([42.5]);
    resetPoint(copy);
    expect(copy).toEqual(createPoint());
  });

  it('can be used as positions when they are good ones', () => {
    const good = { ...createPoint(), hasPosition: true, valid: true, latitude: 50, longitude: 10, satellites: 4 };
    expect(isUsable(good, 4)).toBe(true);
    expect(isUsable({ ...good, satellites: -1 }, 4)).toBe(true);
    for (const fault of [
      { hasPosition: false },
      { valid: false },
      { approximate: true },
      { satellites: 3 },
      { latitude: 90.1 },
      { latitude: 0, longitude: 0 },
    ]) {
      expect(isUsable({ ...good, ...fault }, 4), JSON.stringify(fault)).toBe(false);
    }
  });
});

describe('anchors', () => {
  it('are the same whatever order a store gives their keys', () => {
    expect(isSameData({ a: [1, { b: null }], c: 'x' }, { c: 'x', a: [1, { b: null }] })).toBe(true);
    expect(isSameData({ a: 1 }, { a: 1, b: undefined })).toBe(false);
    expect(isSameData({ a: [1] }, { a: { 0: 1 } })).toBe(false);
    expect(isSameData({ a: null }, { a: {} })).toBe(false);
  });
});
