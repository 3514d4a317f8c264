import { INSTANCE_FLAGS, type FleetColumns } from '../streams/pipeline/fleetColumns.ts';
import type { ScreenView } from './layers/shared/context.ts';
import type { DensityGrid } from './layers/shared/densityGrid.ts';
import { InstanceReader } from './layers/shared/instances.ts';

const reader = new InstanceReader();
/** Units that are drawn whatever the crowd around them. */
const DRAWN_ALONE = INSTANCE_FLAGS.selected | INSTANCE_FLAGS.hovered;
const pixel: [number, number] = [0, 0];

/**
 * The slot of the unit drawn nearest to a pixel, or -1. Reads the same records as the shader, so
 * a unit is found where it is seen, also in mid-flight; 100,000 units take about a millisecond,
 * and no picture is drawn for it. The selected unit wins where marks lie on each other, as it is drawn
 * on top. Units that a bubble stands for are not found.
 */
export function pickUnit(fleet: FleetColumns, clock: number, view: ScreenView, x: number, y: number, reach: number, bundles?: DensityGrid): number {
  reader.attach(fleet);
  const latitudeReach = ((view.north - view.south) / Math.max(1, view.height)) * reach * 4;
  let best = -1;
  let least = reach;
  for (let slot = 0; slot < reader.count; slot++) {
    const flags = reader.flags(slot);
    if ((flags & INSTANCE_FLAGS.hidden) !== 0 || !reader.place(slot, clock)) continue;
    if (reader.latitude < view.south - latitudeReach || reader.latitude > view.north + latitudeReach) continue;
    view.project(reader.longitude, reader.latitude, pixel);
    const away = Math.hypot(pixel[0] - x, pixel[1] - y) - ((flags & INSTANCE_FLAGS.selected) !== 0 ? 4 : 0);
    if (away > least || ((flags & DRAWN_ALONE) === 0 && bundles?.isBundled(reader.longitude, reader.latitude))) continue;
    [best, least] = [slot, away];
  }
  return best;
}

/** The box of degrees around units as drawn; null when none of them has a place. */
export function boundsOf(
  fleet: FleetColumns,
  clock: number,
  slots: Iterable<number>,
): { west: number; south: number; east: number; north: number } | null {
  reader.attach(fleet);
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const slot of slots) {
    if (slot < 0 || slot >= reader.count || !reader.place(slot, clock)) continue;
    west = Math.min(west, reader.longitude);
    east = Math.max(east, reader.longitude);
    south = Math.min(south, reader.latitude);
    north = Math.max(north, reader.latitude);
  }
  return west <= east ? { west, south, east, north } : null;
}
