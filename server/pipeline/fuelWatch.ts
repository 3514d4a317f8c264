import type { DetectionPoint, FuelSettings } from '../../src/domain/detection/index.ts';

/** A change of this part of the smallest volume that counts is worth a look. */
const WORTH_A_LOOK = 1 / 4;

/**
 * Watches levels go by, at the cost of an addition a report: fuel is looked at over a whole window, and only where
 * something may have happened.
 */
export class FuelWatch {
  readonly #least: number;
  #lowest = Number.POSITIVE_INFINITY;
  #highest = Number.NEGATIVE_INFINITY;
  #last = Number.NaN;
  readonly #enabled: boolean;

  constructor({ theft, refill }: FuelSettings) {
    this.#enabled = theft.enable || refill.enable;
    this.#least = Math.min(
      theft.enable ? theft.min_theft : Number.POSITIVE_INFINITY,
      refill.enable ? refill.min_refill : Number.POSITIVE_INFINITY,
    );
  }

  /** Levels were reported, and somebody wants to know what became of them. */
  get isWatched(): boolean {
    return this.#enabled && !Number.isNaN(this.#last);
  }

  /** The level went up or down by enough since it was looked at. */
  get isRestless(): boolean {
    return this.#highest - this.#lowest >= this.#least * WORTH_A_LOOK;
  }

  accept({ fuelLevels }: DetectionPoint): void {
    let sum = 0;
    for (let tank = 0; tank < fuelLevels.length; tank++) sum += fuelLevels[tank];
    if (fuelLevels.length === 0 || Number.isNaN(sum)) return;
    this.#last = sum;
    if (sum < this.#lowest) this.#lowest = sum;
    if (sum > this.#highest) this.#highest = sum;
  }

  /** It was looked at. */
  calm(): void {
    this.#lowest = this.#last;
    this.#highest = this.#last;
  }
}
