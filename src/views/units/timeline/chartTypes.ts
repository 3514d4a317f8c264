import type { Instant } from '../../../domain/base/index.ts';

/** A unit whose values are drawn. */
export interface ChartUnit {
  readonly unitId: number;
  readonly name: string;
  /** Its colour of series, 1 to 6, beside others; null where it stands alone. */
  readonly series: number | null;
}

/** Ids of the values that are drawn; none: the usual ones. Null: the charts are closed. */
export type ChartChoice = readonly string[] | null;

/** Where a unit was at the instant that the pointer is at. */
export interface Ghost {
  readonly unitId: number;
  readonly instant: Instant;
  readonly longitude: number;
  readonly latitude: number;
}

/** A name of whatever direction, whose letters do not mix with those around it (Unicode 9, isolates). */
export const isolated = (name: string): string => `\u2068${name}\u2069`;

/** The style sheets' name of a colour of series. */
export const seriesColour = (series: number): string => `--color-series-${series}`;
