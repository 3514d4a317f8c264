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
import { buildChunk, type LastFixes, type TrackChunk } from '../replay/trackChunk.ts';
import { isMapAttribute, toLastFixes, toUnitRows } from './trackRows.ts';

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
 * Takes an answer of track blocks apart as its bytes come: inflates, cuts to the span, merges the
 * blocks of a unit. Throws a RangeError when the bytes are damaged or broke off.
 */
export class BlockDecoder {
  readonly #reader = new BlockStreamReader();
  readonly #wanted: (name: string) => boolean;
  readonly #tracks = new Map<number, TrackColumns[]>();

  constructor(task: DecodeTask) {
    this.#wanted = task.kind === 'track' ? () => true : isMapAttribute;
  }

  /** One piece of the answer. */
  push(bytes: Uint8Array): void {
    for (const block of this.#reader.push(bytes)) {
      const track = decodeTrack(block, { attributes: this.#wanted, inflate });
      const known = this.#tracks.get(track.unitId);
      if (known === undefined) this.#tracks.set(track.unitId, [track]);
      else known.push(track);
    }
  }

  /** The answer is over. What comes back is of the task's kind. */
  finish(task: DecodeTask): Decoded[DecodeTask['kind']] {
    this.#reader.end();
    const tracks = [...this.#tracks.values()].map((parts) => mergeTracks(parts));
    if (task.kind === 'lastFixes') return toLastFixes(tracks, task.at);
    if (task.kind === 'chunk') return buildChunk(task.span, tracks.map((track) => toUnitRows(track, task.span)));
    const track = tracks.find((each) => each.unitId === task.unitId) ?? emptyTrack(task.unitId, 0);
    return sliceTrack(track, task.span.from, task.span.to);
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
