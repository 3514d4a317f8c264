import type { Instant } from '../../domain/base/index.ts';
import {
  HEADING_SCALE,
  INSTANCE_BYTES,
  INSTANCE_WORDS,
  type ByteRange,
  type FleetColumns,
  type FleetFrame,
  type UnitFix,
} from '../../streams/pipeline/fleetColumns.ts';

const HALF_TURN = 180 * HEADING_SCALE;
const FULL_TURN = 360 * HEADING_SCALE;

/** A fleet for the map's own tests and dev page: fixed capacity, the documented buffer, dirty slots. */
export class FakeFleet implements FleetColumns {
  count = 0;
  epoch: Instant;
  version = 0;
  generation = 0;
  readonly instances: ArrayBuffer;
  readonly ids: Uint32Array;
  readonly longitudes: Float64Array;
  readonly latitudes: Float64Array;
  readonly times: Float64Array;
  readonly seconds: Float32Array;
  readonly speeds: Float32Array;
  readonly courses: Float32Array;
  readonly motions: Uint8Array;
  readonly ignitions: Uint8Array;
  readonly #words: Float32Array;
  readonly #halves: Int16Array;
  readonly #bytes: Uint8Array;
  readonly #slots = new Map<number, number>();
  readonly #dirty = new Set<number>();

  constructor(capacity: number, epoch: Instant) {
    this.epoch = epoch;
    this.instances = new ArrayBuffer(capacity * INSTANCE_BYTES);
    this.#words = new Float32Array(this.instances);
    this.#halves = new Int16Array(this.instances);
    this.#bytes = new Uint8Array(this.instances);
    this.ids = new Uint32Array(capacity);
    this.longitudes = new Float64Array(capacity);
    this.latitudes = new Float64Array(capacity);
    this.times = new Float64Array(capacity);
    this.seconds = new Float32Array(capacity);
    this.speeds = new Float32Array(capacity);
    this.courses = new Float32Array(capacity);
    this.motions = new Uint8Array(capacity);
    this.ignitions = new Uint8Array(capacity);
  }

  slotOf(unitId: number): number {
    return this.#slots.get(unitId) ?? -1;
  }

  ensure(unitId: number): number {
    const known = this.#slots.get(unitId);
    if (known !== undefined) return known;
    const slot = this.count++;
    this.#slots.set(unitId, slot);
    this.ids[slot] = unitId;
    this.generation++;
    return slot;
  }

  setKind(slot: number, kind: number): void {
    this.#bytes[slot * INSTANCE_BYTES + 37] = kind;
    this.#touch(slot);
  }

  setFlag(slot: number, flag: number, on: boolean): void {
    const at = slot * INSTANCE_BYTES + 38;
    const flags = this.#bytes[at] ?? 0;
    this.#bytes[at] = on ? flags | flag : flags & ~flag;
    this.#touch(slot);
  }

  report(slot: number, fix: UnitFix, now: Instant, seconds: number): void {
    const from = new Float64Array([fix.longitude, fix.latitude]);
    const known = this.times[slot] !== 0;
    if (known) this.drawnAt(slot, now, from);
    const heading = known ? this.#headingAt(slot, now) : fix.course * HEADING_SCALE;
    this.#write(slot, from, fix, now, seconds, heading);
  }

  segment(slot: number, from: UnitFix, next: UnitFix | null): void {
    const start = new Float64Array([from.longitude, from.latitude]);
    this.#write(slot, start, next ?? from, from.time, next ? (next.time - from.time) / 1_000 : 0, from.course * HEADING_SCALE);
  }

  drawnAt(slot: number, now: Instant, out: Float64Array): void {
    const at = slot * INSTANCE_WORDS;
    const words = this.#words;
    const progress = this.#progress(slot, now);
    out[0] = (words[at] ?? 0) + (words[at + 2] ?? 0) + (words[at + 4] ?? 0) * progress;
    out[1] = (words[at + 1] ?? 0) + (words[at + 3] ?? 0) + (words[at + 5] ?? 0) * progress;
  }

  reset(epoch: Instant): void {
    this.epoch = epoch;
    this.#words.fill(0);
    this.times.fill(0);
    this.generation++;
  }

  /** The frame at `instant`, with what changed since the last one. */
  frame(instant: Instant, moving = true): FleetFrame {
    const slots = [...this.#dirty].toSorted((a, b) => a - b);
    this.#dirty.clear();
    const ranges: ByteRange[] = slots.map((slot) => ({ start: slot * INSTANCE_BYTES, end: (slot + 1) * INSTANCE_BYTES }));
    return { instant, mode: 'live', fleet: this, ranges, moving };
  }

  #progress(slot: number, now: Instant): number {
    const at = slot * INSTANCE_WORDS;
    const rate = this.#words[at + 7] ?? 0;
    return rate > 0 ? Math.min(1, Math.max(0, ((now - this.epoch) / 1_000 - (this.#words[at + 6] ?? 0)) * rate)) : 0;
  }

  #headingAt(slot: number, now: Instant): number {
    const half = (slot * INSTANCE_WORDS + 8) * 2;
    return (this.#halves[half] ?? 0) + (this.#halves[half + 1] ?? 0) * this.#progress(slot, now);
  }

  #write(slot: number, from: Float64Array, to: UnitFix, start: Instant, seconds: number, heading: number): void {
    const at = slot * INSTANCE_WORDS;
    const [longitude = 0, latitude = 0] = from;
    const words = this.#words;
    words[at] = longitude;
    words[at + 1] = latitude;
    words[at + 2] = longitude - Math.fround(longitude);
    words[at + 3] = latitude - Math.fround(latitude);
    words[at + 4] = to.longitude - longitude;
    words[at + 5] = to.latitude - latitude;
    words[at + 6] = (start - this.epoch) / 1_000;
    words[at + 7] = seconds > 0 ? 1 / seconds : 0;
    const turn = ((((to.course * HEADING_SCALE - heading + HALF_TURN) % FULL_TURN) + FULL_TURN) % FULL_TURN) - HALF_TURN;
    this.#halves[(at + 8) * 2] = seconds > 0 ? heading : to.course * HEADING_SCALE;
    this.#halves[(at + 8) * 2 + 1] = seconds > 0 ? turn : 0;
    this.#bytes[slot * INSTANCE_BYTES + 36] = to.motion;
    this.longitudes[slot] = to.longitude;
    this.latitudes[slot] = to.latitude;
    this.times[slot] = to.time;
    this.seconds[slot] = (to.time - this.epoch) / 1_000;
    this.speeds[slot] = to.speed;
    this.courses[slot] = to.course;
    this.motions[slot] = to.motion;
    this.ignitions[slot] = to.ignition;
    this.setFlag(slot, 4, to.late);
  }

  #touch(slot: number): void {
    this.#dirty.add(slot);
    this.version++;
  }
}
