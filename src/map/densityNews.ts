import type { DensityState } from './registry.ts';

/** Reports how many units the bubbles stand for: changes of no interest are not reported. */
export class DensityNews {
  readonly #report: (state: DensityState) => void;
  #reported: DensityState = { bubbles: 0, units: 0 };

  constructor(report: (state: DensityState) => void) {
    this.#report = report;
  }

  /** When the camera rests: whatever differs from what was reported. */
  rested(state: DensityState): void {
    if (state.bubbles === this.#reported.bubbles && state.units === this.#reported.units) return;
    this.#reported = state;
    this.#report(state);
  }

  /** In between: only what is another picture. */
  moved(state: DensityState): void {
    if (isOtherCrowd(state, this.#reported)) this.rested(state);
  }
}

/** True when bubbles came or went, or stand for a tenth more or fewer units. */
function isOtherCrowd(now: DensityState, reported: DensityState): boolean {
  return (now.bubbles === 0) !== (reported.bubbles === 0) || Math.abs(now.units - reported.units) > reported.units / 10;
}
