import { DAY, HOUR, MINUTE, SECOND, type Instant } from '../../../src/domain/base/index.ts';
import {
  copyTrack,
  decodeTrack,
  decodeTrackTimes,
  firstRowAt,
  lastCoreRow,
  mergeTracks,
  sliceTrack,
  TrackBuilder,
  trackPosition,
  trackRows,
  type Position,
  type TrackColumns,
  type TrackPart,
} from '../../../src/domain/telemetry/index.ts';
import type { SearchArea } from '../../../src/domain/visit/index.ts';
import type { Database } from '../database.types.ts';
import type { UnitPast } from '../types.ts';
import { prefetched } from '../prefetched.ts';
import { batched } from '../batched.ts';
import {
  earliestBlocks,
  listBlocks,
  listBlocksOfEach,
  readBackfillBlocks,
  readBlocksByKey,
  readBlocksTouching,
  type BlockQuestion,
  type BlockSize,
  type StoredBlock,
} from './blocks/blockTable.ts';
import { readPast } from './blocks/past.ts';
import type { BlockKey, SetAside } from '../setAside/index.ts';
import { EventLoopBreaks } from '../eventLoopBreaks.ts';
import type { Latest } from './latest/latest.ts';
import type { RecentBlocks } from './blocks/recentBlocks.ts';
import type { RecordReader } from './journal/record.ts';
import type { TailSegment } from './journal/tail.ts';
import { inflate, toWireBlock } from './blocks/trackBlocks.ts';

/** Units whose tail and keys are held at a time. */
const UNITS_A_STEP = 1_000;
const BACKFILL_UNITS_A_STEP = 2_000;
/** Units whose boxes are gone through at a time: of a year some hundred thousand. */
const PAST_UNITS_A_STEP = 250;
/** Of the first few it is known soon where they were: whoever asks sees the first visits. */
const PAST_UNITS_FIRST = 16;
/** Units whose blocks are asked for side by side, each by itself: detection goes through many. */
const UNITS_A_QUESTION = 100;
/** Blocks fetched at a time. */
const PAGE_BYTES = 2 * 1024 * 1024;
const PAGE_BLOCKS = 2_000;
/**
 * So short a time of so few units is read at once: sizes need not be looked up first, which takes as long as the
 * reading.
 */
const SHORT = HOUR;
const UNITS_OF_SHORT = 250;
/** Blocks may be merged away between being listed and fetched; then the unit is listed again. */
const ATTEMPTS = 5;

/** Windows of an export: made shorter and longer so that about this many rows are in memory. */
const WINDOW_ROWS = 100_000;
const FIRST_WINDOW = 10 * MINUTE;
/** Of one unit: a report a second for a day. */
const FIRST_WINDOW_OF_ONE = DAY;
const SHORTEST_WINDOW = SECOND;
const LONGEST_WINDOW = 30 * DAY;

export interface HistoryOptions {
  database: Database;
  setAside: SetAside;
  reader: RecordReader;
  latest: Latest;
  recent: RecentBlocks;
  /** The segments that are not in blocks, older first. */
  tails(): readonly TailSegment[];
}

/** Reads what is stored: blocks as they are, then what is still in the tail. */
export class History {
  readonly #options: HistoryOptions;
  readonly #builder = new TrackBuilder();
  readonly #earliestBlock: (unitId: number) => Promise<Instant | null>;
  readonly #blocksOf: (question: BlockQuestion) => Promise<BlockSize[]>;

  constructor(options: HistoryOptions) {
    this.#options = options;
    this.#earliestBlock = batched((unitIds) => earliestBlocks(options.database, unitIds), UNITS_A_QUESTION);
    this.#blocksOf = batched((questions) => listBlocksOfEach(options.database, questions), UNITS_A_QUESTION);
  }

  async *readBlocks(
    unitIds: readonly number[],
    from: Instant,
    to: Instant,
    columns: TrackPart,
  ): AsyncGenerator<Uint8Array> {
    for (const units of steps(unitIds, UNITS_A_STEP)) {
      const { loaded, others } = await this.#loadedBlocks(units, from, to, columns);
      for await (const block of this.#storedBlocks(others, from, to, columns)) {
        yield* takeBefore(loaded, block.unitId);
        yield block.bytes;
      }
      yield* takeBefore(loaded, Number.POSITIVE_INFINITY);
    }
  }

