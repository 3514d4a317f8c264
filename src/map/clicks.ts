import type { Map as MapLibreMap } from 'maplibre-gl';
import { watchBox } from './boxSelect.ts';
import type { FleetMapOptions } from './fleetMapTypes.ts';
import type { FleetPicker } from './fleetPicker.ts';
import { watchPointer } from './pointer.ts';
import type { MapLayers } from './registry.ts';
import { screenView } from './screen.ts';

/** What the map itself does about a pointer. */
export interface ClickEffects {
  hover(unitId: number | null): void;
  /** Brings the units of a bubble into view, so near that they can be distinguished. */
  open(unitIds: readonly number[]): void;
  /** What a press on a spot does; undefined where spots are not to be pressed. */
  onSpot(): ((id: string) => void) | undefined;
  /** Who waits for a press that names a place; null where presses mean units. */
  onPoint(): ((longitude: number, latitude: number) => void) | null;
}

/** Reports units, spots and bubbles that are pointed at, pressed or drawn a box around; returns an undo. */
export function watchClicks(
  map: MapLibreMap,
  picker: FleetPicker,
  layers: Pick<MapLayers, 'spots' | 'density'>,
  options: FleetMapOptions,
  effects: ClickEffects,
): () => void {
  const spotAt = (x: number, y: number, reach: number) => layers.spots.at(x, y, reach, screenView(map));
  const bubbleAt = (x: number, y: number) => layers.density.bubbleAt(x, y, screenView(map));
  const open = (x: number, y: number): void => {
    const bubble = bubbleAt(x, y);
    if (bubble !== null) effects.open(picker.members(bubble));
  };
  /** A spot lies over the units; where units lie on each other the person is shown them all. */
  const isTaken = (x: number, y: number, reach: number, unitId: number | null): boolean => {
    const spot = spotAt(x, y, reach);
    const onSpot = effects.onSpot();
    if (spot !== null) {
      onSpot?.(spot.id);
      return onSpot !== undefined;
    }
    const stack = unitId === null ? null : picker.stack(unitId);
    if (stack === null || !options.onStack) return false;
    options.onStack(stack);
    return true;
  };
  const stopPointer = watchPointer(map, {
    pick: (x, y, reach) => picker.at(x, y, reach),
    zoomsIn: (x, y) => bubbleAt(x, y) !== null,
    zoomIn: open,
    picked: (unitId, additive) => options.onPick?.(unitId, additive),
    taken: isTaken,
    isSpot: (x, y) => effects.onSpot() !== undefined && spotAt(x, y, 2) !== null,
    asked: (longitude, latitude) => options.onAsk?.(longitude, latitude),
    pointed: () => effects.onPoint(),
    hovered: (unitId, x, y) => {
      effects.hover(unitId);
      options.onHover?.(unitId, x, y);
    },
  });
  const stopBox = watchBox(map, (box, additive) => {
    const chosen = picker.within(box);
    if (chosen !== null) options.onBox?.(chosen, additive);
  });
  return () => {
    stopBox();
    stopPointer();
  };
}
