import { DAY, HOUR, SECOND } from '../../src/domain/base/index.ts';
import {
  attributeNumber,
  createPoint,
  FixFilter,
  ignitionOf,
  pointsOfTrack,
  type DetectionPoint,
  type FilterSettings,
} from '../../src/domain/detection/index.ts';
import {
  idlingSince,
  motionOf,
  NO_COURSE,
  packState,
  TRACK_FLAG,
  withIdleTime,
  type TrackColumns,
} from '../../src/domain/telemetry/index.ts';
import type { FeedPositions } from './types.ts';
import { givesPlace, shownState, type Shown } from './shownColumns.ts';

/** How far back a valid fix is looked for, further only where the nearer past had none. */
const REACHES = [6 * HOUR, 7 * DAY, 31 * DAY];

export interface FilteredHistory {
  /** Goes on from the last report that was read. */
  readonly filter: FixFilter;
  /** Null where there is no report with a position. */
  readonly last: Omit<Shown, 'sequence'> | null;
}

type PastStore = Omit<FeedPositions, 'onCommitted'>;

/**
 * Runs the settings over what is stored of a unit up to now: as if it were heard again. When it returns, nothing
 * was committed that it did not take in. Rejects when the store cannot be read.
 */
export async function filterHistory(
  positions: PastStore,
  unitId: number,
  settings: FilterSettings,
): Promise<FilteredHistory> {
  let filtering = new HistoryFilter(settings);
  for (const reach of REACHES) {
    filtering = new HistoryFilter(settings);
    const until = positions.latest.times[positions.latest.indexOf(unitId)] ?? 0;
    const before = positions.sequence;
    for await (const track of positions.readTracks(unitId, until - reach, Number.POSITIVE_INFINITY))
      filtering.accept(track);
    // What was committed while it was read. Without a pause, so that nothing comes between.
    const meanwhile = positions.readCommitted(unitId, before);
    if (meanwhile === null) return filterHistory(positions, unitId, settings);
    filtering.accept(meanwhile);
    if (filtering.isLocated) break;
  }
  return filtering;
}

const point: DetectionPoint = createPoint();

class HistoryFilter implements FilteredHistory {
  readonly filter: FixFilter;
  last: Omit<Shown, 'sequence'> | null = null;
  #longitude = 0;
  #latitude = 0;
  #heard = Number.NEGATIVE_INFINITY;
  isLocated = false;

  constructor(settings: FilterSettings) {
    this.filter = new FixFilter(settings);
  }

  /** Takes in reports; those that were taken in already are passed over. */
  accept(track: TrackColumns): void {
    const source = pointsOfTrack(track);
    const ignition = attributeNumber(track, 'ignition');
    for (let row = 0; row < track.count; row++) {
      if (track.times[row] <= this.#heard) continue;
      this.#heard = track.times[row];
      source.fill(row, point);
      const verdict = this.filter.check(point, point.time + track.receivedDelays[row] * SECOND);
      if (verdict === 'future' || verdict === 'duplicate' || verdict === 'noPosition') continue;
      this.isLocated ||= verdict === 'valid';
      if (givesPlace(verdict, this.isLocated)) {
        this.#longitude = track.longitudes[row];
        this.#latitude = track.latitudes[row];
      }
      const refused = verdict !== 'valid' && verdict !== 'drift';
      const said = ignitionOf(ignition(row));
      const state = packState(
        point.speed,
        track.courses[row] === NO_COURSE ? Number.NaN : track.courses[row] / 10,
        motionOf(this.isLocated, point.speed, said),
        said,
        (track.flags[row] & TRACK_FLAG.late) !== 0,
      );
      const shown = refused ? shownState(state, verdict) : state;
      const idleSince = idlingSince(this.last?.idleSince ?? 0, this.last?.time ?? 0, point.time, shown);
      this.last = {
        time: point.time,
        longitude: this.#longitude,
        latitude: this.#latitude,
        located: this.isLocated,
        refused,
        state: withIdleTime(shown, idleSince, point.time),
        idleSince,
      };
    }
  }
}
