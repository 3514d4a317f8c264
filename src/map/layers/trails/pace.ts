import type { Instant } from '../../../domain/base/index.ts';
import type { FleetFrame } from '../../../streams/pipeline/fleetColumns.ts';

/** Past positions that are looked up at one go, so that fast replay of a large fleet stays smooth. */
const MOST_LOOKUPS = 60_000;

/**
 * Time between two points of a trail. While a recording is played fast it doubles until what
 * passes between two calls can be looked up; the trails then reach back further.
 */
export class TrailPace {
  readonly #interval: number;
  #factor = 1;
  #before: Instant | null = null;

  constructor(interval: number) {
    this.#interval = interval;
  }

  /** The interval now; called each time the trails are looked after. */
  at({
    mode,
    instant,
    fleet,
  }: Pick<FleetFrame, 'mode' | 'instant'> & { readonly fleet: { readonly count: number } }): number {
    if (mode !== 'replay') {
      this.#before = null;
      this.#factor = 1;
    } else {
      const passed = this.#before === null ? 0 : Math.abs(instant - this.#before);
      this.#before = instant;
      while ((passed / (this.#interval * this.#factor)) * fleet.count > MOST_LOOKUPS) this.#factor *= 2;
    }
    return this.#interval * this.#factor;
  }
}
