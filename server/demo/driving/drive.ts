import { clamp } from '../../../src/domain/base/index.ts';
import { smoothNoise } from '../random.ts';
import type { KindProfile } from './kinds.ts';
import type { PathBuilder } from './path.ts';

/** What a drive says at one moment; filled in place. */
export interface DriveState {
  x: number;
  y: number;
  /** m/s */
  speed: number;
  /** Radians counter-clockwise from the map's east. */
  heading: number;
  /** Metres driven since the start. */
  travelled: number;
}

/** Metres over which traffic changes. */
const TRAFFIC_LENGTH = 700;
/** m/s; where the speeds at both ends of a step add up to less, it is driven from rest to rest. */
const REST = 0.6;

const scratch = { speed: new Float64Array(8192), length: new Float64Array(8192), turn: new Float64Array(8192) };

/** Length and time of a drive, without keeping its vertices. */
export interface DriveSummary {
  /** Metres. */
  readonly length: number;
  /** Seconds, waiting included. */
  readonly duration: number;
  /** Seconds of standing on the way (lights, bus stops). */
  readonly waiting: number;
}

/**
 * Gives every vertex of the path its speed: the limit, less in traffic, less in bends (so that the
 * sideways pull stays bearable), and never more than can be reached and braked from.
 */
function planSpeeds(path: PathBuilder, profile: KindProfile, seed: number): void {
  const { count } = path;
  if (scratch.speed.length < count) {
    scratch.speed = new Float64Array(count * 2);
    scratch.length = new Float64Array(count * 2);
    scratch.turn = new Float64Array(count * 2);
  }
  measure(path);
  const { speed, length, turn } = scratch;
  const top = profile.topSpeed / 3.6;
  let travelled = 0;
  for (let index = 0; index < count; index++) {
    travelled += length[index];
    const traffic = profile.briskness * (0.93 + 0.09 * smoothNoise(travelled / TRAFFIC_LENGTH, seed));
    const room = (length[index] + (length[index + 1] || length[index])) / 2;
    const bend = Math.sqrt((profile.cornering * room) / Math.max(1e-4, turn[index]));
    const limit = Math.min(path.limit[index], path.limit[Math.min(count - 1, index + 1)]);
    speed[index] = path.dwell[index] > 0 ? 0 : Math.max(1.2, Math.min(top, limit * traffic, bend));
  }
  speed[0] = speed[count - 1] = 0;
  for (let index = 1; index < count; index++) {
    speed[index] = Math.min(speed[index], Math.sqrt(speed[index - 1] ** 2 + 2 * profile.acceleration * length[index]));
  }
  for (let index = count - 2; index >= 0; index--) {
    speed[index] = Math.min(speed[index], Math.sqrt(speed[index + 1] ** 2 + 2 * profile.braking * length[index + 1]));
  }
}

/** Step lengths (to the vertex) and turns (at the vertex), into the scratch arrays. */
function measure(path: PathBuilder): void {
  const { x, y, count } = path;
  const { length, turn } = scratch;
  length[0] = turn[0] = length[count] = 0;
  let before = 0;
  for (let index = 1; index < count; index++) {
    const dx = x[index] - x[index - 1];
    const dy = y[index] - y[index - 1];
    length[index] = Math.sqrt(dx * dx + dy * dy);
    const heading = Math.atan2(dy, dx);
    if (index > 1) turn[index - 1] = Math.abs(wrap(heading - before));
    before = heading;
  }
  turn[count - 1] = 0;
}

/** Seconds of a step: speed changes evenly, or from rest to rest grows to the middle and falls again. */
function stepTime(length: number, from: number, to: number, { acceleration, topSpeed }: KindProfile): number {
  if (from + to >= REST) return (2 * length) / (from + to);
  return Math.max(2 * Math.sqrt(length / acceleration), (2 * length) / (topSpeed / 3.6));
}

/** Length and time of the path in the builder. */
export function summarise(path: PathBuilder, profile: KindProfile, seed: number): DriveSummary {
  planSpeeds(path, profile, seed);
  let length = 0;
  let duration = 0;
  let waiting = 0;
  for (let index = 1; index < path.count; index++) {
    length += scratch.length[index];
    duration += stepTime(scratch.length[index], scratch.speed[index - 1], scratch.speed[index], profile);
    waiting += path.dwell[index];
  }
  return { length, duration: duration + waiting, waiting };
}

