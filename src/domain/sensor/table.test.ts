import { describe, expect, it } from 'vitest';
import {
  digitalValue,
  interpolate,
  numberOf,
  rangeRowOf,
  tableProblems,
  type RangeRow,
  type XyPoint,
} from './table.ts';

/** The worked example of the domain reference, 3.2: a tank's calibration. */
const TANK: XyPoint[] = [
  [0, 0],
  [86, 10],
  [173, 20],
  [749, 100],
].map(([x, y]) => ({ x, y }));
const xs = Float64Array.from(TANK, ({ x }) => x);
const ys = Float64Array.from(TANK, ({ y }) => y);
const at = (x: number, clamped = false) => interpolate(xs, ys, x, clamped);

describe('a table of pairs', () => {
  it('goes through its points, in straight lines between them', () => {
    expect(TANK.map(({ x }) => at(x))).toEqual([0, 10, 20, 100]);
    expect(at(43)).toBeCloseTo(43 * 0.11628, 3);
    // Second line of the example: a = 0.114943, b = 0.114943.
    expect(at(100)).toBeCloseTo(0.114943 * 100 + 0.114943, 4);
    expect(at(129.5)).toBe(15);
  });

  it('goes on by the slope of its ends, or stays at them', () => {
    expect(at(-86)).toBe(-10);
    expect(at(749 + 57.6)).toBeCloseTo(108, 9);
    expect(at(-86, true)).toBe(0);
    expect(at(5000, true)).toBe(100);
    expect(at(86, true)).toBe(10);
  });

  it('says nothing of nothing, or with one point', () => {
    expect(at(Number.NaN)).toBeNaN();
    expect(at(Number.NaN, true)).toBeNaN();
    expect(interpolate(Float64Array.of(1), Float64Array.of(1), 1, true)).toBeNaN();
  });
});

it('a table of ranges takes the start of each and leaves the end to the next', () => {
  const froms = Float64Array.of(-Infinity, 0, 10, 30);
  const tos = Float64Array.of(0, 10, 20, Infinity);
  expect([-5, 0, 9.99, 10, 20, 29, 30, 1e9, Number.NaN].map((x) => rangeRowOf(froms, tos, x))).toEqual([
    0, 1, 1, 2, -1, -1, 3, 3, -1,
  ]);
});

describe('what is wrong with a table', () => {
  const xy = (points: readonly (readonly [number, number])[], type: 'fuel_level' | 'custom' = 'custom') =>
    tableProblems({ kind: 'xy', points: points.map(([x, y]) => ({ x, y })) }, 'number', type).map(
      ({ path, key }) => `${path} ${key}`,
    );
  const ranges = (rows: readonly RangeRow[], dataType: 'number' | 'boolean' | 'text' = 'number') =>
    tableProblems({ kind: 'range', rows }, dataType, 'custom').map(({ path, key }) => `${path} ${key}`);
  const row = (from: number | null, to: number | null, value: number | string = 1): RangeRow => ({ from, to, value });

  it('names the pair whose x does not increase, and on fuel tables whose y does not', () => {
    expect(
      xy([
        [0, 0],
        [1, 1],
      ]),
    ).toEqual([]);
    expect(
      xy([
        [0, 0],
        [0, 1],
        [5, 2],
        [4, 3],
      ]),
    ).toEqual(['points[1].x validation.increasing', 'points[3].x validation.increasing']);
    expect(
      xy([
        [0, 10],
        [1, 5],
      ]),
    ).toEqual([]);
    expect(
      xy(
        [
          [0, 10],
          [1, 5],
          [2, 5],
        ],
        'fuel_level',
      ),
    ).toEqual(['points[1].y validation.increasing', 'points[2].y validation.increasing']);
    expect(xy([[0, 0]])).toEqual(['points validation.tablePoints']);
    expect(tableProblems({ kind: 'xy' }, 'number', 'custom').map(({ path }) => path)).toEqual(['points']);
    expect(tableProblems({ kind: 'xy', points: TANK }, 'text', 'custom').map(({ key }) => key)).toEqual([
      'validation.tableNumbers',
    ]);
  });

  it('names ranges that overlap, are out of order, turned round or open in the middle', () => {
    expect(ranges([row(null, 0), row(0, 10), row(20, null)])).toEqual([]);
    expect(ranges([row(0, 10), row(9, 20)])).toEqual(['rows[1].from validation.overlap']);
    expect(ranges([row(10, 20), row(0, 5)])).toEqual(['rows[1].from validation.overlap']);
    expect(ranges([row(5, 5)])).toEqual(['rows[0].to validation.rangeOrder']);
    expect(ranges([row(0, null), row(null, 20)])).toEqual([
      'rows[0].to validation.rangeOpen',
      'rows[1].from validation.rangeOpen',
    ]);
    expect(ranges([])).toEqual(['rows validation.tableRows']);
  });

  it('asks for values of the data type', () => {
    expect(ranges([row(0, 1, 'low')])).toEqual(['rows[0].value validation.rangeNumber']);
    expect(ranges([row(0, 1, '4.5')])).toEqual([]);
    expect(ranges([row(0, 1, 'on'), row(1, 2, 0)], 'boolean')).toEqual([]);
    expect(ranges([row(0, 1, 'warm')], 'boolean')).toEqual(['rows[0].value validation.rangeDigital']);
    expect(ranges([row(0, 1, 'warm')], 'text')).toEqual([]);
  });
});

it('a switch is on for any number but 0, and by word', () => {
  expect(
    [0, 1, -3, 0.5, Number.NaN, true, false, 'on', ' OFF ', 'True', 'false', '0', '2', 'open', ''].map(digitalValue),
  ).toEqual([false, true, true, true, null, true, false, true, false, true, false, false, true, null, null]);
});

it('reads a number only from a text that is one', () => {
  expect(['12', ' -1.5 ', '.5', '1e3', '', ' ', 'Infinity', '0x10', '1,5', '12 V', '1e999'].map(numberOf)).toEqual([
    12,
    -1.5,
    0.5,
    1000,
    null,
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
});
