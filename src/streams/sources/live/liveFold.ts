import type { LiveCursor, LiveReady } from '../../../api/contract/index.ts';
import { SECOND, clamp, type Instant } from '../../../domain/base/index.ts';
import {
  MOTION,
  STALE_AFTER,
  frameDegrees,
  frameTime,
  stateIdleSince,
  withIdleTime,
  stateReplaced,
  stateCourse,
  stateIgnition,
  stateLate,
  stateMotion,
  stateSpeed,
  packState,
  type IgnitionState,
  type LiveFrame,
  type MotionState,
} from '../../../domain/telemetry/index.ts';
import { INSTANCE_FLAGS, type UnitFix } from '../../pipeline/fleetColumns.ts';
import { createFleet, type Fleet } from '../../pipeline/fleetStore.ts';

/** Shortest and longest glide: a burst still moves smoothly, a rare reporter does not crawl for minutes. */
const SHORTEST_GLIDE = 0.5;
const LONGEST_GLIDE = 15;
/** Weight of the newest interval in a unit's measured one. */
const INTERVAL_WEIGHT = 0.3;
/** The buffer counts seconds in f32: past this age its steps would be seen (1/512 s at three hours). */
const EPOCH_SPAN = 3 * 3_600 * SECOND;

/** The fold as it is kept between visits; typed arrays, so that the browser's database takes it as it is. */
export interface LiveSnapshot {
  readonly version: 1;
  readonly cursor: LiveCursor;
  readonly savedAt: Instant;
  readonly ids: Uint32Array;
  readonly longitudes: Float64Array;
  readonly latitudes: Float64Array;
  readonly times: Float64Array;
  /** Packed as in the live frame. */
  readonly states: Uint32Array;
  /** Measured report interval, seconds. */
  readonly intervals: Float32Array;
}

/**
 * Folds live frames into a fleet: the newest fix of a unit wins, an older or equal one changes
 * nothing, a whole snapshot replaces everything. Keeps the place in the feed to continue from.
 */
export class LiveFold {
  readonly fleet: Fleet;
  #epochName: string | null = null;
  #cursor: LiveCursor | null = null;
  /** Seconds between reports of each slot; 0 = not measured yet. */
  #intervals = new Float32Array(1024);
  /** Slots that the running snapshot named; null when none runs. */
  #named: Set<number> | null = null;
  #latest: Instant = 0;
  #whole = false;
  readonly #fix: UnitFix = emptyFix();

  constructor(now: Instant) {
    this.fleet = createFleet({ epoch: now, listChanges: true });
  }

  /** Where the feed can be continued; null while nothing whole was folded. */
  get cursor(): LiveCursor | null {
    return this.#cursor;
  }

  /** True while there is a whole picture to show, be it an old one. */
  get whole(): boolean {
    return this.#whole;
  }

  /** Device time of the newest fix. */
  get latest(): Instant {
    return this.#latest;
  }

  /** The server let us in: either the frames go on from our cursor, or a snapshot comes. */
  begin(ready: LiveReady): void {
    this.#epochName = ready.epoch;
    const continues = ready.resumed && this.#cursor?.epoch === ready.epoch;
    this.#named = continues ? null : new Set();
    if (!continues) this.#cursor = null;
  }

