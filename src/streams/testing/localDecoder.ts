import { decodeAnswer } from '../sources/history/decodeBlocks.ts';
import type { TrackDecoder } from '../sources/history/trackDecoder.ts';

/** Asks and decodes in the same thread: what the worker does, without one. */
export function createLocalDecoder(fetch: TrackDecoder['fetch'] = globalThis.fetch): TrackDecoder {
  return { fetch, decode: decodeAnswer, close() {} };
}
