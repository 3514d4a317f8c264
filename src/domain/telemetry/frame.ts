import { COORDINATE_SCALE, floorTo, type Instant } from '../base/index.ts';
import type { IgnitionState, MotionState } from './motion.ts';

/**
 * Live frame: the latest fixes of many units as columns, 18 bytes a position.
 *
 *     0 u8  version (1)         1 u8  kind (0 changes, 1 snapshot)
 *     2 u8  flags (1 = last frame of a snapshot, 2 = wide ages)
 *     4 u32 count               8 f64 base time, Unix ms (whole tenths of a second)     16 f64 sequence
 *    24 u32 unit id × count | i32 longitude | i32 latitude (1e-7°) | u32 state | age
 *
 * Age is how long before the base time the device took the fix, in tenths of a second:
 * u16, or u32 in a wide frame (used when one age does not fit). All little-endian.
 * State: bits 0–10 speed in 0.25 km/h, 11–19 course in degrees, 20–21 motion, 22–23 ignition,
 * 24 late (arrived more than a minute after it was taken), 25 replaced (another verdict on a report that
 * was reported before: the reader takes it in though its time is no newer), 26–31 for how long the unit has been idling
 * (`idling.ts`).
 */
const FRAME_VERSION = 1;
const HEADER = 24;
const SPEED_STEPS = 4;
const MAX_SPEED_STEPS = 0x7ff;
const AGE_UNIT = 100;
const MAX_NARROW_AGE = 0xffff;
const MAX_WIDE_AGE = 0xffffffff;
const LAST_OF_SNAPSHOT = 1;
const WIDE = 2;

/** One row of state, packed. `speed` km/h, `course` degrees; NaN counts as 0. */
export function packState(
  speed: number,
  course: number,
  motion: MotionState,
  ignition: IgnitionState,
  late: boolean,
): number {
  const steps = Math.min(MAX_SPEED_STEPS, Math.round((speed || 0) * SPEED_STEPS));
  const degrees = Math.round(course || 0) % 360;
  return (steps | (degrees << 11) | (motion << 20) | (ignition << 22) | ((late ? 1 : 0) << 24)) >>> 0;
}

/** Readers of a packed state. */
export const stateSpeed = (state: number): number => (state & MAX_SPEED_STEPS) / SPEED_STEPS;
export const stateCourse = (state: number): number => (state >>> 11) & 0x1ff;
export const stateMotion = (state: number): MotionState => ((state >>> 20) & 3) as MotionState;
export const stateIgnition = (state: number): IgnitionState => ((state >>> 22) & 3) as IgnitionState;
export const stateLate = (state: number): boolean => ((state >>> 24) & 1) === 1;

const REPLACED = 1 << 25;
/** The state as of a report that was filtered again. */
export const markReplaced = (state: number): number => (state | REPLACED) >>> 0;
export const stateReplaced = (state: number): boolean => (state & REPLACED) !== 0;

/** Collects rows and writes frames; keeps its columns between frames. */
export class FrameBuilder {
  #count = 0;
  #ids: Uint32Array<ArrayBuffer>;
  #longitudes: Int32Array<ArrayBuffer>;
  #latitudes: Int32Array<ArrayBuffer>;
  #states: Uint32Array<ArrayBuffer>;
  #times: Float64Array<ArrayBuffer>;

  constructor(capacity = 256) {
    this.#ids = new Uint32Array(capacity);
    this.#longitudes = new Int32Array(capacity);
    this.#latitudes = new Int32Array(capacity);
    this.#states = new Uint32Array(capacity);
    this.#times = new Float64Array(capacity);
  }

  get count(): number {
    return this.#count;
  }

