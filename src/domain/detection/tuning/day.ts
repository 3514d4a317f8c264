import { DETECTION, SECOND, type Instant, type Interval } from '../../base/index.ts';
import type { TrackColumns } from '../../telemetry/index.ts';
import { FILTER_VERDICTS, filterReports, type FilterCounts, type FilterSettings } from '../filters/index.ts';
import {
  detectFuel,
  fuelSeriesOf,
  runningMedian,
  type FuelEvent,
  type FuelSeries,
  type FuelSettings,
} from '../fuel/index.ts';
import { pointsOfTrack, type PointSource, type TrackInputs } from '../shared/index.ts';
import {
  detectTrips,
  type Discarded,
  type NoData,
  type Parking,
  type Trip,
  type TripDetectorSettings,
} from '../trips/index.ts';

/** What trips and parkings of a stretch of the past come to by some settings. */
export interface TripDay {
  readonly trips: readonly Trip[];
  readonly parkings: readonly Parking[];
  readonly noData: readonly NoData[];
  readonly discarded: readonly Discarded[];
}

/** What was in the tanks. */
export interface FuelLevels {
  readonly series: FuelSeries;
  /** The levels that changes are looked for in: without spikes. */
  readonly filtered: Float64Array;
}

/** The reports of a track with the fixes that the filters refuse distinguished from those that count. */
export interface FilteredDayReports {
  readonly points: PointSource;
  /** Of each row of the track: its place in `FILTER_VERDICTS`. */
  readonly verdicts: Uint8Array;
}

/** Filters a track's fixes. */
export function filterTrack(track: TrackColumns, inputs: TrackInputs, filters: FilterSettings): FilteredDayReports {
  const reports = filterReports(
    pointsOfTrack(track, inputs),
    filters,
    (row) => track.times[row] + track.receivedDelays[row] * SECOND,
  );
  return { points: reports, verdicts: reports.verdicts };
}

/** Trips and what lies between them; only what touches the shown stretch is handed out, whole. */
export function tripDay({ points }: FilteredDayReports, settings: TripDetectorSettings, shown: Interval): TripDay {
  const run = detectTrips(points, settings);
  const touches = (from: Instant, to: Instant | null): boolean => from < shown.to && (to === null || to > shown.from);
  return {
    trips: run.trips.filter(({ start, end }) => touches(start, end)),
    parkings: run.parkings.filter(({ from, to }) => touches(from, to)),
    noData: run.noData.filter(({ from, to }) => touches(from, to)),
    discarded: run.discarded.filter(({ start, end }) => touches(start, end + 1)),
  };
}

/** The levels of a track. `trips` say what standing is and which fixes count. */
export function fuelLevels(
  { points }: FilteredDayReports,
  threshold: FuelSettings['threshold'],
  trips: TripDetectorSettings,
): FuelLevels {
  const series = fuelSeriesOf(points, {
    threshold,
    movingSpeed: trips.min_m_speed,
    minimumSatellites: trips.min_satellites,
  });
  return { series, filtered: runningMedian(series.times, series.levels, DETECTION.fuelGap) };
}

/** Thefts and refills that touch the shown stretch, by levels that were read with the same thresholds. */
export function fuelEvents({ series }: FuelLevels, fuel: FuelSettings, shown: Interval): FuelEvent[] {
  return detectFuel(series, fuel).events.filter(({ start, end }) => start < shown.to && end > shown.from);
}

/** How many rows of the shown stretch got each verdict. */
export function countVerdicts(track: TrackColumns, { verdicts }: FilteredDayReports, shown: Interval): FilterCounts {
  const counts = Object.fromEntries(FILTER_VERDICTS.map((verdict) => [verdict, 0])) as FilterCounts;
  for (let row = 0; row < track.count; row++) {
    const time = track.times[row];
    if (time >= shown.from && time < shown.to) counts[FILTER_VERDICTS[verdicts[row]]]++;
  }
  return counts;
}
