import type { StyleSpecification } from 'maplibre-gl';
import type { MapService, MapServiceId, MapServiceProblem, MapServices } from '../../api/contract/index.ts';
import { countryNames } from './countryNames.ts';
import { ownStyle } from './ownStyle.ts';
import { withPictures } from './rasterStyle.ts';
import type { StyleOptions } from './styleOptions.ts';

/**
 * Base layers by id: our own map, the same with a service's streets from a zoom on, then the services of the
 * specification (chapter 9).
 */
export type BaseLayerId = 'world' | 'streets' | MapServiceId;

/** One entry of the layer list. Layers that cannot be used are listed too, with the reason. */
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

/** The service whose streets take over, and from which zoom on: farther away its map says no more than ours. */
const STREETS = { service: 'openStreetMap', from: 9 } as const;

type TileService = Extract<MapService, { tiles: unknown }>;

function tilesOf({ services }: MapServices, id: BaseLayerId): TileService | null {
  const service = services.find((entry) => entry.id === (id === 'streets' ? STREETS.service : id));
  return service && 'tiles' in service ? service : null;
}

/** The list for the layer switcher, our own map first. */
export function baseLayers(services: MapServices): BaseLayer[] {
  const own: BaseLayer[] = [{ id: 'world', labelKey: 'map.layer.world', available: true, remote: false }];
  if (tilesOf(services, 'streets'))
    own.unshift({ id: 'streets', labelKey: 'map.layer.streets', available: true, remote: true });
  return own.concat(services.services.map(serviceLayer));
}

function serviceLayer(service: MapService): BaseLayer {
  const entry = { id: service.id, labelKey: `map.layer.${service.id}`, remote: true };
  if ('problem' in service) return { ...entry, available: false, reasonKey: REASONS[service.problem] };
  return { ...entry, available: true };
}

/** What is shown before anyone chose: streets of the deployment's own where it has them, else those of the service. */
export function defaultBaseLayer(services: MapServices): BaseLayerId {
  return services.streets?.isOwn || tilesOf(services, 'streets') === null ? 'world' : 'streets';
}

/** The MapLibre style of a layer; our own map lies under all of them, and stands in for one that is not available. */
export function baseStyle(id: BaseLayerId, services: MapServices, options: StyleOptions): StyleSpecification {
  const { streets } = services;
  const own = ownStyle({ ...options, streets, countryNames: countryNames(options.language) });
  const service = tilesOf(services, id);
  if (service === null) return own;
  return withPictures(own, service, { palette: options.palette, from: id === 'streets' ? STREETS.from : 0 });
}
