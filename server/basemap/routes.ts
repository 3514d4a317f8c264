import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Instant } from '../../src/domain/base/index.ts';
import type { GatewayLogger } from '../call/ports.ts';
import { isBasemapTile, type Basemap } from './basemap.ts';
import type { MapServiceDirectory } from './services.ts';

export interface BasemapRouteOptions {
  /** A PMTiles archive served under /basemap/pmtiles; null = none. */
  readonly pmtilesFile: string | null;
  /** Answers GET /client-config/map. Left out where another part of the gateway does. */
  readonly services?: MapServiceDirectory;
  readonly now: () => Instant;
  readonly logger: Pick<GatewayLogger, 'warn'>;
}

/** The world changes with a release only; the tag lets a browser ask cheaply after a day. */
const TILE_CACHE = 'public, max-age=86400, stale-while-revalidate=604800';

/** Where the pages of the application lie. */
const APPLICATION = '/app/';

type TileRoute = { Params: { z: string; x: string; y: string } };

/** Serves the base map: vector tiles, the deployment's own archive, and the list of services. */
export function registerBasemapRoutes(fastify: FastifyInstance, basemap: Basemap, options: BasemapRouteOptions): void {
  let isWarm = false;
  // Who opens the application signs in, and looks at the map next: by then the world has been read.
  fastify.addHook('onResponse', (request, _reply, done) => {
    if (!isWarm && request.url.startsWith(APPLICATION)) {
      isWarm = true;
      basemap.warm().catch((error: unknown) => options.logger.warn({ error }, 'The base map could not be read ahead.'));
    }
    done();
  });
  fastify.get<TileRoute>('/basemap/:z/:x/:y.mvt', (request, reply) => sendTile(basemap, request, reply));
  const { pmtilesFile, services } = options;
  if (pmtilesFile !== null) {
    fastify.get('/basemap/pmtiles', (request, reply) => sendRange(pmtilesFile, request, reply));
  }
  if (services) {
    fastify.get('/client-config/map', async (_request, reply) => {
      void reply.header('cache-control', 'private, max-age=300');
      return services.at(options.now());
    });
  }
}

async function sendTile(
  basemap: Basemap,
  request: FastifyRequest<TileRoute>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const [zoom = -1, x = -1, y = -1] = [request.params.z, request.params.x, request.params.y].map(Number);
  if (!isBasemapTile(zoom, x, y)) return reply.code(404).send();
  const tile = await basemap.tile(zoom, x, y);
  void reply.header('cache-control', TILE_CACHE);
  if (tile === null) return reply.code(204).send();
  const tag = `"${createHash('sha1').update(tile).digest('base64url')}"`;
  void reply.header('etag', tag);
  if (request.headers['if-none-match'] === tag) return reply.code(304).send();
  return reply
    .header('content-type', 'application/vnd.mapbox-vector-tile')
    .header('content-encoding', 'gzip')
    .send(Buffer.from(tile.buffer, tile.byteOffset, tile.byteLength));
}

/** One byte range (RFC 9110, 14.2), as the PMTiles reader asks for it. */
async function sendRange(file: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) return reply.code(404).send();
  const tag = `"${found.size.toString(36)}-${Math.floor(found.mtimeMs).toString(36)}"`;
  void reply.header('accept-ranges', 'bytes').header('etag', tag).header('cache-control', 'public, max-age=3600');
  void reply.header('content-type', 'application/octet-stream');
  const header = request.headers.range;
  if (header === undefined) return reply.header('content-length', found.size).send(createReadStream(file));
  const range = parseRange(header, found.size);
  if (!range) return reply.code(416).header('content-range', `bytes */${found.size}`).send();
  return reply
    .code(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${found.size}`)
    .header('content-length', range.end - range.start + 1)
    .send(createReadStream(file, range));
}

/** The range within a file of `size` bytes, both ends included; null when it cannot be met. */
export function parseRange(header: string, size: number): { start: number; end: number } | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header.trim());
  if (!match || size === 0) return null;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return null;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start <= end && start < size ? { start, end } : null;
}
