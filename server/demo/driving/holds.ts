import type { Instant } from '../../../src/domain/base/index.ts';

/** A time in which a vehicle was kept from driving. */
export interface Hold {
  /** The relay opened. */
  readonly since: Instant;
  /** The vehicle was stopped; it never stops one that drives. */
  readonly from: Instant;
  /** The relay closed again; null: it is open still. */
  readonly to: Instant | null;
}

/**
 * What orders from outside did to a vehicle's plan: while it is held its day does not pass, and afterwards goes
 * on later by as much.
 */
export class Holds {
  #holds: readonly Hold[];

  constructor(holds: readonly Hold[] = []) {
    this.#holds = holds;
  }

  get all(): readonly Hold[] {
    return this.#holds;
  }

  /** The relay is open at the instant. */
  isCut(at: Instant): boolean {
    return this.#holds.some(({ since, to }) => at >= since && (to === null || at < to));
  }

  /** The vehicle cannot start at the instant. */
  isKeptParked(at: Instant): boolean {
    return this.#holds.some(({ from, to }) => at >= from && (to === null || at < to));
  }

  /** The instant of the driver's plan that an instant of the clock shows. */
  planned(at: Instant): Instant {
    let lost = 0;
    for (const { from, to } of this.#holds) if (from < at) lost += Math.min(at, to ?? at) - from;
    return at - lost;
  }

  /** The next instant at which a hold begins or ends; `Infinity` when none is known. */
  nextChange(at: Instant): Instant {
    return Math.min(
      Number.POSITIVE_INFINITY,
      ...this.#holds.flatMap(({ from, to }) => [from, to ?? from]).filter((change) => change > at),
    );
  }

  /** Opens the relay; the vehicle is stopped from `from` on. */
  cut(since: Instant, from: Instant): void {
    if (!this.isCut(since)) this.#holds = [...this.#holds, { since, from, to: null }];
  }

  /** Closes the relay. A vehicle that did not stand yet never noticed. */
  restore(at: Instant): void {
    this.#holds = this.#holds.map((hold) =>
      hold.to === null ? { since: hold.since, from: Math.min(hold.from, at), to: at } : hold,
    );
  }
}
