import { SECOND, type Instant, type TimeSource } from '../../domain/base/index.ts';

/** A sample this far below the offset means that the local clock was set, not that the network was slow. */
const CLOCK_WAS_SET = 30 * SECOND;

/**
 * The server's time, computed from the local clock. A message that carries the server's time arrives
 * late, never early: of many samples of (server − local) the largest is nearest the truth.
 */
export class CorrectedTime implements TimeSource {
  readonly #local: TimeSource;
  #offset = 0;
  #sampled = false;

  constructor(local: TimeSource) {
    this.#local = local;
  }

  /** Milliseconds that the server's clock is ahead of the local one. */
  get offset(): number {
    return this.#offset;
  }

  now(): Instant {
    return this.#local.now() + this.#offset;
  }

  /** Learns from a message that the server stamped and that arrived just now. True when the offset changed. */
  sample(serverTime: Instant): boolean {
    const offset = serverTime - this.#local.now();
    const better = !this.#sampled || offset > this.#offset || offset < this.#offset - CLOCK_WAS_SET;
    if (!better || !Number.isFinite(offset)) return false;
    this.#sampled = true;
    const changed = offset !== this.#offset;
    this.#offset = offset;
    return changed;
  }

  /** Takes over an offset that another thread measured. */
  adopt(offset: number): void {
    this.#offset = offset;
    this.#sampled = true;
  }
}

/** The platform's clock. */
export const systemTime: TimeSource = { now: () => Date.now() };
