import { toIso, type Instant } from '../../../../src/domain/base/index.ts';
import {
  IGNITION,
  MOTION,
  motionOf,
  packState,
  stateMotion,
  TrackBuilder,
  TRACK_FLAG,
  trackPosition,
  type Position,
} from '../../../../src/domain/telemetry/index.ts';
import type { LatestStates } from '../../types.ts';
import type { KnownUnit } from '../journal/group.ts';
import { LatestColumns } from './columns.ts';
import { LastValues } from './lastValues.ts';
import { packStored, unpackStored } from './row.ts';
import {
  recordCarries,
  recordIgnition,
  summarise,
  type RecordReader,
  type RecordSource,
  type RecordSummary,
} from '../journal/record.ts';

const emptySummary = (): RecordSummary => ({
  unitId: 0,
  time: 0,
  receivedAt: 0,
  flags: 0,
  longitude: 0,
  latitude: 0,
  speed: 0,
  course: 0,
});

/**
 * The latest state of every unit: columns for the feed, and for each unit the packed record of its
 * last position and of its last report (another one when that came without position).
 */
export class Latest extends LatestColumns implements LatestStates {
  readonly #reader: RecordReader;
  readonly #builder = new TrackBuilder();
  readonly #summary = emptySummary();
  /** Where the records lie now: two columns each and no object, since every report moves them. */
  readonly #fixes: (RecordSource | null)[] = [];
  readonly #reports: (RecordSource | null)[] = [];
  /** What the units' last reports do not carry. */
  readonly #kept = new LastValues();
  /** Units changed since they were last written, in the order of their change. */
  readonly #dirty = new Set<number>();

  constructor(reader: RecordReader) {
    super();
    this.#reader = reader;
  }

  /** What a group needs to know to place a fix that carries no position. */
  readonly known = (unitId: number): KnownUnit => {
    const index = this.indexOf(unitId);
    if (index < 0) return { longitude: 0, latitude: 0, located: false };
    return {
      longitude: this.longitudes[index],
      latitude: this.latitudes[index],
      located: stateMotion(this.states[index]) !== MOTION.noFix,
    };
  };

  get dirtyCount(): number {
    return this.#dirty.size;
  }

  /** Index of the unit, a new one where it has none. */
  ensure(unitId: number): number {
    const known = this.indexOf(unitId);
    if (known >= 0) return known;
    this.#fixes.push(null);
    this.#reports.push(null);
    return this.addUnit(unitId);
  }

  /**
   * Takes a durable report in. Answers whether it became the unit's latest position: not when it is
   * late, doubled, or carries none.
   */
  apply(
    index: number,
    time: Instant,
    receivedAt: Instant,
    longitude: number,
    latitude: number,
    state: number,
    flags: number,
    carries: number,
    sequence: number,
    source: RecordSource,
    offset: number,
  ): boolean {
    const hasPosition = (flags & TRACK_FLAG.hasPosition) !== 0;
    const newReport = time > this.reportTimes[index];
    const newFix = hasPosition && time > this.times[index];
    // A unit that always carries the same is recognised by one comparison.
    const isKept = carries !== this.carries[index] && this.#keep(index, time, source, offset);
    if (!newReport && !newFix) {
      if (isKept) this.#dirty.add(index);
      return false;
    }
    if (newReport) {
      this.carries[index] = carries;
      this.reportTimes[index] = time;
      this.receivedTimes[index] = receivedAt;
      this.#reports[index] = source;
      this.reportOffsets[index] = offset;
    }
    if (newFix) {
      this.times[index] = time;
      this.longitudes[index] = longitude;
      this.latitudes[index] = latitude;
      this.states[index] = state;
      this.flags[index] = flags;
      this.sequences[index] = sequence;
      this.#fixes[index] = source;
      this.fixOffsets[index] = offset;
    }
    this.#dirty.add(index);
    return newFix;
  }

