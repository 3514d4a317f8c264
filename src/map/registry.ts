import type { TrailSampler } from '../streams/pipeline/index.ts';
import { createDensity, type DensityModule, type DensityState } from './layers/density/index.ts';
import { createFleetMarks } from './layers/fleet/index.ts';
import { createLabels, type LabelModule } from './layers/labels/index.ts';
import type { MapLayerModule } from './layers/shared/context.ts';
import { createSpots, type SpotModule } from './layers/spots/index.ts';
import { createTrails, type TrailModule } from './layers/trails/index.ts';

export type { DensityState };

/** The layers over the base map, from the ground up, and the ones that are spoken to by name. */
export interface MapLayers {
  readonly ordered: readonly MapLayerModule[];
  readonly labels: LabelModule;
  readonly trails: TrailModule;
  readonly density: DensityModule;
  readonly spots: SpotModule;
  /** Fixes that are not believed. */
  readonly refused: SpotModule;
  /** Where units were at an instant that is pointed at. */
  readonly ghosts: SpotModule;
}

export interface MapLayerOptions {
  /** The fleet's recorded past, where there is one. */
  readonly samplePast?: TrailSampler;
  /** For counts. */
  readonly language: string;
  /** Called when the list of layers must be built again. */
  readonly rebuild: () => void;
  /** Called when what the layers draw is another. */
  readonly redrawNeeded: () => void;
  readonly trailPoints?: number;
  readonly drawLimit?: number;
}

/**
 * A new layer is one folder and one line here. Those after the marks are drawn over them; names go last, by what is
 * left.
 */
export function createMapLayers({
  samplePast,
  language,
  trailPoints,
  drawLimit,
  rebuild,
  redrawNeeded,
}: MapLayerOptions): MapLayers {
  const trails = createTrails({ samplePast, rebuild, redrawNeeded, points: trailPoints, drawLimit });
  const density = createDensity(language, redrawNeeded);
  const labels = createLabels(rebuild, redrawNeeded);
  const spots = createSpots(rebuild);
  const refused = createSpots(rebuild, 'refused');
  const ghosts = createSpots(rebuild, 'ghosts');
  return {
    ordered: [trails, createFleetMarks(drawLimit), density, refused, spots, ghosts, labels],
    labels,
    trails,
    density,
    spots,
    refused,
    ghosts,
  };
}
