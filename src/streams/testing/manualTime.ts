import type { Instant, TimeSource } from '../../domain/base/index.ts';
import type { Timers } from '../clock/timers.ts';

interface Waiting {
  readonly id: number;
  readonly at: Instant;
  readonly run: () => void;
}

/** Time and timers that move only when asked to. */
export class ManualTime implements TimeSource, Timers {
  #now: Instant;
  #nextId = 1;
  #waiting: Waiting[] = [];

  constructor(now: Instant = Date.UTC(2026, 0, 1)) {
    this.#now = now;
  }

  now(): Instant {
    return this.#now;
  }

  after(milliseconds: number, run: () => void): () => void {
    const id = this.#nextId++;
    this.#waiting.push({ id, at: this.#now + milliseconds, run });
    return () => {
      this.#waiting = this.#waiting.filter((other) => other.id !== id);
    };
  }

  /** Timers that are still to run. */
  get pending(): number {
    return this.#waiting.length;
  }

  /** Lets time pass, running what falls due in order. */
  pass(milliseconds: number): void {
    const end = this.#now + milliseconds;
    for (;;) {
      const due = this.#waiting
        .filter((each) => each.at <= end)
        .toSorted((a, b) => a.at - b.at || a.id - b.id)
        .at(0);
      if (due === undefined) break;
      this.#waiting = this.#waiting.filter((each) => each.id !== due.id);
      this.#now = Math.max(this.#now, due.at);
      due.run();
    }
    this.#now = end;
  }

  /** Sets the wall clock without letting timers run, as a user does. */
  jump(now: Instant): void {
    this.#now = now;
  }
}
