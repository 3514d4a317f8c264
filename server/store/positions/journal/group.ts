import { toStoredCoordinate, type Instant } from '../../../../src/domain/base/index.ts';
import {
  IGNITION,
  motionOf,
  packState,
  TRACK_FLAG,
  type AttributeValue,
  type Fix,
  type IgnitionState,
} from '../../../../src/domain/telemetry/index.ts';
import type { UnreadRow } from '../../types.ts';
import type { AttributeNames } from './attributeNames.ts';
import { PackedBytes } from './packedBytes.ts';
import { isLate, packRecord, type RecordHead } from './record.ts';

export type CommitCallback = (stored: boolean) => void;

/** What the group must know of a unit to filter a fix that is not whole. */
export interface KnownUnit {
  /** 1e-7 degrees of the last known position. */
  longitude: number;
  latitude: number;
  /** Whether the unit ever had a valid position. */
  located: boolean;
}

const FIRST_ROWS = 1024;
const FIRST_BYTES = 64 * 1024;

const ignitionOf = (fix: Fix): IgnitionState => {
  const value = fix.attributes.get('ignition');
  return value === true ? IGNITION.on : value === false ? IGNITION.off : IGNITION.unknown;
};

const numberOf = (value: AttributeValue | undefined): number => (typeof value === 'number' ? value : Number.NaN);

/**
 * Reports on their way into one journal row: packed at once, with the columns beside them that the
 * fold after the commit reads. Cleared and used again; no object is made for a report.
 */
export class Group {
  readonly bytes = PackedBytes.ofCapacity(FIRST_BYTES);
  readonly callbacks: CommitCallback[] = [];
  /** Messages that were not understood; stored in the same statement. */
  readonly unread: UnreadRow[] = [];
  unreadBytes = 0;
  /** Something was turned away since the group opened: who asks from now on is answered "not stored". */
  refused = false;
  base: Instant = 0;
  count = 0;
  earliest: Instant = 0;
  latest: Instant = 0;
  unitIds = new Uint32Array(FIRST_ROWS);
  times = new Float64Array(FIRST_ROWS);
  receivedTimes = new Float64Array(FIRST_ROWS);
  longitudes = new Int32Array(FIRST_ROWS);
  latitudes = new Int32Array(FIRST_ROWS);
  states = new Uint32Array(FIRST_ROWS);
  flags = new Uint8Array(FIRST_ROWS);
  speeds = new Float32Array(FIRST_ROWS);
  satellites = new Int16Array(FIRST_ROWS);
  hdops = new Float32Array(FIRST_ROWS);
  accuracies = new Float32Array(FIRST_ROWS);
  offsets = new Uint32Array(FIRST_ROWS);
  /** Which values each report carries: one figure. */
  carries = new Uint32Array(FIRST_ROWS);
  advanced = new Uint8Array(FIRST_ROWS);
  readonly #head: RecordHead = {
    unitId: 0,
    protocolCode: 0,
    time: 0,
    receivedAt: 0,
    longitude: 0,
    latitude: 0,
    flags: 0,
  };

  /**
   * `known` is asked only where the fix lacks a position or is not valid. `completes`: the report may be there already,
   * see {@link TRACK_FLAG}.
   */
  add(
    unitId: number,
    protocolCode: number,
    receivedAt: Instant,
    fix: Fix,
    known: (unitId: number) => KnownUnit,
    names: AttributeNames,
    completes = false,
  ): void {
    if (this.count === this.unitIds.length) this.#grow();
    const head = this.#head;
    head.unitId = unitId;
    head.protocolCode = protocolCode;
    head.time = Math.round(fix.time);
    head.receivedAt = Math.round(receivedAt);
    if (this.count === 0) this.#open(head);
    const located = this.#place(head, fix, known);
    const row = this.count++;
    const late = isLate(head.time, head.receivedAt);
    if (late) head.flags |= TRACK_FLAG.late;
    this.unitIds[row] = unitId;
    this.times[row] = head.time;
    this.receivedTimes[row] = head.receivedAt;
    this.longitudes[row] = head.longitude;
    this.latitudes[row] = head.latitude;
    const ignition = ignitionOf(fix);
    this.states[row] = packState(fix.speed, fix.course, motionOf(located, fix.speed, ignition), ignition, late);
    this.flags[row] = head.flags;
    if (completes) head.flags |= TRACK_FLAG.completes;
    this.speeds[row] = fix.speed;
    this.satellites[row] = fix.satellites;
    this.hdops[row] = numberOf(fix.attributes.get('hdop'));
    this.accuracies[row] = numberOf(fix.attributes.get('accuracy'));
    this.offsets[row] = this.bytes.length;
    if (head.time < this.earliest) this.earliest = head.time;
    if (head.time > this.latest) this.latest = head.time;
    this.carries[row] = packRecord(this.bytes, this.base, head, fix, names);
  }

  get isEmpty(): boolean {
    return this.count === 0 && this.unread.length === 0;
  }

  addUnread(message: UnreadRow): void {
    this.unread.push(message);
    this.unreadBytes += message.bytes.length;
  }

  clear(): void {
    this.count = 0;
    this.bytes.length = 0;
    this.callbacks.length = 0;
    this.unread.length = 0;
    this.unreadBytes = 0;
    this.refused = false;
  }

  #open(head: RecordHead): void {
    this.base = head.receivedAt;
    this.earliest = head.time;
    this.latest = head.time;
  }

  /** Fills coordinates and flags; answers whether the unit has a valid position, now or before. */
  #place(head: RecordHead, fix: Fix, known: (unitId: number) => KnownUnit): boolean {
    // Trackers without a fix send nothing, or zeros that they mark invalid.
    const hasPosition = fix.hasPosition && (fix.valid || fix.latitude !== 0 || fix.longitude !== 0);
    head.flags = (hasPosition ? TRACK_FLAG.hasPosition : 0) | (fix.valid && hasPosition ? TRACK_FLAG.valid : 0);
    const before = hasPosition && fix.valid ? null : known(head.unitId);
    if (hasPosition || !before) {
      head.longitude = toStoredCoordinate(fix.longitude);
      head.latitude = toStoredCoordinate(fix.latitude);
    } else {
      head.longitude = before.longitude;
      head.latitude = before.latitude;
    }
    return before ? before.located : true;
  }

  #grow(): void {
    const size = this.unitIds.length * 2;
    const enlarge = <T extends Uint32Array | Float64Array | Float32Array | Int32Array | Int16Array | Uint8Array>(
      from: T,
      to: T,
    ): T => (to.set(from), to);
    this.unitIds = enlarge(this.unitIds, new Uint32Array(size));
    this.times = enlarge(this.times, new Float64Array(size));
    this.receivedTimes = enlarge(this.receivedTimes, new Float64Array(size));
    this.longitudes = enlarge(this.longitudes, new Int32Array(size));
    this.latitudes = enlarge(this.latitudes, new Int32Array(size));
    this.states = enlarge(this.states, new Uint32Array(size));
    this.flags = enlarge(this.flags, new Uint8Array(size));
    this.speeds = enlarge(this.speeds, new Float32Array(size));
    this.satellites = enlarge(this.satellites, new Int16Array(size));
    this.hdops = enlarge(this.hdops, new Float32Array(size));
    this.accuracies = enlarge(this.accuracies, new Float32Array(size));
    this.offsets = enlarge(this.offsets, new Uint32Array(size));
    this.carries = enlarge(this.carries, new Uint32Array(size));
    this.advanced = new Uint8Array(size);
  }
}