/** A drive ready to be asked where the vehicle is: five numbers a vertex. */
export class Drive {
  readonly length: number;
  readonly duration: number;
  readonly #x: Float32Array;
  readonly #y: Float32Array;
  /** Arrival at the vertex, seconds since the start; a wait follows it. */
  readonly #arrival: Float32Array;
  readonly #departure: Float32Array;
  readonly #speed: Float32Array;
  readonly #travelled: Float32Array;
  #cursor = 0;

  /** Compiles the path in the builder. The same path, profile and seed give the same drive. */
  constructor(path: PathBuilder, profile: KindProfile, seed: number) {
    planSpeeds(path, profile, seed);
    const { count } = path;
    this.#x = Float32Array.from(path.x.subarray(0, count));
    this.#y = Float32Array.from(path.y.subarray(0, count));
    this.#speed = Float32Array.from(scratch.speed.subarray(0, count));
    this.#arrival = new Float32Array(count);
    this.#departure = new Float32Array(count);
    this.#travelled = new Float32Array(count);
    let time = 0;
    let travelled = 0;
    for (let index = 1; index < count; index++) {
      time += stepTime(scratch.length[index], scratch.speed[index - 1], scratch.speed[index], profile);
      travelled += scratch.length[index];
      this.#arrival[index] = time;
      time += path.dwell[index];
      this.#departure[index] = time;
      this.#travelled[index] = travelled;
    }
    this.length = travelled;
    this.duration = time;
  }

  /** Fills the state `seconds` after the start; before and after the drive the vehicle is at its ends. */
  stateAt(seconds: number, into: DriveState): void {
    const vertex = this.#vertexAt(clamp(seconds, 0, this.duration));
    const last = this.#x.length - 1;
    const next = Math.min(last, vertex + 1);
    const span = this.#arrival[next] - this.#departure[vertex];
    const elapsed = clamp(seconds - this.#departure[vertex], 0, Math.max(0, span));
    const from = this.#speed[vertex];
    const to = this.#speed[next];
    const length = this.#travelled[next] - this.#travelled[vertex];
    const even = span > 0 ? elapsed / span : 0;
    const fromRest = from + to < REST;
    const driven = fromRest ? length * shareFromRest(even) : elapsed * (from + ((to - from) * even) / 2);
    const share = length > 0 ? clamp(driven / length, 0, 1) : 0;
    into.x = this.#x[vertex] + (this.#x[next] - this.#x[vertex]) * share;
    into.y = this.#y[vertex] + (this.#y[next] - this.#y[vertex]) * share;
    const peak = fromRest && span > 0 ? (2 * length) / span : 0;
    const speed = fromRest ? peak * (1 - Math.abs(1 - 2 * clamp(even, 0, 1))) : from + (to - from) * clamp(even, 0, 1);
    into.speed = seconds < this.#departure[vertex] ? 0 : speed;
    into.travelled = this.#travelled[vertex] + driven;
    const here = this.#headingAt(vertex);
    into.heading = here + wrap(this.#headingAt(next) - here) * share;
  }

  /** Last vertex reached at the time; looks on from the last answer first, for times mostly grow. */
  #vertexAt(seconds: number): number {
    const arrival = this.#arrival;
    const last = arrival.length - 1;
    let vertex = this.#cursor;
    if (arrival[vertex] <= seconds) {
      for (let tries = 0; tries < 8; tries++) {
        if (vertex === last || arrival[vertex + 1] > seconds) return (this.#cursor = vertex);
        vertex++;
      }
    }
    let low = 0;
    let high = last;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (arrival[middle] <= seconds) low = middle;
      else high = middle - 1;
    }
    return (this.#cursor = low);
  }

  /** Mean direction of the steps before and after the vertex. */
  #headingAt(vertex: number): number {
    const before = Math.max(0, vertex - 1);
    const after = Math.min(this.#x.length - 1, vertex + 1);
    return Math.atan2(this.#y[after] - this.#y[before], this.#x[after] - this.#x[before]);
  }
}

/** Share of the distance after a share of the time, from rest to rest. */
const shareFromRest = (even: number): number => (even < 0.5 ? 2 * even ** 2 : 1 - 2 * (1 - even) ** 2);

/** An angle in radians to (-π, π]. */
export function wrap(angle: number): number {
  const turned = angle % (2 * Math.PI);
  return turned > Math.PI ? turned - 2 * Math.PI : turned <= -Math.PI ? turned + 2 * Math.PI : turned;
}
