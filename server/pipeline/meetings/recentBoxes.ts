import Flatbush from 'flatbush';
import { COORDINATE_SCALE, MINUTE, type Instant } from '../../../src/domain/base/index.ts';

/** A box has the fixes of this long, and the one before has those of as long before. */
const SPAN = 15 * MINUTE;
/** Metres of a degree of latitude, a little too few: a box that is searched may be larger than it has to be. */
const DEGREE = 111_000;

/** Where a unit was lately, 1e-7 degrees. */
interface Recent {
  /** Reports from here on are in the boxes, as is where the unit was then. */
  since: Instant;
  startedAt: Instant;
  latitude: number;
  longitude: number;
  readonly current: Float64Array;
  readonly before: Float64Array;
}
type Box = readonly [west: number, south: number, east: number, north: number];
const [WEST, SOUTH, EAST, NORTH] = [0, 1, 2, 3] as const;
const TURN = 360 * COORDINATE_SCALE;

/**
 * Where units were in the last quarter of an hour or two: who may have met a unit is found without looking at all
 * others.
 */
export class RecentBoxes {
  readonly #units = new Map<number, Recent>();
  #index: { readonly tree: Flatbush; readonly unitIds: readonly number[] } | null = null;

  has(unitId: number): boolean {
    return this.#units.has(unitId);
  }

  units(): readonly number[] {
    return [...this.#units.keys()];
  }

  /** A fix, 1e-7 degrees. */
  note(unitId: number, time: Instant, latitude: number, longitude: number): void {
    const known = this.#units.get(unitId);
    const recent = known ?? newRecent(time, latitude, longitude);
    if (!known) this.#units.set(unitId, recent);
    if (time - recent.startedAt >= SPAN) rotate(recent, time);
    recent.latitude = latitude;
    recent.longitude = longitude;
    grow(recent.current, latitude, longitude);
    this.#index = null;
  }

  /** True where all that the unit did from the instant on is in its boxes. */
  covers(unitId: number, since: Instant): boolean {
    return (this.#units.get(unitId)?.since ?? Number.POSITIVE_INFINITY) <= since;
  }

  /** True where the boxes of the two come within so many metres of each other. */
  areNear(one: number, other: number, metres: number): boolean {
    const [own, there] = [this.#units.get(one), this.#units.get(other)];
    if (!own || !there) return false;
    const [west, south, east, north] = joined(there);
    return around(joined(own), metres).some(
      (box) => box[WEST] <= east && box[EAST] >= west && box[SOUTH] <= north && box[NORTH] >= south,
    );
  }

  /** All units whose boxes come within so many metres of the unit's. */
  near(unitId: number, metres: number): number[] {
    const own = this.#units.get(unitId);
    if (!own) return [];
    const { tree, unitIds } = (this.#index ??= this.#build());
    const found = around(joined(own), metres).flatMap((box) => tree.search(...box));
    return [...new Set(found.map((place) => unitIds[place]))].filter((id) => id !== unitId);
  }

  #build(): { readonly tree: Flatbush; readonly unitIds: readonly number[] } {
    const unitIds = [...this.#units.keys()];
    const tree = new Flatbush(unitIds.length);
    for (const recent of this.#units.values()) {
      const [west, south, east, north] = joined(recent);
      tree.add(west, south, east, north);
    }
    tree.finish();
    return { tree, unitIds };
  }
}

const newRecent = (time: Instant, latitude: number, longitude: number): Recent => {
  const box = Float64Array.of(longitude, latitude, longitude, latitude);
  return { since: time, startedAt: time, latitude, longitude, current: box, before: box.slice() };
};

function rotate(recent: Recent, time: Instant): void {
  recent.before.set(recent.current);
  recent.since = recent.startedAt;
  recent.startedAt = time;
  recent.current.fill(recent.latitude);
  recent.current[WEST] = recent.current[EAST] = recent.longitude;
}

function grow(box: Float64Array, latitude: number, longitude: number): void {
  if (longitude < box[WEST]) box[WEST] = longitude;
  if (longitude > box[EAST]) box[EAST] = longitude;
  if (latitude < box[SOUTH]) box[SOUTH] = latitude;
  if (latitude > box[NORTH]) box[NORTH] = latitude;
}

const joined = ({ current, before }: Recent): Box => [
  Math.min(current[WEST], before[WEST]),
  Math.min(current[SOUTH], before[SOUTH]),
  Math.max(current[EAST], before[EAST]),
  Math.max(current[NORTH], before[NORTH]),
];

/** The box with so many metres more on each side, and the same on the other sides of the date line. */
function around([west, south, east, north]: Box, metres: number): readonly Box[] {
  const height = (metres / DEGREE) * COORDINATE_SCALE;
  const furthest = Math.max(Math.abs(south), Math.abs(north)) + height;
  const width = height / Math.max(0.01, Math.cos((furthest / COORDINATE_SCALE) * (Math.PI / 180)));
  return [0, -TURN, TURN].map((turn) => [west - width + turn, south - height, east + width + turn, north + height]);
}
