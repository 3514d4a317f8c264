import { isPosition, normaliseCourse, SECOND, type Instant } from '../../domain/base/index.ts';
import { MOTION } from '../../domain/telemetry/index.ts';
import { DirtyPages } from './dirtyPages.ts';
import {
  HEADING_SCALE,
  INSTANCE_BYTES,
  INSTANCE_FLAGS,
  INSTANCE_WORDS,
  type ByteRange,
  type FleetRows,
  type UnitFix,
  type WritableFleet,
} from './fleetColumns.ts';

const FULL_TURN = 360 * HEADING_SCALE;
const HALF_TURN = FULL_TURN / 2;
/** Bytes of the last word: motion, kind, flags; the fourth is not used. */
const MOTION_BYTE = 36;
const KIND_BYTE = 37;
const FLAGS_BYTE = 38;
/** Flags that come with the fix; the others belong to the one who looks. */
const FIX_FLAGS = INSTANCE_FLAGS.late;

export interface FleetOptions {
  /** Slots at the start; the fleet doubles when they are used up. */
  readonly capacity?: number;
  readonly epoch?: Instant;
  /** Keeps a list of changed slots for {@link Fleet.forEachChanged}. */
  readonly listChanges?: boolean;
}

/** An empty fleet. */
export function createFleet(options: FleetOptions = {}): Fleet {
  return new Fleet(options.capacity ?? 1024, options.epoch ?? 0, options.listChanges ?? false);
}

/** The struct of arrays behind map and lists. Nothing is allocated per report. */
export class Fleet implements WritableFleet {
  count = 0;
  epoch: Instant;
  version = 0;
  generation = 0;
  instances: ArrayBuffer;
  ids: Uint32Array;
  longitudes: Float64Array;
  latitudes: Float64Array;
  times: Float64Array;
  seconds: Float32Array;
  speeds: Float32Array;
  courses: Float32Array;
  motions: Uint8Array;
  ignitions: Uint8Array;
  /** When the last of the live segments ends: after it nothing moves by itself. */
  settlesAt: Instant = 0;
  readonly #slots = new Map<number, number>();
  readonly #dirty: DirtyPages;
  readonly #drawn = new Float64Array(2);
  /** 1 where the unit has a place to be drawn at. */
  #placed: Uint8Array;
  /** 1 where a filter hides the unit; a unit without place is hidden whatever the filter says. */
  #filtered: Uint8Array;
  #floats: Float32Array;
  #halves: Int16Array;
  #bytes: Uint8Array;
  #words: Uint32Array;
  #changed: Uint32Array | null;
  #inChanged: Uint8Array;
  #changedCount = 0;

  constructor(capacity: number, epoch: Instant, listChanges: boolean) {
    this.epoch = epoch;
    this.instances = new ArrayBuffer(capacity * INSTANCE_BYTES);
    this.#floats = new Float32Array(this.instances);
    this.#halves = new Int16Array(this.instances);
    this.#bytes = new Uint8Array(this.instances);
    this.#words = new Uint32Array(this.instances);
    this.ids = new Uint32Array(capacity);
    this.longitudes = new Float64Array(capacity);
    this.latitudes = new Float64Array(capacity);
    this.times = new Float64Array(capacity);
    this.seconds = new Float32Array(capacity);
    this.speeds = new Float32Array(capacity);
    this.courses = new Float32Array(capacity);
    this.motions = new Uint8Array(capacity);
    this.ignitions = new Uint8Array(capacity);
    this.#placed = new Uint8Array(capacity);
    this.#filtered = new Uint8Array(capacity);
    this.#inChanged = new Uint8Array(capacity);
    this.#changed = listChanges ? new Uint32Array(capacity) : null;
    this.#dirty = new DirtyPages(capacity);
  }

  get capacity(): number {
    return this.ids.length;
  }

  /** The instance buffer as 32-bit words, for whoever copies rows. */
  get words(): Uint32Array {
    return this.#words;
  }

  slotOf(unitId: number): number {
    return this.#slots.get(unitId) ?? -1;
  }

  ensure(unitId: number): number {
    const known = this.#slots.get(unitId);
    if (known !== undefined) return known;
    if (this.count === this.capacity) this.#grow();
    const slot = this.count++;
    this.#slots.set(unitId, slot);
    this.ids[slot] = unitId;
    this.#showOrHide(slot);
    this.generation++;
    this.#touch(slot);
    return slot;
  }

