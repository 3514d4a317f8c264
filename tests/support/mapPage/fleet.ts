import type { Instant } from '../../../src/domain/base/index.ts';
import { IGNITION, MOTION } from '../../../src/domain/telemetry/index.ts';
import { createFleet, type UnitFix } from '../../../src/streams/pipeline/index.ts';

export interface City {
  readonly longitude: number;
  readonly latitude: number;
}

/** Cells of the density grid at zoom 3 (`densityGrid.ts`): a city in the middle of one is one bubble there. */
const CELLS = 64;
const latitudeOf = (row: number): number =>
  (Math.atan(Math.sinh(Math.PI * (1 - (2 * (row + 0.5)) / CELLS))) * 180) / Math.PI;
export const CITIES: readonly City[] = [22, 25].flatMap((row) =>
  [32, 34, 36, 38, 40].map((column) => ({
    longitude: ((column + 0.5) / CELLS) * 360 - 180,
    latitude: latitudeOf(row),
  })),
);

/** Of all units, those that have reported before the page is opened, and those that report each second. */
const REPORTED = 0.6;
const REPORTING = 0.02;
/** Degrees around a city in which its units drive. */
const REACH = 0.4;
/** The largest city has so many times the units of the smallest: no two have the same count. */
const LARGEST = 2.5;
/** Of the units that report, those that do so from another city. */
const LEAVING = 0.4;
/** Between two reports of a unit, seconds. */
const GLIDE = 10;

/**
 * Units that drive about in ten cities; each second more of them report for the first time and others report from
 * another city, so that counts change all along.
 */
export class CityFleet {
  readonly fleet;
  readonly #cities: Uint8Array;
  #next: number;
  #random = 12_345;

  constructor(units: number, epoch: Instant) {
    this.fleet = createFleet({ capacity: units, epoch });
    this.#cities = Uint8Array.from({ length: units }, () => this.#city());
    this.#next = Math.floor(units * REPORTED);
    for (let unit = 0; unit < units; unit++) this.fleet.ensure(unit + 1);
    for (let unit = 0; unit < this.#next; unit++) this.fleet.report(unit, this.#fix(unit, epoch), epoch, 0);
  }

  /** A second of reports. */
  report(now: Instant): void {
    const units = this.#cities.length;
    const count = Math.ceil(units * REPORTING);
    for (let index = 0; index < count; index++) {
      const unit = (this.#next + index) % units;
      const leaves = this.#draw() < LEAVING;
      if (leaves) this.#cities[unit] = this.#city();
      this.fleet.report(unit, this.#fix(unit, now), now, leaves ? 0 : GLIDE);
    }
    this.#next += count;
  }

  /** By chance, the later ones more often. */
  #city(): number {
    const [shares, last] = [
      CITIES.map((_, index) => 1 + ((LARGEST - 1) * index) / (CITIES.length - 1)),
      CITIES.length - 1,
    ];
    let left = this.#draw() * shares.reduce((sum, share) => sum + share, 0);
    const found = shares.findIndex((share) => (left -= share) < 0);
    return found < 0 ? last : found;
  }

  /** One of three is driving: a bubble has both parts of its ring. */
  #fix(unit: number, time: Instant): UnitFix {
    const city = CITIES[this.#cities[unit] ?? 0] ?? { longitude: 0, latitude: 0 };
    const moving = unit % 3 === 0;
    return {
      longitude: city.longitude + (this.#draw() - 0.5) * REACH,
      latitude: city.latitude + (this.#draw() - 0.5) * REACH,
      time,
      speed: moving ? 60 : 0,
      course: this.#draw() * 360,
      motion: moving ? MOTION.moving : MOTION.parked,
      ignition: moving ? IGNITION.on : IGNITION.off,
      late: false,
      idleSince: 0,
    };
  }

  #draw(): number {
    this.#random = (Math.imul(this.#random, 1_664_525) + 1_013_904_223) >>> 0;
    return this.#random / 4_294_967_296;
  }
}
