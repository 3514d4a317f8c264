import type { StyleSpecification } from 'maplibre-gl';
import { ground } from './ground.ts';
import { streetNames } from './streetNames.ts';
import { streetGround, streetSource } from './streetStyle.ts';
import { SOURCES, type OwnStyleOptions } from './styleOptions.ts';
import { countryLayer, worldGround, worldNames, worldSource } from './worldStyle.ts';

/** The map that needs no internet: the world, and the deployment's streets over it. */
export function ownStyle(options: OwnStyleOptions): StyleSpecification {
  const { origin, palette, language, hasLand, streets } = options;
  return {
    version: 8,
    sources: {
      [SOURCES.world]: worldSource(origin),
      ...(streets && { [SOURCES.streets]: streetSource(origin, streets) }),
    },
    layers: [
      ground(palette, hasLand),
      ...worldGround(palette),
      ...(streets ? streetGround(palette) : []),
      ...worldNames(options),
      ...(streets ? streetNames(palette, language) : []),
      countryLayer(options),
    ],
  };
}
