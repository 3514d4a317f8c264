import { destination } from '../../src/domain/base/index.ts';
import type { LonLat } from '../../src/domain/geometry/index.ts';

/** Numbers from 0 to 1 that are the same in every run. */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32;
}

/** A country: half of the zones and units in its ten towns. */
const CENTER: LonLat = [10, 50];
const COUNTRY = 120_000;
const TOWN = 6_000;

/** Places of zones and units, by random numbers of their own. */
export class Country {
  readonly #random: () => number;
  readonly #towns: readonly LonLat[];

  constructor(random: () => number) {
    this.#random = random;
    this.#towns = Array.from({ length: 10 }, () => this.#near(CENTER, COUNTRY));
  }

  somewhere(index: number): LonLat {
    return index % 2 === 0 ? this.#near(CENTER, COUNTRY) : this.#near(this.#towns[index % this.#towns.length], TOWN);
  }

  /** A ring: most are yards of 8 to 24 corners, every hundredth a district of 200. */
  ring(index: number): LonLat[] {
    const isDistrict = index % 100 === 0;
    const [longitude, latitude] = this.somewhere(index);
    const corners = isDistrict ? 200 : 8 + Math.floor(this.#random() * 17);
    const size = isDistrict ? 2_500 : 40 + this.#random() ** 2 * 400;
    const ring = Array.from({ length: corners }, (_, corner): LonLat => {
      const distance = size * (0.7 + this.#random() * 0.3);
      const [north, east] = destination(latitude, longitude, (corner / corners) * 360, distance);
      return [east, north];
    });
    return [...ring, ring[0]];
  }

  #near([longitude, latitude]: LonLat, metres: number): LonLat {
    const distance = Math.sqrt(this.#random()) * metres;
    const [north, east] = destination(latitude, longitude, this.#random() * 360, distance);
    return [east, north];
  }
}
