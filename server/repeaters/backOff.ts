import { REPEATER, type Instant } from '../../src/domain/base/index.ts';

export interface BackOffOptions {
  now(): Instant;
  /** From 0 to 1, without it. */
  random(): number;
  /** Milliseconds; left out: the product's. */
  readonly retry?: { readonly first: number; readonly longest: number };
}

const USUAL = { first: REPEATER.firstRetry, longest: REPEATER.longestRetry };

/**
 * Waits after failures: each twice as long as the one before, between a half of that and the whole, so that those who
 * failed together do not come back together.
 */
export class BackOff {
  readonly #options: BackOffOptions;
  failures = 0;
  /** When the next attempt is due; null: now. */
  next: Instant | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: BackOffOptions) {
    this.#options = options;
  }

  get isWaiting(): boolean {
    return this.#timer !== null;
  }

  /** Calls back when the next attempt is due. */
  failed(again: () => void): void {
    const { now, random, retry = USUAL } = this.#options;
    const wait = Math.min(retry.longest, retry.first * 2 ** Math.min(this.failures, 30)) * (0.5 + random() / 2);
    this.failures++;
    this.next = now() + wait;
    this.#stop();
    this.#timer = setTimeout(() => {
      this.#timer = null;
      again();
    }, wait).unref();
  }

  reset(): void {
    this.failures = 0;
    this.next = null;
    this.#stop();
  }

  #stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
