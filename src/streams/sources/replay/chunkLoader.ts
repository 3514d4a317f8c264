import type { Instant, Interval, Result } from '../../../domain/base/index.ts';
import type { LastFixes, TrackChunk } from './trackChunk.ts';

/** Why a piece of history could not be had. */
export interface LoadFailure {
  readonly code: string;
  readonly message: string;
}

/** Where chunks come from. An aborted call rejects with the signal's reason. */
export interface ChunkLoader {
  /** The fixes in the span; `unitIds` null = every unit in reach. */
  chunk(
    span: Interval,
    unitIds: readonly number[] | null,
    signal: AbortSignal,
  ): Promise<Result<TrackChunk, LoadFailure>>;
  /**
   * The units' last fixes at or before the instant. `silentSince`: of those with fixes from then on, it may be left out
   * or be one from before.
   */
  lastFixes(
    at: Instant,
    unitIds: readonly number[] | null,
    signal: AbortSignal,
    silentSince?: Instant,
  ): Promise<Result<LastFixes, LoadFailure>>;
}
