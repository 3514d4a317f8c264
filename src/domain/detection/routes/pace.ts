import { HOUR, MINUTE, ROUTE, type Instant } from '../../base/index.ts';

/** How fast a unit went lately: the mean over the last {@link ROUTE.meanSpan} minutes, standing included. */
export class Pace {
  #times: Instant[] = [];
  /** Metres since the start at each of the times. */
  #metres: number[] = [];

  get distance(): number {
    return this.#metres.at(-1) ?? 0;
  }

  reset(): void {
    this.#times = [];
    this.#metres = [];
  }

  accept(time: Instant, metres: number): void {
    this.#metres.push(this.distance + metres);
    this.#times.push(time);
    const from = time - ROUTE.meanSpan * MINUTE;
    // One before the span stays, so that all of it is covered.
    while (this.#times.length > 2 && this.#times[1] <= from) {
      this.#times.shift();
      this.#metres.shift();
    }
  }

  /** When so many metres are driven, from the last report on; never slower than {@link ROUTE.floor}. */
  arrival(metres: number): Instant | null {
    const last = this.#times.at(-1);
    if (last === undefined) return null;
    const hours = (last - this.#times[0]) / HOUR;
    const mean = hours > 0 ? (this.distance - this.#metres[0]) / 1_000 / hours : 0;
    return Math.round(last + (metres / 1_000 / Math.max(mean, ROUTE.floor)) * HOUR);
  }
}
