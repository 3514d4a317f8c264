import { COORDINATE_SCALE } from '../../domain/base/index.ts';
import { HEADING_SCALE, INSTANCE_BYTES, INSTANCE_WORDS, MOTION_MASK } from './fleetColumns.ts';

const FULL_TURN = 360 * HEADING_SCALE;
const HALF_TURN = FULL_TURN / 2;
/** Bytes of the last word. */
const MOTION_BYTE = 36;
const KIND_BYTE = 37;
const FLAGS_BYTE = 38;
const BADGE_BYTE = 39;

/** A segment from one place to another, in degrees and in headings of the buffer. */
export interface Segment {
  fromLongitude: number;
  fromLatitude: number;
  toLongitude: number;
  toLatitude: number;
  fromHeading: number;
  toHeading: number;
}

/**
 * The records that the GPU reads (see `fleetColumns`), one a slot. Its clock counts seconds since the fleet's
 * epoch. Nothing is allocated but in `grow`.
 */
export class InstanceBuffer {
  memory: ArrayBuffer;
  /** The memory as 32-bit words, for whoever copies rows. */
  words: Uint32Array;
  #floats: Float32Array;
  #halves: Int16Array;
  #bytes: Uint8Array;

  constructor(capacity: number) {
    this.memory = new ArrayBuffer(capacity * INSTANCE_BYTES);
    this.#floats = new Float32Array(this.memory);
    this.#halves = new Int16Array(this.memory);
    this.#bytes = new Uint8Array(this.memory);
    this.words = new Uint32Array(this.memory);
  }

  grow(capacity: number): void {
    const before = this.#bytes;
    this.memory = new ArrayBuffer(capacity * INSTANCE_BYTES);
    this.#floats = new Float32Array(this.memory);
    this.#halves = new Int16Array(this.memory);
    this.#bytes = new Uint8Array(this.memory);
    this.words = new Uint32Array(this.memory);
    this.#bytes.set(before);
  }

  kind(slot: number): number {
    return this.#bytes[slot * INSTANCE_BYTES + KIND_BYTE];
  }

  setKind(slot: number, kind: number): void {
    this.#bytes[slot * INSTANCE_BYTES + KIND_BYTE] = kind;
  }

  motion(slot: number): number {
    return this.#bytes[slot * INSTANCE_BYTES + MOTION_BYTE] & MOTION_MASK;
  }

  /** Writes the byte of the motion, and of how long it has idled. */
  setMotion(slot: number, motion: number): void {
    this.#bytes[slot * INSTANCE_BYTES + MOTION_BYTE] = motion;
  }

  flags(slot: number): number {
    return this.#bytes[slot * INSTANCE_BYTES + FLAGS_BYTE];
  }

  setFlags(slot: number, flags: number, on: boolean): void {
    const at = slot * INSTANCE_BYTES + FLAGS_BYTE;
    this.#bytes[at] = on ? this.#bytes[at] | flags : this.#bytes[at] & ~flags;
  }

  badge(slot: number): number {
    return this.#bytes[slot * INSTANCE_BYTES + BADGE_BYTE];
  }

  setBadge(slot: number, badge: number): void {
    this.#bytes[slot * INSTANCE_BYTES + BADGE_BYTE] = badge;
  }

  /** Writes a segment that begins at `start` and takes so many seconds; 0 seconds: the unit is at its end. */
  write(slot: number, segment: Segment, start: number, seconds: number): void {
    const word = slot * INSTANCE_WORDS;
    const floats = this.#floats;
    const highLongitude = Math.fround(segment.fromLongitude);
    const highLatitude = Math.fround(segment.fromLatitude);
    let across = segment.toLongitude - segment.fromLongitude;
    if (across > 180) across -= 360;
    else if (across < -180) across += 360;
    let turn = segment.toHeading - segment.fromHeading;
    if (turn > HALF_TURN) turn -= FULL_TURN;
    else if (turn < -HALF_TURN) turn += FULL_TURN;
    floats[word] = highLongitude;
    floats[word + 1] = highLatitude;
    floats[word + 2] = segment.fromLongitude - highLongitude;
    floats[word + 3] = segment.fromLatitude - highLatitude;
    floats[word + 4] = across;
    floats[word + 5] = segment.toLatitude - segment.fromLatitude;
    floats[word + 6] = start;
    floats[word + 7] = seconds > 0 ? 1 / seconds : 0;
    this.#halves[(word + 8) * 2] = segment.fromHeading;
    this.#halves[(word + 8) * 2 + 1] = turn;
  }

  /** Takes over the segment of another fleet's record; the word of kind and flags stays. */
  copy(slot: number, rows: Uint32Array, row: number): void {
    const word = slot * INSTANCE_WORDS;
    const source = row * INSTANCE_WORDS;
    for (let index = 0; index < INSTANCE_WORDS - 1; index++) this.words[word + index] = rows[source + index];
  }

  /** Forgets the segment; the word of kind and flags stays. */
  clear(slot: number): void {
    this.words.fill(0, slot * INSTANCE_WORDS, slot * INSTANCE_WORDS + INSTANCE_WORDS - 1);
  }

  /** The clock counts from another instant: the segment begins so many seconds later by it. */
  shift(slot: number, seconds: number): void {
    this.#floats[slot * INSTANCE_WORDS + 6] += seconds;
  }

  /** Writes the longitude and latitude that are drawn at `now` into `out`. */
  placeAt(slot: number, now: number, out: Float64Array): void {
    const word = slot * INSTANCE_WORDS;
    const floats = this.#floats;
    const progress = this.#progress(word, now);
    const longitude = floats[word] + floats[word + 2] + floats[word + 4] * progress;
    out[0] = longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude;
    out[1] = floats[word + 1] + floats[word + 3] + floats[word + 5] * progress;
  }

  /**
   * Writes what {@link placeAt} says of the first `count` slots, in 1e-7 degrees, at twice the slot into `out`,
   * and `none` for those that are not `placed`. One pass: a trail takes a point of every unit at once.
   */
  placesAt(now: number, count: number, placed: Uint8Array, none: number, out: Int32Array): void {
    const floats = this.#floats;
    for (let slot = 0, word = 0; slot < count; slot++, word += INSTANCE_WORDS) {
      if (placed[slot] === 0) {
        out[slot * 2] = none;
        out[slot * 2 + 1] = none;
        continue;
      }
      let progress = (now - floats[word + 6]) * floats[word + 7];
      progress = progress < 0 ? 0 : progress > 1 ? 1 : progress;
      let longitude = floats[word] + floats[word + 2] + floats[word + 4] * progress;
      if (longitude > 180) longitude -= 360;
      else if (longitude < -180) longitude += 360;
      const latitude = floats[word + 1] + floats[word + 3] + floats[word + 5] * progress;
      out[slot * 2] = Math.floor(longitude * COORDINATE_SCALE + 0.5);
      out[slot * 2 + 1] = Math.floor(latitude * COORDINATE_SCALE + 0.5);
    }
  }

  /** The heading that is drawn at `now` in steps of the buffer, 0 to a full turn. */
  headingAt(slot: number, now: number): number {
    const word = slot * INSTANCE_WORDS;
    const half = (word + 8) * 2;
    const heading = this.#halves[half] + this.#halves[half + 1] * this.#progress(word, now);
    return heading < 0 ? heading + FULL_TURN : heading >= FULL_TURN ? heading - FULL_TURN : heading;
  }

  #progress(word: number, now: number): number {
    const progress = (now - this.#floats[word + 6]) * this.#floats[word + 7];
    return progress < 0 ? 0 : progress > 1 ? 1 : progress;
  }
}
