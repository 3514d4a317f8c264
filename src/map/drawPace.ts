import { EARTH_RADIUS } from '../domain/base/index.ts';

/** A mark that moved less than this looks the same, CSS px. */
const VISIBLE_STEP = 0.25;
/** Vehicles drive slower than this, metres per second. */
export const FASTEST = 70;
/** States, turns, and marks that hurry after a late report are never older than this on the screen, ms. */
const LONGEST_REST = 100;
/** Width of the whole world at zoom 0, CSS px. */
const WORLD = 512;

/** Ground resolution of the map in metres per CSS pixel. */
export function metresPerPixel(latitude: number, zoom: number): number {
  return (2 * Math.PI * EARTH_RADIUS * Math.cos((latitude * Math.PI) / 180)) / (WORLD * 2 ** zoom);
}

/**
 * Decides which frames are worth drawing. With a continent in view a lorry needs minutes for a pixel: there,
 * drawing sixty times a second is the same picture again and again, for which the graphics card, or the
 * processor of a machine without one, is kept busy all day (docs/adr/0009).
 */
export class DrawPace {
  #instant = Number.NaN;
  #drawnAt = Number.NEGATIVE_INFINITY;

  /** Milliseconds until the fleet at `instant` has to be drawn; 0 = with this frame. `now`: a clock that only runs forward, ms. */
  wait(instant: number, now: number, resolution: number): number {
    const step = (Math.abs(instant - this.#instant) / 1_000) * FASTEST / resolution;
    // Not drawn yet: the step is not a number.
    if (!(step < VISIBLE_STEP)) return 0;
    return Math.max(0, this.#drawnAt + LONGEST_REST - now);
  }

  drawn(instant: number, now: number): void {
    this.#instant = instant;
    this.#drawnAt = now;
  }
}
