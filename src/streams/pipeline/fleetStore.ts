import { isPosition, normaliseCourse, SECOND, type Instant } from '../../domain/base/index.ts';
import { MOTION } from '../../domain/telemetry/index.ts';
import type { UnitLocation } from '../../domain/unit/index.ts';
import { DirtyPages } from './dirtyPages.ts';
import {
  HAND_SET_MARK,
  HEADING_SCALE,
  IDLE_SHIFT,
  IDLE_STEP,
  INSTANCE_FLAGS,
  INSTANCE_WORDS,
  MOST_IDLE_STEPS,
  type ByteRange,
  type FleetRows,
  type UnitFix,
  type WritableFleet,
} from './fleetColumns.ts';
import { HandPlaces } from './handPlaces.ts';
import { InstanceBuffer, type Segment } from './instanceBuffer.ts';

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
  visibility = 0;
  ids: Uint32Array;
  longitudes: Float64Array;
  latitudes: Float64Array;
  times: Float64Array;
  seconds: Float32Array;
  speeds: Float32Array;
  courses: Float32Array;
  motions: Uint8Array;
  ignitions: Uint8Array;
  idleSince: Float64Array;
  /** When the last of the live segments ends: after it nothing moves by itself. */
  settlesAt: Instant = 0;
  readonly #slots = new Map<number, number>();
  readonly #dirty: DirtyPages;
  readonly #drawn = new Float64Array(2);
  readonly #buffer: InstanceBuffer;
  /** Used again for every segment that is written. */
  readonly #segment: Segment = {
    fromLongitude: 0,
    fromLatitude: 0,
    toLongitude: 0,
    toLatitude: 0,
    fromHeading: 0,
    toHeading: 0,
  };
  readonly #handPlaces = new HandPlaces();
  /** 1 where the unit has reported a place to be drawn at. */
  #placed: Uint8Array;
  /** 1 where a filter hides the unit; a unit without place is hidden whatever the filter says. */
  #filtered: Uint8Array;
  #changed: Uint32Array | null;
  #inChanged: Uint8Array;
  #changedCount = 0;

  constructor(capacity: number, epoch: Instant, listChanges: boolean) {
    this.epoch = epoch;
    this.#buffer = new InstanceBuffer(capacity);
    this.ids = new Uint32Array(capacity);
    this.longitudes = new Float64Array(capacity);
    this.latitudes = new Float64Array(capacity);
    this.times = new Float64Array(capacity);
    this.seconds = new Float32Array(capacity);
    this.speeds = new Float32Array(capacity);
    this.courses = new Float32Array(capacity);
    this.motions = new Uint8Array(capacity);
    this.ignitions = new Uint8Array(capacity);
    this.idleSince = new Float64Array(capacity);
    this.#placed = new Uint8Array(capacity);
    this.#filtered = new Uint8Array(capacity);
    this.#inChanged = new Uint8Array(capacity);
    this.#changed = listChanges ? new Uint32Array(capacity) : null;
    this.#dirty = new DirtyPages(capacity);
  }

  get capacity(): number {
    return this.ids.length;
  }

  get instances(): ArrayBuffer {
    return this.#buffer.memory;
  }

  /** The instance buffer as 32-bit words, for whoever copies rows. */
  get words(): Uint32Array {
    return this.#buffer.words;
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
    if (this.#buffer.kind(slot) === kind) return;
    this.#buffer.setKind(slot, kind);
    this.#touch(slot);
  }

  setFlag(slot: number, flag: number, on: boolean): void {
    const before = this.#buffer.flags(slot);
    if (flag & INSTANCE_FLAGS.hidden) {
      this.#filtered[slot] = on ? 1 : 0;
      this.#showOrHide(slot);
    }
    this.#buffer.setFlags(slot, flag & ~INSTANCE_FLAGS.hidden, on);
    if (this.#buffer.flags(slot) !== before) this.#touch(slot);
  }

  setBadge(slot: number, badge: number): void {
    if (this.#buffer.badge(slot) === badge) return;
    this.#buffer.setBadge(slot, badge);
    this.#touch(slot);
  }

  setHandPlace(slot: number, place: UnitLocation | null): void {
    if (!this.#handPlaces.set(slot, place) || this.#placed[slot] === 1) return;
    this.#standByHand(slot);
    this.#touch(slot);
  }

  handPlaceOf(slot: number): UnitLocation | null {
    return slot < 0 || this.#placed[slot] === 1 ? null : this.#handPlaces.at(slot);
  }

  /** Whether units that have reported no position are drawn where they were put by hand; off at the start. */
  showHandPlaces(on: boolean): void {
    if (this.#handPlaces.isShown === on) return;
    this.#handPlaces.isShown = on;
    for (const slot of this.#handPlaces.slots()) {
      if (this.#placed[slot] === 1) continue;
      this.#standByHand(slot);
      this.#touch(slot);
    }
  }

  report(slot: number, fix: UnitFix, now: Instant, seconds: number): void {
    const hadPlace = this.#placed[slot] === 1;
    const heading = toHeading(fix.course);
    let glide = false;
    if (this.#movesTo(slot, fix)) {
      glide = hadPlace && seconds > 0;
      this.#head(
        slot,
        fix,
        now,
        glide ? seconds : 0,
        Number.isNaN(heading) ? this.#buffer.headingAt(slot, this.#secondsAt(now)) : heading,
      );
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
        this.#go(slot, from, next, start, Number.isNaN(turn) ? start : turn, from.time, seconds);
      } else {
        this.#go(slot, from, from, start, start, this.epoch, 0);
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
    if (this.#isNowhere(slot)) {
      out[0] = Number.NaN;
      out[1] = Number.NaN;
      return;
    }
    this.#buffer.placeAt(slot, this.#secondsAt(now), out);
  }

  drawnPlaces(now: Instant, none: number, out: Int32Array): void {
    this.#buffer.placesAt(this.#secondsAt(now), this.count, this.#placed, none, out);
  }

  /** True when the flag is set in the instance buffer. */
  hasFlag(slot: number, flag: number): boolean {
    return (this.#buffer.flags(slot) & flag) !== 0;
  }

  forget(slot: number): void {
    this.#placed[slot] = 0;
    this.#heardAt(slot, 0);
    this.motions[slot] = MOTION.noFix;
    this.idleSince[slot] = 0;
    this.#standByHand(slot);
    this.#touch(slot);
  }

  reset(epoch: Instant): void {
    this.epoch = epoch;
    this.settlesAt = 0;
    for (let slot = 0; slot < this.count; slot++) {
      this.#buffer.clear(slot);
      this.forget(slot);
    }
    this.generation++;
    this.version++;
  }

  rebase(epoch: Instant): void {
    const shift = (this.epoch - epoch) / SECOND;
    this.epoch = epoch;
    for (let slot = 0; slot < this.count; slot++) {
      this.#buffer.shift(slot, shift);
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
    this.#buffer.copy(slot, rows.words, row);
    if (rows.epoch !== this.epoch) this.#buffer.shift(slot, (rows.epoch - this.epoch) / SECOND);
    this.longitudes[slot] = rows.longitudes[row];
    this.latitudes[slot] = rows.latitudes[row];
    this.#heardAt(slot, rows.times[row]);
    this.speeds[slot] = rows.speeds[row];
    this.courses[slot] = rows.courses[row];
    this.motions[slot] = rows.motions[row];
    this.ignitions[slot] = rows.ignitions[row];
    this.idleSince[slot] = rows.idleSince[row];
    const style = rows.words[row * INSTANCE_WORDS + INSTANCE_WORDS - 1];
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
      this.#go(slot, fix, fix, heading, heading, now, 0);
      return;
    }
    this.drawnAt(slot, now, this.#drawn);
    const segment = this.#segment;
    segment.fromHeading = this.#buffer.headingAt(slot, this.#secondsAt(now));
    segment.toHeading = heading;
    segment.fromLongitude = this.#drawn[0];
    segment.fromLatitude = this.#drawn[1];
    segment.toLongitude = fix.longitude;
    segment.toLatitude = fix.latitude;
    this.#buffer.write(slot, segment, this.#secondsAt(now), seconds);
  }

  /** Writes the segment between two fixes; the headings are in steps of the buffer. */
  #go(
    slot: number,
    from: UnitFix,
    to: UnitFix,
    fromHeading: number,
    heading: number,
    start: Instant,
    seconds: number,
  ): void {
    const segment = this.#segment;
    segment.fromLongitude = from.longitude;
    segment.fromLatitude = from.latitude;
    segment.toLongitude = to.longitude;
    segment.toLatitude = to.latitude;
    segment.fromHeading = fromHeading;
    segment.toHeading = heading;
    this.#buffer.write(slot, segment, this.#secondsAt(start), seconds);
  }

  /** An instant by the buffer's clock. */
  #secondsAt(instant: Instant): number {
    return (instant - this.epoch) / SECOND;
  }

  #facts(slot: number, fix: UnitFix): void {
    this.#heardAt(slot, fix.time);
    this.speeds[slot] = fix.speed;
    if (!Number.isNaN(fix.course)) this.courses[slot] = fix.course;
    this.motions[slot] = fix.motion;
    this.ignitions[slot] = fix.ignition;
    this.idleSince[slot] = fix.idleSince;
    this.#style(slot, fix.motion | (idleSteps(fix) << IDLE_SHIFT), fix.late);
  }

  #heardAt(slot: number, time: Instant): void {
    this.times[slot] = time;
    this.seconds[slot] = this.#secondsAt(time);
  }

  /** `motion`: the byte of the buffer. */
  #style(slot: number, motion: number, late: boolean): void {
    this.#buffer.setMotion(slot, motion);
    this.#buffer.setFlags(slot, INSTANCE_FLAGS.late, late);
    if (this.#placed[slot] === 0) this.#standByHand(slot);
    else this.#showOrHide(slot);
  }

  /**
   * Draws a unit without a reported place where it was put by hand; hides it where there is no such place, or not any
   * more.
   */
  #standByHand(slot: number): void {
    const place = this.#handPlaces.at(slot);
    if (place !== null) {
      const segment = this.#segment;
      segment.fromLongitude = segment.toLongitude = place.longitude;
      segment.fromLatitude = segment.toLatitude = place.latitude;
      segment.fromHeading = segment.toHeading = 0;
      this.#buffer.write(slot, segment, 0, 0);
      this.#buffer.setMotion(slot, HAND_SET_MARK);
      this.#buffer.setFlags(slot, INSTANCE_FLAGS.late, false);
    } else if (this.#buffer.motion(slot) === HAND_SET_MARK) {
      this.#buffer.clear(slot);
      this.#buffer.setMotion(slot, this.motions[slot]);
    }
    this.#showOrHide(slot);
  }

  #isNowhere(slot: number): boolean {
    return this.#placed[slot] === 0 && this.#handPlaces.at(slot) === null;
  }

  #showOrHide(slot: number): void {
    const hidden = this.#filtered[slot] === 1 || this.#isNowhere(slot);
    if (this.hasFlag(slot, INSTANCE_FLAGS.hidden) === hidden) return;
    this.#buffer.setFlags(slot, INSTANCE_FLAGS.hidden, hidden);
    this.visibility++;
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
    this.#buffer.grow(capacity);
    this.ids = enlarge(this.ids, new Uint32Array(capacity));
    this.longitudes = enlarge(this.longitudes, new Float64Array(capacity));
    this.latitudes = enlarge(this.latitudes, new Float64Array(capacity));
    this.times = enlarge(this.times, new Float64Array(capacity));
    this.seconds = enlarge(this.seconds, new Float32Array(capacity));
    this.speeds = enlarge(this.speeds, new Float32Array(capacity));
    this.courses = enlarge(this.courses, new Float32Array(capacity));
    this.motions = enlarge(this.motions, new Uint8Array(capacity));
    this.ignitions = enlarge(this.ignitions, new Uint8Array(capacity));
    this.idleSince = enlarge(this.idleSince, new Float64Array(capacity));
    this.#placed = enlarge(this.#placed, new Uint8Array(capacity));
    this.#filtered = enlarge(this.#filtered, new Uint8Array(capacity));
    this.#inChanged = enlarge(this.#inChanged, new Uint8Array(capacity));
    if (this.#changed !== null) this.#changed = enlarge(this.#changed, new Uint32Array(capacity));
    this.#dirty.grow(capacity);
  }
}

/** How long the unit had idled at its fix, in steps of the buffer. */
const idleSteps = ({ time, idleSince }: UnitFix): number =>
  idleSince === 0 ? 0 : Math.min(MOST_IDLE_STEPS, Math.max(0, Math.floor((time - idleSince) / SECOND / IDLE_STEP)));

type Column = Uint8Array | Uint32Array | Float32Array | Float64Array;

function enlarge<T extends Column>(from: Column, to: T): T {
  to.set(from);
  return to;
}

/** A course in steps of the buffer; NaN stays NaN. */
function toHeading(course: number): number {
  return normaliseCourse(course) * HEADING_SCALE;
}
