import { floorTo, type Instant } from '../../domain/base/index.ts';
import type { FleetColumns } from './fleetColumns.ts';

/** A point that is not there: the shader draws no segment to or from it. */
export const NO_POINT = 0x7fffffff;
/** A silence of more intervals than this interrupts the trails: nobody saw the way in between. */
const LONGEST_GAP = 4;

export interface TrailRingOptions {
  /** Points of a trail. */
  readonly rows: number;
  /** Timeline milliseconds between two points. */
  readonly interval: number;
}

/**
 * Fills a row with the drawn positions at a past instant, at twice the slot, leaving units without
 * a place as they are; see `ReplayEngine.sample`. False where that instant is not known (yet).
 */
export type TrailSampler = (instant: Instant, fleet: FleetColumns, out: Int32Array) => boolean;

/**
 * Trails of the whole fleet as a ring of rows: a row is one moment of every unit, 8 bytes a point.
 * A new point of all trails is one write in one place. The last row repeats row 0, so that the
 * segment across the seam has both its ends (`data` has rows + 1).
 */
export class TrailRing {
  readonly rows: number;
  /** Longitude, latitude (1e-7 degrees) of each unit of each row. */
  data = new Int32Array(0);
  /** Units a row has room for. */
  units = 0;
  /** Row that was written last; −1 = none. */
  head = -1;
  /** Grows whenever rows got another length, so that nothing sent before fits. */
  generation = 0;
  /** Grows with every row that is written. */
  version = 0;
  /** `version` after the last write of each row: a copy sends the rows that are newer than it is. */
  readonly versions: Float64Array;
  #interval: number;
  /** Moment of the head row. */
  #sampledAt: Instant = Number.NEGATIVE_INFINITY;
  /** The rows lie one interval apart, as a sampler filled them. */
  #even = false;
  /** Rows that the sampler could not fill yet. */
  readonly #missing = new Set<number>();

  constructor({ rows, interval }: TrailRingOptions) {
    this.rows = rows;
    this.#interval = interval;
    this.versions = new Float64Array(rows);
  }

  get interval(): number {
    return this.#interval;
  }

  /** Another time between points: what was there is forgotten. */
  setInterval(interval: number): void {
    if (interval === this.#interval) return;
    this.#interval = interval;
    this.clear();
  }

  /** Writes a row as the fleet is drawn now, when `interval` has passed since the last. True when it did. */
  sample(fleet: FleetColumns, instant: Instant): boolean {
    const moment = floorTo(instant, this.#interval);
    if (moment === this.#sampledAt) return false;
    const intervals = (moment - this.#sampledAt) / this.#interval;
    if (intervals < 0 || intervals > this.rows) this.clear();
    this.#makeRoom(fleet.count);
    if (this.head >= 0 && intervals > LONGEST_GAP) this.#write(this.#turn(1), () => undefined);
    this.#sampledAt = moment;
    this.#even = false;
    this.#missing.clear();
    this.#draw(this.#turn(1), fleet, instant);
    return true;
  }

  /**
   * Brings the ring to an instant of a recording: steps on, forwards or backwards, and refills after
   * a jump. Rows that are not known yet stay empty and are asked for again. True when rows changed.
   */
  follow(fleet: FleetColumns, instant: Instant, sampler: TrailSampler): boolean {
    const moment = floorTo(instant, this.#interval);
    const steps = (moment - this.#sampledAt) / this.#interval;
    const { version } = this;
    if (!this.#even || Math.abs(steps) >= this.rows || fleet.count > this.units) {
      this.refill(fleet, instant, sampler);
      return true;
    }
    for (const row of this.#missing) this.#fill(row, fleet, sampler);
    for (let step = 0; step < Math.abs(steps); step++) this.#step(Math.sign(steps), fleet, sampler);
    return this.version !== version;
  }

  /** Fills the ring with the past of `instant`, as after a seek. */
  refill(fleet: FleetColumns, instant: Instant, sampler: TrailSampler): void {
    this.clear();
    this.#makeRoom(fleet.count);
    this.head = this.rows - 1;
    this.#sampledAt = floorTo(instant, this.#interval);
    this.#even = true;
    for (let row = 0; row < this.rows; row++) this.#fill(row, fleet, sampler);
  }

  /** Forgets all points. */
  clear(): void {
    this.#even = false;
    this.#missing.clear();
    this.#sampledAt = Number.NEGATIVE_INFINITY;
    if (this.head < 0) return;
    this.data.fill(NO_POINT);
    this.head = -1;
    this.versions.fill(++this.version);
  }

  /** Forwards the oldest row becomes the newest; backwards the newest becomes the oldest. */
  #step(direction: number, fleet: FleetColumns, sampler: TrailSampler): void {
    const left = this.head;
    this.#sampledAt += direction * this.#interval;
    const turned = this.#turn(direction);
    this.#fill(direction > 0 ? turned : left, fleet, sampler);
  }

  #turn(direction: number): number {
    this.head = (this.head + direction + this.rows) % this.rows;
    return this.head;
  }

  /** Asks for the moment of a row; nothing is written again while it is not known. */
  #fill(row: number, fleet: FleetColumns, sampler: TrailSampler): void {
    const age = (this.head - row + this.rows) % this.rows;
    const wasMissing = this.#missing.has(row);
    let known = false;
    if (wasMissing) {
      known = sampler(this.#sampledAt - age * this.#interval, fleet, this.#row(row));
      if (known) this.#written(row);
    } else {
      this.#write(row, (points) => {
        known = sampler(this.#sampledAt - age * this.#interval, fleet, points);
      });
    }
    if (known) this.#missing.delete(row);
    else this.#missing.add(row);
  }

  #draw(row: number, fleet: FleetColumns, instant: Instant): void {
    const points = this.#row(row);
    fleet.drawnPlaces(instant, NO_POINT, points);
    points.fill(NO_POINT, fleet.count * 2);
    this.#written(row);
  }

  #write(row: number, fill: (points: Int32Array) => void): void {
    const points = this.#row(row);
    points.fill(NO_POINT);
    fill(points);
    this.#written(row);
  }

  #written(row: number): void {
    this.versions[row] = ++this.version;
    if (row === 0) this.data.copyWithin(this.rows * this.units * 2, 0, this.units * 2);
  }

  #row(index: number): Int32Array {
    return this.data.subarray(index * this.units * 2, (index + 1) * this.units * 2);
  }

  #makeRoom(units: number): void {
    if (units <= this.units) return;
    const room = Math.max(units, Math.ceil(this.units * 1.5));
    const data = new Int32Array((this.rows + 1) * room * 2).fill(NO_POINT);
    for (let row = 0; row <= this.rows; row++) data.set(this.#row(row), row * room * 2);
    this.data = data;
    this.units = room;
    this.generation++;
    this.versions.fill(++this.version);
  }
}
