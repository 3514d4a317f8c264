import type { Instant, Interval } from '../../../../src/domain/base/index.ts';
import type { TrackBuilder, TrackPart } from '../../../../src/domain/telemetry/index.ts';
import type { RecordReader, RecordSource } from './record.ts';

const FIRST_RECORDS = 4096;
const FIRST_UNITS = 256;
const ALWAYS: Interval = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

/**
 * Reports that are in the journal and not yet in blocks: the journal rows as they are, and for each
 * unit a chain through its records, newest first. Units are known by their index in the latest states.
 * Appending a report costs a few numbers; its columns are made when somebody reads them.
 */
export class TailSegment {
  readonly #sources: RecordSource[] = [];
  readonly #sequences: number[] = [];
  #sourceOf = new Int32Array(FIRST_RECORDS);
  #offsets = new Uint32Array(FIRST_RECORDS);
  #previous = new Int32Array(FIRST_RECORDS);
  #times = new Float64Array(FIRST_RECORDS);
  /** The last time of a record and all before it in its chain: who looks for later ones need not go on. */
  #reaches = new Float64Array(FIRST_RECORDS);
  #heads = new Int32Array(FIRST_UNITS).fill(-1);
  /** The first time of a unit's records: whoever asks for earlier ones need not go through them. */
  #earliest = new Float64Array(FIRST_UNITS).fill(Number.POSITIVE_INFINITY);
  readonly #units: number[] = [];
  #chain = new Int32Array(256);
  #count = 0;
  #bytes = 0;
  /** The last journal row in it. */
  sequence = 0;

  get count(): number {
    return this.#count;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Indices of the units that have records here. */
  get units(): readonly number[] {
    return this.#units;
  }

  /** The first journal row in it, or null. */
  get firstSequence(): number | null {
    return this.#sequences.at(0) ?? null;
  }

  /** Takes a journal row in; its records follow with {@link add}. */
  addSource(source: RecordSource, sequence: number): void {
    this.#sources.push(source);
    this.#sequences.push(sequence);
    this.#bytes += source.bytes.length;
    this.sequence = Math.max(this.sequence, sequence);
  }

  /** Adds a record of the row that came last. `time`: the report's. */
  add(unitIndex: number, offset: number, time: Instant): void {
    if (this.#count === this.#offsets.length) this.#growRecords();
    if (unitIndex >= this.#heads.length) this.#growUnits(unitIndex);
    const record = this.#count++;
    const head = this.#heads[unitIndex];
    if (head < 0) this.#units.push(unitIndex);
    this.#sourceOf[record] = this.#sources.length - 1;
    this.#offsets[record] = offset;
    this.#previous[record] = head;
    this.#times[record] = time;
    this.#reaches[record] = head < 0 ? time : Math.max(time, this.#reaches[head]);
    this.#heads[unitIndex] = record;
    if (time < this.#earliest[unitIndex]) this.#earliest[unitIndex] = time;
  }

  /** Adds the unit's records to the builder in the order in which they were stored. */
  read(unitIndex: number, reader: RecordReader, builder: TrackBuilder): void {
    this.readWithin(unitIndex, ALWAYS, 'all', reader, builder);
  }

  /** The same of the unit's records with a time in [from, to): of the others nothing but the time is looked at. */
  readWithin(
    unitIndex: number,
    interval: Interval,
    columns: TrackPart,
    reader: RecordReader,
    builder: TrackBuilder,
  ): void {
    for (let place = this.#walk(unitIndex, interval) - 1; place >= 0; place--) {
      const record = this.#chain[place];
      reader.unpack(this.#sources[this.#sourceOf[record]], this.#offsets[record], builder, columns);
    }
  }

  /**
   * The same of the unit's records that came with journal rows after the one, and up to the other: it looks at none
   * before.
   */
  readAfter(
    unitIndex: number,
    { after, until }: { readonly after: number; readonly until: number },
    reader: RecordReader,
    builder: TrackBuilder,
  ): void {
    for (
      let record = this.#head(unitIndex);
      record >= 0 && this.#sequences[this.#sourceOf[record]] > after;
      record = this.#previous[record]
    ) {
      if (this.#sequences[this.#sourceOf[record]] > until) continue;
      reader.unpack(this.#sources[this.#sourceOf[record]], this.#offsets[record], builder);
    }
  }

  /**
   * Adds only the unit's records with the last time at or before the instant, in the order in which they were stored.
   */
  readLast(unitIndex: number, at: Instant, reader: RecordReader, builder: TrackBuilder): void {
    if (this.#head(unitIndex) < 0 || this.#earliest[unitIndex] > at) return;
    let length = 0;
    let bestTime = Number.NEGATIVE_INFINITY;
    for (
      let record = this.#head(unitIndex);
      record >= 0 && this.#reaches[record] >= bestTime;
      record = this.#previous[record]
    ) {
      const time = this.#times[record];
      if (time > at || time < bestTime) continue;
      if (time > bestTime) length = 0;
      bestTime = time;
      length = this.#chainUp(record, length);
    }
    for (let place = length - 1; place >= 0; place--) {
      const record = this.#chain[place];
      reader.unpack(this.#sources[this.#sourceOf[record]], this.#offsets[record], builder);
    }
  }

  /** Writes the record to the chain; answers how long that is now. */
  #chainUp(record: number, length: number): number {
    if (length === this.#chain.length) this.#chain = grown(this.#chain, new Int32Array(length * 2));
    this.#chain[length] = record;
    return length + 1;
  }

  /** The unit's earliest time, or null. */
  earliest(unitIndex: number): Instant | null {
    return this.#head(unitIndex) < 0 ? null : this.#earliest[unitIndex];
  }

  #head(unitIndex: number): number {
    return unitIndex >= 0 && unitIndex < this.#heads.length ? this.#heads[unitIndex] : -1;
  }

  /** Writes the unit's records with a time in [from, to) to the chain, newest first; answers how many. */
  #walk(unitIndex: number, { from, to }: Interval): number {
    let length = 0;
    if (this.#head(unitIndex) < 0 || this.#earliest[unitIndex] >= to) return length;
    for (
      let record = this.#head(unitIndex);
      record >= 0 && this.#reaches[record] >= from;
      record = this.#previous[record]
    ) {
      const time = this.#times[record];
      if (time < from || time >= to) continue;
      length = this.#chainUp(record, length);
    }
    return length;
  }

  #growRecords(): void {
    const size = this.#offsets.length * 2;
    this.#sourceOf = grown(this.#sourceOf, new Int32Array(size));
    this.#offsets = grown(this.#offsets, new Uint32Array(size));
    this.#previous = grown(this.#previous, new Int32Array(size));
    this.#times = grown(this.#times, new Float64Array(size));
    this.#reaches = grown(this.#reaches, new Float64Array(size));
  }

  #growUnits(unitIndex: number): void {
    const size = Math.max(this.#heads.length * 2, unitIndex + 1);
    this.#heads = grown(this.#heads, new Int32Array(size).fill(-1));
    this.#earliest = grown(this.#earliest, new Float64Array(size).fill(Number.POSITIVE_INFINITY));
  }
}

function grown<T extends Int32Array | Uint32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
