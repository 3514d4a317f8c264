/**
 * Seeded randomness: everything in the demo follows from whole-number seeds, so that the same
 * vehicle drives the same day on every machine and after every restart.
 */

/** Mixes whole numbers into one of 32 bits (the finaliser of MurmurHash3 after each). */
export function hash(a: number, b = 0, c = 0, d = 0): number {
  let mixed = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b);
  mixed = finalise(Math.imul(mixed ^ b, 0xc2b2ae35) ^ (mixed >>> 15));
  mixed = finalise(Math.imul(mixed ^ c, 0x27d4eb2f) ^ (mixed >>> 13));
  return finalise(Math.imul(mixed ^ d, 0x165667b1) ^ (mixed >>> 16)) >>> 0;
}

function finalise(value: number): number {
  let mixed = value ^ (value >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/** A number in [0, 1) that depends on the seeds only. */
export function chance(a: number, b = 0, c = 0, d = 0): number {
  return hash(a, b, c, d) / 4_294_967_296;
}

/** A number in [minimum, maximum) that depends on the seeds only. */
export function between(minimum: number, maximum: number, a: number, b = 0, c = 0): number {
  return minimum + (maximum - minimum) * chance(a, b, c);
}

/** A smooth random function of `x`, in [-1, 1], with bends about one apart. */
export function smoothNoise(x: number, seed: number): number {
  const left = Math.floor(x);
  const part = x - left;
  const ease = part * part * (3 - 2 * part);
  const from = chance(seed, left);
  return (from + (chance(seed, left + 1) - from) * ease) * 2 - 1;
}

/** Turns text into a seed. */
export function seedOf(text: string): number {
  let seed = 0;
  for (let index = 0; index < text.length; index++) seed = hash(seed, text.charCodeAt(index));
  return seed;
}

/** A sequence of seeded numbers (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** The next number in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  range(minimum: number, maximum: number): number {
    return minimum + (maximum - minimum) * this.next();
  }

  /** A whole number, both ends included. */
  integer(minimum: number, maximum: number): number {
    return minimum + Math.floor(this.next() * (maximum - minimum + 1));
  }

  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.next() * items.length)];
  }
}
