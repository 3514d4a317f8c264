import { clamp, SECOND, type Instant } from '../../../src/domain/base/index.ts';

/** Reports of history a second: as many as leave the server most of its core, and few enough to hold back. */
const FASTEST = 15_000;
const SLOWEST = 500;
/** Answers to live reports slower than this (ms) say that the server has enough to do. */
const CALM = 350;

/** The fleet works this often (ms). */
export const TICK = 25;
/** A tick that comes so late was held up: others need the machine, a person who watches first of all. */
const LATE = 4 * TICK;
/** Then history rests for so long; and is sent for as long before it rests again, or it would never come. */
const REST = 4 * SECOND;

/** How fast history may be sent: never at the cost of the present. */
export class Pace {
  /** Milliseconds of work in one tick: about two fifths of a core. */
  static readonly SLICE = 10;
  #fastest: number;
  #rate: number;
  #credit = 0;
  #lastTick: Instant;
  #lastReview: Instant;
  #slowest = 0;
  readonly #yields: boolean;
  #restsUntil = Number.NEGATIVE_INFINITY;

  /** `share` of the usual rate, 1 at most; `yields`: whoever needs the machine has their turn first. */
  constructor(now: Instant, { share = 1, yields = false } = {}) {
    this.#yields = yields;
    this.#fastest = FASTEST * share;
    this.#rate = this.#fastest / 3;
    this.#lastTick = this.#lastReview = now;
  }

  /** A live report was answered after so many milliseconds. */
  answered(latency: number): void {
    this.#slowest = Math.max(this.#slowest, latency);
  }

  tick(now: Instant): void {
    this.#credit = Math.min(this.#rate / 4, this.#credit + (this.#rate * Math.max(0, now - this.#lastTick)) / SECOND);
    if (this.#yields && now - this.#lastTick > LATE && now > this.#restsUntil + REST) this.#restsUntil = now + REST;
    this.#lastTick = now;
    if (now - this.#lastReview < SECOND) return;
    this.#lastReview = now;
    this.#rate = clamp(this.#slowest > CALM ? this.#rate * 0.6 : this.#rate * 1.15, SLOWEST, this.#fastest);
    this.#slowest = 0;
  }

  /** The remaining history is in no hurry: from now on it goes as slowly as it may. */
  ease(): void {
    this.#fastest = SLOWEST;
    this.#rate = Math.min(this.#rate, SLOWEST);
  }

  /** Others have the machine: what is not of the present waits. */
  get rests(): boolean {
    return this.#lastTick <= this.#restsUntil;
  }

  mayWork(spent: number): boolean {
    return this.#credit > 0 && spent < Pace.SLICE && !this.rests;
  }

  spend(reports: number): void {
    this.#credit -= reports;
  }
}
