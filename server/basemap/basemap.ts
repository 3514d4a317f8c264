import { Worker } from 'node:worker_threads';
import { MINUTE } from '../../src/domain/base/index.ts';
import { BASEMAP_MAX_ZOOM, FINE_ZOOM } from './tiles.ts';
import type { TileAnswer, TileRequest } from './worker.ts';

/** The world without the internet, as vector tiles: land, borders, countries, places. */
export interface Basemap {
  /** The tile as gzipped MVT; null when it is empty or out of range. Rejects when the worker failed. */
  tile(zoom: number, x: number, y: number): Promise<Uint8Array | null>;
  /**
   * Reads the world before its first tile is asked for: this takes seconds on a busy machine. Rejects when the worker
   * failed.
   */
  warm(): Promise<void>;
  close(): Promise<void>;
}

const CACHED_TILES = 2_000;
const WORKER_SILENCE = 10 * MINUTE;

interface Waiting {
  resolve(tile: Uint8Array | null): void;
  reject(error: Error): void;
}

/** True when the numbers name a tile of the world. */
export function isTile(zoom: number, x: number, y: number): boolean {
  const side = 2 ** zoom;
  return [zoom, x, y].every(Number.isInteger) && zoom >= 0 && x >= 0 && x < side && y >= 0 && y < side;
}

/** True when the numbers name a tile that the base map has. */
export const isBasemapTile = (zoom: number, x: number, y: number): boolean =>
  isTile(zoom, x, y) && zoom <= BASEMAP_MAX_ZOOM;

/**
 * Tiles are cut in a thread of their own, so that parsing a coastline never delays a device's
 * acknowledgement. The thread starts with the first tile and ends after ten minutes without work:
 * its indexes take some 200 MB, and most tiles come from the cache by then.
 */
export function createBasemap(options: { cachedTiles?: number; silence?: number } = {}): Basemap {
  const cache = new Map<string, Promise<Uint8Array | null>>();
  const waiting = new Map<number, Waiting>();
  const limit = options.cachedTiles ?? CACHED_TILES;
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  let nextId = 1;

  const stop = async () => {
    clearTimeout(idle);
    const ending = worker;
    worker = null;
    for (const { reject } of waiting.values()) reject(new Error('The base map was closed.'));
    waiting.clear();
    await ending?.terminate();
  };
  const fail = (failed: Worker, error: Error) => {
    if (failed !== worker) return;
    worker = null;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const start = () => {
    const started = new Worker(new URL('worker.ts', import.meta.url), { name: 'basemap' });
    started.unref();
    started.on('message', (answer: TileAnswer) => {
      const asked = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ('error' in answer) asked?.reject(new Error(answer.error));
      else asked?.resolve(answer.tile);
      if (waiting.size > 0) return;
      clearTimeout(idle);
      idle = setTimeout(() => void stop(), options.silence ?? WORKER_SILENCE).unref();
    });
    started.on('error', (error) => fail(started, error instanceof Error ? error : new Error(String(error))));
    started.on('exit', () => fail(started, new Error('The base map thread ended.')));
    return started;
  };
  const ask = (zoom: number, x: number, y: number) =>
    new Promise<Uint8Array | null>((resolve, reject) => {
      clearTimeout(idle);
      const request: TileRequest = { id: nextId++, zoom, x, y };
      waiting.set(request.id, { resolve, reject });
      (worker ??= start()).postMessage(request);
    });

  const tile = (zoom: number, x: number, y: number): Promise<Uint8Array | null> => {
    if (!isBasemapTile(zoom, x, y)) return Promise.resolve(null);
    const key = `${zoom}/${x}/${y}`;
    const known = cache.get(key);
    cache.delete(key);
    const tile = known ?? ask(zoom, x, y);
    cache.set(key, tile);
    if (!known) tile.catch(() => cache.delete(key));
    if (cache.size > limit) cache.delete(cache.keys().next().value ?? key);
    return tile;
  };

  return {
    tile,
    async warm() {
      await Promise.all([tile(0, 0, 0), tile(FINE_ZOOM, 0, 0)]);
    },
    close: stop,
  };
}
