import {
  MAP_SERVICE_IDS,
  type MapService,
  type MapServiceId,
  type MapServiceProblem,
  type MapServices,
  type StreetTiles,
} from '../../src/api/contract/index.ts';
import { HOUR, failure, MINUTE, success, type Instant, type Result } from '../../src/domain/base/index.ts';

/** Keys and addresses of tile services, from MAP_*. Null = not configured. */
export interface MapServicesConfig {
  readonly bingKey: string | null;
  /** Scheme and host of a relay that answers as the service does. */
  readonly bingUrl?: string | null;
  readonly googleKey: string | null;
  readonly googleUrl?: string | null;
  /** OpenStreetMap's own tiles unless a deployment names its mirror; {@link NO_TILES}: none. */
  readonly osmTiles: string | null;
  readonly satelliteTiles: string | null;
  readonly trafficTiles: string | null;
  /** The deployment's own streets. */
  readonly streets: StreetTiles | null;
}

/** Fetches JSON; the one way out of this module. Rejects when the service cannot be reached. */
export type FetchJson = (
  url: string,
  init?: { method: string; headers: Record<string, string>; body: string },
) => Promise<{ status: number; body: unknown }>;

/** Google ends a session after two weeks, Bing's templates change rarely. */
const KEEP = 6 * HOUR;
const RETRY_AFTER = 5 * MINUTE;
const BING_URL = 'https://dev.virtualearth.net';
const GOOGLE_URL = 'https://tile.googleapis.com';
/** Instead of an address: tiles of this kind are never asked for. */
export const NO_TILES = 'none';
const OSM_TILES = 'https://tile.openstreetmap.org/{z}/{x}/{y}.png';

type Resolved = Result<Omit<Extract<MapService, { tiles: unknown }>, 'id'>, MapServiceProblem>;

/** What {@link createMapServices} gives. */
export interface MapServiceDirectory {
  /** The services as they stand; asks Bing and Google when the last answer is old. */
  at(now: Instant): Promise<MapServices>;
}

/** Resolves the layer list of the specification (chapter 9) for one deployment. */
export function createMapServices(config: MapServicesConfig, fetchJson: FetchJson): MapServiceDirectory {
  const kept = new Map<MapServiceId, { until: Instant; service: Promise<MapService> }>();
  const resolve = async (id: MapServiceId): Promise<MapService> => {
    const resolved = await resolveService(id, config, fetchJson);
    return resolved.ok ? { id, ...resolved.value } : { id, problem: resolved.error };
  };
  const serviceAt = (id: MapServiceId, now: Instant): Promise<MapService> => {
    const known = kept.get(id);
    if (known && now < known.until) return known.service;
    const entry = { until: now + KEEP, service: resolve(id) };
    kept.set(id, entry);
    void entry.service.then((service) => {
      if ('problem' in service && service.problem !== 'notConfigured') entry.until = now + RETRY_AFTER;
    });
    return entry.service;
  };
  return {
    async at(now) {
      const services = await Promise.all(MAP_SERVICE_IDS.map((id) => serviceAt(id, now)));
      return { streets: config.streets, services };
    },
  };
}

async function resolveService(id: MapServiceId, config: MapServicesConfig, fetchJson: FetchJson): Promise<Resolved> {
  switch (id) {
    case 'openStreetMap':
      if (config.osmTiles === NO_TILES) return failure('notConfigured');
      return template(config.osmTiles ?? OSM_TILES, '© OpenStreetMap contributors', 19);
    case 'bingAerial':
      return bing('Aerial', config, fetchJson);
    case 'bingRoad':
      return bing('RoadOnDemand', config, fetchJson);
    case 'googleHybrid':
      return google({ mapType: 'satellite', layerTypes: ['layerRoadmap'] }, config, fetchJson);
    case 'traffic':
      if (config.trafficTiles) return template(config.trafficTiles, '', 20);
      return google({ mapType: 'roadmap', layerTypes: ['layerTraffic'] }, config, fetchJson);
    case 'satellite':
      if (config.satelliteTiles) return template(config.satelliteTiles, '', 20);
      return google({ mapType: 'satellite' }, config, fetchJson);
  }
}

function template(url: string, attribution: string, maxZoom: number): Resolved {
  return success({ tiles: [url], tileSize: 256, maxZoom, attribution });
}

async function ask(
  fetchJson: FetchJson,
  ...request: Parameters<FetchJson>
): Promise<Result<unknown, MapServiceProblem>> {
  try {
    const { status, body } = await fetchJson(...request);
    if (status >= 500) return failure('unreachable');
    return status === 200 ? success(body) : failure('refused');
  } catch {
    // No route, no name, no TLS: all the same to the person who reads the layer list.
    return failure('unreachable');
  }
}

interface BingMetadata {
  resourceSets?: { resources?: { imageUrl?: string; imageUrlSubdomains?: string[]; zoomMax?: number }[] }[];
}

/** Bing's terms want the tile template asked for, not assembled ("Get Imagery Metadata"). */
async function bing(
  set: 'Aerial' | 'RoadOnDemand',
  { bingKey: key, bingUrl }: MapServicesConfig,
  fetchJson: FetchJson,
): Promise<Resolved> {
  if (!key) return failure('notConfigured');
  const url = `${bingUrl ?? BING_URL}/REST/v1/Imagery/Metadata/${set}?output=json&uriScheme=https&key=${encodeURIComponent(key)}`;
  const answer = await ask(fetchJson, url);
  if (!answer.ok) return answer;
  const found = (answer.value as BingMetadata).resourceSets?.[0]?.resources?.[0];
  const pattern = found?.imageUrl?.replace('{culture}', 'en-US');
  if (!found || !pattern) return failure('refused');
  const tiles = (found.imageUrlSubdomains ?? ['t0']).map((name) => pattern.replace('{subdomain}', name));
  return success({ tiles, tileSize: 256, maxZoom: found.zoomMax ?? 19, attribution: '© Microsoft Bing' });
}

interface GoogleSession {
  session?: string;
  tileWidth?: number;
}

/** Google's tiles want a session of their own for each kind of map ("Map Tiles API"). */
async function google(
  kind: { mapType: string; layerTypes?: string[] },
  { googleKey: key, googleUrl }: MapServicesConfig,
  fetchJson: FetchJson,
): Promise<Resolved> {
  if (!key) return failure('notConfigured');
  const base = googleUrl ?? GOOGLE_URL;
  const parameter = `key=${encodeURIComponent(key)}`;
  const answer = await ask(fetchJson, `${base}/v1/createSession?${parameter}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...kind, language: 'en-US', region: 'US' }),
  });
  if (!answer.ok) return answer;
  const { session, tileWidth = 256 } = answer.value as GoogleSession;
  if (!session) return failure('refused');
  const url = `${base}/v1/2dtiles/{z}/{x}/{y}?session=${encodeURIComponent(session)}&${parameter}`;
  return success({ tiles: [url], tileSize: tileWidth, maxZoom: 20, attribution: '© Google' });
}
