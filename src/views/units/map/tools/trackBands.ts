import type { TrackSeries } from '../../../shared/services/fleet.ts';
import { valueAt, type ChartValues, type ChartValue, type Line } from '../../timeline/index.ts';

/** Bands that a track is coloured by: five, with four bounds between them. */
const BANDS = 5;
/** No value is known there; of the map's layer of tracks. */
const NO_BAND = 255;

/** Speeds (km/h) that part walking, towns, roads and motorways. */
const SPEED_BOUNDS = [20, 50, 80, 110] as const;

/**
 * The bounds between the bands of a value: those that everybody knows of the speed, else equal parts of what is there.
 */
export function boundsOf(value: ChartValue, lines: readonly Line[]): readonly number[] | null {
  if (value.id === 'speed') return SPEED_BOUNDS;
  const figures = lines.flatMap(({ values }) => values.filter((figure) => figure !== null));
  if (figures.length === 0) return null;
  const lowest = figures.reduce((least, figure) => Math.min(least, figure), Infinity);
  const highest = figures.reduce((most, figure) => Math.max(most, figure), -Infinity);
  if (highest === lowest) return null;
  return Array.from({ length: BANDS - 1 }, (_, index) => lowest + ((highest - lowest) * (index + 1)) / BANDS);
}

/** The band of the value at each point of a track. */
export function bandsOf(track: Pick<TrackSeries, 'times'>, line: Line | null, bounds: readonly number[]): Uint8Array {
  return Uint8Array.from(track.times, (time) => {
    const figure = line === null ? null : valueAt(line, time);
    return figure === null ? NO_BAND : bounds.filter((bound) => figure >= bound).length;
  });
}

/** The lines of a value over units that have it. */
export const linesOf = (units: readonly ChartValues[], id: string): readonly (Line | null)[] =>
  units.map((unit) => {
    const value = unit.find(id);
    return value === null ? null : unit.line(value);
  });
