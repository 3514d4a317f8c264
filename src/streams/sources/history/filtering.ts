import { SECOND, type Interval } from '../../../domain/base/index.ts';
import {
  createPoint,
  FixFilter,
  FILTER_VERDICTS,
  filtersRows,
  pointsOfTrack,
  type DetectionPoint,
  type FilterSettings,
} from '../../../domain/detection/index.ts';
import { firstRowAt, sliceTrack, TRACK_FLAG, type TrackColumns } from '../../../domain/telemetry/index.ts';

/** A place that a unit is shown at, 1e-7 degrees. */
interface Stand {
  readonly longitude: number;
  readonly latitude: number;
}

const point: DetectionPoint = createPoint();

/** A unit's reports with what its filters say of each. */
export interface FilteredTrack {
  /** As they are stored. */
  readonly track: TrackColumns;
  /** Of each row: its place in FILTER_VERDICTS. */
  readonly verdicts: Uint8Array;
  /** Where the unit was before the first row; null where that is not known. */
  readonly before: Stand | null;
}

/** Filters a whole track and cuts it to [from, to): what lies before only says where the unit came from. */
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
