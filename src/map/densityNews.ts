import type { DensityState } from './registry.ts';

/** Tells how many units the bubbles stand for: a reader is told no news of no interest. */
export class DensityNews {
  readonly #tell: (state: DensityState) => void;
  #told: DensityState = { bubbles: 0, units: 0 };

  constructor(tell: (state: DensityState) => void) {
    this.#tell = tell;
  }

  /** When the camera rests: whatever differs from what was told. */
  rested(state: DensityState): void {
    if (state.bubbles === this.#told.bubbles && state.units === this.#told.units) return;
    this.#told = state;
    this.#tell(state);
  }

  /** In between: only what is another picture. */
  moved(state: DensityState): void {
    if (isOtherCrowd(state, this.#told)) this.rested(state);
  }
}

/** True when bubbles came or went, or stand for a tenth more or fewer units. */
function isOtherCrowd(now: DensityState, told: DensityState): boolean {
  return (now.bubbles === 0) !== (told.bubbles === 0) || Math.abs(now.units - told.units) > told.units / 10;
}
