import type { StyleSpecification } from 'maplibre-gl';
import type { MapService, MapServiceId, MapServiceProblem, MapServices } from '../../api/contract/index.ts';
import { countryNames } from './countryNames.ts';
import { detailedStyle } from './detailedStyle.ts';
import type { StyleOptions } from './styleOptions.ts';
import { worldStyle } from './worldStyle.ts';

/** Base layers by id: the deployment's own two, then the services of the specification (chapter 9). */
export type BaseLayerId = 'world' | 'streets' | MapServiceId;

/** One entry of the layer list. What cannot be used is listed too, with the reason. */
export interface BaseLayer {
  readonly id: BaseLayerId;
  /** i18n key of the name. */
  readonly labelKey: string;
  readonly available: boolean;
  /** i18n key of why it is not available. */
  readonly reasonKey?: string;
  /** True when its tiles come from the internet. */
  readonly remote: boolean;
}

const REASONS: Readonly<Record<MapServiceProblem, string>> = {
  notConfigured: 'map.layer.reason.notConfigured',
  unreachable: 'map.layer.reason.unreachable',
  refused: 'map.layer.reason.refused',
};

/** The list for the layer switcher, the best local map first. */
export function baseLayers({ pmtiles, services }: MapServices): BaseLayer[] {
  const own: BaseLayer[] = [{ id: 'world', labelKey: 'map.layer.world', available: true, remote: false }];
  if (pmtiles) own.unshift({ id: 'streets', labelKey: 'map.layer.streets', available: true, remote: false });
  return own.concat(services.map(serviceLayer));
}

function serviceLayer(service: MapService): BaseLayer {
  const entry = { id: service.id, labelKey: `map.layer.${service.id}`, remote: true };
  if ('problem' in service) return { ...entry, available: false, reasonKey: REASONS[service.problem] };
  return { ...entry, available: true };
}

/** What is shown before anyone chose: never a layer that needs the internet. */
export function defaultBaseLayer({ pmtiles }: MapServices): BaseLayerId {
  return pmtiles ? 'streets' : 'world';
}

/** The MapLibre style of a layer; an unavailable one gives the deployment's own map. */
export function baseStyle(id: BaseLayerId, services: MapServices, options: StyleOptions): StyleSpecification {
  if (id === 'streets' && services.pmtiles) return detailedStyle(options);
  const service = services.services.find((entry) => entry.id === id);
  if (service && 'tiles' in service) return rasterStyle(service);
  return worldStyle({ ...options, countryNames: countryNames(options.language) });
}

function rasterStyle(service: Extract<MapService, { tiles: unknown }>): StyleSpecification {
  const { tiles, tileSize, maxZoom, attribution } = service;
  return {
    version: 8,
    sources: { service: { type: 'raster', tiles: [...tiles], tileSize, maxzoom: maxZoom, attribution } },
    layers: [{ id: 'service', type: 'raster', source: 'service', paint: { 'raster-fade-duration': 0 } }],
  };
}
