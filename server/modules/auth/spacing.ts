import type { Instant } from '../../../src/domain/base/index.ts';

const MAXIMUM_KEYS = 20_000;

/** Lets one key through once in a while: unlike a limiter, who asks too early does not wait longer for it. */
export class Spacing {
  readonly #pause: number;
  readonly #last = new Map<string, Instant>();

  /** `pause` in milliseconds. */
  constructor(pause: number) {
    this.#pause = pause;
  }

  /** 0 and the key is let through, or the milliseconds until it would be. */
  pass(key: string, now: Instant): number {
    const last = this.#last.get(key);
    if (last !== undefined && now < last + this.#pause) return last + this.#pause - now;
    this.#last.delete(key);
    this.#last.set(key, now);
    if (this.#last.size > MAXIMUM_KEYS) {
      const [oldest] = this.#last.keys();
      if (oldest !== undefined) this.#last.delete(oldest);
    }
    return 0;
  }
}
