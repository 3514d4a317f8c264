import { describe, expect, it } from 'vitest';
import { MINUTE } from '../../../domain/base/index.ts';
import { emptyTrack } from '../../../domain/telemetry/index.ts';
import type { TrackSeries } from '../../shared/services/fleet.ts';
import { attributesOf, changeOf, lineOf, placeAt, rangeOf, valueAt } from './series.ts';

const column = (...values: number[]): Float64Array => Float64Array.from(values);

describe('a line of a chart', () => {
  it('leaves out what was not sent and breaks where nothing was heard for long', () => {
    const line = lineOf(column(0, MINUTE, 2 * MINUTE, 30 * MINUTE), column(10, Number.NaN, 40, 20), 0);
    expect(line).toEqual({
      times: [0, 2 * MINUTE, 2 * MINUTE + 1, 30 * MINUTE],
      values: [10, 40, null, 20],
      range: [0, 40],
    });
  });

  it('has no line without a value, and room around a value that never changes', () => {
    expect(lineOf(column(0, 1), column(Number.NaN, Number.NaN))).toBeNull();
    expect(lineOf(column(0, 1), column(12, 12))?.range).toEqual([10.8, 13.2]);
    expect(lineOf(column(0), column(0), 0)?.range).toEqual([0, 1]);
  });

  it('knows the value at an instant, and says so when the last is too old', () => {
    const line = lineOf(column(0, 2 * MINUTE, 30 * MINUTE), column(10, 40, 20))!;
    expect(valueAt(line, -1)).toBeNull();
    expect([0, MINUTE, 2 * MINUTE, 10 * MINUTE].map((instant) => valueAt(line, instant))).toEqual([10, 10, 40, 40]);
    expect(valueAt(line, 20 * MINUTE)).toBeNull();
    expect(valueAt(line, 31 * MINUTE)).toBe(20);
  });
});

it('knows how much a counter grew, and what room lines need beside each other', () => {
  const line = changeOf(lineOf(column(0, 1, 30 * MINUTE), column(100, 104, 110))!);
  expect(line.values).toEqual([0, 4, null, 10]);
  expect(line.range).toEqual([0, 10]);
  expect(rangeOf([line, null, lineOf(column(0, 1), column(-5, 3))])).toEqual([-5, 10]);
  expect(rangeOf([null])).toBeNull();
});

it('knows where a unit was between two fixes, and lets it stand where it did not report', () => {
  const track = {
    times: column(0, MINUTE, 60 * MINUTE),
    longitudes: column(10, 12, 20),
    latitudes: column(50, 51, 52),
  };
  expect(placeAt(track, -1)).toBeNull();
  expect(placeAt(track, MINUTE / 2)).toEqual({ longitude: 11, latitude: 50.5 });
  expect(placeAt(track, 30 * MINUTE)).toEqual({ longitude: 12, latitude: 51 });
  expect(placeAt(track, 90 * MINUTE)).toEqual({ longitude: 20, latitude: 52 });
});

it('offers the values that the track has, fuel before the rest', () => {
  const empty = column(Number.NaN);
  const track: TrackSeries = {
    unitId: 1,
    times: column(0),
    longitudes: empty,
    latitudes: empty,
    speeds: empty,
    valid: Uint8Array.of(1),
    attributes: new Map([
      ['odometer', column(5)],
      ['hdop', empty],
      ['altitude', column(1)],
      ['fuel_level', column(40)],
    ]),
    refused: [],
    reports: emptyTrack(1, 1),
  };
  expect(attributesOf(track)).toEqual(['fuel_level', 'altitude', 'odometer']);
});
