import { BEAT, EARTH_RADIUS, nearestBeat } from '../domain/base/index.ts';
import { WORLD } from './worldSize.ts';

/**
 * A mark that moved less than this looks the same, CSS px. Where drawing costs the page its frames, it may be more, up
 * to the second.
 */
const STEP = { finest: 0.25, coarsest: 6 };
/** How the step changes with a frame that was lost, and with one that came in time: in balance one of ten is lost. */
const CHANGE = { lost: 1.1, kept: 0.99 };
/**
 * From one frame of the screen to the next, ms: a shorter while is a late frame made up for. A slower screen is
 * believed little by little.
 */
const PERIOD = { shortest: 16, growth: 1.002 };
/** After so many ms without a frame the page was asleep. */
const ASLEEP = 1_000;
/** Vehicles drive slower than this, metres per second. */
export const FASTEST = 70;
/**
 * Values that change without movement, such as a state, are never older than this on the screen, ms; nor, where drawing
 * is dear, than the second.
 */
const LONGEST_REST = { usual: BEAT, dear: 2 * BEAT };

/** Ground resolution of the map in metres per CSS pixel. */
export function metresPerPixel(latitude: number, zoom: number): number {
  return (2 * Math.PI * EARTH_RADIUS * Math.cos((latitude * Math.PI) / 180)) / (WORLD * 2 ** zoom);
}

/**
 * Decides which frames are worth drawing. With a continent in view a lorry needs minutes for a pixel: there,
 * drawing sixty times a second is the same picture again and again, for which the graphics card, or the
 * processor of a machine without one, is kept busy all day (docs/adr/0009).
 *
 * Where frames are lost all the same, as a processor that has much else to do draws a city, steps grow until the
 * rest of the page can be used again.
 */
export class DrawPace {
  #instant = Number.NaN;
  #drawnAt = Number.NEGATIVE_INFINITY;
  #seenAt = Number.NaN;
  #period: number = PERIOD.shortest;
  #step = STEP.finest;

  /**
   * Milliseconds until the fleet at `instant` has to be drawn; 0 = with this frame. Asked with every frame of the page.
   * `now`: a clock that only runs forward, ms. `speed`: of the fastest mark, CSS px in a second of the fleet's clock.
   */
  wait(instant: number, now: number, speed: number): number {
    this.#adapt(now);
    const step = (Math.abs(instant - this.#instant) / 1_000) * speed;
    // Not drawn yet: the step is not a number.
    if (!(step < this.#step)) return 0;
    return this.rest(now);
  }

  /**
   * Milliseconds until what changes without movement, such as a state or the counts of a bubble, is to be drawn; 0 =
   * now.
   */
  rest(now: number): number {
    const dearness = (this.#step - STEP.finest) / (STEP.coarsest - STEP.finest);
    const rest = LONGEST_REST.usual + dearness * (LONGEST_REST.dear - LONGEST_REST.usual);
    return Math.max(0, nearestBeat(this.#drawnAt + rest) - now);
  }

  #adapt(now: number): void {
    const gap = now - this.#seenAt;
    this.#seenAt = now;
    if (!(gap < ASLEEP)) return;
    this.#period = Math.max(PERIOD.shortest, Math.min(gap, this.#period * PERIOD.growth));
    const lost = Math.round(gap / this.#period) - 1;
    this.#step = Math.min(
      STEP.coarsest,
      Math.max(STEP.finest, this.#step * (lost > 0 ? CHANGE.lost ** lost : CHANGE.kept)),
    );
  }

  drawn(instant: number, now: number): void {
    this.#instant = instant;
    this.#drawnAt = now;
  }
}
