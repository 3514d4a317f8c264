import type { SearchArea } from '../../src/domain/visit/index.ts';
import type { Instant } from '../../src/domain/base/index.ts';
import type { Fix, Position, TrackColumns, TrackPart } from '../../src/domain/telemetry/index.ts';

/** A message that was acknowledged and not understood, on its way into the store. */
export interface UnreadRow {
  readonly deviceId: number;
  /** The unit that carries the device, or 0. */
  readonly unitId: number;
  readonly protocol: string;
  readonly datagram: boolean;
  readonly type: string;
  readonly reason: string;
  readonly part: boolean;
  readonly receivedAt: Instant;
  /** The store's own: nobody changes them later. */
  readonly bytes: Buffer;
}

/**
 * Positions: journal, tail, blocks and latest state behind one door.
 * Times are Unix milliseconds, coordinates 1e-7 degrees, as stored.
 */
export interface PositionStore {
  /**
   * Copies the fix into the group that is committed next. Throws nothing: a full disk shows in `afterCommit`.
   * `completes`: the report may be stored already; then it adds the attributes that the stored one lacks.
   */
  append(unitId: number, protocolCode: number, receivedAt: Instant, fix: Fix, completes?: boolean): void;
  /** Takes an unread message into the group that is committed next, positions and messages together or none. */
  appendUnread(message: UnreadRow): void;
  /**
   * Calls back when everything appended so far is durable, in order of the calls. `stored` false:
   * the group could not be written (and will not be): do not acknowledge, the device sends again.
   */
  afterCommit(callback: (stored: boolean) => void): void;
  /** Notified of every committed group, after it is durable and folded into `latest`. Returns an undo. */
  onCommitted(listener: (batch: CommittedBatch) => void): () => void;
  readonly latest: LatestStates;
  /**
   * Blocks of the units that touch [from, to), as stored and then from the tail, whole or cut after their core; see
   * track codec.
   */
  readBlocks(unitIds: readonly number[], from: Instant, to: Instant, columns?: TrackPart): AsyncIterable<Uint8Array>;
  /**
   * One block per unit with its last fix at or before the instant. `silentSince`: for who reads the fixes from then on
   * anyway; of units that have some up to the instant, the last may be left out, or be one from before.
   */
  readBackfill(
    unitIds: readonly number[],
    at: Instant,
    columns?: TrackPart,
    silentSince?: Instant | null,
  ): AsyncIterable<Uint8Array>;
  /** Positions oldest first, merged and without doubles: for JSON, CSV and other exports. */
  readPositions(unitIds: readonly number[], from: Instant, to: Instant): AsyncIterable<Position>;
  /** The unit's reports as tracks, one after another, merged and without doubles: for detection. */
  readTracks(unitId: number, from: Instant, to: Instant): AsyncIterable<TrackColumns>;
  /**
   * The unit's reports of the groups after the sequence, oldest first, without doubles among themselves; valid until
   * the next read. Null when they may be in blocks by now, where groups are no longer distinguished. `until`: no groups
   * after this one.
   */
  readCommitted(unitId: number, after: number, until?: number): TrackColumns | null;
  /**
   * For searches by place: of each unit with reports in [from, to) that may have been in the area, its stored past in
   * order, the cores of blocks that have to be read, and null for what was elsewhere. No area: all of it. `columns` as
   * above. Now and then a unit without any: it and those below it have been gone through.
   */
  readPast(
    unitIds: readonly number[],
    from: Instant,
    to: Instant,
    area: SearchArea | null,
    columns?: TrackPart,
  ): AsyncIterable<UnitPast>;
  /** Earliest stored instant of the units, or null. */
  earliest(unitIds: readonly number[]): Promise<Instant | null>;
  /**
   * Called before groups up to a sequence become blocks, where they are no longer distinguished, and awaited: for who
   * has to note what it has not done with them. They stay groups where it rejects. Returns an undo.
   */
  beforeCompaction(listener: (sequence: number) => Promise<void>): () => void;
  /** Writes the tail as blocks and removes its journal segment, now. */
  compact(): Promise<void>;
  /** How many spoilt rows lie aside: what they held is missing everywhere. */
  readonly setAside: number;
  /** Grows with each committed group; survives restarts. */
  readonly sequence: number;
  /** Groups up to here are in blocks, where they are no longer distinguished. */
  readonly compactedTo: number;
  /** Commits what is open, then stops. */
  close(): Promise<void>;
}

/** A unit's past as a search by place goes through it. */
export interface UnitPast {
  readonly unitId: number;
  /**
   * Each the blocks that overlap in time, what was stored first before what came later; null: the unit was not near.
   */
  readonly stretches: readonly (readonly Uint8Array[] | null)[];
}

/** Reports as columns, one of a unit in each row. */
interface ReportColumns {
  readonly count: number;
  readonly unitIds: Uint32Array;
  readonly times: Float64Array;
  readonly receivedTimes: Float64Array;
  readonly longitudes: Int32Array;
  readonly latitudes: Int32Array;
  /** Packed as in the live frame. */
  readonly states: Uint32Array;
  /** As in a track (TRACK_FLAG). */
  readonly flags: Uint8Array;
}

/** A committed group as columns; valid during the listener's call only. */
export interface CommittedBatch extends ReportColumns {
  readonly sequence: number;
  /** What the validity filters ask of a fix: km/h and the others NaN where not sent, satellites −1. */
  readonly speeds: Float32Array;
  readonly satellites: Int16Array;
  readonly hdops: Float32Array;
  /** Metres. */
  readonly accuracies: Float32Array;
  /** 1 where the fix became the unit's latest; 0 where it was late, doubled or without position. */
  readonly advanced: Uint8Array;
}

/** The latest state of every unit, in memory; a unit's index is stable while the process lives. */
export interface LatestStates extends ReportColumns {
  /** Sequence of the group that last changed the unit. */
  readonly sequences: Float64Array;
  /** Index of the unit, or -1. */
  indexOf(unitId: number): number;
  /** Everything known of the unit's latest report, or null. */
  position(unitId: number): Position | null;
}