  setKind(slot: number, kind: number): void {
    const at = slot * INSTANCE_BYTES + KIND_BYTE;
    if (this.#bytes[at] === kind) return;
    this.#bytes[at] = kind;
    this.#touch(slot);
  }

  setFlag(slot: number, flag: number, on: boolean): void {
    const at = slot * INSTANCE_BYTES + FLAGS_BYTE;
    const before = this.#bytes[at];
    if (flag & INSTANCE_FLAGS.hidden) {
      this.#filtered[slot] = on ? 1 : 0;
      this.#showOrHide(slot);
    }
    const others = flag & ~INSTANCE_FLAGS.hidden;
    this.#bytes[at] = on ? this.#bytes[at] | others : this.#bytes[at] & ~others;
    if (this.#bytes[at] !== before) this.#touch(slot);
  }

  report(slot: number, fix: UnitFix, now: Instant, seconds: number): void {
    const hadPlace = this.#placed[slot] === 1;
    const heading = toHeading(fix.course);
    let glide = false;
    if (this.#movesTo(slot, fix)) {
      glide = hadPlace && seconds > 0;
      this.#head(slot, fix, now, glide ? seconds : 0, Number.isNaN(heading) ? this.#headingAt(slot, now) : heading);
      this.longitudes[slot] = fix.longitude;
      this.latitudes[slot] = fix.latitude;
      this.#placed[slot] = 1;
    }
    this.#facts(slot, fix);
    if (glide) this.settlesAt = Math.max(this.settlesAt, now + seconds * SECOND);
    this.#touch(slot);
  }

  segment(slot: number, from: UnitFix, next: UnitFix | null): void {
    if (isPosition(from.latitude, from.longitude)) {
      const heading = toHeading(from.course);
      const start = Number.isNaN(heading) ? 0 : heading;
      const goes = next !== null && next.time > from.time && isPosition(next.latitude, next.longitude);
      if (goes) {
        const turn = toHeading(next.course);
        const seconds = (next.time - from.time) / SECOND;
        this.#write(slot, from.longitude, from.latitude, next.longitude, next.latitude, from.time, seconds, start, Number.isNaN(turn) ? start : turn);
      } else {
        this.#write(slot, from.longitude, from.latitude, from.longitude, from.latitude, this.epoch, 0, start, start);
      }
      this.longitudes[slot] = from.longitude;
      this.latitudes[slot] = from.latitude;
      this.#placed[slot] = 1;
    } else {
      this.#placed[slot] = 0;
    }
    this.#facts(slot, from);
    this.#touch(slot);
  }

  drawnAt(slot: number, now: Instant, out: Float64Array): void {
    if (this.#placed[slot] === 0) {
      out[0] = Number.NaN;
      out[1] = Number.NaN;
      return;
    }
    const word = slot * INSTANCE_WORDS;
    const floats = this.#floats;
    const progress = this.#progress(word, now);
    const longitude = floats[word] + floats[word + 2] + floats[word + 4] * progress;
    out[0] = longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude;
    out[1] = floats[word + 1] + floats[word + 3] + floats[word + 5] * progress;
  }

  /** True when the flag is set in the instance buffer. */
  hasFlag(slot: number, flag: number): boolean {
    return (this.#bytes[slot * INSTANCE_BYTES + FLAGS_BYTE] & flag) !== 0;
  }

  forget(slot: number): void {
    this.#placed[slot] = 0;
    this.#heardAt(slot, 0);
    this.motions[slot] = MOTION.noFix;
    this.#showOrHide(slot);
    this.#touch(slot);
  }

  reset(epoch: Instant): void {
    this.epoch = epoch;
    this.settlesAt = 0;
    for (let slot = 0; slot < this.count; slot++) {
      this.#words.fill(0, slot * INSTANCE_WORDS, slot * INSTANCE_WORDS + INSTANCE_WORDS - 1);
      this.forget(slot);
    }
    this.generation++;
    this.version++;
  }

  rebase(epoch: Instant): void {
    const shift = (this.epoch - epoch) / SECOND;
    this.epoch = epoch;
    for (let slot = 0; slot < this.count; slot++) {
      this.#floats[slot * INSTANCE_WORDS + 6] += shift;
      this.#heardAt(slot, this.times[slot]);
    }
    this.generation++;
    this.version++;
  }

  applyRow(slot: number, rows: FleetRows, row: number): void {
    if (rows.times[row] === 0) {
      this.forget(slot);
      return;
    }
    const word = slot * INSTANCE_WORDS;
    const source = row * INSTANCE_WORDS;
    for (let index = 0; index < INSTANCE_WORDS - 1; index++) this.#words[word + index] = rows.words[source + index];
    if (rows.epoch !== this.epoch) this.#floats[word + 6] += (rows.epoch - this.epoch) / SECOND;
    this.longitudes[slot] = rows.longitudes[row];
    this.latitudes[slot] = rows.latitudes[row];
    this.#heardAt(slot, rows.times[row]);
    this.speeds[slot] = rows.speeds[row];
    this.courses[slot] = rows.courses[row];
    this.motions[slot] = rows.motions[row];
    this.ignitions[slot] = rows.ignitions[row];
    const style = rows.words[source + INSTANCE_WORDS - 1];
    this.#placed[slot] = (style >>> 16) & INSTANCE_FLAGS.hidden ? 0 : 1;
    this.#style(slot, style & 0xff, ((style >>> 16) & FIX_FLAGS) !== 0);
    if (rows.settlesAt > this.settlesAt) this.settlesAt = rows.settlesAt;
    this.#touch(slot);
  }

  /** Fills `out` with the changed byte ranges since the last call; the objects are used again. */
  takeRanges(out: ByteRange[]): ByteRange[] {
    return this.#dirty.take(out, this.count);
  }

  /** Slots that changed since the last call, oldest change first. Needs the option `listChanges`. */
  takeChanged(visit: (slot: number) => void): void {
    if (this.#changed === null) throw new Error('This fleet does not list its changes');
    for (let index = 0; index < this.#changedCount; index++) {
      this.#inChanged[this.#changed[index]] = 0;
      visit(this.#changed[index]);
    }
    this.#changedCount = 0;
  }

  get changedCount(): number {
    return this.#changedCount;
  }

  /** Lists every slot as changed: the receiver starts from nothing. */
  markAllChanged(): void {
    for (let slot = 0; slot < this.count; slot++) this.#touch(slot);
  }

  /** An invalid fix does not move a unit that has a place; it may give one to a unit that has none. */
  #movesTo(slot: number, fix: UnitFix): boolean {
    if (!isPosition(fix.latitude, fix.longitude)) return false;
    if (fix.motion !== MOTION.noFix) return true;
    return this.#placed[slot] === 0 && (fix.latitude !== 0 || fix.longitude !== 0);
  }

  #head(slot: number, fix: UnitFix, now: Instant, seconds: number, heading: number): void {
    if (seconds === 0) {
      this.#write(slot, fix.longitude, fix.latitude, fix.longitude, fix.latitude, now, 0, heading, heading);
      return;
    }
    const from = this.#headingAt(slot, now);
    this.drawnAt(slot, now, this.#drawn);
    this.#write(slot, this.#drawn[0], this.#drawn[1], fix.longitude, fix.latitude, now, seconds, from, heading);
  }

  #write(
    slot: number,
    fromLongitude: number,
    fromLatitude: number,
    toLongitude: number,
    toLatitude: number,
    start: Instant,
    seconds: number,
    fromHeading: number,
    toHeadingValue: number,
  ): void {
    const word = slot * INSTANCE_WORDS;
    const floats = this.#floats;
    const highLongitude = Math.fround(fromLongitude);
    const highLatitude = Math.fround(fromLatitude);
    let across = toLongitude - fromLongitude;
    if (across > 180) across -= 360;
    else if (across < -180) across += 360;
    let turn = toHeadingValue - fromHeading;
    if (turn > HALF_TURN) turn -= FULL_TURN;
    else if (turn < -HALF_TURN) turn += FULL_TURN;
    floats[word] = highLongitude;
    floats[word + 1] = highLatitude;
    floats[word + 2] = fromLongitude - highLongitude;
    floats[word + 3] = fromLatitude - highLatitude;
    floats[word + 4] = across;
    floats[word + 5] = toLatitude - fromLatitude;
    floats[word + 6] = (start - this.epoch) / SECOND;
    floats[word + 7] = seconds > 0 ? 1 / seconds : 0;
    this.#halves[(word + 8) * 2] = fromHeading;
    this.#halves[(word + 8) * 2 + 1] = turn;
  }

  #facts(slot: number, fix: UnitFix): void {
    this.#heardAt(slot, fix.time);
    this.speeds[slot] = fix.speed;
    if (!Number.isNaN(fix.course)) this.courses[slot] = fix.course;
    this.motions[slot] = fix.motion;
    this.ignitions[slot] = fix.ignition;
    this.#style(slot, fix.motion, fix.late);
  }

  #heardAt(slot: number, time: Instant): void {
    this.times[slot] = time;
    this.seconds[slot] = (time - this.epoch) / SECOND;
  }

  #style(slot: number, motion: number, late: boolean): void {
    const at = slot * INSTANCE_BYTES;
    this.#bytes[at + MOTION_BYTE] = motion;
    const flags = this.#bytes[at + FLAGS_BYTE];
    this.#bytes[at + FLAGS_BYTE] = late ? flags | INSTANCE_FLAGS.late : flags & ~INSTANCE_FLAGS.late;
    this.#showOrHide(slot);
  }

