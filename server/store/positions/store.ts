import { SECOND, type Instant, type TimeSource } from '../../../src/domain/base/index.ts';
import type { Fix, Position, TrackColumns, TrackPart } from '../../../src/domain/telemetry/index.ts';
import type { Database } from '../database.types.ts';
import type { StoreLogger } from '../logger.ts';
import type { SearchArea } from '../../../src/domain/visit/index.ts';
import type { CommittedBatch, LatestStates, PositionStore, UnitPast, UnreadRow } from '../types.ts';
import { AttributeNames } from './journal/attributeNames.ts';
import { EventLoopBreaks } from '../eventLoopBreaks.ts';
import { compactSegment, mergePastDays, type CompactionOptions } from './blocks/compaction.ts';
import type { CommitCallback, Group } from './journal/group.ts';
import { History } from './history.ts';
import { JOURNAL_HEADER, openJournalRow } from './journal/journalRow.ts';
import { openSetAside, type SetAside } from '../setAside/index.ts';
import { JournalWriter } from './journal/journalWriter.ts';
import { Latest } from './latest/latest.ts';
import { loadLatest, LatestWriter } from './latest/table.ts';
import { rebuildLatest } from './latest/rebuilt.ts';
import { lastSequence, replayJournal } from './journal/recovery.ts';
import { warmUpBlocks } from './blocks/warmUp.ts';
import { RecentBlocks } from './blocks/recentBlocks.ts';
import { RecordReader } from './journal/record.ts';
import { TailSegment } from './journal/tail.ts';

const LATEST_EVERY = 1.5 * SECOND;
/** A tail of this size is compacted before its time... */
const LARGE_TAIL_BYTES = 48 * 1024 * 1024;
/** ...and while one of this size waits for that, devices are asked to send later. */
const LARGEST_TAIL_BYTES = 192 * 1024 * 1024;

export interface PositionStoreOptions {
  database: Database;
  logger: StoreLogger;
  time: TimeSource;
  /** Number of this writer among several on one database. */
  shard?: number;
  /** Bytes of tail that start a compaction. */
  largeTail?: number;
  /** Notified of unread messages that are durable; the list is valid during the call only. */
  onUnread?(messages: readonly UnreadRow[]): void;
}

export interface OpenedPositionStore extends PositionStore {
  /**
   * Merges the blocks of days that ended 48 hours ago, now; the rest waits where the signal is aborted. Answers how
   * many days it merged.
   */
  mergeDays(signal?: AbortSignal): Promise<number>;
}

/**
 * Opens the store on a migrated database: latest states, then everything in the journal again.
 * Rejects when the database is away.
 */
export async function openPositionStore(options: PositionStoreOptions): Promise<OpenedPositionStore> {
  const { database, logger } = options;
  const shard = options.shard ?? 0;
  const names = await AttributeNames.load(database, logger);
  const reader = new RecordReader(names);
  const latest = new Latest(reader);
  const setAside = await openSetAside(database, logger, options.time);
  const reading = { database, setAside };
  await rebuildLatest(reading, names, latest, await loadLatest(reading, latest));
  // Reports that latest knew at the last compaction are in blocks; the journal that follows is not.
  const storedUntil = [...latest.reportTimes.subarray(0, latest.count)];
  const tail = new TailSegment();
  const replayed = await replayJournal(reading, shard, latest, tail);
  const sequence = await lastSequence(database, shard, replayed);
  logger.info({ units: latest.count, replayed: tail.count, sequence, setAside: setAside.count }, 'positions are open');
  return new Positions(options, { names, reader, latest, tail, sequence, storedUntil, setAside });
}

interface Opened {
  names: AttributeNames;
  reader: RecordReader;
  latest: Latest;
  tail: TailSegment;
  sequence: number;
  storedUntil: number[];
  setAside: SetAside;
}

class Positions implements OpenedPositionStore {
  readonly #options: PositionStoreOptions;
  readonly #latest: Latest;
  readonly #setAside: SetAside;
  readonly #journal: JournalWriter;
  readonly #latestWriter: LatestWriter;
  readonly #recent: RecentBlocks;
  readonly #history: History;
  readonly #compaction: CompactionOptions;
  readonly #listeners = new Set<(batch: CommittedBatch) => void>();
  readonly #compactionListeners = new Set<(sequence: number) => Promise<void>>();
  readonly #latestTimer: ReturnType<typeof setInterval>;
  #active: TailSegment;
  /** Being compacted, or left from a compaction that failed. */
  #frozen: TailSegment | null = null;
  #storedUntil: Float64Array;
  #sequence: number;
  /** Groups up to here are in blocks and no longer in the tail. */
  #compactedTo: number;
  #work: Promise<unknown> = Promise.resolve();
  #closing = false;
  #compactionWaits = false;