  /** Folds one frame that was received at `now`. Answers how many units changed. */
  fold(frame: LiveFrame, now: Instant): number {
    if (now - this.fleet.epoch > EPOCH_SPAN) this.fleet.rebase(now);
    const replaces = frame.kind === 'snapshot' && this.#named !== null;
    let changed = 0;
    for (let row = 0; row < frame.count; row++) {
      if (this.#foldRow(frame, row, now, replaces)) changed++;
    }
    if (replaces && frame.last) changed += this.#endSnapshot(frame.sequence);
    else if (!replaces) this.#moveCursor(frame.sequence);
    return changed;
  }

  /** Forgets everything: another account, or bytes that made no sense. */
  clear(): void {
    for (let slot = 0; slot < this.fleet.count; slot++) if (this.fleet.times[slot] > 0) this.fleet.forget(slot);
    this.#cursor = null;
    this.#named = null;
    this.#latest = 0;
    this.#whole = false;
  }

  /** Gives up the place in the feed, so that the next connection brings a snapshot. */
  loseCursor(): void {
    this.#cursor = null;
  }

  /** What to keep for the next visit; null while there is no whole picture. */
  save(now: Instant): LiveSnapshot | null {
    const { fleet } = this;
    if (this.#cursor === null) return null;
    const slots: number[] = [];
    for (let slot = 0; slot < fleet.count; slot++) if (fleet.times[slot] > 0) slots.push(slot);
    return {
      version: 1,
      cursor: this.#cursor,
      savedAt: now,
      ids: Uint32Array.from(slots, (slot) => fleet.ids[slot]),
      longitudes: Float64Array.from(slots, (slot) => fleet.longitudes[slot]),
      latitudes: Float64Array.from(slots, (slot) => fleet.latitudes[slot]),
      times: Float64Array.from(slots, (slot) => fleet.times[slot]),
      states: Uint32Array.from(slots, (slot) => this.#stateOf(slot)),
      intervals: Float32Array.from(slots, (slot) => this.#intervals[slot]),
    };
  }

  /** Puts a kept picture back. Each unit is at its last fix, with its true age. */
  restore(snapshot: LiveSnapshot, now: Instant): void {
    for (let row = 0; row < snapshot.ids.length; row++) {
      const slot = this.#slot(snapshot.ids[row]);
      if (this.fleet.times[slot] >= snapshot.times[row]) continue;
      this.#fill(snapshot.longitudes[row], snapshot.latitudes[row], snapshot.times[row], snapshot.states[row]);
      this.#fix.idleSince = stateIdleSince(snapshot.states[row], snapshot.times[row], 0);
      this.#intervals[slot] = snapshot.intervals[row];
      this.fleet.report(slot, this.#fix, now, 0);
      this.#latest = Math.max(this.#latest, this.#fix.time);
    }
    this.#whole = true;
    this.#cursor = snapshot.cursor;
    this.#epochName = snapshot.cursor.epoch;
  }

  #foldRow(frame: LiveFrame, row: number, now: Instant, replaces: boolean): boolean {
    const slot = this.#slot(frame.ids[row]);
    const time = frameTime(frame, row);
    const before = this.fleet.times[slot];
    if (replaces) this.#named?.add(slot);
    const isKnown = time === before || (time < before && !replaces);
    const isReplaced = stateReplaced(frame.states[row]);
    if (isKnown && !isReplaced) return false;
    const known = this.fleet.idleSince[slot];
    // Elsewhere a report without a valid fix leaves a unit where it is; these say where that is.
    if (isReplaced || (replaces && stateMotion(frame.states[row]) === MOTION.noFix)) this.fleet.forget(slot);
    this.#fill(frameDegrees(frame.longitudes[row]), frameDegrees(frame.latitudes[row]), time, frame.states[row]);
    this.#fix.idleSince = stateIdleSince(frame.states[row], time, known);
    this.fleet.report(slot, this.#fix, now, this.#glide(slot, before, time));
    if (time > this.#latest) this.#latest = time;
    return true;
  }

  /** Seconds the unit takes to its new place: its own report interval. 0 = appears there. */
  #glide(slot: number, before: Instant, time: Instant): number {
    const gap = time - before;
    // Across a long silence nobody knows the track: no line is invented.
    if (before === 0 || gap <= 0 || gap > STALE_AFTER) return 0;
    const measured = clamp(gap / SECOND, SHORTEST_GLIDE, LONGEST_GLIDE);
    const known = this.#intervals[slot];
    this.#intervals[slot] = known === 0 ? measured : known + (measured - known) * INTERVAL_WEIGHT;
    return this.#intervals[slot];
  }

  #endSnapshot(sequence: number): number {
    let gone = 0;
    for (let slot = 0; slot < this.fleet.count; slot++) {
      if (this.fleet.times[slot] === 0 || this.#named?.has(slot)) continue;
      this.fleet.forget(slot);
      gone++;
    }
    this.#named = null;
    this.#whole = true;
    if (this.#epochName !== null) this.#cursor = { epoch: this.#epochName, sequence };
    return gone;
  }

  #moveCursor(sequence: number): void {
    if (this.#cursor !== null && sequence > this.#cursor.sequence)
      this.#cursor = { epoch: this.#cursor.epoch, sequence };
  }

  #slot(unitId: number): number {
    const slot = this.fleet.ensure(unitId);
    if (slot >= this.#intervals.length) {
      const intervals = new Float32Array(this.fleet.capacity);
      intervals.set(this.#intervals);
      this.#intervals = intervals;
    }
    return slot;
  }

  #fill(longitude: number, latitude: number, time: Instant, state: number): void {
    const fix = this.#fix;
    fix.longitude = longitude;
    fix.latitude = latitude;
    fix.time = time;
    fix.speed = stateSpeed(state);
    fix.course = stateCourse(state);
    fix.motion = stateMotion(state);
    fix.ignition = stateIgnition(state);
    fix.late = stateLate(state);
  }

  #stateOf(slot: number): number {
    const { fleet } = this;
    const motion = fleet.motions[slot] as MotionState;
    const ignition = fleet.ignitions[slot] as IgnitionState;
    const isLate = fleet.hasFlag(slot, INSTANCE_FLAGS.late);
    const state = packState(fleet.speeds[slot], fleet.courses[slot], motion, ignition, isLate);
    return withIdleTime(state, fleet.idleSince[slot], fleet.times[slot]);
  }
}

function emptyFix(): UnitFix {
  return { longitude: 0, latitude: 0, time: 0, speed: 0, course: 0, motion: 0, ignition: 0, late: false, idleSince: 0 };
}
