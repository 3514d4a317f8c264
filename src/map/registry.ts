import type { TrailRing } from '../streams/pipeline/index.ts';
import { createFleetMarks } from './layers/fleet/index.ts';
import { createLabels, type LabelModule } from './layers/labels/index.ts';
import type { MapLayerModule } from './layers/shared/context.ts';
import { createTrails, type TrailModule } from './layers/trails/index.ts';

/** The layers over the base map, from the ground up, and the ones that are spoken to by name. */
export interface MapLayers {
  readonly ordered: readonly MapLayerModule[];
  readonly labels: LabelModule;
  readonly trails: TrailModule;
}

/** A new layer is one folder and one line here. `changed` is called when the list of layers must be built anew. */
export function createMapLayers(ring: TrailRing, changed: () => void, drawLimit?: number): MapLayers {
  const trails = createTrails(ring, changed);
  const labels = createLabels(changed);
  return { ordered: [trails, createFleetMarks(drawLimit), labels], labels, trails };
}
