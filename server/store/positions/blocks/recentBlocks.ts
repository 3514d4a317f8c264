import { HOUR, type Instant } from '../../../../src/domain/base/index.ts';
import {
  decodeTrackTimes,
  firstRowAt,
  lastCoreRow,
  trackPart,
  type TrackColumns,
} from '../../../../src/domain/telemetry/index.ts';
import type { NewBlock } from './trackBlocks.ts';

/** Some three hours of 20,000 units that report twice a minute. */
const MOST_BYTES = 64 * 1024 * 1024;
/** Well before days are merged: a block that is here is in the table, too. */
const KEPT_FOR = 6 * HOUR;

/** A block that is in the table, whole or cut after its core. */
export type StoredCore = Pick<NewBlock, 'unitId' | 'from' | 'to' | 'bytes'>;

/** What one compaction wrote: cores one after another, the blocks of a unit side by side. */
interface Batch {
  readonly writtenAt: Instant;
  readonly bytes: Uint8Array;
  /** Of each block: its first and last time, and where it begins in `bytes`, whose length follows the last. */
  readonly froms: Float64Array;
  readonly tos: Float64Array;
  readonly starts: Uint32Array;
  /** By unit index after `base`: its first block and the one after its last; the same where it has none. */
  readonly base: number;
  readonly firsts: Uint32Array;
  readonly ends: Uint32Array;
}

/**
 * Cores of the blocks that were written last, in memory, for whoever goes back an hour with a whole fleet:
 * from the table that is one look-up a block. Which blocks those are is exact: for each unit there is an
 * instant ({@link knownFrom}) beyond which no stored block reaches that is not here. It grows when blocks
 * make room for newer ones. Units are known by their index in the latest states.
 */
export class RecentBlocks {
  readonly #most: number;
  #batches: Batch[] = [];
  #knownFrom: Float64Array;

  /** `storedUntil`: where the blocks end that each unit has already. */
  constructor(storedUntil: readonly number[], most = MOST_BYTES) {
    this.#knownFrom = Float64Array.from(storedUntil);
    this.#most = most;
  }

