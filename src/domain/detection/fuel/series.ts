import { DETECTION, distance, SECOND } from '../../base/index.ts';
import {
  createIdlingState,
  createPoint,
  IdlingTracker,
  isUsable,
  type DetectionPoint,
  type PointSource,
} from '../shared/index.ts';
import type { FuelThresholdSettings } from './settings.ts';

/** Levels of a unit's fuel with what explains their change, oldest first. */
export interface FuelSeries {
  readonly count: number;
  /** Unix milliseconds, growing. */
  readonly times: Float64Array;
  /** Litres in all tanks together. */
  readonly levels: Float64Array;
  /** Metres covered since the series began. */
  readonly distances: Float64Array;
  /** Milliseconds of standing with the engine on since the series began. */
  readonly idles: Float64Array;
  /** How many tanks read empty. */
  readonly empties: Float64Array;
  /** The ignition as it holds after the report (`IGNITION`). */
  readonly ignitions: Float64Array;
  /** Degrees; NaN before the first position. */
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
}

/** How reports are read into a series. */
export interface FuelReading {
  /** The older form's thresholds; null when none were set. */
  readonly threshold: FuelThresholdSettings | null;
  /** km/h; slower is standing, and what a standing unit drifts is no distance (trip detector). */
  readonly movingSpeed: number;
  readonly minimumSatellites: number;
}

/** Distances are summed in 1/1024 m: sums and differences of these are exact wherever a series begins. */
const GRAIN = 1024;

/** Builds a series from reports in order of time. */
export class FuelSeriesBuilder {
  readonly #reading: FuelReading;
  readonly #idling: IdlingTracker;
  readonly #rows: number[][] = Array.from({ length: 8 }, () => []);
  readonly #levels: number[] = [];
  readonly #levelTimes: number[] = [];
  #distance = 0;
  #idle = 0;
  /** Tanks that read empty after the last report. */
  #empty = 0;
  #odometer = Number.NaN;
  #latitude = Number.NaN;
  #longitude = Number.NaN;
  #placeTime = Number.NaN;
  #moved = false;

  constructor(reading: FuelReading) {
    this.#reading = reading;
    const { movingSpeed, minimumSatellites } = reading;
    this.#idling = new IdlingTracker(
      { movingSpeed, minimumSatellites, longestSilence: DETECTION.fuelGap },
      createIdlingState(),
    );
  }

  /** Takes the next report; it is a row of the series when it says the level of any tank. */
  add(point: DetectionPoint): void {
    this.#idle += this.#idling.accept(point);
    this.#distance += Math.round(this.#distanceTo(point) * GRAIN) / GRAIN;
    const level = this.#level(point);
    if (Number.isNaN(level)) return;
    const row = [
      point.time,
      level,
      this.#distance,
      this.#idle,
      this.#empty,
      this.#idling.ignition,
      this.#latitude,
      this.#longitude,
    ];
    for (let column = 0; column < row.length; column++) this.#rows[column].push(row[column]);
  }

  finish(): FuelSeries {
    const [times, levels, distances, idles, empties, ignitions, latitudes, longitudes] = this.#rows.map((rows) =>
      Float64Array.from(rows),
    );
    return { count: times.length, times, levels, distances, idles, empties, ignitions, latitudes, longitudes };
  }

  /** Metres since the report before: by the odometer where there is one, else by the positions of a unit that moves. */
  #distanceTo(point: DetectionPoint): number {
    const metres = this.#distanceByPosition(point);
    if (Number.isNaN(point.odometer)) return Number.isNaN(this.#odometer) ? metres : 0;
    const grown = point.odometer - this.#odometer;
    this.#odometer = point.odometer;
    return Number.isNaN(grown) ? metres : Math.max(0, grown);
  }

  #distanceByPosition(point: DetectionPoint): number {
    if (!isUsable(point, this.#reading.minimumSatellites)) return 0;
    const moves = Number.isNaN(point.speed) || point.speed >= this.#reading.movingSpeed;
    const silent = point.time - this.#placeTime > DETECTION.fuelGap;
    const counts = !Number.isNaN(this.#latitude) && (moves || this.#moved || silent);
    const metres = counts ? distance(this.#latitude, this.#longitude, point.latitude, point.longitude) : 0;
    this.#moved = moves;
    this.#latitude = point.latitude;
    this.#longitude = point.longitude;
    this.#placeTime = point.time;
    return metres;
  }

  /** Litres in all tanks, NaN while one of them is not known. A tank that is left out keeps its level for a while. */
  #level(point: DetectionPoint): number {
    const { fuelLevels, time } = point;
    let hasValue = false;
    let sum = 0;
    this.#empty = 0;
    for (let tank = 0; tank < fuelLevels.length; tank++) {
      const level = fuelLevels[tank];
      if (this.#counts(level)) {
        this.#levels[tank] = level;
        this.#levelTimes[tank] = time;
        hasValue = true;
      }
      if (this.#levels[tank] <= DETECTION.fuelEmpty) this.#empty++;
      // False where the tank was never reported: comparisons with undefined are.
      sum += time - this.#levelTimes[tank] <= DETECTION.fuelGap ? this.#levels[tank] : Number.NaN;
    }
    return hasValue ? sum : Number.NaN;
  }

  #counts(level: number): boolean {
    const { threshold } = this.#reading;
    if (!threshold?.enable) return level >= 0;
    return level >= threshold.min_threshold && level <= threshold.max_threshold;
  }
}

/** The series of a whole source. */
export function fuelSeriesOf(points: PointSource, reading: FuelReading): FuelSeries {
  const builder = new FuelSeriesBuilder(reading);
  const point = createPoint();
  for (let index = 0; index < points.count; index++) {
    points.fill(index, point);
    builder.add(point);
  }
  return builder.finish();
}

/** Hours of idling and kilometres between two rows, and the litres that they explain. */
export function expectedUse(
  series: FuelSeries,
  from: number,
  to: number,
  kilometresPerLitre: number,
  hoursPerLitre: number,
): number {
  const kilometres = (series.distances[to] - series.distances[from]) / 1_000;
  const hours = (series.idles[to] - series.idles[from]) / (3_600 * SECOND);
  return (
    (kilometresPerLitre > 0 ? kilometres / kilometresPerLitre : 0) + (hoursPerLitre > 0 ? hours / hoursPerLitre : 0)
  );
}
