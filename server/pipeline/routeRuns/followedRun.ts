import { HOUR, SECOND, type Instant } from '../../../src/domain/base/index.ts';
import {
  createPoint,
  FixFilter,
  inputsOf,
  pointsOfTrack,
  RunFold,
  type ByHand,
} from '../../../src/domain/detection/index.ts';
import type { RunPlan } from '../../../src/domain/route/index.ts';
import type { TrackColumns } from '../../../src/domain/telemetry/index.ts';
import type { UnitSetup } from '../setup.ts';

/** Filled and used again by all. */
const point = createPoint();

/** Reports before a run that are read with it: where the unit was, and what its fixes are filtered by. */
const WARM_UP = 2 * HOUR;

/** A run that is folded over the reports of its unit as they come. */
export class FollowedRun {
  readonly fold: RunFold;
  readonly #filter: FixFilter;
  readonly #setup: UnitSetup;
  /** Reports from here on belong to it, with those that it is warmed up by. */
  readonly from: Instant;
  /** Groups up to here are taken in. */
  cursor: number;
  /** Time of the last report, −1 before the first. */
  #seen: Instant = -1;
  #latitude = 0;
  #longitude = 0;
  #hasPlace = false;
  /** When it was stored. */
  storedAt: Instant = 0;

  constructor(plan: RunPlan, byHand: ByHand, setup: UnitSetup, cursor: number) {
    this.fold = new RunFold(plan, byHand);
    this.#filter = new FixFilter(setup.filters);
    this.#setup = setup;
    this.from = plan.from - WARM_UP;
    this.cursor = cursor;
  }

  /** True where the track has a report of the run's time that is not after those that were taken in. */
  isLate(track: TrackColumns): boolean {
    for (let row = 0; row < track.count && track.times[row] <= this.#seen; row++)
      if (track.times[row] >= this.from) return true;
    return false;
  }

  /** Takes in the reports, which follow all those before. */
  accept(track: TrackColumns): void {
    const source = pointsOfTrack(track, inputsOf(track, this.#setup.set, null));
    for (let row = 0; row < source.count; row++) {
      if (track.times[row] < this.from) continue;
      source.fill(row, point);
      this.#seen = Math.max(this.#seen, point.time);
      const verdict = this.#filter.check(point, point.time + track.receivedDelays[row] * SECOND);
      if (verdict === 'valid') {
        [this.#latitude, this.#longitude, this.#hasPlace] = [point.latitude, point.longitude, true];
      } else if (verdict !== 'drift' || !this.#hasPlace) {
        continue;
      }
      // A unit whose fixes drift is where it was.
      this.fold.accept({ time: point.time, latitude: this.#latitude, longitude: this.#longitude });
    }
  }
}
