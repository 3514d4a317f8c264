import type { MapLayerModule } from '../shared/context.ts';
import { FleetLayer } from './fleetLayer.ts';

/** The marks of all units. */
export function createFleetMarks(drawLimit = Number.POSITIVE_INFINITY): MapLayerModule {
  return {
    id: 'fleet',
    layers({ mirror, clock, palette, bundles, drawList }) {
      return [new FleetLayer({ id: 'fleet', mirror, clock, palette, bundles, drawList, drawLimit })];
    },
  };
}
