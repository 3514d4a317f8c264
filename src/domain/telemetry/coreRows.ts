import type { Interval } from '../base/index.ts';
import {
  readTrackCore,
  readTrackCoreAfter,
  readTrackHeader,
  decodeTrack,
  type Inflate,
  type TrackHeader,
} from './track.ts';
import type { TrackColumns } from './trackColumns.ts';
import { createCore, type CoreColumns, type CoreOffsets } from './trackCore.ts';
import { mergeTracks } from './trackMerge.ts';

const LONGEST_SPAN = 0x7fffffff;

/** The rows of one unit, in order of time, each time once: the first `count` of the columns. */
export interface UnitCore {
  readonly count: number;
  /** Valid until the next unit is read. */
  readonly columns: CoreColumns;
}

interface LoadedBlock {
  readonly header: TrackHeader;
  readonly bytes: Uint8Array;
}

/**
 * Blocks as they came, and their core columns a unit at a time. One unit's columns fit the processor's
 * caches and are used again for the next; the blocks themselves are a fraction of that.
 */
export class CoreRows {
  readonly #units = new Map<number, LoadedBlock[]>();
  readonly #inflate: Inflate;
  #columns = createCore(0);
  #spare = createCore(0);
  #order = new Uint32Array(0);

  /** `inflate` is for {@link readQuality}. */
  constructor(inflate: Inflate) {
    this.#inflate = inflate;
  }

  /** Takes a block in. Throws a RangeError when it is none. */
  add(bytes: Uint8Array): void {
    const header = readTrackHeader(bytes);
    const known = this.#units.get(header.unitId);
    if (known === undefined) this.#units.set(header.unitId, [{ header, bytes }]);
    else known.push({ header, bytes });
  }

  /** Forgets the blocks; the columns are used again. */
  clear(): void {
    this.#units.clear();
  }

  /** Rows of all blocks: at least as many as there will be. */
  get room(): number {
    let rows = 0;
    for (const blocks of this.#units.values()) for (const { header } of blocks) rows += header.count;
    return rows;
  }

  /** The units, ascending. */
  unitIds(): number[] {
    return [...this.#units.keys()].toSorted((a, b) => a - b);
  }

  /** Rows of the unit's blocks: at least as many as there will be. */
  roomOf(unitId: number): number {
    let rows = 0;
    for (const { header } of this.#blocks(unitId)) rows += header.count;
    return rows;
  }

  /**
   * Reads the unit's rows straight into columns with room for {@link roomOf}, times after the span's
   * start, where they are in order as they came and all within the span. Answers whether they were;
   * when not, what the columns hold is of no use, and {@link read} sorts. Throws a RangeError on damaged bytes.
   */
  readInto(unitId: number, span: Interval, into: CoreOffsets): boolean {
    const blocks = this.#blocks(unitId);
    if (!follow(blocks, span)) return false;
    let count = 0;
    for (const { header, bytes } of blocks) {
      readTrackCoreAfter(bytes, header, span.from, into, count);
      count += header.count;
    }
    // Headers say the first and the last time only, and rows between them may be in any order.
    return growing(into.offsets, count) && (count === 0 || into.offsets[count - 1] < span.to - span.from);
  }

  /** The unit's rows, sorted. Of equal times the row that came first stays. Throws a RangeError on damaged bytes. */
  read(unitId: number): UnitCore {
    const blocks = this.#blocks(unitId);
    const rows = this.roomOf(unitId);
    if (this.#columns.times.length < rows) this.#columns = createCore(rows * 2);
    let count = 0;
    for (const { header, bytes } of blocks) {
      readTrackCore(bytes, header, this.#columns, count);
      count += header.count;
    }
    return { count: inOrder(this.#columns.times, count) ? count : this.#sort(count), columns: this.#columns };
  }

  /**
   * The same rows as {@link read} with what a filter asks of them beside the core; null where any block was cut after
   * it.
   */
  readQuality(unitId: number): TrackColumns | null {
    const blocks = this.#blocks(unitId);
    if (blocks.length === 0 || !blocks.every(({ header }) => header.whole)) return null;
    return mergeTracks(
      blocks.map(({ bytes }) =>
        decodeTrack(bytes, { inflate: this.#inflate, attributes: (name) => name === 'hdop' || name === 'accuracy' }),
      ),
    );
  }

  #blocks(unitId: number): readonly LoadedBlock[] {
    return this.#units.get(unitId) ?? [];
  }

  /** Sorts the columns' first rows; answers how many are left without doubles. */
  #sort(rows: number): number {
    if (this.#spare.times.length < rows) this.#spare = createCore(this.#columns.times.length);
    if (this.#order.length < rows) this.#order = new Uint32Array(this.#columns.times.length);
    const from = this.#columns;
    const to = this.#spare;
    const order = this.#order.subarray(0, rows);
    for (let row = 0; row < rows; row++) order[row] = row;
    order.sort((a, b) => from.times[a] - from.times[b] || a - b);
    let count = 0;
    for (const row of order) {
      if (count > 0 && from.times[row] === to.times[count - 1]) continue;
      to.times[count] = from.times[row];
      to.longitudes[count] = from.longitudes[row];
      to.latitudes[count] = from.latitudes[row];
      to.speeds[count] = from.speeds[row];
      to.courses[count] = from.courses[row];
      to.marks[count++] = from.marks[row];
    }
    this.#columns = to;
    this.#spare = from;
    return count;
  }
}

/** Whether blocks lie one after another within a span whose milliseconds fit 31 bits, as their headers say. */
function follow(blocks: readonly LoadedBlock[], span: Interval): boolean {
  if (span.to - span.from > LONGEST_SPAN) return false;
  let last = span.from - 1;
  for (const { header } of blocks) {
    if (header.count === 0) continue;
    if (!(header.from > last && header.from >= span.from && header.to < span.to)) return false;
    last = header.to;
  }
  return true;
}

/** Whether the offsets are 0 or more and each is more than the one before. Signs are gathered: a row has no branch. */
function growing(offsets: Int32Array, count: number): boolean {
  let last = -1;
  let signs = 0;
  for (let row = 0; row < count; row++) {
    const next = offsets[row];
    signs |= next | (next - last - 1);
    last = next;
  }
  return signs >= 0;
}

function inOrder(times: Float64Array, count: number): boolean {
  for (let row = 1; row < count; row++) if (!(times[row] > times[row - 1])) return false;
  return true;
}
