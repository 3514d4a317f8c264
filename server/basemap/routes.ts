import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Instant } from '../../src/domain/base/index.ts';
import type { GatewayLogger } from '../call/ports.ts';
import type { StreetArchives } from './archives.ts';
import { isBasemapTile, isTile, type Basemap } from './basemap.ts';
import type { MapServiceDirectory } from './services.ts';

export interface BasemapRouteOptions {
  readonly streets: Pick<StreetArchives, 'tile'>;
  /** Answers GET /client-config/map. Left out where another part of the gateway does. */
  readonly services?: MapServiceDirectory;
  readonly now: () => Instant;
  readonly logger: Pick<GatewayLogger, 'warn'>;
}

/** The world changes with a release only; the tag lets a browser ask cheaply after a day. */
const TILE_CACHE = 'public, max-age=86400, stale-while-revalidate=604800';

/** Streets change when a file is replaced. */
const STREET_CACHE = 'public, max-age=3600, stale-while-revalidate=604800';
const DEEPEST_STREETS = 16;

/** Where the pages of the application lie. */
const APPLICATION = '/app/';

type TileRoute = { Params: { z: string; x: string; y: string } };

/** Serves the base map: vector tiles of the world and of streets, and the list of services. */
export function registerBasemapRoutes(fastify: FastifyInstance, basemap: Basemap, options: BasemapRouteOptions): void {
  let isWarm = false;
  // Signing in comes first, and the map next: by then the world has been read.
  fastify.addHook('onResponse', (request, _reply, done) => {
    if (!isWarm && request.url.startsWith(APPLICATION)) {
      isWarm = true;
      basemap.warm().catch((error: unknown) => options.logger.warn({ error }, 'The base map could not be read ahead.'));
    }
    done();
  });
  fastify.get<TileRoute>('/basemap/:z/:x/:y.mvt', (request, reply) => sendTile(basemap, request, reply));
  const { services, streets } = options;
  fastify.get<TileRoute>('/basemap/streets/:z/:x/:y.mvt', (request, reply) => sendStreets(streets, request, reply));
  if (services) {
    fastify.get('/client-config/map', async (_request, reply) => {
      void reply.header('cache-control', 'private, max-age=300');
      return services.at(options.now());
    });
  }
}

const numbersOf = ({ params }: FastifyRequest<TileRoute>): [zoom: number, x: number, y: number] => [
  Number(params.z),
  Number(params.x),
  Number(params.y),
];

async function sendTile(
  basemap: Basemap,
  request: FastifyRequest<TileRoute>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const [zoom, x, y] = numbersOf(request);
  if (!isBasemapTile(zoom, x, y)) return reply.code(404).send();
  return sendMvt(await basemap.tile(zoom, x, y), TILE_CACHE, request, reply);
}

const zip = promisify(gzip);

async function sendStreets(
  streets: BasemapRouteOptions['streets'],
  request: FastifyRequest<TileRoute>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const [zoom, x, y] = numbersOf(request);
  if (!isTile(zoom, x, y) || zoom > DEEPEST_STREETS) return reply.code(404).send();
  const tile = await streets.tile(zoom, x, y);
  return sendMvt(tile && (await zip(tile)), STREET_CACHE, request, reply);
}

/** A gzipped tile, or the word that nothing is there. */
function sendMvt(
  tile: Uint8Array | null,
  cache: string,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  void reply.header('cache-control', cache);
  if (tile === null) return reply.code(204).send();
  const tag = `"${createHash('sha1').update(tile).digest('base64url')}"`;
  void reply.header('etag', tag);
  if (request.headers['if-none-match'] === tag) return reply.code(304).send();
  return reply
    .header('content-type', 'application/vnd.mapbox-vector-tile')
    .header('content-encoding', 'gzip')
    .send(Buffer.from(tile.buffer, tile.byteOffset, tile.byteLength));
}
