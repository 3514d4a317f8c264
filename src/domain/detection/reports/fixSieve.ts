import type { Instant } from '../../base/index.ts';
import type { Place } from '../../unitEvent/index.ts';
import { FixFilter, type FilterSettings, type FilterState } from '../filters/index.ts';
import type { DetectionPoint } from '../shared/index.ts';

/** Applies a unit's validity filters to its reports in the order of their times, and knows where it is taken to be. */
export class FixSieve {
  readonly #filter: FixFilter;
  /** The last fix that passed, where a unit that drifts is taken to stand. */
  #latitude: number;
  #longitude: number;

  constructor(settings: FilterSettings, state?: FilterState) {
    this.#filter = new FixFilter(settings);
    this.#latitude = state?.latitude ?? 0;
    this.#longitude = state?.longitude ?? 0;
    if (state) this.#filter.restore(state);
  }

  /** Where the unit is taken to be: a fix that did not pass moves nothing. */
  readonly place = (): Place | null =>
    this.#latitude === 0 && this.#longitude === 0 ? null : { latitude: this.#latitude, longitude: this.#longitude };

  state(): FilterState {
    return this.#filter.state();
  }

  /** False for a report that detection passes over; the point of another one says what may be used of it. */
  accept(point: DetectionPoint, receivedAt: Instant): boolean {
    const verdict = this.#filter.check(point, receivedAt);
    if (verdict === 'future' || verdict === 'duplicate') return false;
    if (verdict === 'valid') [this.#latitude, this.#longitude] = [point.latitude, point.longitude];
    else if (verdict === 'drift') [point.latitude, point.longitude] = [this.#latitude, this.#longitude];
    else if (verdict !== 'noPosition') point.valid = false;
    return true;
  }
}
