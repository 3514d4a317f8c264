import {
  INSTANCE_FLAGS,
  INSTANCE_WORDS,
  NO_POINT,
  type FleetColumns,
  type TrailRing,
} from '../../../streams/pipeline/index.ts';
import type { InstanceReader } from '../shared/instances.ts';

type WatchedFleet = Pick<FleetColumns, 'visibility'>;

/** Which units have no trail because they are hidden; the ring keeps their points for when they come back. */
export class TrailMask {
  /** Grows when some unit was hidden or shown. */
  version = 0;
  #hidden = new Uint8Array(0);
  #any = false;
  /** The fleet that was looked through last, and its `visibility` then. */
  #fleet: WatchedFleet | null = null;
  #visibility = -1;
  #row = new Int32Array(0);

  /** Looks who is hidden now, where anybody was hidden or shown since the last look. True when that changed. */
  refresh(reader: InstanceReader, fleet: WatchedFleet): boolean {
    if (fleet === this.#fleet && fleet.visibility === this.#visibility) return false;
    this.#fleet = fleet;
    this.#visibility = fleet.visibility;
    if (this.#hidden.length < reader.count) {
      const hidden = new Uint8Array(Math.max(reader.count, this.#hidden.length * 2));
      hidden.set(this.#hidden);
      this.#hidden = hidden;
    }
    const known = this.#hidden;
    const { styles, count } = reader;
    let changes = 0;
    let hiddenNow = 0;
    for (let slot = 0; slot < count; slot++) {
      const hidden = (styles[slot * INSTANCE_WORDS + 9] >>> 16) & INSTANCE_FLAGS.hidden;
      hiddenNow += hidden;
      if (hidden === known[slot]) continue;
      known[slot] = hidden;
      changes++;
    }
    this.#any = hiddenNow > 0;
    if (changes > 0) this.version++;
    return changes > 0;
  }

  /** A row of the ring without the points of hidden units. Valid until the next call. */
  row(ring: TrailRing, row: number): Int32Array {
    const words = ring.units * 2;
    const whole = ring.data.subarray(row * words, (row + 1) * words);
    if (!this.#any) return whole;
    if (this.#row.length !== words) this.#row = new Int32Array(words);
    const masked = this.#row;
    masked.set(whole);
    const count = Math.min(ring.units, this.#hidden.length);
    for (let slot = 0; slot < count; slot++) if (this.#hidden[slot] === 1) masked[slot * 2] = NO_POINT;
    return masked;
  }
}
