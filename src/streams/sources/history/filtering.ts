import { COORDINATE_SCALE, SECOND, SPEED_SCALE, type Interval } from '../../../domain/base/index.ts';
import {
  createPoint,
  FixFilter,
  FILTER_VERDICTS,
  needPast,
  needQuality,
  pointsOfTrack,
  resetPoint,
  type DetectionPoint,
  type FilterSettings,
} from '../../../domain/detection/index.ts';
import {
  firstRowAt,
  NO_SPEED,
  sliceTrack,
  TRACK_FLAG,
  type CoreColumns,
  type TrackColumns,
} from '../../../domain/telemetry/index.ts';
import type { UnitCore } from './coreRows.ts';

/** A place that a unit is shown at, 1e-7 degrees. */
interface Stand {
  readonly longitude: number;
  readonly latitude: number;
}

/** Whether a unit's rows must be judged one by one: what is on by default is seen in the columns as a whole. */
export const filtersRows = (settings: FilterSettings): boolean =>
  needPast(settings) || needQuality(settings) || !settings.skip_zero;

/** Takes a row's fix away; what else it says stays. */
const REFUSED = ~TRACK_FLAG.valid;
/** The whole row counts for nothing. */
const LEFT_OUT = ~(TRACK_FLAG.valid | TRACK_FLAG.hasPosition);

const point: DetectionPoint = createPoint();

/**
 * Judges a unit's rows in place, from the first: refused fixes lose their mark of validity, and a unit that drifts
 * stays where it stood. `track` has the same rows with what the core does not tell; null where nobody asks for it.
 */
export function filterCore({ columns, count }: UnitCore, settings: FilterSettings, track: TrackColumns | null): void {
  const filter = new FixFilter(settings);
  const source = track && pointsOfTrack(track);
  let [longitude, latitude] = [0, 0];
  for (let row = 0; row < count; row++) {
    if (source) source.fill(row, point);
    else fillFromCore(columns, row);
    // The core does not tell when a report came; the server takes none from the future in.
    const receivedAt = track ? point.time + track.receivedDelays[row] * SECOND : point.time;
    const verdict = filter.check(point, receivedAt);
    if (verdict === 'valid') {
      longitude = columns.longitudes[row];
      latitude = columns.latitudes[row];
    } else if (verdict === 'drift') {
      columns.longitudes[row] = longitude;
      columns.latitudes[row] = latitude;
    } else if (verdict === 'future' || verdict === 'duplicate') columns.marks[row] &= LEFT_OUT;
    else if (verdict !== 'device' && verdict !== 'noPosition') {
      columns.marks[row] &= REFUSED;
      // Of a fix that is not believed its speed is not either.
      columns.speeds[row] = NO_SPEED;
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

/** A unit's reports with what its filters say of each. */
export interface FilteredTrack {
  /** As they are stored. */
  readonly track: TrackColumns;
  /** Of each row: its place in FILTER_VERDICTS. */
  readonly verdicts: Uint8Array;
  /** Where the unit was before the first row; null where that is not known. */
  readonly before: Stand | null;
}

/** Judges a whole track and cuts it to [from, to): what lies before only tells where the unit came from. */
export function filterTrackRows(track: TrackColumns, settings: FilterSettings, { from, to }: Interval): FilteredTrack {
  const verdicts = filtersRows(settings) ? filterEach(track, settings) : filterByFlags(track);
  const first = firstRowAt(track.times, from);
  const kept = sliceTrack(track, from, to);
  let last = first - 1;
  while (last >= 0 && verdicts[last] !== VALID) last--;
  const before = last < 0 ? null : { longitude: track.longitudes[last], latitude: track.latitudes[last] };
  return { track: kept, verdicts: verdicts.slice(first, first + kept.count), before };
}

const VALID = FILTER_VERDICTS.indexOf('valid');
const ZERO = FILTER_VERDICTS.indexOf('zero');
const DEVICE = FILTER_VERDICTS.indexOf('device');
const NO_POSITION = FILTER_VERDICTS.indexOf('noPosition');

function filterEach(track: TrackColumns, settings: FilterSettings): Uint8Array {
  const filter = new FixFilter(settings);
  const source = pointsOfTrack(track);
  const verdicts = new Uint8Array(track.count);
  for (let row = 0; row < track.count; row++) {
    source.fill(row, point);
    verdicts[row] = FILTER_VERDICTS.indexOf(filter.check(point, point.time + track.receivedDelays[row] * SECOND));
  }
  return verdicts;
}

/** What is on by default; a stored track has each time once, and the server takes no report from the future in. */
function filterByFlags({ count, flags, longitudes, latitudes }: TrackColumns): Uint8Array {
  const verdicts = new Uint8Array(count);
  for (let row = 0; row < count; row++) {
    if ((flags[row] & TRACK_FLAG.hasPosition) === 0) verdicts[row] = NO_POSITION;
    else if (longitudes[row] === 0 && latitudes[row] === 0) verdicts[row] = ZERO;
    else if ((flags[row] & TRACK_FLAG.valid) === 0) verdicts[row] = DEVICE;
  }
  return verdicts;
}