  /** Takes in blocks that are stored now, of each unit side by side. */
  add(blocks: readonly NewBlock[], indexOf: (unitId: number) => number, now: Instant): void {
    this.#grow(blocks.reduce((most, { unitId }) => Math.max(most, indexOf(unitId) + 1), 0));
    // Nobody comes for the weeks that a device kept to itself.
    const recent = blocks.filter(({ to }) => to > now - KEPT_FOR);
    for (const { unitId, to } of blocks) if (to <= now - KEPT_FOR) this.#knowFrom(indexOf(unitId), to);
    this.#batches.push(
      batchOf(
        recent,
        Uint32Array.from(recent, ({ unitId }) => indexOf(unitId)),
        now,
      ),
    );
    this.#makeRoom(now);
  }

  /** Takes in all stored blocks of the units, known by index, that reach to `from` or beyond; of each side by side. */
  recall(
    blocks: readonly StoredCore[],
    indices: readonly number[],
    indexOf: (unitId: number) => number,
    from: Instant,
    now: Instant,
  ): void {
    this.#batches.push(
      batchOf(
        blocks,
        Uint32Array.from(blocks, ({ unitId }) => indexOf(unitId)),
        now,
      ),
    );
    for (const index of indices) this.#knownFrom[index] = from - 1;
  }

  /** Whether more can be recalled; the other half is for what comes. */
  get hasRoom(): boolean {
    return this.#bytes < this.#most / 2;
  }

  /** All stored blocks of the unit that reach beyond this instant are here. */
  knownFrom(index: number): Instant {
    // Of a unit that never reported to this store nothing is known.
    return index < 0 ? Number.POSITIVE_INFINITY : (this.#knownFrom[index] ?? Number.NEGATIVE_INFINITY);
  }

  /** Cores of the unit's blocks that touch [from, to), by their start; null where not all of these are here. */
  touching(index: number, from: Instant, to: Instant): Uint8Array[] | null {
    if (from <= this.knownFrom(index)) return null;
    const found: { from: Instant; bytes: Uint8Array }[] = [];
    let last = Number.NEGATIVE_INFINITY;
    let isOrdered = true;
    for (const batch of this.#batches) {
      for (let block = firstOf(batch, index); block < endOf(batch, index); block++) {
        if (batch.froms[block] >= to || batch.tos[block] < from) continue;
        isOrdered &&= batch.froms[block] >= last;
        last = batch.froms[block];
        found.push({ from: last, bytes: coreOf(batch, block) });
      }
    }
    if (!isOrdered) found.sort((a, b) => a.from - b.from);
    return found.map(({ bytes }) => bytes);
  }

  /** Whether the unit's blocks here hold a report in [from, to]. */
  reportsOf(index: number, from: Instant, to: Instant): boolean {
    const isWithin = (time: Instant): boolean => time >= from && time <= to;
    for (const batch of this.#batches) {
      for (let block = firstOf(batch, index); block < endOf(batch, index); block++) {
        if (batch.froms[block] > to || batch.tos[block] < from) continue;
        if (isWithin(batch.froms[block]) || isWithin(batch.tos[block])) return true;
        const times = decodeTrackTimes(coreOf(batch, block));
        if (times[firstRowAt(times, to + 1) - 1] >= from) return true;
      }
    }
    return false;
  }

  /**
   * The last row at or before the instant in the unit's blocks here. It is the last of all that are stored where it is
   * after {@link knownFrom}.
   */
  lastRow(index: number, at: Instant): TrackColumns | null {
    let best: TrackColumns | null = null;
    for (const batch of this.#batches) {
      for (let block = firstOf(batch, index); block < endOf(batch, index); block++) {
        if (batch.froms[block] > at || (best && batch.tos[block] <= best.times[0])) continue;
        const row = lastCoreRow(coreOf(batch, block), at);
        if (row && (!best || row.times[0] > best.times[0])) best = row;
      }
    }
    return best;
  }

  get #bytes(): number {
    return this.#batches.reduce((sum, batch) => sum + batch.bytes.length, 0);
  }

  #grow(units: number): void {
    if (units <= this.#knownFrom.length) return;
    const known = new Float64Array(units).fill(Number.NEGATIVE_INFINITY);
    known.set(this.#knownFrom);
    this.#knownFrom = known;
  }

  /** Drops what is too old, or the oldest where it is too much. */
  #makeRoom(now: Instant): void {
    while (this.#batches.length > 0 && (this.#bytes > this.#most || this.#batches[0].writtenAt + KEPT_FOR <= now)) {
      const [oldest, ...rest] = this.#batches;
      this.#batches = rest;
      this.#forget(oldest);
    }
  }

  #forget({ base, firsts, ends, tos }: Batch): void {
    for (let place = 0; place < firsts.length; place++) {
      for (let block = firsts[place]; block < ends[place]; block++) this.#knowFrom(base + place, tos[block]);
    }
  }

  #knowFrom(index: number, instant: Instant): void {
    this.#knownFrom[index] = Math.max(this.#knownFrom[index], instant);
  }
}

const coreOf = ({ bytes, starts }: Batch, block: number): Uint8Array =>
  bytes.subarray(starts[block], starts[block + 1]);

const firstOf = ({ firsts, base }: Batch, index: number): number => firsts[index - base] ?? 0;
const endOf = ({ ends, base }: Batch, index: number): number => ends[index - base] ?? 0;

function batchOf(blocks: readonly StoredCore[], indices: Uint32Array, writtenAt: Instant): Batch {
  const cores = blocks.map(({ bytes }) => trackPart(bytes, 'core'));
  const starts = new Uint32Array(blocks.length + 1);
  for (let block = 0; block < cores.length; block++) starts[block + 1] = starts[block] + cores[block].length;
  const bytes = new Uint8Array(starts[blocks.length]);
  const base = indices.reduce((least, index) => Math.min(least, index), indices[0] ?? 0);
  const units = indices.reduce((most, index) => Math.max(most, index + 1 - base), 0);
  const firsts = new Uint32Array(units);
  const ends = new Uint32Array(units);
  for (let block = 0; block < blocks.length; block++) {
    const place = indices[block] - base;
    bytes.set(cores[block], starts[block]);
    if (block === 0 || indices[block] !== indices[block - 1]) firsts[place] = block;
    ends[place] = block + 1;
  }
  return {
    writtenAt,
    bytes,
    starts,
    base,
    firsts,
    ends,
    froms: Float64Array.from(blocks, ({ from }) => from),
    tos: Float64Array.from(blocks, ({ to }) => to),
  };
}
