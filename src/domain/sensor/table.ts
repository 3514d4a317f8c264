import { SENSOR } from '../base/index.ts';
import type { AttributeKind } from '../telemetry/index.ts';
import type { SensorType } from './types.ts';

export const TABLE_KINDS = ['none', 'xy', 'range'] as const;
type TableKind = (typeof TABLE_KINDS)[number];

/** One pair of a calibration: the raw value (after the factor) and what it means. */
export interface XyPoint {
  readonly x: number;
  readonly y: number;
}

/** Values from `from` (included) up to `to` (excluded) mean `value`. Null: without end on that side. */
export interface RangeRow {
  readonly from: number | null;
  readonly to: number | null;
  readonly value: number | string;
}

/** How a raw value becomes the one that people read. `points` belong to kind xy, `rows` to kind range. */
export interface SensorTable {
  readonly kind: TableKind;
  readonly points?: readonly XyPoint[];
  readonly rows?: readonly RangeRow[];
}

export const NO_TABLE: SensorTable = { kind: 'none' };

/** Something wrong in a field, by its path below the table, its message and what the message names. */
export interface TableProblem {
  readonly path: string;
  readonly key: string;
  readonly values: Readonly<Record<string, number>>;
}

/** A fuel gauge reads no more than a full tank and no less than an empty one (domain reference, 3.2). */
export const clampsToEnds = (type: SensorType): boolean => type === 'fuel_level';

/**
 * What is wrong with a table, every row by itself (specification, chapter 5; domain reference, 3.2):
 * x must increase, and y with it on fuel tables; ranges are in order, do not overlap, and only the
 * first and the last may be open.
 */
export function tableProblems(table: SensorTable, dataType: AttributeKind, type: SensorType): TableProblem[] {
  if (table.kind === 'xy') {
    if (dataType !== 'number') return [problem('kind', 'validation.tableNumbers')];
    return xyProblems(table.points ?? [], clampsToEnds(type));
  }
  return table.kind === 'range' ? rangeProblems(table.rows ?? [], dataType) : [];
}

const problem = (path: string, key: string, values: TableProblem['values'] = {}): TableProblem => ({
  path,
  key,
  values,
});

function xyProblems(points: readonly XyPoint[], yIncreases: boolean): TableProblem[] {
  if (points.length < 2) return [problem('points', 'validation.tablePoints', { min: 2 })];
  const problems: TableProblem[] = [];
  for (let row = 1; row < points.length; row++) {
    if (points[row].x <= points[row - 1].x) problems.push(problem(`points[${row}].x`, 'validation.increasing'));
    if (yIncreases && points[row].y <= points[row - 1].y)
      problems.push(problem(`points[${row}].y`, 'validation.increasing'));
  }
  return problems;
}

function rangeProblems(rows: readonly RangeRow[], dataType: AttributeKind): TableProblem[] {
  if (rows.length === 0) return [problem('rows', 'validation.tableRows', { min: 1 })];
  const problems: TableProblem[] = [];
  for (let row = 0; row < rows.length; row++) {
    const { from, to, value } = rows[row];
    const last = row === rows.length - 1;
    if (from === null && row > 0) problems.push(problem(`rows[${row}].from`, 'validation.rangeOpen'));
    if (to === null && !last) problems.push(problem(`rows[${row}].to`, 'validation.rangeOpen'));
    if (from !== null && to !== null && from >= to) problems.push(problem(`rows[${row}].to`, 'validation.rangeOrder'));
    const before = row > 0 ? rows[row - 1].to : null;
    if (before !== null && from !== null && from < before)
      problems.push(problem(`rows[${row}].from`, 'validation.overlap'));
    if (dataType !== 'text' && !isFigure(value) && !(dataType === 'boolean' && digitalValue(value) !== null)) {
      problems.push(
        problem(`rows[${row}].value`, dataType === 'boolean' ? 'validation.rangeDigital' : 'validation.rangeNumber'),
      );
    }
  }
  return problems;
}

function isFigure(value: number | string): boolean {
  return typeof value === 'number' ? Math.abs(value) <= SENSOR.magnitude : numberOf(value) !== null;
}

/** A decimal number as devices and people write it. */
const DECIMAL = /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,3})?\s*$/;

/** The number that a text says, or null. */
export function numberOf(text: string): number | null {
  if (!DECIMAL.test(text)) return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

const WORDS: Readonly<Record<string, boolean | undefined>> = { on: true, true: true, off: false, false: false };

/**
 * What a value means to a switch: 0, off and false are off, other numbers, on and true are on; null for other texts.
 */
export function digitalValue(value: number | boolean | string): boolean | null {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isNaN(value) ? null : value !== 0;
  const word = WORDS[value.trim().toLowerCase()];
  if (word !== undefined) return word;
  const number = numberOf(value);
  return number === null ? null : number !== 0;
}

/**
 * The y of an x by straight lines between the points; beyond the ends the end's own line goes on, or
 * its value holds where `clamped`. NaN without two points or without an x.
 */
export function interpolate(xs: Float64Array, ys: Float64Array, x: number, clamped: boolean): number {
  const count = xs.length;
  if (count < 2 || Number.isNaN(x)) return Number.NaN;
  if (clamped && x <= xs[0]) return ys[0];
  if (clamped && x >= xs[count - 1]) return ys[count - 1];
  let low = 0;
  let high = count - 1;
  // The last point at or before x, the first one for what lies before all, never the last one.
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (xs[middle] <= x) low = middle;
    else high = middle;
  }
  return ys[low] + ((ys[low + 1] - ys[low]) * (x - xs[low])) / (xs[low + 1] - xs[low]);
}

/** Which row of a range table holds x, or -1. `froms` grow; open ends are infinite. */
export function rangeRowOf(froms: Float64Array, tos: Float64Array, x: number): number {
  if (Number.isNaN(x)) return -1;
  let low = 0;
  let high = froms.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (froms[middle] <= x) low = middle + 1;
    else high = middle;
  }
  return low > 0 && x < tos[low - 1] ? low - 1 : -1;
}
