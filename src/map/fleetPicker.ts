import type { Map as MapLibreMap } from 'maplibre-gl';
import type { FleetFrame } from '../streams/pipeline/index.ts';
import type { PixelBox } from './boxSelect.ts';
import type { MapBounds } from './camera.ts';
import type { UnitStack } from './fleetMapTypes.ts';
import type { MapContext } from './layers/shared/context.ts';
import type { Bubble } from './layers/shared/densityGrid.ts';
import { markRadius } from './layers/shared/markSize.ts';
import { boundsOf, pickUnit, stackOf, unitsIn } from './pick.ts';
import { screenView } from './screen.ts';

/** What is drawn when one points at it. */
export interface Drawn {
  readonly map: MapLibreMap;
  frame(): FleetFrame | null;
  context(): MapContext;
}

/** Which units lie where, as they are drawn; nothing before the first frame. */
export class FleetPicker {
  readonly #drawn: Drawn;

  constructor(drawn: Drawn) {
    this.#drawn = drawn;
  }

  /** The unit whose mark is at the pixel, or within `reach` pixels of it. */
  at(x: number, y: number, reach: number): number | null {
    const frame = this.#drawn.frame();
    if (!frame) return null;
    const { clock, bundles } = this.#drawn.context();
    const view = screenView(this.#drawn.map);
    const slot = pickUnit(frame.fleet, clock.now, view, x, y, markRadius(view.zoom) * 0.7 + reach, bundles);
    return slot < 0 ? null : (frame.fleet.ids[slot] ?? null);
  }

  /** Units that lie on this one, with where that is; null where it lies alone. */
  stack(unitId: number): UnitStack | null {
    const frame = this.#drawn.frame();
    const slot = frame?.fleet.slotOf(unitId) ?? -1;
    if (!frame || slot < 0) return null;
    const { map } = this.#drawn;
    const { clock, bundles } = this.#drawn.context();
    const slots = stackOf(frame.fleet, clock.now, screenView(map), slot, bundles);
    const bounds = boundsOf(frame.fleet, clock.now, [slot]);
    if (slots.length < 2 || !bounds) return null;
    const { clientWidth: width, clientHeight: height } = map.getContainer();
    const { x, y } = map.project([bounds.west, bounds.south]);
    return { unitIds: slots.map((each) => frame.fleet.ids[each] ?? 0), x, y, width, height };
  }

  /** Units in a rectangle of the screen; null before the first frame. */
  within(box: PixelBox): number[] | null {
    const frame = this.#drawn.frame();
    if (!frame) return null;
    return unitsIn(frame.fleet, this.#drawn.context().clock.now, screenView(this.#drawn.map), box).map(
      (slot) => frame.fleet.ids[slot] ?? 0,
    );
  }

  /** The units that a bubble stands for. */
  members(bubble: Bubble): number[] {
    const { fleet } = this.#drawn.frame() ?? {};
    if (!fleet) return [];
    return this.#drawn
      .context()
      .bundles.members(bubble, fleet.count)
      .map((slot) => fleet.ids[slot] ?? 0);
  }

  /** Where the units are; null where none of them is anywhere. */
  bounds(unitIds: Iterable<number>): MapBounds | null {
    const frame = this.#drawn.frame();
    if (!frame) return null;
    return boundsOf(
      frame.fleet,
      this.#drawn.context().clock.now,
      [...unitIds].map((id) => frame.fleet.slotOf(id)),
    );
  }
}
