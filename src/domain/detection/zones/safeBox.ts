import { METRES_A_DEGREE } from '../../geometry/index.ts';
import type { Zone, ZoneIndex } from './zoneIndex.ts';

/** How far around a fix zones are looked for, metres: less where they are many, more where they are few. */
const REACH = { min: 250, first: 2_000, max: 64_000 } as const;
/** So many zones in reach are worth going through. */
const MANY = 24;
const FEW = 6;
/** Of the distance to an edge: half the side of a square that lies within it, whatever the map's curvature. */
const WITHIN = 0.65;

/**
 * The box around a unit's last fix within which a move changes nothing for any zone that it is not about to enter or leave:
 * most reports are done with after four comparisons. A box and not a circle: the straight way between two points in it stays in it.
 */
export class SafeBox {
  #west = Infinity;
  #south = Infinity;
  #east = -Infinity;
  #north = -Infinity;
  #reach: number = REACH.first;
  #latitude = 0;
  #longitude = 0;
  #count = 0;
  #isPassedOver: (zone: Zone) => boolean = () => false;

  holds(latitude: number, longitude: number): boolean {
    return longitude > this.#west && longitude < this.#east && latitude > this.#south && latitude < this.#north;
  }

  clear(): void {
    this.#west = Infinity;
  }

  /** Lays the box around a place where the unit is in none of the zones but those that are `passedOver`. */
  lay(
    indexes: readonly { readonly index: ZoneIndex }[],
    latitude: number,
    longitude: number,
    passedOver: (zone: Zone) => boolean,
  ): void {
    this.#latitude = latitude;
    this.#longitude = longitude;
    this.#count = 0;
    this.#isPassedOver = passedOver;
    const high = this.#reach / METRES_A_DEGREE;
    const wide = high / Math.cos((latitude * Math.PI) / 180);
    this.#west = longitude - wide;
    this.#east = longitude + wide;
    this.#south = latitude - high;
    this.#north = latitude + high;
    for (const { index } of indexes) index.touching(this.#west, this.#south, this.#east, this.#north, this.#cut);
    if (this.#count > MANY) this.#reach = Math.max(REACH.min, this.#reach / 2);
    else if (this.#count < FEW) this.#reach = Math.min(REACH.max, this.#reach * 2);
  }

  /** Leaves the zone out, at its side where that costs least. */
  readonly #cut = (zone: Zone, west: number, south: number, east: number, north: number): void => {
    this.#count++;
    if (this.#isPassedOver(zone)) return;
    const shrink = Math.cos((this.#latitude * Math.PI) / 180);
    const toWest = (this.#longitude - east) * shrink;
    const toEast = (west - this.#longitude) * shrink;
    const toSouth = this.#latitude - north;
    const toNorth = south - this.#latitude;
    const furthest = Math.max(toWest, toEast, toSouth, toNorth);
    if (furthest <= 0) this.#keepWithin(this.#distanceTo(zone));
    else if (furthest === toWest) this.#west = Math.max(this.#west, east);
    else if (furthest === toEast) this.#east = Math.min(this.#east, west);
    else if (furthest === toSouth) this.#south = Math.max(this.#south, north);
    else this.#north = Math.min(this.#north, south);
  };

  /** Metres to the edge of a zone whose box is around the place, though the place is outside: an L, a corridor. */
  #distanceTo({ probe }: Zone): number {
    return Math.max(0, -probe.depth(this.#latitude, this.#longitude, this.#reach));
  }

  #keepWithin(metres: number): void {
    const high = (metres * WITHIN) / METRES_A_DEGREE;
    const wide = high / Math.cos((this.#latitude * Math.PI) / 180);
    this.#west = Math.max(this.#west, this.#longitude - wide);
    this.#east = Math.min(this.#east, this.#longitude + wide);
    this.#south = Math.max(this.#south, this.#latitude - high);
    this.#north = Math.min(this.#north, this.#latitude + high);
  }
}
