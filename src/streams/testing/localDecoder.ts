import { BlockDecoder } from '../sources/history/decodeBlocks.ts';
import { eachPiece, type TrackDecoder } from '../sources/history/trackDecoder.ts';

/** Decodes in the same thread: what the worker does, without one. */
export function createLocalDecoder(): TrackDecoder {
  return {
    async decode(task, body) {
      const decoder = new BlockDecoder(task);
      await eachPiece(body, (bytes) => decoder.push(bytes));
      return decoder.finish();
    },
    close() {},
  };
}
