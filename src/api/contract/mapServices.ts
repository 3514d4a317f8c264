/**
 * Answer of `GET /client-config/map`: which base maps this deployment can offer. Tile services
 * that need a key or a session are resolved by the server, so the client gets plain templates.
 */
export const MAP_SERVICE_IDS = [
  'openStreetMap',
  'bingAerial',
  'bingRoad',
  'googleHybrid',
  'traffic',
  'satellite',
] as const;
export type MapServiceId = (typeof MAP_SERVICE_IDS)[number];

/** Why a service of the list cannot be used. */
export type MapServiceProblem = 'notConfigured' | 'unreachable' | 'refused';

/** One raster service. Templates take {z}, {x}, {y} or {quadkey}. */
export type MapService =
  | {
      readonly id: MapServiceId;
      readonly tiles: readonly string[];
      readonly tileSize: number;
      readonly maxZoom: number;
      /** As the service's terms want it shown; plain text. */
      readonly attribution: string;
    }
  | { readonly id: MapServiceId; readonly problem: MapServiceProblem };

/** Streets as vector tiles of the deployment's own, under `/basemap/streets/{z}/{x}/{y}.mvt`. */
export interface StreetTiles {
  readonly minZoom: number;
  readonly maxZoom: number;
  /** The box around all of them, degrees; not every place in it has streets. */
  readonly bounds: readonly [west: number, south: number, east: number, north: number];
  /** Plain text. */
  readonly attribution: string;
  /** False when these are only the streets that come with the product. */
  readonly isOwn: boolean;
}

export interface MapServices {
  /** Null when there are none at all. */
  readonly streets: StreetTiles | null;
  readonly services: readonly MapService[];
}
