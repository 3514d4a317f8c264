import type { Instant } from '../../../src/domain/base/index.ts';

const RESOLUTION = 100;
const SLOTS = 6_000;

/**
 * One timer for many sleepers: slots of a tenth of a second on a ring of ten minutes. Setting an alarm and
 * waking cost the same whether two hundred or twenty thousand sleep.
 */
export class TimeWheel {
  readonly #slots: number[][] = Array.from({ length: SLOTS }, () => []);
  /** Alarm of each sleeper, and the tick whose slot holds it; an entry elsewhere is out of date. */
  readonly #alarms: Float64Array;
  readonly #ticks: Float64Array;
  #tick: number;

  constructor(sleepers: number, now: Instant) {
    this.#alarms = new Float64Array(sleepers);
    this.#ticks = new Float64Array(sleepers).fill(-1);
    this.#tick = Math.floor(now / RESOLUTION);
  }

  /** Wakes the sleeper at the instant, or at once when it is past; replaces its earlier alarm. */
  set(sleeper: number, at: Instant): void {
    this.#alarms[sleeper] = at;
    this.#file(sleeper);
  }

  /** Calls `wake` for everyone whose alarm is not after `now`. */
  advance(now: Instant, wake: (sleeper: number) => void): void {
    const last = Math.floor(now / RESOLUTION);
    // After a long pause one turn of the ring meets everyone.
    if (last - this.#tick >= SLOTS) this.#tick = last - SLOTS + 1;
    for (; this.#tick <= last; this.#tick++) {
      const slot = this.#tick % SLOTS;
      if (this.#slots[slot].length === 0) continue;
      const sleepers = this.#slots[slot];
      this.#slots[slot] = [];
      for (const sleeper of sleepers) this.#visit(sleeper, slot, now, wake);
    }
  }

  #visit(sleeper: number, slot: number, now: Instant, wake: (sleeper: number) => void): void {
    if (this.#ticks[sleeper] % SLOTS !== slot) return;
    this.#ticks[sleeper] = -1;
    if (this.#alarms[sleeper] <= now) wake(sleeper);
    else this.#file(sleeper);
  }

  #file(sleeper: number): void {
    const wanted = Math.ceil(this.#alarms[sleeper] / RESOLUTION);
    const tick = Math.min(Math.max(wanted, this.#tick + 1), this.#tick + SLOTS - 1);
    if (this.#ticks[sleeper] === tick) return;
    this.#ticks[sleeper] = tick;
    this.#slots[tick % SLOTS].push(sleeper);
  }
}
