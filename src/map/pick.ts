import { INSTANCE_FLAGS, type FleetColumns } from '../streams/pipeline/fleetColumns.ts';
import type { PixelBox } from './boxSelect.ts';
import type { ScreenView } from './layers/shared/context.ts';
import type { DensityGrid } from './layers/shared/densityGrid.ts';
import { InstanceReader } from './layers/shared/instances.ts';

const reader = new InstanceReader();
/** Units that are drawn whatever the crowd around them. */
const DRAWN_ALONE = INSTANCE_FLAGS.selected | INSTANCE_FLAGS.hovered;
const pixel: [number, number] = [0, 0];

/**
 * Goes through the units that are drawn between two latitudes; reader and pixel stand at each of them.
 * Reads the same records as the shader, so a unit is found where it is seen, also in mid-flight.
 */
function overDrawn(
  fleet: FleetColumns,
  clock: number,
  view: ScreenView,
  margin: number,
  visit: (slot: number, flags: number) => void,
): void {
  reader.attach(fleet);
  for (let slot = 0; slot < reader.count; slot++) {
    const flags = reader.flags(slot);
    if ((flags & INSTANCE_FLAGS.hidden) !== 0 || !reader.place(slot, clock)) continue;
    if (reader.latitude < view.south - margin || reader.latitude > view.north + margin) continue;
    view.project(reader.longitude, reader.latitude, pixel);
    visit(slot, flags);
  }
}

const degreesOf = (view: ScreenView, pixels: number): number =>
  ((view.north - view.south) / Math.max(1, view.height)) * pixels * 4;

const isInBubble = (flags: number, bundles: DensityGrid | undefined): boolean =>
  (flags & DRAWN_ALONE) === 0 && (bundles?.isBundled(reader.longitude, reader.latitude) ?? false);

/**
 * The slot of the unit drawn nearest to a pixel, or -1. 100,000 units take about a millisecond, and no
 * picture is drawn for it. The selected unit wins where marks lie on each other, as it is drawn on top.
 * Units that a bubble stands for are not found.
 */
export function pickUnit(
  fleet: FleetColumns,
  clock: number,
  view: ScreenView,
  x: number,
  y: number,
  reach: number,
  bundles?: DensityGrid,
): number {
  let best = -1;
  let least = reach;
  overDrawn(fleet, clock, view, degreesOf(view, reach), (slot, flags) => {
    const away = Math.hypot(pixel[0] - x, pixel[1] - y) - ((flags & INSTANCE_FLAGS.selected) !== 0 ? 4 : 0);
    if (away > least || isInBubble(flags, bundles)) return;
    [best, least] = [slot, away];
  });
  return best;
}

/** Marks that are nearer to each other than this lie on each other, CSS px. */
const STACKED = 7;
/**
 * While the camera is far away, only units as near as this stand at one place: the others part when it comes closer.
 * Degrees.
 */
const ONE_PLACE = 0.0005;
const APART_FROM_ZOOM = 12;

/** The slots of the units that stand at the place of one of them, that one first. */
export function stackOf(
  fleet: FleetColumns,
  clock: number,
  view: ScreenView,
  slot: number,
  bundles?: DensityGrid,
): number[] {
  reader.attach(fleet);
  if (slot < 0 || !reader.place(slot, clock)) return [];
  const [longitude, latitude] = [reader.longitude, reader.latitude];
  view.project(longitude, latitude, pixel);
  const [x, y] = pixel;
  const others: number[] = [];
  overDrawn(fleet, clock, view, degreesOf(view, STACKED), (other, flags) => {
    if (other === slot || Math.hypot(pixel[0] - x, pixel[1] - y) > STACKED || isInBubble(flags, bundles)) return;
    const isNear =
      Math.abs(reader.longitude - longitude) < ONE_PLACE && Math.abs(reader.latitude - latitude) < ONE_PLACE;
    if (view.zoom >= APART_FROM_ZOOM || isNear) others.push(other);
  });
  return [slot, ...others];
}

/** The slots of all units in a box of pixels, those in bubbles too: a box is drawn around what is there. */
export function unitsIn(fleet: FleetColumns, clock: number, view: ScreenView, box: PixelBox): number[] {
  const found: number[] = [];
  overDrawn(fleet, clock, view, 0, (slot) => {
    if (pixel[0] >= box.left && pixel[0] <= box.right && pixel[1] >= box.top && pixel[1] <= box.bottom)
      found.push(slot);
  });
  return found;
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
