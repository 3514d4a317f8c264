import { MINUTE } from '../../../../domain/base/index.ts';

/** Longer without a value, and a curve between two would claim what nobody measured. */
const GAP = 15 * MINUTE;

/** Curves over the same times, as they are drawn: null where one is broken. */
export interface Curves {
  readonly times: number[];
  readonly values: (number | null)[][];
  /** Lowest and highest value of each. */
  readonly ranges: readonly (readonly [number, number])[];
}

/** Curves through the values that there are, NaN being none; null when there is no value at all. */
export function curvesOf(
  times: Float64Array,
  columns: readonly Float64Array[],
  from = 0,
  to = times.length,
): Curves | null {
  const at: number[] = [];
  const values = columns.map((): (number | null)[] => []);
  const ranges = columns.map((): [number, number] => [Infinity, -Infinity]);
  for (let row = from; row < to; row++) {
    if (!columns.some((column) => Number.isFinite(column[row]))) continue;
    const previous = at.at(-1);
    if (previous !== undefined && times[row] - previous > GAP) {
      at.push(previous + 1);
      for (const list of values) list.push(null);
    }
    at.push(times[row]);
    columns.forEach((column, place) => {
      const value = column[row];
      const range = ranges[place];
      values[place].push(Number.isFinite(value) ? value : null);
      if (value < range[0]) range[0] = value;
      if (value > range[1]) range[1] = value;
    });
  }
  return at.length === 0 ? null : { times: at, values, ranges };
}

/** A range that several curves share, with a little room; `floor` is in sight whatever there is. */
export function rangeOver(ranges: readonly (readonly [number, number])[], floor?: number): [number, number] {
  const lowest = Math.min(floor ?? Infinity, ...ranges.map(([low]) => low));
  const highest = Math.max(floor ?? -Infinity, ...ranges.map(([, high]) => high));
  if (!Number.isFinite(lowest) || !Number.isFinite(highest)) return [0, 1];
  // A value that never changes is a line in the middle, not on the edge.
  const room = highest > lowest ? (highest - lowest) * 0.06 : Math.max(1, Math.abs(highest) * 0.1);
  return [lowest === floor ? lowest : lowest - room, highest + room];
}

/** The place in growing times of the last one at or before an instant; −1 before the first. */
export function lastAt(times: readonly number[], instant: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle] <= instant) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