  constructor(options: PositionStoreOptions, opened: Opened) {
    const { database, logger } = options;
    const { setAside } = opened;
    const shard = options.shard ?? 0;
    this.#options = options;
    this.#setAside = setAside;
    this.#latest = opened.latest;
    this.#active = opened.tail;
    this.#sequence = opened.sequence;
    const first = opened.tail.firstSequence;
    this.#compactedTo = first === null ? opened.sequence : first - 1;
    this.#storedUntil = Float64Array.from(opened.storedUntil);
    this.#latestWriter = new LatestWriter(database, opened.latest);
    this.#compaction = { database, setAside, reader: opened.reader, shard, breaks: new EventLoopBreaks() };
    this.#recent = new RecentBlocks(opened.storedUntil);
    this.#history = new History({
      database,
      setAside,
      reader: opened.reader,
      latest: opened.latest,
      recent: this.#recent,
      tails: () => this.#tails(),
    });
    this.#journal = new JournalWriter({
      database,
      logger,
      names: opened.names,
      shard,
      sequence: opened.sequence,
      known: opened.latest.known,
      onCommitted: (group, sequence, row) => this.#fold(group, sequence, row),
      onUnread: options.onUnread,
    });
    this.#journal.setBackPressure(() => this.#tailBytes() > LARGEST_TAIL_BYTES);
    this.#alone(() =>
      warmUpBlocks({
        database,
        setAside,
        latest: opened.latest,
        recent: this.#recent,
        now: options.time.now(),
        stop: () => this.#closing,
      }),
    ).catch((error: unknown) =>
      logger.warn(
        { error: String(error) },
        'recent blocks were not read into memory; they are read from the table when they are asked for',
      ),
    );
    const writeLatest = () =>
      this.#inBackground('writing the latest states', () => this.#latestWriter.writeSome(LATEST_EVERY));
    this.#latestTimer = setInterval(writeLatest, LATEST_EVERY).unref();
  }

  get latest(): LatestStates {
    return this.#latest;
  }

  get setAside(): number {
    return this.#setAside.count;
  }

  get sequence(): number {
    return this.#sequence;
  }

  get compactedTo(): number {
    return this.#compactedTo;
  }

  append(unitId: number, protocolCode: number, receivedAt: Instant, fix: Fix, completes = false): void {
    this.#journal.append(unitId, protocolCode, receivedAt, fix, completes);
  }

  appendUnread(message: UnreadRow): void {
    this.#journal.appendUnread(message);
  }

  afterCommit(callback: CommitCallback): void {
    this.#journal.afterCommit(callback);
  }

  onCommitted(listener: (batch: CommittedBatch) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  beforeCompaction(listener: (sequence: number) => Promise<void>): () => void {
    this.#compactionListeners.add(listener);
    return () => void this.#compactionListeners.delete(listener);
  }

  readBlocks(
    unitIds: readonly number[],
    from: Instant,
    to: Instant,
    columns: TrackPart = 'all',
  ): AsyncIterable<Uint8Array> {
    return this.#history.readBlocks(unitIds, from, to, columns);
  }

  readBackfill(
    unitIds: readonly number[],
    at: Instant,
    columns: TrackPart = 'all',
    silentSince: Instant | null = null,
  ): AsyncIterable<Uint8Array> {
    return this.#history.readBackfill(unitIds, at, columns, silentSince);
  }

  readPositions(unitIds: readonly number[], from: Instant, to: Instant): AsyncIterable<Position> {
    return this.#history.readPositions(unitIds, from, to);
  }

  readCommitted(unitId: number, after: number, until = Number.POSITIVE_INFINITY): TrackColumns | null {
    return after < this.#compactedTo ? null : this.#history.readCommitted(unitId, after, until);
  }

  readTracks(unitId: number, from: Instant, to: Instant): AsyncIterable<TrackColumns> {
    return this.#history.readTracks(unitId, from, to);
  }

  readPast(
    unitIds: readonly number[],
    from: Instant,
    to: Instant,
    area: SearchArea | null,
    columns: TrackPart = 'core',
  ): AsyncIterable<UnitPast> {
    return this.#history.readPast(unitIds, from, to, area, columns);
  }

  earliest(unitIds: readonly number[]): Promise<Instant | null> {
    return this.#history.earliest(unitIds);
  }

  compact(): Promise<void> {
    return this.#alone(async () => {
      // Twice where an earlier compaction failed: first what it left, then what came since.
      if (this.#frozen) await this.#compactFrozen(this.#frozen);
      if (this.#active.count === 0) return;
      this.#frozen = this.#active;
      this.#active = new TailSegment();
      await this.#compactFrozen(this.#frozen);
    });
  }

  mergeDays(signal?: AbortSignal): Promise<number> {
    const unitIds = [...this.#latest.unitIds.subarray(0, this.#latest.count)];
    return this.#alone(() =>
      mergePastDays(
        this.#compaction,
        unitIds,
        this.#options.time.now(),
        () => this.#closing || signal?.aborted === true,
      ),
    );
  }

  async close(): Promise<void> {
    if (this.#closing) return;
    this.#closing = true;
    clearInterval(this.#latestTimer);
    await this.#journal.close();
    await this.#work;
    try {
      await this.#latestWriter.writeAll();
    } catch (error) {
      // Nothing is lost: the journal has it.
      this.#options.logger.warn({ error: String(error) }, 'the latest states were not written at the end');
    }
  }

  #inBackground(what: string, work: () => Promise<unknown>): void {
    work().catch((error: unknown) =>
      this.#options.logger.error({ error: String(error) }, `${what} failed; it is tried again later`),
    );
  }

  /** Compaction and merging one after another. */
  #alone<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#work.then(work);
    this.#work = result.catch(() => undefined);
    return result;
  }

  async #compactFrozen(segment: TailSegment): Promise<void> {
    await Promise.all([...this.#compactionListeners].map((listener) => listener(segment.sequence)));
    // The journal rows that go are all that latest could be restored from: it must be stored first.
    await this.#latestWriter.writeAll();
    this.#storedUntil = grownTo(this.#storedUntil, this.#latest.count);
    const started = performance.now();
    const blocks = await compactSegment(this.#compaction, segment, this.#latest.unitIds, this.#storedUntil);
    // At once with its leaving the tail: nobody may find it in neither.
    this.#recent.add(blocks, (unitId) => this.#latest.indexOf(unitId), this.#options.time.now());
    this.#frozen = null;
    this.#compactedTo = segment.sequence;
    this.#options.logger.debug(
      { positions: segment.count, blocks: blocks.length, milliseconds: Math.round(performance.now() - started) },
      'compacted the journal',
    );
  }

  #tails(): readonly TailSegment[] {
    return this.#frozen ? [this.#frozen, this.#active] : [this.#active];
  }

  #tailBytes(): number {
    return this.#active.bytes + (this.#frozen?.bytes ?? 0);
  }

  #fold(group: Group, sequence: number, row: Buffer): void {
    const source = openJournalRow(row);
    this.#sequence = sequence;
    this.#active.addSource(source, sequence);
    for (let place = 0; place < group.count; place++) {
      const index = this.#latest.ensure(group.unitIds[place]);
      const offset = group.offsets[place] + JOURNAL_HEADER;
      const advanced = this.#latest.apply(
        index,
        group.times[place],
        group.receivedTimes[place],
        group.longitudes[place],
        group.latitudes[place],
        group.states[place],
        group.flags[place],
        group.carries[place],
        sequence,
        source,
        offset,
      );
      group.advanced[place] = advanced ? 1 : 0;
      this.#active.add(index, offset, group.times[place]);
    }
    this.#publish(group, sequence);
    this.#compactWhenLarge();
  }

  #publish(group: Group, sequence: number): void {
    const { count } = group;
    const batch: CommittedBatch = {
      sequence,
      count,
      unitIds: group.unitIds.subarray(0, count),
      times: group.times.subarray(0, count),
      receivedTimes: group.receivedTimes.subarray(0, count),
      longitudes: group.longitudes.subarray(0, count),
      latitudes: group.latitudes.subarray(0, count),
      states: group.states.subarray(0, count),
      flags: group.flags.subarray(0, count),
      speeds: group.speeds.subarray(0, count),
      satellites: group.satellites.subarray(0, count),
      hdops: group.hdops.subarray(0, count),
      accuracies: group.accuracies.subarray(0, count),
      advanced: group.advanced.subarray(0, count),
    };
    for (const listener of this.#listeners) {
      try {
        listener(batch);
      } catch (error) {
        // The positions are stored; a listener's mistake must not have devices send them again.
        this.#options.logger.error({ error: String(error) }, 'a listener to committed positions failed');
      }
    }
  }

  #compactWhenLarge(): void {
    if (this.#compactionWaits || this.#active.bytes < (this.#options.largeTail ?? LARGE_TAIL_BYTES)) return;
    this.#compactionWaits = true;
    this.#inBackground('compaction', () => this.compact().finally(() => (this.#compactionWaits = false)));
  }
}

function grownTo(from: Float64Array, size: number): Float64Array {
  if (from.length >= size) return from;
  const larger = new Float64Array(size).fill(Number.NEGATIVE_INFINITY);
  larger.set(from);
  return larger;
}
