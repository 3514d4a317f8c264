import Flatbush from 'flatbush';
import { COORDINATE_SCALE } from '../../../base/index.ts';
import { METRES_A_DEGREE, longitudeNear, type Box, type ShapeProbe } from '../../../geometry/index.ts';

/** More boxes than these are searched by a tree instead of one after another. */
const FEW = 48;
/** Degrees by which boxes are kept larger than they are: what is on an edge is inside. */
const SLACK = 1e-6;
/** Degrees from the equator up to which a box is as wide as its meridians say. */
const MOST_LATITUDE = 85;

/** The geometry that a condition names, made ready for many questions. */
export class PlaceSet {
  readonly #probes: readonly ShapeProbe[];
  readonly #tree: Flatbush | null;
  /** Of the boxes in the tree, whose they are: boxes at the date line are in it on both sides. */
  readonly #ofBox: readonly ShapeProbe[];
  #latitude = 0;
  #longitude = 0;
  #reach = 0;
  #depth = 0;

  constructor(probes: readonly ShapeProbe[]) {
    this.#probes = probes;
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

  readonly #visit = (place: number): boolean => {
    this.#look(this.#ofBox[place]);
    return false;
  };

  #look(probe: ShapeProbe): void {
    const depth = probe.depth(this.#latitude, this.#longitude, this.#reach);
    if (depth > this.#depth) this.#depth = depth;
  }
}

function boxesOf(probe: ShapeProbe): { readonly probe: ShapeProbe; readonly shift: number }[] {
  const { west, east } = probe.box;
  const shifts = [0, ...(east > 170 ? [-360] : []), ...(west < -170 ? [360] : [])];
  return shifts.map((shift) => ({ probe, shift }));
}
