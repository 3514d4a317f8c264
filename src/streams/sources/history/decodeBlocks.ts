import { inflateSync } from 'fflate';
import type { Instant, Interval } from '../../../domain/base/index.ts';
import {
  BlockStreamReader,
  decodeTrack,
  emptyTrack,
  mergeTracks,
  sliceTrack,
  type TrackColumns,
} from '../../../domain/telemetry/index.ts';
import type { LastFixes, TrackChunk } from '../replay/trackChunk.ts';
import { CoreRows } from './coreRows.ts';
import { toChunk, toLastFixes } from './trackRows.ts';

/** What an answer of blocks is turned into. */
export type DecodeTask =
  | { readonly kind: 'chunk'; readonly span: Interval }
  | { readonly kind: 'lastFixes'; readonly at: Instant }
  | { readonly kind: 'track'; readonly unitId: number; readonly span: Interval };

export interface Decoded {
  readonly chunk: TrackChunk;
  readonly lastFixes: LastFixes;
  readonly track: TrackColumns;
}

/**
 * Takes an answer of track blocks apart as its bytes come, merges the blocks of a unit and cuts to the
 * span. Reads of each block what the task needs. Throws a RangeError when the bytes are damaged or broke off.
 */
export class BlockDecoder {
  readonly #reader = new BlockStreamReader();
  readonly #task: DecodeTask;
  readonly #rows = new CoreRows();
  readonly #tracks: TrackColumns[] = [];

  constructor(task: DecodeTask) {
    this.#task = task;
  }

  /** One piece of the answer. */
  push(bytes: Uint8Array): void {
    for (const block of this.#reader.push(bytes)) {
      if (this.#task.kind === 'track') this.#tracks.push(decodeTrack(block, { inflate }));
      else this.#rows.add(block);
    }
  }

  /** The answer is over. What comes back is of the task's kind. */
  finish(): Decoded[DecodeTask['kind']] {
    this.#reader.end();
    const task = this.#task;
    if (task.kind === 'lastFixes') return toLastFixes(this.#rows, task.at);
    if (task.kind === 'chunk') return toChunk(this.#rows, task.span);
    const own = this.#tracks.filter(({ unitId }) => unitId === task.unitId);
    return sliceTrack(own.length === 0 ? emptyTrack(task.unitId, 0) : mergeTracks(own), task.span.from, task.span.to);
  }
}

/**
 * Inflates in this thread. The platform's DecompressionStream costs 0.1 ms a block however short it
 * is; hour blocks are short and many, and this takes a tenth of that.
 */
function inflate(body: Uint8Array, length: number): Uint8Array {
  try {
    return inflateSync(body, { out: new Uint8Array(length) });
  } catch (error) {
    throw new RangeError('Track block cannot be inflated', { cause: error });
  }
}
