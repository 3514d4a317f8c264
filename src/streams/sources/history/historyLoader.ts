import { BACKFILL_PATH, HISTORY_PATH, type ReplyEnvelope } from '../../../api/contract/index.ts';
import { failure, success, toIso, type Interval, type Result } from '../../../domain/base/index.ts';
import { ERROR } from '../../../domain/errors/index.ts';
import type { ChunkLoader, LoadFailure } from '../replay/chunkLoader.ts';
import type { DecodeTask, Decoded } from './decodeBlocks.ts';
import type { FilteredTrack } from './filtering.ts';
import { isBlocks, type TrackDecoder } from './trackDecoder.ts';

/**
 * Posts to one of the history paths by the decoder's `fetch`, with the session's envelope around `data`. Rejects when
 * there is no answer.
 */
export type FetchHistory = (
  path: string,
  data: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
) => Promise<Response>;

export interface HistoryLoader extends ChunkLoader {
  /** All that is stored of one unit in the span, attributes included, with what its validity filters say of it. */
  track(unitId: number, span: Interval, signal: AbortSignal): Promise<Result<FilteredTrack, LoadFailure>>;
  /** The units' blocks that touch the span, as they are stored, with every attribute. */
  blocks(
    unitIds: readonly number[],
    span: Interval,
    signal: AbortSignal,
  ): Promise<Result<Uint8Array<ArrayBuffer>, LoadFailure>>;
}

/** Reads history over HTTP. `only`: the units that the replay is about; null = every unit in reach. */
export function createHistoryLoader(
  fetchHistory: FetchHistory,
  decoder: TrackDecoder,
  only: readonly number[] | null,
): HistoryLoader {
  const load = async <K extends DecodeTask['kind']>(
    path: string,
    data: Readonly<Record<string, unknown>>,
    task: DecodeTask & { kind: K },
    signal: AbortSignal,
  ): Promise<Result<Decoded[K], LoadFailure>> => {
    let response: Response;
    try {
      response = await fetchHistory(path, data, signal);
    } catch (error) {
      // Aborting is the caller's own wish; every other way of not answering is the network's.
      if (signal.aborted || !(error instanceof Error)) throw error;
      return failure({ code: ERROR.network, message: error.message });
    }
    if (!isBlocks(response)) return failure(await readProblem(response));
    try {
      return success((await decoder.decode(task, response)) as Decoded[K]);
    } catch (error) {
      if (signal.aborted || !(error instanceof RangeError)) throw error;
      return failure({ code: ERROR.network, message: error.message });
    }
  };
  const units = (unitIds: readonly number[] | null): { unit_ids?: readonly number[] } => {
    const chosen = unitIds ?? only;
    return chosen === null ? {} : { unit_ids: chosen };
  };
  // Whole fleets are replayed from the core columns; charts and exact trails ask for one unit's every column.
  const core = { columns: 'core' } as const;
  // Blocks come as they are stored; fixes are filtered here, by the filters that come before them.
  const withFilters = { filters: true } as const;
  const interval = ({ from, to }: Interval): { from: string; to: string; format: 'blocks' } => ({
    from: toIso(from),
    to: toIso(to),
    format: 'blocks',
  });
  return {
    chunk: (span, unitIds, signal) =>
      load(
        HISTORY_PATH,
        { ...units(unitIds), ...interval(span), ...core, ...withFilters },
        { kind: 'chunk', span },
        signal,
      ),
    lastFixes: (at, unitIds, signal, silentSince) => {
      const silent = silentSince === undefined ? {} : { silent_since: toIso(silentSince) };
      return load(
        BACKFILL_PATH,
        { ...units(unitIds), at: toIso(at), ...silent, ...core, ...withFilters },
        { kind: 'lastFixes', at },
        signal,
      );
    },
    track: (unitId, span, signal) =>
      load(
        HISTORY_PATH,
        { unit_ids: [unitId], ...interval(span), ...withFilters },
        { kind: 'track', unitId, span },
        signal,
      ),
    blocks: (unitIds, span, signal) =>
      load(HISTORY_PATH, { unit_ids: unitIds, ...interval(span) }, { kind: 'blocks' }, signal),
  };
}

/** The server's own words where it gave them. */
async function readProblem(response: Response): Promise<LoadFailure> {
  const text = await response.text();
  try {
    const { error } = JSON.parse(text) as Partial<ReplyEnvelope>;
    if (error) return { code: error.code, message: error.message };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return { code: response.status >= 500 ? ERROR.unavailable : ERROR.exception, message: `HTTP ${response.status}` };
}
