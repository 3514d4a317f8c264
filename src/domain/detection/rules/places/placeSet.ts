import Flatbush from 'flatbush';
import { COORDINATE_SCALE } from '../../../base/index.ts';
import { METRES_A_DEGREE, longitudeNear, type Box, type ShapeProbe } from '../../../geometry/index.ts';

/** More boxes than these are searched by a tree instead of one after another. */
const FEW = 48;
/** Degrees by which boxes are kept larger than they are: what is on an edge is inside. */
const SLACK = 1e-6;
/** Inside no shape that has one. */
const NO_LIMIT = -1;
/** Degrees from the equator up to which a box is as wide as its meridians say. */
const MOST_LATITUDE = 85;

/** Metres outside by which a point still counts as on the edge: figures of seven decimals are that exact. */
export const EDGE = 0.02;

/** A shape of a condition, and the highest speed that is allowed in it, km/h; null: any. */
export interface PlacedShape {
  readonly probe: ShapeProbe;
  readonly limit: number | null;
}

/** The geometry that a condition names, made ready for many questions. */
export class PlaceSet {
  readonly #probes: readonly ShapeProbe[];
  readonly #tree: Flatbush | null;
  /** Of the boxes in the tree, whose they are: boxes at the date line are in it on both sides. */
  readonly #ofBox: readonly ShapeProbe[];
  readonly #limits: ReadonlyMap<ShapeProbe, number>;
  #latitude = 0;
  #longitude = 0;
  #reach = 0;
  #depth = 0;
  #limit = 0;

  constructor(shapes: readonly PlacedShape[]) {
    const probes = shapes.map(({ probe }) => probe);
    this.#probes = probes;
    this.#limits = new Map(shapes.flatMap(({ probe, limit }) => (limit === null ? [] : [[probe, limit]])));
    const placed = probes.length > FEW ? probes.flatMap(boxesOf) : [];
    this.#ofBox = placed.map(({ probe }) => probe);
    this.#tree = placed.length > 0 ? new Flatbush(placed.length) : null;
    for (const { probe, shift } of placed) {
      const { west, south, east, north } = probe.box;
      this.#tree?.add(west + shift - SLACK, south - SLACK, east + shift + SLACK, north + SLACK);
    }
    this.#tree?.finish();
  }

  /** Whether there is a shape at all: of none nothing is inside, and nothing outside. */
  get isEmpty(): boolean {
    return this.#probes.length === 0;
  }

  /**
   * The box, in units of stored coordinates, outside of which a point is more than `reach` metres from all shapes; null
   * where that is not one box, as at the date line and the poles.
   */
  beyond(reach: number): Box | null {
    const boxes = this.#probes.map(({ box }) => box);
    const high = reach / METRES_A_DEGREE + SLACK;
    const south = Math.min(...boxes.map((box) => box.south)) - high;
    const north = Math.max(...boxes.map((box) => box.north)) + high;
    const wide = high / Math.cos((Math.max(-south, north) * Math.PI) / 180);
    const west = Math.min(...boxes.map((box) => box.west)) - wide;
    const east = Math.max(...boxes.map((box) => box.east)) + wide;
    if (south < -MOST_LATITUDE || north > MOST_LATITUDE || west <= -180 || east >= 180) return null;
    return {
      west: Math.floor(west * COORDINATE_SCALE),
      south: Math.floor(south * COORDINATE_SCALE),
      east: Math.ceil(east * COORDINATE_SCALE),
      north: Math.ceil(north * COORDINATE_SCALE),
    };
  }

  /** Metres that a point is within the shape that it is deepest in, below 0 outside of all; −`reach` … `reach`. */
  depth(latitude: number, longitude: number, reach: number): number {
    this.#latitude = latitude;
    this.#longitude = longitude;
    this.#reach = reach;
    this.#depth = -reach;
    this.#limit = NO_LIMIT;
    const high = reach / METRES_A_DEGREE + SLACK;
    const wide = high / Math.max(0.01, Math.cos((latitude * Math.PI) / 180));
    if (this.#tree) {
      this.#tree.search(longitude - wide, latitude - high, longitude + wide, latitude + high, this.#visit);
      return this.#depth;
    }
    for (const probe of this.#probes) {
      const { west, south, east, north } = probe.box;
      if (latitude < south - high || latitude > north + high) continue;
      const near = longitudeNear(longitude, (west + east) / 2);
      if (near >= west - wide && near <= east + wide) this.#look(probe);
    }
    return this.#depth;
  }

  /** The highest speed that is allowed at a point, of all shapes with a limit that it is in; infinite: any. km/h. */
  limitAt(latitude: number, longitude: number): number {
    this.depth(latitude, longitude, EDGE);
    return this.#limit === NO_LIMIT ? Number.POSITIVE_INFINITY : this.#limit;
  }

  readonly #visit = (place: number): boolean => {
    this.#look(this.#ofBox[place]);
    return false;
  };

  #look(probe: ShapeProbe): void {
    const depth = probe.depth(this.#latitude, this.#longitude, this.#reach);
    if (depth > this.#depth) this.#depth = depth;
    if (depth >= -EDGE) this.#limit = Math.max(this.#limit, this.#limits.get(probe) ?? NO_LIMIT);
  }
}

function boxesOf(probe: ShapeProbe): { readonly probe: ShapeProbe; readonly shift: number }[] {
  const { west, east } = probe.box;
  const shifts = [0, ...(east > 170 ? [-360] : []), ...(west < -170 ? [360] : [])];
  return shifts.map((shift) => ({ probe, shift }));
}
