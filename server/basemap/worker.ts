import { parentPort } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { createTileBuilder } from './tiles.ts';

/** Asks for one tile. */
export interface TileRequest {
  readonly id: number;
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

/** The tile, gzip; null where nothing is; or why it could not be made. */
export type TileAnswer =
  | { readonly id: number; readonly tile: Uint8Array | null }
  | { readonly id: number; readonly error: string };

const builder = createTileBuilder();

parentPort?.on('message', ({ id, zoom, x, y }: TileRequest) => {
  parentPort?.postMessage(answer(id, zoom, x, y));
});

function answer(id: number, zoom: number, x: number, y: number): TileAnswer {
  try {
    const raw = builder.build(zoom, x, y);
    return { id, tile: raw && new Uint8Array(gzipSync(raw, { level: 6 })) };
  } catch (error) {
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
