import { MINUTE, SECOND, type Instant } from '../../src/domain/base/index.ts';
import type { FuelAnchor } from './fuelRows.ts';
import type { UnitDetector } from './unitDetector.ts';

/** Late reports come in batches: the past is gone through again once a batch is over (domain reference, 1.4). */
const SETTLE = 10 * SECOND;
/** A device that never stops sending old reports is not waited for. */
const LONGEST_SETTLE = MINUTE;
/** And the past is gone through for this part of the time at most; reading it costs about what detection does. */
const REST_FACTOR = 100;
/** Fuel that did not move is looked at this often. */
const FUEL_EVERY = 15 * MINUTE;
/** Unsettled fuel events are looked at again. */
const FUEL_AGAIN = MINUTE;
/** A unit that is silent for so long is forgotten: it is taken up again from its anchor. */
const FORGET_AFTER = 30 * MINUTE;

/** A unit that is followed: how far, and what is to be done when. */
export class WatchedUnit {
  detector: UnitDetector;
  /** Groups up to here are taken in. */
  cursor: number;
  fuelAnchor: FuelAnchor | null = null;
  /** Time of the earliest report that came late; infinite when none did. */
  lateFrom: Instant = Number.POSITIVE_INFINITY;
  /** Fuel is looked at from this instant on; infinite: from where the last look ended. */
  fuelFrom: Instant = Number.POSITIVE_INFINITY;
  #firstLateAt: Instant | null = null;
  #lateDue: Instant | null = null;
  #fuelDue: Instant | null = null;
  #clockDue: Instant | null = null;
  /** When the last report came. */
  #touched: Instant;
  #cost: number;

  /** `cost`: milliseconds that detection on the unit's past took. */
  constructor(detector: UnitDetector, cursor: number, receivedAt: Instant, now: Instant, cost: number) {
    this.detector = detector;
    this.cursor = cursor;
    this.#touched = Math.min(receivedAt, now);
    this.#cost = cost;
    if (detector.fuel.isWatched) this.#fuelDue = now;
  }

  /**
   * What the device's clock would say were it heard now: silence counts from when the last report came, so
   * that a device that sends its past is not taken to have been silent since.
   */
  clockAt(now: Instant): Instant {
    return this.detector.seen + Math.max(0, now - this.#touched);
  }

  /** Reports of the unit came. */
  touch(now: Instant): void {
    this.#touched = now;
    const { fuel, setup } = this.detector;
    if (!fuel.isWatched) return;
    const window = Math.max(setup.fuel.theft.observe_time, setup.fuel.refill.observe_time) * SECOND;
    const due = now + (fuel.isRestless ? Math.min(window + FUEL_AGAIN / 2, FUEL_EVERY) : FUEL_EVERY);
    this.#fuelDue = this.#fuelDue === null ? due : Math.min(this.#fuelDue, due);
  }

  /** A report came that is older than what was taken in. */
  late(time: Instant, now: Instant): void {
    this.#firstLateAt ??= now;
    this.lateFrom = Math.min(this.lateFrom, time);
    this.#lateDue = Math.max(
      Math.min(now + SETTLE, this.#firstLateAt + LONGEST_SETTLE),
      this.#firstLateAt + this.#cost * REST_FACTOR,
    );
  }

  isLateDue(now: Instant): boolean {
    return this.#lateDue !== null && this.#lateDue <= now;
  }

  /** Silence alone has changed what the unit does. */
  isClockDue(now: Instant): boolean {
    return this.#clockDue !== null && this.#clockDue <= now;
  }

  isFuelDue(now: Instant): boolean {
    return this.#fuelDue !== null && this.#fuelDue <= now;
  }

  fuelLookedAt(now: Instant, settled: boolean): void {
    this.detector.fuel.calm();
    this.fuelFrom = Number.POSITIVE_INFINITY;
    this.#fuelDue = settled ? null : now + FUEL_AGAIN;
  }

  /** True when nothing is to be done for the unit until it reports. */
  isForgettable(now: Instant): boolean {
    return (
      !this.detector.dirty &&
      this.#lateDue === null &&
      this.#fuelDue === null &&
      this.#clockDue === null &&
      now >= this.#touched + FORGET_AFTER
    );
  }

  /** All is written as it is at `now`. Answers when to look at the unit again, if it does not report before. */
  settle(now: Instant): Instant {
    const until = this.detector.until(this.clockAt(now));
    this.#clockDue = until === null ? null : until - this.detector.seen + this.#touched;
    const instants = [this.#lateDue, this.#fuelDue, this.#clockDue].filter((instant) => instant !== null);
    return instants.length > 0 ? Math.min(...instants) : this.#touched + FORGET_AFTER;
  }
}