  async *readBackfill(
    unitIds: readonly number[],
    at: Instant,
    columns: TrackPart,
    silentSince: Instant | null,
  ): AsyncGenerator<Uint8Array> {
    const breaks = new EventLoopBreaks();
    for await (const { latest, best, stored } of prefetched(steps(unitIds, BACKFILL_UNITS_A_STEP), (units) =>
      this.#backfill(units, at, columns, silentSince),
    )) {
      yield* latest;
      for (const block of stored) {
        const row = lastRow(block, at, columns);
        const known = best.get(block.unitId);
        if (row && (!known || row.times[0] > known.times[0])) best.set(block.unitId, row);
        await breaks.take();
      }
      for (const row of best.values()) if (!isSince(row, silentSince)) yield toWireBlock(row, columns);
    }
  }

  /**
   * What may hold the units' last rows at the instant: their newest report, else what is in memory, and stored blocks.
   */
  async #backfill(
    units: readonly number[],
    at: Instant,
    columns: TrackPart,
    silentSince: Instant | null,
  ): Promise<{ latest: Uint8Array[]; best: Map<number, TrackColumns>; stored: StoredBlock[] }> {
    const latest: Uint8Array[] = [];
    const older: number[] = [];
    for (const unitId of units) {
      const block = this.#latestBlock(unitId, at, columns);
      if (block) latest.push(block);
      else older.push(unitId);
    }
    // The tail first: what is compacted meanwhile then comes twice, and not never.
    const best = this.#tailRows(older, at);
    const asked = await this.#unsettled(older, at, columns, silentSince, best);
    return {
      latest,
      best,
      stored: asked.length === 0 ? [] : await readBackfillBlocks(this.#options, asked, at, columns, silentSince),
    };
  }

  /**
   * Puts later rows of blocks in memory into `best`, and takes out those of units that were heard since `silentSince`.
   * Answers the units of which the table may have a later row still.
   */
  async #unsettled(
    units: readonly number[],
    at: Instant,
    columns: TrackPart,
    silentSince: Instant | null,
    best: Map<number, TrackColumns>,
  ): Promise<number[]> {
    const { latest, recent } = this.#options;
    const unsettled: number[] = [];
    const breaks = new EventLoopBreaks();
    for (const unitId of units) {
      await breaks.take();
      const index = latest.indexOf(unitId);
      let row = best.get(unitId) ?? null;
      if (isSince(row, silentSince) || (silentSince !== null && recent.reportsOf(index, silentSince, at))) {
        best.delete(unitId);
        continue;
      }
      const loaded = columns === 'core' ? recent.lastRow(index, at) : null;
      if (loaded && (!row || loaded.times[0] > row.times[0])) best.set(unitId, (row = loaded));
      if (columns !== 'core' || !row || row.times[0] <= recent.knownFrom(index)) unsettled.push(unitId);
    }
    return unsettled;
  }

  async *readPositions(unitIds: readonly number[], from: Instant, to: Instant): AsyncGenerator<Position> {
    for await (const tracks of this.#windows(unitIds, from, to)) yield* byTime(tracks, rowsOf(tracks));
  }

  async *readTracks(unitId: number, from: Instant, to: Instant): AsyncGenerator<TrackColumns> {
    // The tail first: what is compacted meanwhile is found in blocks, and the tail not taken for all.
    const tail = copyTrack(this.#tailTrack(unitId, from, to));
    if ((await this.#earliestBlock(unitId)) !== null)
      for await (const tracks of this.#windows([unitId], from, to)) yield* tracks;
    else if (tail.count > 0) yield tail;
  }

  /**
   * The unit's rows of the tail that were committed after the sequence, sorted, without doubles. Valid until the next
   * call.
   */
  readCommitted(unitId: number, after: number, until: number): TrackColumns {
    const index = this.#options.latest.indexOf(unitId);
    this.#builder.reset(unitId);
    const groups = { after, until };
    for (const tail of this.#options.tails()) tail.readAfter(index, groups, this.#options.reader, this.#builder);
    return this.#builder.finish();
  }

  /** Merged tracks of the units, window after window: as many rows at a time as memory may hold. */
  async *#windows(unitIds: readonly number[], from: Instant, to: Instant): AsyncGenerator<TrackColumns[]> {
    const first = await this.earliest(unitIds);
    if (first === null) return;
    const last = Math.min(to, this.#lastReport(unitIds) + 1);
    let window = unitIds.length === 1 ? FIRST_WINDOW_OF_ONE : FIRST_WINDOW;
    for (let start = Math.max(from, first); start < last;) {
      const end = Math.min(last, start + window);
      const tracks = await this.#tracks(
        unitIds,
        start,
        end,
        end - start > SHORTEST_WINDOW ? WINDOW_ROWS : Number.POSITIVE_INFINITY,
      );
      if (!tracks) {
        window = Math.max(SHORTEST_WINDOW, Math.ceil((end - start) / 4));
        continue;
      }
      yield tracks;
      start = end;
      if (rowsOf(tracks) < WINDOW_ROWS / 4) window = Math.min(LONGEST_WINDOW, window * 2);
    }
  }

  readPast(
    unitIds: readonly number[],
    from: Instant,
    to: Instant,
    area: SearchArea | null,
    columns: TrackPart,
  ): AsyncGenerator<UnitPast> {
    return readPast({
      database: this.#options.database,
      setAside: this.#options.setAside,
      steps: steps(unitIds, PAST_UNITS_A_STEP, PAST_UNITS_FIRST),
      // The tail first: what is compacted meanwhile then comes twice, and not never.
      tailsOf: (units) => this.#tailBlocks(units, from, to, columns),
      interval: { from, to },
      area,
      columns,
    });
  }

  async earliest(unitIds: readonly number[]): Promise<Instant | null> {
    let earliest: Instant | null = null;
    const take = (instant: Instant | null): void => {
      if (instant !== null && (earliest === null || instant < earliest)) earliest = instant;
    };
    for (const tail of this.#options.tails())
      for (const unitId of unitIds) take(tail.earliest(this.#options.latest.indexOf(unitId)));
    if (unitIds.length === 1) take(await this.#earliestBlock(unitIds[0]));
    else if (unitIds.length > 0) for (const start of await earliestBlocks(this.#options.database, unitIds)) take(start);
    return earliest;
  }

  /** The unit's rows in the tail, within the interval, sorted, without doubles. Valid until the next call. */
  #tailTrack(unitId: number, from: Instant, to: Instant, columns: TrackPart = 'all'): TrackColumns {
    const index = this.#options.latest.indexOf(unitId);
    this.#builder.reset(unitId);
    for (const tail of this.#options.tails())
      tail.readWithin(index, { from, to }, columns, this.#options.reader, this.#builder);
    return this.#builder.finish();
  }

  async #tailBlocks(
    unitIds: readonly number[],
    from: Instant,
    to: Instant,
    columns: TrackPart,
  ): Promise<Map<number, Uint8Array>> {
    const blocks = new Map<number, Uint8Array>();
    const breaks = new EventLoopBreaks();
    for (const unitId of unitIds) {
      await breaks.take();
      const track = this.#tailTrack(unitId, from, to, columns);
      if (track.count > 0) blocks.set(unitId, toWireBlock(track, columns));
    }
    return blocks;
  }

  /** Of each unit the blocks that are in memory; and the units that have more in the table. */
  async #loadedBlocks(
    units: readonly number[],
    from: Instant,
    to: Instant,
    columns: TrackPart,
  ): Promise<{ loaded: Map<number, Uint8Array[]>; others: number[] }> {
    // The tail first: what is compacted meanwhile then comes twice, and not never.
    const tails = await this.#tailBlocks(units, from, to, columns);
    const { latest, recent } = this.#options;
    const loaded = new Map<number, Uint8Array[]>();
    const others: number[] = [];
    for (const unitId of units) {
      const stored = columns === 'core' ? recent.touching(latest.indexOf(unitId), from, to) : null;
      if (stored === null) others.push(unitId);
      const tail = tails.get(unitId);
      const blocks = tail ? [...(stored ?? []), tail] : stored;
      if (blocks) loaded.set(unitId, blocks);
    }
    return { loaded, others };
  }

  async #listBlocks(unitIds: readonly number[], from: Instant, to: Instant): Promise<BlockSize[]> {
    return unitIds.length === 1
      ? await this.#blocksOf({ unitId: unitIds[0], from, to })
      : await listBlocks(this.#options.database, unitIds, from, to);
  }

  async *#storedBlocks(
    unitIds: readonly number[],
    from: Instant,
    to: Instant,
    columns: TrackPart,
  ): AsyncGenerator<StoredBlock> {
    if (columns === 'core' && to - from <= SHORT) {
      const read = (units: number[]) => readBlocksTouching(this.#options, units, from, to, columns);
      for await (const blocks of prefetched(steps(unitIds, UNITS_OF_SHORT), read)) yield* blocks;
    } else yield* this.#blocksByKey(unitIds, from, to, columns);
  }

  /** Of any time: first how large they are, then as many at a time as memory may hold. */
  async *#blocksByKey(
    unitIds: readonly number[],
    from: Instant,
    to: Instant,
    columns: TrackPart,
  ): AsyncGenerator<StoredBlock> {
    let units = unitIds;
    for (let attempt = 1; units.length > 0; attempt++) {
      if (attempt > ATTEMPTS)
        throw new Error(`Blocks of units ${units.slice(0, 10).join(', ')} change faster than they can be read`);
      const missing = new Set<number>();
      const read = async (page: BlockSize[]) => ({ page, blocks: await readBlocksByKey(this.#options, page, columns) });
      for await (const { page, blocks } of prefetched(pages(await this.#listBlocks(units, from, to)), read)) {
        if (blocks.length < page.length) for (const unitId of missed(page, blocks)) missing.add(unitId);
        yield* blocks;
      }
      units = [...missing].sort((a, b) => a - b);
    }
  }

  #latestBlock(unitId: number, at: Instant, columns: TrackPart): Uint8Array | null {
    const { latest } = this.#options;
    const index = latest.indexOf(unitId);
    this.#builder.reset(unitId);
    if (index < 0 || !latest.readLast(index, at, this.#builder)) return null;
    return toWireBlock(this.#builder.finish(), columns);
  }

  #tailRows(unitIds: readonly number[], at: Instant): Map<number, TrackColumns> {
    const rows = new Map<number, TrackColumns>();
    const { latest, reader } = this.#options;
    for (const unitId of unitIds) {
      this.#builder.reset(unitId);
      for (const tail of this.#options.tails()) tail.readLast(latest.indexOf(unitId), at, reader, this.#builder);
      const track = this.#builder.finish();
      // A copy: the builder's columns are used again, and these rows are kept over an await.
      if (track.count > 0) rows.set(unitId, copyTrack(trackRows(track, track.count - 1, track.count)));
    }
    return rows;
  }

  #lastReport(unitIds: readonly number[]): Instant {
    const { latest } = this.#options;
    return unitIds.reduce(
      (last, unitId) => Math.max(last, latest.reportTimes[latest.indexOf(unitId)] ?? last),
      Number.NEGATIVE_INFINITY,
    );
  }

  /** One merged track a unit, of those that have rows in the interval; null when these were many more than `most`. */
  async #tracks(unitIds: readonly number[], from: Instant, to: Instant, most: number): Promise<TrackColumns[] | null> {
    const tracks: TrackColumns[] = [];
    let rows = 0;
    for (const units of steps(unitIds, UNITS_A_STEP)) {
      // Looked up before anything is read: a busy month after a quiet year must not fill the memory.
      const expected = (await this.#listBlocks(units, from, to)).reduce(
        (sum, block) => sum + rowsWithin(block, from, to),
        0,
      );
      if (rows + expected > most * 2) return null;
      for (const track of await this.#mergedTracks(units, from, to)) {
        tracks.push(track);
        rows += track.count;
      }
      if (rows > most * 2) return null;
    }
    return tracks;
  }

  async #mergedTracks(unitIds: readonly number[], from: Instant, to: Instant): Promise<TrackColumns[]> {
    const pieces = new Map<number, { part: number; track: TrackColumns }[]>(unitIds.map((unitId) => [unitId, []]));
    const breaks = new EventLoopBreaks();
    const tails = await this.#tailBlocks(unitIds, from, to, 'all');
    for await (const block of this.#storedBlocks(unitIds, from, to, 'all')) {
      pieces
        .get(block.unitId)
        ?.push({ part: block.part, track: copyTrack(sliceTrack(decodeTrack(block.bytes, { inflate }), from, to)) });
      await breaks.take();
    }
    for (const [unitId, block] of tails)
      pieces.get(unitId)?.push({ part: Number.POSITIVE_INFINITY, track: decodeTrack(block, { inflate }) });
    // By part: of equal times the one that was stored first stays.
    const merged = [...pieces.values()].map((list) =>
      mergeTracks(list.sort((a, b) => a.part - b.part).map(({ track }) => track)),
    );
    return merged.filter((track) => track.count > 0);
  }
}

const rowsOf = (tracks: readonly TrackColumns[]): number => tracks.reduce((sum, track) => sum + track.count, 0);

/** How many of the block's rows fall in the interval, were they spread evenly. */
function rowsWithin(block: BlockSize, from: Instant, to: Instant): number {
  const span = block.to - block.from;
  if (span <= 0) return block.count;
  return (block.count * Math.max(0, Math.min(to, block.to) - Math.max(from, block.from))) / span;
}

/** `first`: how many the first step has; each has four times as many as the one before, up to `size`. */
function* steps(unitIds: readonly number[], size: number, first = size): Generator<number[]> {
  const sorted = [...new Set(unitIds)].sort((a, b) => a - b);
  for (let start = 0, length = first; start < sorted.length; length = Math.min(size, length * 4)) {
    yield sorted.slice(start, start + length);
    start += length;
  }
}

/** Whether a unit was heard from the instant on. */
const isSince = (row: TrackColumns | null, since: Instant | null): boolean =>
  row !== null && since !== null && row.times[0] >= since;

/** Takes the blocks of units below the one. */
function* takeBefore(loaded: Map<number, Uint8Array[]>, unitId: number): Generator<Uint8Array> {
  for (const [id, blocks] of loaded) {
    if (id >= unitId) return;
    loaded.delete(id);
    yield* blocks;
  }
}

function* pages(keys: readonly BlockSize[]): Generator<BlockSize[]> {
  let page: BlockSize[] = [];
  let bytes = 0;
  for (const key of keys) {
    if (page.length > 0 && (page.length === PAGE_BLOCKS || bytes + key.size > PAGE_BYTES)) {
      yield page;
      page = [];
      bytes = 0;
    }
    page.push(key);
    bytes += key.size;
  }
  if (page.length > 0) yield page;
}

function missed(wanted: readonly BlockKey[], found: readonly BlockKey[]): number[] {
  const name = (key: BlockKey): string => `${key.unitId}/${key.span}/${key.from}/${key.part}`;
  const there = new Set(found.map(name));
  return wanted.filter((key) => !there.has(name(key))).map((key) => key.unitId);
}

/** The block's last row at or before the instant; reads no further than that. */
function lastRow(block: StoredBlock, at: Instant, columns: TrackPart): TrackColumns | null {
  if (columns === 'core') return lastCoreRow(block.bytes, at);
  const rows = firstRowAt(decodeTrackTimes(block.bytes), at + 1);
  return rows === 0 ? null : trackRows(decodeTrack(block.bytes, { inflate, rows }), rows - 1, rows);
}

function* byTime(tracks: readonly TrackColumns[], rows: number): Generator<Position> {
  const times = new Float64Array(rows);
  const places = new Uint32Array(rows);
  const owners = new Uint32Array(rows);
  let next = 0;
  for (let track = 0; track < tracks.length; track++) {
    for (let row = 0; row < tracks[track].count; row++, next++) {
      times[next] = tracks[track].times[row];
      places[next] = row;
      owners[next] = track;
    }
  }
  const order = Uint32Array.from({ length: rows }, (_, index) => index).sort((a, b) => times[a] - times[b] || a - b);
  for (const index of order) yield trackPosition(tracks[owners[index]], places[index]);
}
