import { COORDINATE_SCALE, SECOND } from '../../base/index.ts';
import { NO_SATELLITES, TRACK_FLAG, type TrackColumns } from '../../telemetry/index.ts';
import { needPast } from '../filters/index.ts';
import { ROW, type SievedRows } from '../rules/index.ts';
import { createPoint, isUsable } from '../shared/index.ts';
import { FixSieve } from './fixSieve.ts';
import type { ReadTrack, ReportSetup } from './reportReader.ts';

type SieveSettings = Pick<ReportSetup, 'filters' | 'trips'>;

const SAFE = TRACK_FLAG.valid | TRACK_FLAG.hasPosition;
const SOUND = ROW.counts | ROW.valid | ROW.speed | ROW.usable;
const [MOST_LATITUDE, MOST_LONGITUDE] = [90 * COORDINATE_SCALE, 180 * COORDINATE_SCALE];

/**
 * What the filters leave of each report of a track. Where they look at nothing but the report itself, a report of which
 * the columns say that it is sound is not looked at any further: almost all are.
 */
export function sieveRows({ track, source }: ReadTrack, settings: SieveSettings): SievedRows {
  const sieve = new FixSieve(settings.filters);
  const { count, receivedDelays } = track;
  const { min_satellites: minimum } = settings.trips;
  const marks = new Uint8Array(count);
  const isSound = soundRows(track, settings);
  const point = createPoint();
  let { latitudes, longitudes } = track;
  for (let row = 0; row < count; row++) {
    if (isSound?.(row) === true) {
      marks[row] = SOUND;
      continue;
    }
    source.fill(row, point);
    if (!sieve.accept(point, point.time + receivedDelays[row] * SECOND)) continue;
    const speaks = point.valid && !point.approximate;
    marks[row] =
      ROW.counts |
      (point.valid ? ROW.valid : 0) |
      (speaks ? ROW.speed : 0) |
      (isUsable(point, minimum) ? ROW.usable : 0);
    const [latitude, longitude] = [
      Math.round(point.latitude * COORDINATE_SCALE),
      Math.round(point.longitude * COORDINATE_SCALE),
    ];
    if (latitude === latitudes[row] && longitude === longitudes[row]) continue;
    if (latitudes === track.latitudes) [latitudes, longitudes] = [latitudes.slice(), longitudes.slice()];
    latitudes[row] = latitude;
    longitudes[row] = longitude;
  }
  return { marks, latitudes, longitudes };
}

/** Whether a report is sound by its columns; null where filters look at more, or a report may be from cell towers. */
function soundRows(track: TrackColumns, { filters, trips }: SieveSettings): ((row: number) => boolean) | null {
  const { flags, satellites, latitudes, longitudes, receivedDelays, attributes } = track;
  const asksMore = needPast(filters) || filters.max_hdop > 0 || filters.max_accuracy > 0;
  if (asksMore || attributes.some(({ name }) => name === 'approximate')) return null;
  const least = Math.max(filters.min_satellites, trips.min_satellites);
  return (row) =>
    (flags[row] & SAFE) === SAFE &&
    // It did not come before its time.
    receivedDelays[row] >= 0 &&
    (satellites[row] === NO_SATELLITES || satellites[row] >= least) &&
    latitudes[row] !== 0 &&
    Math.abs(latitudes[row]) <= MOST_LATITUDE &&
    Math.abs(longitudes[row]) <= MOST_LONGITUDE;
}
