import type { Instant } from '../../src/domain/base/index.ts';
import type { ShownBatch } from './shownRows.ts';

/** Rows that one growth step adds room for. */
const INITIAL_ROWS = 1 << 14;

/**
 * The last committed rows, oldest overwritten first, so that a viewer who was away for a moment
 * gets every fix that it missed and not just the latest. Struct of arrays; nothing is allocated
 * per row once the ring has its size.
 */
export class FrameRing {
  readonly #capacity: number;
  readonly #span: number;
  #size = INITIAL_ROWS;
  #unitIds = new Uint32Array(INITIAL_ROWS);
  #longitudes = new Int32Array(INITIAL_ROWS);
  #latitudes = new Int32Array(INITIAL_ROWS);
  #states = new Uint32Array(INITIAL_ROWS);
  #times = new Float64Array(INITIAL_ROWS);
  #sequences = new Float64Array(INITIAL_ROWS);
  #received = new Float64Array(INITIAL_ROWS);
  /** Rows ever written; the row r lies at r % size. */
  #head = 0;
  #tail = 0;
  /** Every row with a greater sequence is still here. */
  #complete: number;

  /** `sequence`: the store's sequence when the ring was made; `span`: milliseconds kept; `capacity`: rows at most. */
  constructor(sequence: number, span: number, capacity = 1 << 21) {
    this.#complete = sequence;
    this.#span = span;
    this.#capacity = capacity;
  }

  /** Adds rows as they are shown. */
  push(batch: ShownBatch, now: Instant): void {
    for (let row = 0; row < batch.count; row++) {
      if (this.#head - this.#tail === this.#size) this.#makeRoom();
      const at = this.#head++ % this.#size;
      this.#unitIds[at] = batch.unitIds[row];
      this.#longitudes[at] = batch.longitudes[row];
      this.#latitudes[at] = batch.latitudes[row];
      this.#states[at] = batch.states[row];
      this.#times[at] = batch.times[row];
      this.#sequences[at] = batch.sequence;
      this.#received[at] = now;
    }
    while (this.#tail < this.#head && this.#received[this.#tail % this.#size] < now - this.#span) this.#dropOldest();
  }

  /** True when every row after `sequence` is still in the ring. */
  covers(sequence: number): boolean {
    return sequence >= this.#complete;
  }

  /** Calls `add` for each row after `sequence`, oldest first. */
  forEachAfter(
    sequence: number,
    add: (unitId: number, longitude: number, latitude: number, time: Instant, state: number) => void,
  ): void {
    for (let row = this.#tail; row < this.#head; row++) {
      const at = row % this.#size;
      if (this.#sequences[at] <= sequence) continue;
      add(this.#unitIds[at], this.#longitudes[at], this.#latitudes[at], this.#times[at], this.#states[at]);
    }
  }

  #dropOldest(): void {
    this.#complete = this.#sequences[this.#tail % this.#size];
    this.#tail++;
  }

  #makeRoom(): void {
    if (this.#size >= this.#capacity) {
      this.#dropOldest();
      return;
    }
    const size = this.#size * 2;
    const unroll = <T extends Uint32Array | Int32Array | Float64Array>(from: T, to: T): T => {
      for (let row = this.#tail; row < this.#head; row++) to[row % size] = from[row % this.#size];
      return to;
    };
    this.#unitIds = unroll(this.#unitIds, new Uint32Array(size));
    this.#longitudes = unroll(this.#longitudes, new Int32Array(size));
    this.#latitudes = unroll(this.#latitudes, new Int32Array(size));
    this.#states = unroll(this.#states, new Uint32Array(size));
    this.#times = unroll(this.#times, new Float64Array(size));
    this.#sequences = unroll(this.#sequences, new Float64Array(size));
    this.#received = unroll(this.#received, new Float64Array(size));
    this.#size = size;
  }
}
