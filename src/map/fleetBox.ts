import type { FleetColumns } from '../streams/pipeline/index.ts';
import type { MapBounds } from './camera.ts';
import { InstanceReader } from './layers/shared/instances.ts';

const reader = new InstanceReader();

/** The box around all units that have a place, where they were heard last; null where none has one. */
export function fleetBox(fleet: FleetColumns): MapBounds | null {
  reader.attach(fleet);
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let slot = 0; slot < fleet.count; slot++) {
    if (!reader.place(slot, Number.MAX_SAFE_INTEGER)) continue;
    west = Math.min(west, reader.longitude);
    east = Math.max(east, reader.longitude);
    south = Math.min(south, reader.latitude);
    north = Math.max(north, reader.latitude);
  }
  return west > east ? null : { west, south, east, north };
}
