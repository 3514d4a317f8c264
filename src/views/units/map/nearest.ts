import { bearing, distance, type Instant } from '../../../domain/base/index.ts';
import type { FleetColumns } from '../../../streams/pipeline/fleetColumns.ts';

/** A place that units are ranked by. */
export interface NearPoint {
  readonly latitude: number;
  readonly longitude: number;
  /** What it is called; empty where it was only pointed at. */
  readonly name: string;
}

export interface NearUnit {
  readonly unitId: number;
  /** Metres as the crow flies. */
  readonly distance: number;
  /** Degrees from the point to the unit. */
  readonly direction: number;
}

const drawn = new Float64Array(2);

/** The units nearest to a point where they are drawn at `instant`, the nearest first. One look at each of them. */
export function nearestUnits(
  fleet: FleetColumns,
  unitIds: Iterable<number>,
  point: Pick<NearPoint, 'latitude' | 'longitude'>,
  instant: Instant,
  most: number,
): NearUnit[] {
  const found: { unitId: number; distance: number; longitude: number; latitude: number }[] = [];
  for (const unitId of unitIds) {
    const slot = fleet.slotOf(unitId);
    if (slot < 0 || fleet.times[slot] === 0) continue;
    fleet.drawnAt(slot, instant, drawn);
    const [longitude, latitude] = drawn;
    const away = distance(point.latitude, point.longitude, latitude, longitude);
    if (!Number.isFinite(away) || (found.length === most && away >= found[most - 1].distance)) continue;
    const after = found.findIndex((other) => other.distance > away);
    found.splice(after < 0 ? found.length : after, 0, { unitId, distance: away, longitude, latitude });
    if (found.length > most) found.pop();
  }
  return found.map(({ unitId, distance: away, longitude, latitude }) => ({
    unitId,
    distance: away,
    direction: bearing(point.latitude, point.longitude, latitude, longitude),
  }));
}
