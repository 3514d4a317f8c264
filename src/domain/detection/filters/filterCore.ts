import { COORDINATE_SCALE, SECOND, SPEED_SCALE } from '../../base/index.ts';
import { NO_SPEED, TRACK_FLAG, type CoreColumns, type TrackColumns, type UnitCore } from '../../telemetry/index.ts';
import { createPoint, pointsOfTrack, resetPoint, type DetectionPoint } from '../shared/index.ts';
import { FixFilter, needPast, needQuality } from './filter.ts';
import type { FilterSettings } from './settings.ts';

/** Whether a unit's rows must be filtered one by one: what is on by default is seen in the columns as a whole. */
export const filtersRows = (settings: FilterSettings): boolean =>
  needPast(settings) || needQuality(settings) || !settings.skip_zero;

/** Takes a row's fix away; what else it says stays. */
const REFUSED = ~TRACK_FLAG.valid;
/** The whole row counts for nothing. */
const LEFT_OUT = ~(TRACK_FLAG.valid | TRACK_FLAG.hasPosition);

const point: DetectionPoint = createPoint();

/**
 * Filters a unit's rows in place: refused fixes lose their mark of validity, and a unit that drifts stays where it was.
 */
export class CoreFilter {
  readonly #filter: FixFilter;
  #longitude = 0;
  #latitude = 0;

  constructor(settings: FilterSettings) {
    this.#filter = new FixFilter(settings);
  }

  /**
   * Checks the next rows, which follow on those before. `track` has the same rows with what the core does not say; null
   * where nobody asks for it.
   */
  apply({ columns, count }: UnitCore, track: TrackColumns | null): void {
    const source = track && pointsOfTrack(track);
    for (let row = 0; row < count; row++) {
      if (source) source.fill(row, point);
      else fillFromCore(columns, row);
      // The core does not say when a report came; the server takes none from the future in.
      const receivedAt = track ? point.time + track.receivedDelays[row] * SECOND : point.time;
      const verdict = this.#filter.check(point, receivedAt);
      if (verdict === 'valid') {
        this.#longitude = columns.longitudes[row];
        this.#latitude = columns.latitudes[row];
      } else if (verdict === 'drift') {
        columns.longitudes[row] = this.#longitude;
        columns.latitudes[row] = this.#latitude;
      } else if (verdict === 'future' || verdict === 'duplicate') columns.marks[row] &= LEFT_OUT;
      else if (verdict !== 'device' && verdict !== 'noPosition') {
        columns.marks[row] &= REFUSED;
        // Of a fix that is not believed its speed is not either.
        columns.speeds[row] = NO_SPEED;
      }
    }
  }
}

function fillFromCore(columns: CoreColumns, row: number): void {
  resetPoint(point);
  const mark = columns.marks[row];
  const speed = columns.speeds[row];
  point.time = columns.times[row];
  point.hasPosition = (mark & TRACK_FLAG.hasPosition) !== 0;
  point.valid = (mark & TRACK_FLAG.valid) !== 0;
  point.longitude = columns.longitudes[row] / COORDINATE_SCALE;
  point.latitude = columns.latitudes[row] / COORDINATE_SCALE;
  point.speed = speed === NO_SPEED ? Number.NaN : speed / SPEED_SCALE;
}

/** A fix at exactly 0°, 0° is none. Such columns are looked through as a whole, so that a row costs next to nothing. */
export function refuseZeros(longitudes: Int32Array, latitudes: Int32Array, marks: Int32Array, count: number): void {
  const column = longitudes.subarray(0, count);
  for (let row = column.indexOf(0); row >= 0; row = column.indexOf(0, row + 1)) {
    if (latitudes[row] === 0) marks[row] &= REFUSED;
  }
}
