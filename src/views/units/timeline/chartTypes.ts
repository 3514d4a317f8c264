import type { Instant, Interval } from '../../../domain/base/index.ts';
import type { FleetServices, TimelineState } from '../../shared/services/fleet.ts';
import type { ReadableStore } from '../../shared/services/store.ts';

/** A unit whose values are drawn. */
export interface ChartUnit {
  readonly unitId: number;
  readonly name: string;
  /** Its colour of series, 1 to 6, beside others; null where it is alone. */
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

/** What the charts are of, and what they say. */
export interface ChartsProps {
  /** The same list until others are meant; at least one. */
  units: readonly ChartUnit[];
  choice: ChartChoice;
  onChoice: (choice: ChartChoice) => void;
  track: FleetServices['track'];
  visible: Interval;
  now: () => Instant;
  timeline: ReadableStore<TimelineState>;
  onSeek: (instant: Instant) => void;
  /** Notified where the units were at the instant under the pointer; none: it is elsewhere. */
  onGhosts: (ghosts: readonly Ghost[]) => void;
}

/** A name of whatever direction, whose letters do not mix with those around it (Unicode 9, isolates). */
export const isolated = (name: string): string => `\u2068${name}\u2069`;

/** The style sheets' name of a colour of series. */
export const seriesColour = (series: number): string => `--color-series-${series}`;
