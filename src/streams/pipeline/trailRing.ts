import { COORDINATE_SCALE, floorTo, type Instant } from '../../domain/base/index.ts';
import type { FleetColumns } from './fleetColumns.ts';

/** A point that is not there: the shader draws no segment to or from it. */
export const NO_POINT = 0x7fffffff;

export interface TrailRingOptions {
  /** Points of a trail. */
  readonly rows: number;
  /** Timeline milliseconds between two points. */
  readonly interval: number;
}

/** Fills a row with the drawn positions at a past instant, at twice the slot; see `ReplayEngine.sample`. */
export type TrailSampler = (instant: Instant, fleet: FleetColumns, out: Int32Array) => void;

/**
 * Trails of the whole fleet as a ring of rows: a row is one moment of every unit, 8 bytes a point.
 * A new point of all trails is one write in one place. The last row repeats row 0, so that the
 * segment across the seam has both its ends (`data` has rows + 1).
 */
export class TrailRing {
  readonly rows: number;
  readonly interval: number;
  /** Longitude, latitude (1e-7 degrees) of each unit of each row. */
  data = new Int32Array(0);
  /** Units a row has room for. */
  units = 0;
  /** Row that was written last; −1 = none. */
  head = -1;
  /** Grows whenever more than the head row changed, so that the whole ring must be sent anew. */
  generation = 0;
  /** Grows with every new row. */
  version = 0;
  #sampledAt: Instant = Number.NEGATIVE_INFINITY;
  readonly #drawn = new Float64Array(2);

  constructor({ rows, interval }: TrailRingOptions) {
    this.rows = rows;
    this.interval = interval;
  }

  /** Writes a row when `interval` has passed since the last. True when it did. */
  sample(fleet: FleetColumns, instant: Instant): boolean {
    const moment = floorTo(instant, this.interval);
    if (moment === this.#sampledAt) return false;
    if (moment < this.#sampledAt || moment - this.#sampledAt > this.interval * this.rows) this.clear();
    this.#makeRoom(fleet.count);
    this.#sampledAt = moment;
    this.head = (this.head + 1) % this.rows;
    this.#writeRow(fleet, instant);
    this.version++;
    return true;
  }

  /** Fills the ring with the past of `instant`, as after a seek. */
  refill(fleet: FleetColumns, instant: Instant, sampler: TrailSampler): void {
    this.clear();
    this.#makeRoom(fleet.count);
    const last = floorTo(instant, this.interval);
    for (let row = 0; row < this.rows; row++) {
      sampler(last - (this.rows - 1 - row) * this.interval, fleet, this.#row(row));
    }
    this.head = this.rows - 1;
    this.#sampledAt = last;
    this.#mirror();
    this.generation++;
  }

  /** Forgets all points. */
  clear(): void {
    this.data.fill(NO_POINT);
    this.head = -1;
    this.#sampledAt = Number.NEGATIVE_INFINITY;
    this.generation++;
  }

  #writeRow(fleet: FleetColumns, instant: Instant): void {
    const row = this.#row(this.head);
    const drawn = this.#drawn;
    for (let slot = 0; slot < fleet.count; slot++) {
      fleet.drawnAt(slot, instant, drawn);
      const placed = !Number.isNaN(drawn[0]);
      row[slot * 2] = placed ? Math.round(drawn[0] * COORDINATE_SCALE) : NO_POINT;
      row[slot * 2 + 1] = placed ? Math.round(drawn[1] * COORDINATE_SCALE) : NO_POINT;
    }
    if (this.head === 0) this.#mirror();
  }

  #row(index: number): Int32Array {
    return this.data.subarray(index * this.units * 2, (index + 1) * this.units * 2);
  }

  #mirror(): void {
    this.data.copyWithin(this.rows * this.units * 2, 0, this.units * 2);
  }

  #makeRoom(units: number): void {
    if (units <= this.units) return;
    const room = Math.max(units, Math.ceil(this.units * 1.5));
    const data = new Int32Array((this.rows + 1) * room * 2).fill(NO_POINT);
    for (let row = 0; row <= this.rows; row++) data.set(this.#row(row), row * room * 2);
    this.data = data;
    this.units = room;
    this.generation++;
  }
}
