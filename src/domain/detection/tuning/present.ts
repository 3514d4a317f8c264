import { DETECTION, SECOND, distance, fromIso, type Instant } from '../../base/index.ts';
import type { SensorSet } from '../../sensor/index.ts';
import { firstRowAt, type Position } from '../../telemetry/index.ts';
import {
  FixFilter,
  filterReports,
  type FilterSettings,
  type FilterVerdict,
  type FilteredReports,
} from '../filters/index.ts';
import { expectedUse, fuelSeriesOf, runningMedian, type FuelSettings } from '../fuel/index.ts';
import { createPoint, pointsOf, type DetectionPoint } from '../shared/index.ts';
import { TripDetector, type Movement, type Trip, type TripDetectorSettings, type TripLive } from '../trips/index.ts';
import { pointsOfReports } from './inputs.ts';

/** A device's last reports as detection reads them, oldest first; at least one. */
export interface LatestReports {
  readonly points: readonly DetectionPoint[];
  /** When each arrived. */
  readonly received: readonly Instant[];
}

/** The last reports, oldest first, by the sensors of their device or unit; null of none. */
export function latestReports(reports: readonly Position[], sensors: SensorSet): LatestReports | null {
  if (reports.length === 0) return null;
  return {
    points: pointsOfReports(reports, sensors),
    received: reports.map(({ received_at }) => fromIso(received_at)),
  };
}

const filteredOf = ({ points, received }: LatestReports, filters: FilterSettings): FilteredReports =>
  filterReports(pointsOf(points), filters, (index) => received[index]);

/** What the trip detector says of the present. */
export interface TripPresent {
  /** The last report that counts. */
  readonly point: DetectionPoint;
  readonly movement: Movement;
  /** Milliseconds since the report before; null where there is none. */
  readonly silence: number | null;
  /** What the unit did at its last report. */
  readonly live: TripLive;
  /** What is under way, a trip or what may still be none; null while nothing is. */
  readonly ongoing: Trip | null;
}

/** How the settings check the last reports; null where none of them counts, or nothing is detected. */
export function tripPresent(
  reports: LatestReports,
  filters: FilterSettings,
  settings: TripDetectorSettings,
): TripPresent | null {
  const source = filteredOf(reports, filters);
  if (source.count === 0 || settings.m_source === 'off') return null;
  const detector = new TripDetector(settings, () => undefined);
  const point = createPoint();
  let silence: number | null = null;
  for (let index = 0; index < source.count; index++) {
    const before = point.time;
    source.fill(index, point);
    detector.accept(point);
    silence = index === 0 ? null : point.time - before;
  }
  const { trip, candidate } = detector.finish();
  return {
    point,
    movement: detector.movement(point),
    silence,
    live: detector.due(point.time),
    ongoing: trip ?? candidate,
  };
}

/** What is in the tanks, and how it changed. */
export interface FuelPresent {
  /** Litres in each tank as the last report that reported any has them; NaN of a tank that it left out. */
  readonly tanks: readonly number[];
  /** Litres in all tanks as detection takes them; NaN while one is not known. */
  readonly level: number;
  /** Litres lost within the theft's time that use does not explain, and those won within the refill's; 0 at least. */
  readonly lost: number;
  readonly won: number;
}

/** How the settings see the last levels; null where no level was reported. `trips` say what standing is. */
export function fuelPresent(
  reports: LatestReports,
  filters: FilterSettings,
  trips: TripDetectorSettings,
  fuel: FuelSettings,
): FuelPresent | null {
  const latest = reports.points.findLast(({ fuelLevels }) => fuelLevels.some((level) => !Number.isNaN(level)));
  if (latest === undefined) return null;
  const series = fuelSeriesOf(filteredOf(reports, filters), {
    threshold: fuel.threshold,
    movingSpeed: trips.min_m_speed,
    minimumSatellites: trips.min_satellites,
  });
  const levels = runningMedian(series.times, series.levels, DETECTION.fuelGap);
  const last = series.count - 1;
  /** The largest change within a time that ends now, of one sign. */
  const changed = (observed: number, sign: 1 | -1): number => {
    let most = 0;
    for (let row = last < 0 ? 0 : firstRowAt(series.times, series.times[last] - observed * SECOND); row < last; row++) {
      const used = expectedUse(series, row, last, fuel.theft.km_per_liter, fuel.theft.hour_per_liter);
      most = Math.max(most, (levels[last] - levels[row] + used) * sign);
    }
    return most;
  };
  return {
    tanks: [...latest.fuelLevels],
    level: last < 0 ? Number.NaN : series.levels[last],
    lost: changed(fuel.theft.observe_time, -1),
    won: changed(fuel.refill.observe_time, 1),
  };
}

/** How the filters check the last report. */
export interface FilterPresent {
  readonly point: DetectionPoint;
  readonly received: Instant;
  readonly verdict: FilterVerdict;
  /** Metres from the valid fix before; NaN where there is none, or the report has no position. */
  readonly wandered: number;
}

/** The verdict on the last report, after those before it. */
export function filterPresent({ points, received }: LatestReports, filters: FilterSettings): FilterPresent {
  const filter = new FixFilter(filters);
  const last = points.length - 1;
  for (let index = 0; index < last; index++) filter.check(points[index], received[index]);
  const { time, latitude, longitude } = filter.state();
  const point = points[last];
  const wandered =
    time < 0 || !point.hasPosition ? Number.NaN : distance(latitude, longitude, point.latitude, point.longitude);
  return { point, received: received[last], verdict: filter.check(point, received[last]), wandered };
}