  /** Adds one row; coordinates in 1e-7 degrees. */
  add(unitId: number, longitude: number, latitude: number, time: Instant, state: number): void {
    if (this.#count === this.#ids.length) this.#grow();
    const row = this.#count++;
    this.#ids[row] = unitId;
    this.#longitudes[row] = longitude;
    this.#latitudes[row] = latitude;
    this.#times[row] = time;
    this.#states[row] = state;
  }

  /** Writes the rows as one frame and forgets them. */
  take(kind: 'changes' | 'snapshot', last: boolean, baseTime: Instant, sequence: number): ArrayBuffer {
    const count = this.#count;
    // Ages are whole tenths: from a base of whole tenths the same fix reads the same in every frame.
    const base = floorTo(baseTime, AGE_UNIT);
    const wide = this.#oldestAge(base) > MAX_NARROW_AGE;
    const bytes = new ArrayBuffer(HEADER + count * (16 + (wide ? 4 : 2)));
    const header = new DataView(bytes);
    header.setUint8(0, FRAME_VERSION);
    header.setUint8(1, kind === 'snapshot' ? 1 : 0);
    header.setUint8(2, (last ? LAST_OF_SNAPSHOT : 0) | (wide ? WIDE : 0));
    header.setUint32(4, count, true);
    header.setFloat64(8, base, true);
    header.setFloat64(16, sequence, true);
    new Uint32Array(bytes, HEADER, count).set(this.#ids.subarray(0, count));
    new Int32Array(bytes, HEADER + count * 4, count).set(this.#longitudes.subarray(0, count));
    new Int32Array(bytes, HEADER + count * 8, count).set(this.#latitudes.subarray(0, count));
    new Uint32Array(bytes, HEADER + count * 12, count).set(this.#states.subarray(0, count));
    const ages = wide
      ? new Uint32Array(bytes, HEADER + count * 16, count)
      : new Uint16Array(bytes, HEADER + count * 16, count);
    for (let row = 0; row < count; row++) ages[row] = toAge(base, this.#times[row]);
    this.#count = 0;
    return bytes;
  }

  #oldestAge(baseTime: Instant): number {
    let oldest = 0;
    for (let row = 0; row < this.#count; row++) oldest = Math.max(oldest, toAge(baseTime, this.#times[row]));
    return oldest;
  }

  #grow(): void {
    const capacity = this.#ids.length * 2;
    const enlarge = <T extends Uint32Array | Int32Array | Float64Array>(from: T, to: T): T => (to.set(from), to);
    this.#ids = enlarge(this.#ids, new Uint32Array(capacity));
    this.#longitudes = enlarge(this.#longitudes, new Int32Array(capacity));
    this.#latitudes = enlarge(this.#latitudes, new Int32Array(capacity));
    this.#states = enlarge(this.#states, new Uint32Array(capacity));
    this.#times = enlarge(this.#times, new Float64Array(capacity));
  }
}

function toAge(baseTime: Instant, time: Instant): number {
  const age = Math.round((baseTime - time) / AGE_UNIT);
  return age < 0 ? 0 : age > MAX_WIDE_AGE ? MAX_WIDE_AGE : age;
}

/** A frame's columns, as views on the received bytes: nothing is copied. */
export interface LiveFrame {
  readonly kind: 'changes' | 'snapshot';
  readonly last: boolean;
  readonly count: number;
  readonly baseTime: Instant;
  readonly sequence: number;
  readonly ids: Uint32Array;
  /** 1e-7 degrees. */
  readonly longitudes: Int32Array;
  readonly latitudes: Int32Array;
  readonly states: Uint32Array;
  /** Tenths of a second before the base time. */
  readonly ages: Uint16Array | Uint32Array;
}

/** Reads a frame. Throws a RangeError that says what is wrong when the bytes are not one. */
export function readFrame(bytes: ArrayBuffer): LiveFrame {
  if (bytes.byteLength < HEADER)
    throw new RangeError(`Live frame of ${bytes.byteLength} bytes is shorter than its header`);
  const header = new DataView(bytes);
  const version = header.getUint8(0);
  if (version !== FRAME_VERSION) throw new RangeError(`Live frame version ${version} is unknown`);
  const flags = header.getUint8(2);
  const count = header.getUint32(4, true);
  const ageBytes = flags & WIDE ? 4 : 2;
  if (bytes.byteLength !== HEADER + count * (16 + ageBytes)) {
    throw new RangeError(`Live frame of ${count} rows has ${bytes.byteLength} bytes`);
  }
  return {
    kind: header.getUint8(1) === 1 ? 'snapshot' : 'changes',
    last: (flags & LAST_OF_SNAPSHOT) !== 0,
    count,
    baseTime: header.getFloat64(8, true),
    sequence: header.getFloat64(16, true),
    ids: new Uint32Array(bytes, HEADER, count),
    longitudes: new Int32Array(bytes, HEADER + count * 4, count),
    latitudes: new Int32Array(bytes, HEADER + count * 8, count),
    states: new Uint32Array(bytes, HEADER + count * 12, count),
    ages:
      ageBytes === 4
        ? new Uint32Array(bytes, HEADER + count * 16, count)
        : new Uint16Array(bytes, HEADER + count * 16, count),
  };
}

/** When the device took the fix in `row`. */
export function frameTime(frame: LiveFrame, row: number): Instant {
  return frame.baseTime - frame.ages[row] * AGE_UNIT;
}

/** Degrees of a stored coordinate; here so that a fold needs one import. */
export const frameDegrees = (stored: number): number => stored / COORDINATE_SCALE;
