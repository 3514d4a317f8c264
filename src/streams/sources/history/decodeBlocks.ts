import type { Instant, Interval } from '../../../domain/base/index.ts';
import {
  DEFAULT_FILTERS,
  filtersRows,
  isFilterMessage,
  readFilterMessage,
  type FilterSettings,
} from '../../../domain/detection/index.ts';
import {
  BlockStreamReader,
  CoreRows,
  decodeTrack,
  emptyTrack,
  mergeTracks,
  type TrackColumns,
} from '../../../domain/telemetry/index.ts';
import type { LastFixes, TrackChunk } from '../replay/trackChunk.ts';
import { filterTrackRows, type FilteredTrack } from './filtering.ts';
import { inflate } from './inflate.ts';
import { toChunk, toLastFixes } from './trackRows.ts';

/** What an answer of blocks is turned into. */
export type DecodeTask =
  | { readonly kind: 'chunk'; readonly span: Interval }
  | { readonly kind: 'lastFixes'; readonly at: Instant }
  | { readonly kind: 'track'; readonly unitId: number; readonly span: Interval }
  | { readonly kind: 'blocks' };

export interface Decoded {
  readonly chunk: TrackChunk;
  readonly lastFixes: LastFixes;
  readonly track: FilteredTrack;
  /** The answer as it came, complete: for whoever keeps blocks and reads them again. */
  readonly blocks: Uint8Array<ArrayBuffer>;
}

/**
 * Takes an answer of track blocks apart as its bytes come, merges the blocks of a unit and cuts to the
 * span. Reads of each block what the task needs. Throws a RangeError when the bytes are damaged or broke off.
 */
export class BlockDecoder {
  readonly #reader = new BlockStreamReader();
  readonly #task: DecodeTask;
  readonly #rows = new CoreRows(inflate);
  readonly #tracks: TrackColumns[] = [];
  readonly #pieces: Uint8Array[] = [];
  /** Filters of units, as far as they are not as nobody touched them. */
  #filters: ReadonlyMap<number, FilterSettings> = new Map();

  constructor(task: DecodeTask) {
    this.#task = task;
  }

  /** One piece of the answer. */
  push(bytes: Uint8Array): void {
    const blocks = this.#reader.push(bytes);
    if (this.#task.kind === 'blocks') {
      this.#pieces.push(bytes);
      return;
    }
    for (const block of blocks) {
      if (isFilterMessage(block)) this.#filters = readFilterMessage(block);
      else if (this.#task.kind === 'track') this.#tracks.push(decodeTrack(block, { inflate }));
      else this.#rows.add(block);
    }
  }

  /** The answer is over. The result is of the task's kind. */
  finish(): Decoded[DecodeTask['kind']] {
    this.#reader.end();
    const task = this.#task;
    if (task.kind === 'blocks') return joined(this.#pieces);
    if (task.kind === 'lastFixes') return toLastFixes(this.#rows, task.at, this.#askedFilters());
    if (task.kind === 'chunk') return toChunk(this.#rows, task.span, this.#askedFilters());
    const own = this.#tracks.filter(({ unitId }) => unitId === task.unitId);
    const whole = own.length === 0 ? emptyTrack(task.unitId, 0) : mergeTracks(own);
    return filterTrackRows(whole, this.#filters.get(task.unitId) ?? DEFAULT_FILTERS, task.span);
  }

  /** Of which units every row is filtered. */
  #askedFilters(): ReadonlyMap<number, FilterSettings> {
    const filtering = new Map<number, FilterSettings>();
    for (const [unitId, settings] of this.#filters) if (filtersRows(settings)) filtering.set(unitId, settings);
    return filtering;
  }
}

function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Decodes the body of an answer as it comes. Rejects with a RangeError when the bytes are damaged or broke off. */
export async function decodeAnswer(task: DecodeTask, { body }: Response): Promise<Decoded[DecodeTask['kind']]> {
  if (body === null) throw new RangeError('The answer has no bytes');
  const decoder = new BlockDecoder(task);
  await eachPiece(body, (bytes) => decoder.push(bytes));
  return decoder.finish();
}

/** Gives the pieces of a stream one after another. Rejects with a RangeError when the network cuts it off. */
async function eachPiece(body: ReadableStream<Uint8Array>, take: (bytes: Uint8Array) => void): Promise<void> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw new RangeError('The answer broke off', { cause: error });
      });
      if (done) return;
      take(value);
    }
  } catch (error) {
    // The rest is of no use: the server may stop sending it.
    await reader.cancel(error).catch(() => undefined);
    throw error;
  }
}
