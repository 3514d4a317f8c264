import { Slots, type SlotBounds, type SlotHolder } from '../../src/domain/base/index.ts';

/** Bounds of calls that take much: so many at once, and so many more that wait for so many milliseconds. */
export interface HeavyBounds extends SlotBounds {
  readonly waiting: number;
  readonly patience: number;
}

interface Waiting {
  readonly holder: SlotHolder;
  readonly let: (leave: () => void) => void;
}

/** Lets in as many heavy calls as there is room for. */
export class HeavyCalls {
  readonly #slots: Slots;
  readonly #bounds: HeavyBounds;
  readonly #line = new Set<Waiting>();

  constructor(bounds: HeavyBounds) {
    this.#bounds = bounds;
    this.#slots = new Slots(bounds);
  }

  /** Answers how to leave, once there is room; null where there was none in time, or too many wait already. */
  async enter(holder: SlotHolder): Promise<(() => void) | null> {
    const leave = this.#slots.take(holder);
    if (leave) return this.#leaving(leave);
    if (this.#line.size >= this.#bounds.waiting) return null;
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#line.delete(waiting);
        resolve(null);
      }, this.#bounds.patience);
      const waiting: Waiting = {
        holder,
        let: (left) => {
          clearTimeout(timer);
          resolve(this.#leaving(left));
        },
      };
      this.#line.add(waiting);
    });
  }

  #leaving(leave: () => void): () => void {
    return () => {
      leave();
      this.#admit();
    };
  }

  /** Those who came first, as far as their own bounds let them. */
  #admit(): void {
    for (const waiting of this.#line) {
      const leave = this.#slots.take(waiting.holder);
      if (!leave) continue;
      this.#line.delete(waiting);
      waiting.let(leave);
    }
  }
}
