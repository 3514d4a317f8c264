import { METRES_A_DEGREE } from '../../geometry/index.ts';
import type { ZoneFix } from '../shared/index.ts';
import type { Zone, ZoneIndex } from './zoneIndex.ts';

/**
 * How far around a fix zones are looked for: so many times the last move (`deep`: edges of a zone that it is in), and
 * at least and at most so many metres.
 */
const REACH = { moves: 12, deep: 5, least: 120, most: 8_000 } as const;
/** Of the distance to an edge: half the side of a square that lies within it, whatever the map's curvature. */
const WITHIN = 0.65;
/**
 * A box that the next move left costs more than it saves: after so many in a row most moves are not given one, doubled
 * each time.
 */
const MOST_SKIPPED = 5;

/** Metres between two fixes near each other, to the north or to the east, whichever is more. */
export function moveOf(from: ZoneFix, to: ZoneFix): number {
  if (from.time < 0) return 0;
  const north = Math.abs(to.latitude - from.latitude);
  const east = Math.abs(to.longitude - from.longitude) * Math.cos((to.latitude * Math.PI) / 180);
  return Math.max(north, east) * METRES_A_DEGREE;
}

/**
 * A box of which it is known what lies in it. A box and not a circle: the straight line between two points in it stays
 * in it.
 */
class Box {
  protected west = Infinity;
  protected south = Infinity;
  protected east = -Infinity;
  protected north = -Infinity;
  #misses = 0;
  #skipped = 0;

  holds({ latitude, longitude }: ZoneFix): boolean {
    return longitude > this.west && longitude < this.east && latitude > this.south && latitude < this.north;
  }

  clear(): void {
    this.west = Infinity;
  }

  /** True where the last boxes were of no use: then one is laid now and again only. */
  protected isSkipped(): boolean {
    if (this.#skipped === 0) return false;
    this.#skipped--;
    this.clear();
    return true;
  }

  /** `half`: metres to the nearest side. */
  protected adjust(half: number, move: number): void {
    this.#misses = half < move * 1.5 ? Math.min(MOST_SKIPPED, this.#misses + 1) : 0;
    this.#skipped = this.#misses > 0 ? 2 ** this.#misses - 1 : 0;
  }

  protected around({ latitude, longitude }: ZoneFix, metres: number): void {
    const high = metres / METRES_A_DEGREE;
    const wide = high / Math.cos((latitude * Math.PI) / 180);
    this.west = longitude - wide;
    this.east = longitude + wide;
    this.south = latitude - high;
    this.north = latitude + high;
  }

  protected within({ latitude, longitude }: ZoneFix, metres: number): void {
    const high = (metres * WITHIN) / METRES_A_DEGREE;
    const wide = high / Math.cos((latitude * Math.PI) / 180);
    this.west = Math.max(this.west, longitude - wide);
    this.east = Math.min(this.east, longitude + wide);
    this.south = Math.max(this.south, latitude - high);
    this.north = Math.min(this.north, latitude + high);
  }
}

/** Where a unit that is in a zone surely still is. */
export class CoreBox extends Box {
  lay({ probe }: Zone, fix: ZoneFix, move: number): void {
    if (this.isSkipped()) return;
    const reach = Math.min(REACH.most, Math.max(REACH.least, move * REACH.deep));
    const half = Math.max(0, probe.depth(fix.latitude, fix.longitude, reach) * WITHIN);
    this.around(fix, half);
    this.adjust(half, move);
  }
}

/**
 * The box around a unit's last fix within which a move changes nothing for any zone that it is not in, about to enter
 * or to leave: most reports are done with after four comparisons.
 */
export class SafeBox extends Box {
  #fix: ZoneFix | null = null;
  #reach = 0;
  #isPassedOver: (zone: Zone) => boolean = () => false;

  /**
   * Lays the box around a fix that is in none of the zones but those that are `passedOver`; `move`: metres since the
   * one before.
   */
  lay(
    indexes: readonly { readonly index: ZoneIndex }[],
    fix: ZoneFix,
    move: number,
    passedOver: (zone: Zone) => boolean,
  ): void {
    if (this.isSkipped()) return;
    this.#fix = fix;
    this.#reach = Math.min(REACH.most, Math.max(REACH.least, move * REACH.moves));
    this.#isPassedOver = passedOver;
    this.around(fix, this.#reach);
    for (const { index } of indexes) index.touching(this.west, this.south, this.east, this.north, this.#cut);
    const { latitude, longitude } = fix;
    const shrink = Math.cos((latitude * Math.PI) / 180);
    const across = Math.min(longitude - this.west, this.east - longitude) * shrink;
    this.adjust(Math.min(across, latitude - this.south, this.north - latitude) * METRES_A_DEGREE, move);
  }

  /** Leaves the zone out, at its side where that costs least. */
  readonly #cut = (zone: Zone, west: number, south: number, east: number, north: number): void => {
    const fix = this.#fix;
    if (fix === null || this.#isPassedOver(zone)) return;
    const shrink = Math.cos((fix.latitude * Math.PI) / 180);
    const toWest = (fix.longitude - east) * shrink;
    const toEast = (west - fix.longitude) * shrink;
    const toSouth = fix.latitude - north;
    const toNorth = south - fix.latitude;
    const furthest = Math.max(toWest, toEast, toSouth, toNorth);
    // An L or a corridor: its box is around the place, and the place is outside.
    if (furthest <= 0) this.within(fix, Math.max(0, -zone.probe.depth(fix.latitude, fix.longitude, this.#reach)));
    else if (furthest === toWest) this.west = Math.max(this.west, east);
    else if (furthest === toEast) this.east = Math.min(this.east, west);
    else if (furthest === toSouth) this.south = Math.max(this.south, north);
    else this.north = Math.min(this.north, south);
  };
}
