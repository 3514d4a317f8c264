import { DrawPace } from './drawPace.ts';
import { Debounced } from './debounced.ts';

export interface RedrawOptions {
  /** Draws with the next animation frame. Where that goes wrong, {@link Redraw.failed} follows. */
  readonly redraw: () => void;
  /** A clock that only runs forward, ms. */
  readonly monotonic: () => number;
  /** Draws every frame of the fleet, though nobody could distinguish it from the one before; for measuring. */
  readonly everyFrame: boolean;
}

/**
 * Owner of "a new picture is needed" (docs/adr/0011). Code that changes the drawing says so here; nothing else makes
 * the layers draw, and nobody else decides when. A picture that could not be drawn whole stays needed until one was.
 */
export class Redraw {
  readonly #options: RedrawOptions;
  readonly #pace = new DrawPace();
  readonly #waiting = new Debounced(() => this.now());
  /** Of the fleet, as it was given last. */
  #instant = 0;

  constructor(options: RedrawOptions) {
    this.#options = options;
  }

  /** Something that is drawn changed: seen within a rest of the pace, together with whatever else changes by itself. */
  changed(): void {
    this.#waiting.within(this.#pace.rest(this.#options.monotonic()));
  }

  /** The fleet is at another instant. `speed`: of its fastest mark in view, CSS px in a second of the fleet's clock. */
  moved(instant: number, speed: number): void {
    this.#instant = instant;
    this.#waiting.within(this.#options.everyFrame ? 0 : this.#pace.wait(instant, this.#options.monotonic(), speed));
  }

  /** The fleet is at another instant, and no mark of it is in view. */
  movedUnseen(instant: number): void {
    this.#instant = instant;
    if (this.#options.everyFrame) this.now();
  }

  /** With the next animation frame: a person chose something or moved the camera. */
  now(): void {
    this.#waiting.cancel();
    this.#pace.drawn(this.#instant, this.#options.monotonic());
    this.#options.redraw();
  }

  /** A layer could not be drawn: what it should show is still not seen. */
  failed(): void {
    this.changed();
  }

  close(): void {
    this.#waiting.cancel();
  }
}
