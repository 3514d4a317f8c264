import Flatbush from 'flatbush';
import type { Instant } from '../../base/index.ts';
import type { ShapeProbe } from '../../geometry/index.ts';

/** A zone as detection watches it. */
export interface Zone {
  readonly id: number;
  /** Identifies zones by id and shape: a state says nothing of another shape. */
  readonly key: string;
  readonly probe: ShapeProbe;
  /** Milliseconds; shorter stays are no visits. */
  readonly minimumStay: Instant;
}

/** Degrees by which boxes are kept larger than they are: what is on an edge is inside. */
const SLACK = 1e-6;

/** Zones by where they are. Zones at the date line are in it on both sides. */
export class ZoneIndex {
  readonly zones: readonly Zone[];
  readonly #tree: Flatbush | null;
  readonly #ofBox: readonly Zone[];
  readonly #byKey: ReadonlyMap<string, Zone>;
  readonly #ids: ReadonlySet<number>;

  constructor(zones: readonly Zone[]) {
    const placed = zones.flatMap((zone) => {
      const { west, east } = zone.probe.box;
      const shifts = [0, ...(east > 170 ? [-360] : []), ...(west < -170 ? [360] : [])];
      return shifts.map((shift) => ({ zone, shift }));
    });
    this.zones = zones;
    this.#byKey = new Map(zones.map((zone) => [zone.key, zone]));
    this.#ids = new Set(zones.map(({ id }) => id));
    this.#ofBox = placed.map(({ zone }) => zone);
    this.#tree = placed.length > 0 ? new Flatbush(placed.length) : null;
    for (const { zone, shift } of placed) {
      const { west, south, east, north } = zone.probe.box;
      this.#tree?.add(west + shift - SLACK, south - SLACK, east + shift + SLACK, north + SLACK);
    }
    this.#tree?.finish();
  }

  /** The zone of this key, if it is one of these. */
  withKey(key: string): Zone | undefined {
    return this.#byKey.get(key);
  }

  /** Whether a zone of this id is one of these, whatever its shape. */
  has(id: number): boolean {
    return this.#ids.has(id);
  }

  /** Calls with every zone whose box touches this one, and the zone's box as it lies beside it. */
  touching(
    west: number,
    south: number,
    east: number,
    north: number,
    visit: (zone: Zone, west: number, south: number, east: number, north: number) => void,
  ): void {
    this.#tree?.search(west, south, east, north, (place, zoneWest, zoneSouth, zoneEast, zoneNorth) => {
      visit(this.#ofBox[place], zoneWest, zoneSouth, zoneEast, zoneNorth);
      return false;
    });
  }
}
