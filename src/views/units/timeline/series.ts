import { MINUTE, type Instant } from '../../../domain/base/index.ts';
import type { TrackSeries } from '../../shared/services/fleet.ts';

/** Longer without a value, and a line between two would claim what nobody measured. */
const GAP = 15 * MINUTE;

/** Values that the charts prefer, most wanted first; any other numeric value follows by name. */
const PREFERRED = [
  'fuel_percent',
  'fuel_level',
  'external_voltage',
  'battery_voltage',
  'temperature_1',
  'engine_speed',
  'battery_level',
];

/** A line as it is drawn: equal lengths, null where the line is broken. */
export interface Line {
  readonly times: readonly number[];
  readonly values: readonly (number | null)[];
  /** Lowest and highest value that the chart makes room for. */
  readonly range: readonly [number, number];
  /** A value stays until the next one: there is nothing between On and Off. */
  readonly stepped?: boolean;
}

/** Names of the attributes of which the track has at least one value, preferred ones first. */
export function attributesOf(track: TrackSeries): string[] {
  const present = [...track.attributes].filter(([, values]) => values.some(Number.isFinite)).map(([name]) => name);
  const rank = (name: string): number => (PREFERRED.includes(name) ? PREFERRED.indexOf(name) : PREFERRED.length);
  return present.sort((one, other) => rank(one) - rank(other) || one.localeCompare(other));
}

/** The line through the values that were sent; null when there is none. */
export function lineOf(times: Float64Array, measured: Float64Array, floor?: number): Line | null {
  const at: number[] = [];
  const values: (number | null)[] = [];
  let lowest = floor ?? Infinity;
  let highest = -Infinity;
  for (let index = 0; index < times.length; index++) {
    const value = measured[index];
    if (!Number.isFinite(value)) continue;
    const previous = at.at(-1);
    if (previous !== undefined && times[index] - previous > GAP) {
      at.push(previous + 1);
      values.push(null);
    }
    at.push(times[index]);
    values.push(value);
    lowest = Math.min(lowest, value);
    highest = Math.max(highest, value);
  }
  if (at.length === 0) return null;
  // A value that never changes is a line in the middle, not on the edge.
  const room = highest > lowest ? 0 : Math.max(1, Math.abs(highest) * 0.1);
  return { times: at, values, range: [floor === undefined ? lowest - room : lowest, highest + room] };
}

/** How much a figure that only grows has grown since the line begins. */
export function changeOf(line: Line): Line {
  const start = line.values.find((value) => value !== null) ?? 0;
  const values = line.values.map((value) => (value === null ? null : value - start));
  const known = values.filter((value) => value !== null);
  const highest = known.reduce((most, value) => Math.max(most, value), 0);
  const lowest = known.reduce((least, value) => Math.min(least, value), 0);
  return { ...line, values, range: [lowest, highest > lowest ? highest : lowest + 1] };
}

/** Room for all lines that lie over each other; null when there is none. */
export function rangeOf(lines: readonly (Line | null)[]): readonly [number, number] | null {
  const ranges = lines.flatMap((line) => (line === null ? [] : [line.range]));
  if (ranges.length === 0) return null;
  return [Math.min(...ranges.map(([low]) => low)), Math.max(...ranges.map(([, high]) => high))];
}

/** Where a unit was at an instant of its track, between two fixes on the straight line; null before the first. */
export function placeAt(
  { times, longitudes, latitudes }: Pick<TrackSeries, 'times' | 'longitudes' | 'latitudes'>,
  instant: Instant,
): { readonly longitude: number; readonly latitude: number } | null {
  const after = indexAfter(times, instant);
  if (after === 0) return null;
  const before = after - 1;
  const isLast = after === times.length || times[after] - times[before] > GAP;
  const share = isLast ? 0 : (instant - times[before]) / (times[after] - times[before]);
  const between = (values: Float64Array): number =>
    isLast ? values[before] : values[before] + (values[after] - values[before]) * share;
  return { longitude: between(longitudes), latitude: between(latitudes) };
}

/** Index of the first time after the instant. */
function indexAfter(times: ArrayLike<number>, instant: Instant): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle] <= instant) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The last value at or before `instant`; null when the last is too old to stand for it. */
export function valueAt(line: Line, instant: Instant): number | null {
  for (let index = indexAfter(line.times, instant) - 1; index >= 0; index--) {
    if (instant - line.times[index] > GAP) return null;
    const value = line.values[index];
    if (value !== null) return value;
  }
  return null;
}