  #showOrHide(slot: number): void {
    const at = slot * INSTANCE_BYTES + FLAGS_BYTE;
    const hidden = this.#filtered[slot] === 1 || this.#placed[slot] === 0;
    this.#bytes[at] = hidden ? this.#bytes[at] | INSTANCE_FLAGS.hidden : this.#bytes[at] & ~INSTANCE_FLAGS.hidden;
  }

  #progress(word: number, now: Instant): number {
    const progress = ((now - this.epoch) / SECOND - this.#floats[word + 6]) * this.#floats[word + 7];
    return progress < 0 ? 0 : progress > 1 ? 1 : progress;
  }

  /** Drawn heading at `now` in buffer steps, 0 to a full turn. */
  #headingAt(slot: number, now: Instant): number {
    const word = slot * INSTANCE_WORDS;
    const half = (word + 8) * 2;
    const heading = this.#halves[half] + this.#halves[half + 1] * this.#progress(word, now);
    return heading < 0 ? heading + FULL_TURN : heading >= FULL_TURN ? heading - FULL_TURN : heading;
  }

  #touch(slot: number): void {
    this.version++;
    this.#dirty.mark(slot);
    if (this.#changed === null || this.#inChanged[slot] === 1) return;
    this.#inChanged[slot] = 1;
    this.#changed[this.#changedCount++] = slot;
  }

  #grow(): void {
    const capacity = this.capacity * 2;
    const instances = new ArrayBuffer(capacity * INSTANCE_BYTES);
    new Uint8Array(instances).set(this.#bytes);
    this.instances = instances;
    this.#floats = new Float32Array(instances);
    this.#halves = new Int16Array(instances);
    this.#bytes = new Uint8Array(instances);
    this.#words = new Uint32Array(instances);
    this.ids = enlarge(this.ids, new Uint32Array(capacity));
    this.longitudes = enlarge(this.longitudes, new Float64Array(capacity));
    this.latitudes = enlarge(this.latitudes, new Float64Array(capacity));
    this.times = enlarge(this.times, new Float64Array(capacity));
    this.seconds = enlarge(this.seconds, new Float32Array(capacity));
    this.speeds = enlarge(this.speeds, new Float32Array(capacity));
    this.courses = enlarge(this.courses, new Float32Array(capacity));
    this.motions = enlarge(this.motions, new Uint8Array(capacity));
    this.ignitions = enlarge(this.ignitions, new Uint8Array(capacity));
    this.#placed = enlarge(this.#placed, new Uint8Array(capacity));
    this.#filtered = enlarge(this.#filtered, new Uint8Array(capacity));
    this.#inChanged = enlarge(this.#inChanged, new Uint8Array(capacity));
    if (this.#changed !== null) this.#changed = enlarge(this.#changed, new Uint32Array(capacity));
    this.#dirty.grow(capacity);
  }
}

type Column = Uint8Array | Uint32Array | Float32Array | Float64Array;

function enlarge<T extends Column>(from: Column, to: T): T {
  to.set(from);
  return to;
}

/** A course in steps of the buffer; NaN stays NaN. */
function toHeading(course: number): number {
  return normaliseCourse(course) * HEADING_SCALE;
}