  /** Another part of what the unit says: what the other parts said holds. */
  #keep(index: number, time: Instant, source: RecordSource, offset: number): boolean {
    const latest = this.#reports[index];
    if (!latest) return false;
    const said = this.#reader.values(latest, this.reportOffsets[index]);
    const values = this.#reader.values(source, offset);
    if (time > this.reportTimes[index]) this.#kept.follow(index, this.reportTimes[index], said, values);
    else this.#kept.late(index, time, values, said);
    return true;
  }

  /** Takes in a record whose columns are not at hand: after a restart. */
  applyRecord(source: RecordSource, offset: number, sequence: number): number {
    const report = this.#summary;
    summarise(source, offset, report);
    const index = this.ensure(report.unitId);
    const said = recordIgnition(source, offset);
    const ignition = said === null ? IGNITION.unknown : said ? IGNITION.on : IGNITION.off;
    const located = (report.flags & TRACK_FLAG.valid) !== 0 || stateMotion(this.states[index]) !== MOTION.noFix;
    const late = (report.flags & TRACK_FLAG.late) !== 0;
    const state = packState(report.speed, report.course, motionOf(located, report.speed, ignition), ignition, late);
    this.apply(
      index,
      report.time,
      report.receivedAt,
      report.longitude,
      report.latitude,
      state,
      report.flags,
      recordCarries(source, offset),
      sequence,
      source,
      offset,
    );
    return index;
  }

  position(unitId: number): Position | null {
    const index = this.indexOf(unitId);
    const report = index < 0 ? null : this.#reports[index];
    if (!report) return null;
    this.#builder.reset(unitId);
    this.#reader.unpack(report, this.reportOffsets[index], this.#builder);
    const track = this.#builder.finish();
    if ((track.flags[0] & TRACK_FLAG.hasPosition) === 0) {
      track.longitudes[0] = this.longitudes[index];
      track.latitudes[0] = this.latitudes[index];
    }
    const kept = this.#kept.of(index);
    return { ...trackPosition(track, 0), received_at: toIso(this.receivedTimes[index]), ...(kept && { kept }) };
  }

  /** Adds the unit's last report to the builder when it was taken at or before the instant. */
  readLast(index: number, at: Instant, builder: TrackBuilder): boolean {
    const report = this.#reports[index];
    if (!report || this.reportTimes[index] > at) return false;
    this.#reader.unpack(report, this.reportOffsets[index], builder);
    return true;
  }

  /** Indices of up to `most` changed units, longest waiting first; they count as written from now on. */
  takeDirty(most: number): number[] {
    const taken: number[] = [];
    for (const index of this.#dirty) {
      if (taken.length === most) break;
      taken.push(index);
    }
    for (const index of taken) this.#dirty.delete(index);
    return taken;
  }

  /** The write failed: they are changed still. */
  returnDirty(indices: readonly number[]): void {
    for (const index of indices) this.#dirty.add(index);
  }

  /** The unit as its row in last_position, and moved out of the journal's bytes so that these can go. */
  pack(index: number): Buffer {
    const report = this.#reports[index];
    if (!report) throw new Error(`Unit ${this.unitIds[index]} has no report to write`);
    const fix = this.#fixes[index];
    const latest = { source: report, offset: this.reportOffsets[index] };
    const apart = fix !== null && (fix !== report || this.fixOffsets[index] !== latest.offset);
    const kept = this.#kept.pack(index);
    const row = apart
      ? packStored({ source: fix, offset: this.fixOffsets[index] }, latest, kept)
      : packStored(latest, null, kept);
    const { first, second } = unpackStored(row);
    if (fix) this.#fixes[index] = first.source;
    this.fixOffsets[index] = first.offset;
    this.#reports[index] = first.source;
    this.reportOffsets[index] = (second ?? first).offset;
    if (second) this.#reports[index] = second.source;
    return row;
  }

  /** Takes in a row of last_position. */
  load(row: Buffer, sequence: number): void {
    const { first, second, kept } = unpackStored(row);
    const index = this.applyRecord(first.source, first.offset, sequence);
    if (second) this.applyRecord(second.source, second.offset, sequence);
    this.#kept.load(index, kept);
    this.#dirty.delete(index);
  }
}
