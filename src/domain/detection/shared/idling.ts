import type { Instant } from '../../base/index.ts';
import { IGNITION, type IgnitionState } from '../../telemetry/index.ts';
import { isUsable } from './place.ts';
import type { DetectionPoint } from './point.ts';

/** What the tracker knows, as plain data; times before the first report are −1. */
export interface IdlingState {
  /** Time of the last report. */
  time: Instant;
  ignition: IgnitionState;
  /** When the ignition was last reported. */
  ignitionTime: Instant;
  /** Whether the last usable speed was below the limit. */
  standing: boolean;
  /** Start of the idling under way, −1 when there is none. */
  since: Instant;
}

export const createIdlingState = (): IdlingState => ({
  time: -1,
  ignition: IGNITION.unknown,
  ignitionTime: -1,
  standing: false,
  since: -1,
});

/** When idling counts. */
export interface IdlingLimits {
  /** km/h; slower is standing. */
  readonly movingSpeed: number;
  readonly minimumSatellites: number;
  /** Milliseconds: a longer silence ends what was, and an older word on the ignition is none. */
  readonly longestSilence: number;
}

/**
 * Follows ignition and motion over all reports, with a position or without. The values of a report hold until the
 * next one; a report that does not say leaves both as they were.
 */
export class IdlingTracker {
  readonly #limits: IdlingLimits;
  #state: IdlingState;
  #end: Instant = -1;
  #start: Instant = -1;

  constructor(limits: IdlingLimits, state: IdlingState = createIdlingState()) {
    this.#limits = limits;
    this.#state = state;
  }

  /** The ignition after the last report, unknown once the last word on it is too old. */
  get ignition(): IgnitionState {
    return this.#state.ignition;
  }

  get state(): IdlingState {
    return this.#state;
  }

  /** Start of the idling that the last report ended, −1 when it ended none. */
  get endedFrom(): Instant {
    return this.#start;
  }

  get endedAt(): Instant {
    return this.#end;
  }

  /** Takes the next report; returns the milliseconds idled since the one before. */
  accept(point: DetectionPoint): number {
    const state = this.#state;
    const silence = point.time - state.time;
    const broken = state.time >= 0 && silence > this.#limits.longestSilence;
    const idled = state.since >= 0 && !broken ? silence : 0;
    this.#start = -1;
    if (broken) this.#finish(state.time);
    this.#listen(point);
    const idling = state.ignition === IGNITION.on && state.standing;
    if (!idling) this.#finish(point.time);
    else if (state.since < 0) state.since = point.time;
    state.time = point.time;
    return idled;
  }

  #listen(point: DetectionPoint): void {
    const state = this.#state;
    if (point.ignition !== IGNITION.unknown) {
      state.ignition = point.ignition;
      state.ignitionTime = point.time;
    } else if (state.ignition !== IGNITION.unknown && point.time - state.ignitionTime > this.#limits.longestSilence) {
      state.ignition = IGNITION.unknown;
    }
    if (!Number.isNaN(point.speed) && isUsable(point, this.#limits.minimumSatellites)) {
      state.standing = point.speed === 0 || point.speed < this.#limits.movingSpeed;
    }
  }

  #finish(time: Instant): void {
    const state = this.#state;
    if (state.since >= 0 && time > state.since) {
      this.#start = state.since;
      this.#end = time;
    }
    state.since = -1;
  }
}
