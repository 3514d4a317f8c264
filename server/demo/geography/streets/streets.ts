import type { Projection } from '../projection.ts';
import { readRoads, type Road, type RoadPlace } from './packed.ts';

/** A road as it is driven in one direction. */
interface Stretch {
  readonly to: number;
  /** x and y alternating, metres on the region's map; both crossings included. */
  readonly points: Float64Array;
  /** Metres. */
  readonly length: number;
  /** m/s */
  readonly limit: number;
}

/** Real streets: crossings by number, and the quickest way from one to another. */
export interface Streets {
  readonly crossings: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly places: readonly RoadPlace[];
  /** Crossings around a place, the nearest first. */
  around(place: number): readonly number[];
  /** Roads that begin at a crossing. */
  leaving(crossing: number): readonly Stretch[];
  /** The quickest way; none when it begins where it ends. */
  route(from: number, to: number): readonly Stretch[];
}

/** Crossings that belong to a place, metres from its centre. */
const REACH = 1_600;
/** m/s; hardly anybody is quicker: what makes a first guess of the time that is left. */
const QUICKEST = 80 / 3.6;
/** Seconds that a crossing takes: small streets with many of them are no short cuts. */
const CROSSING = 4;

/** Reads Liechtenstein's roads onto the region's map. */
export function loadStreets(projection: Projection): Streets {
  const { crossings, roads, places } = readRoads();
  const x = new Float64Array(crossings);
  const y = new Float64Array(crossings);
  const leaving: Stretch[][] = Array.from({ length: crossings }, () => []);
  for (const road of roads) {
    const points = mapped(road, projection);
    [x[road.from], y[road.from]] = [points[0], points[1]];
    [x[road.to], y[road.to]] = [points[points.length - 2], points[points.length - 1]];
    const there = { to: road.to, points, length: lengthOf(points), limit: road.limit / 3.6 };
    leaving[road.from].push(there);
    if (!road.isOneway) leaving[road.to].push({ ...there, to: road.from, points: turned(points) });
  }
  const near = places.map(({ latitude, longitude }) => nearby(projection.toMap(latitude, longitude), x, y));
  const finder = new RouteFinder(x, y, leaving);
  return {
    crossings,
    x,
    y,
    places,
    around: (place) => near[place],
    leaving: (crossing) => leaving[crossing],
    route: (from, to) => finder.route(from, to),
  };
}

function mapped({ points }: Road, projection: Projection): Float64Array {
  const onMap = new Float64Array(points.length);
  for (let index = 0; index < points.length; index += 2)
    [onMap[index], onMap[index + 1]] = projection.toMap(points[index + 1], points[index]);
  return onMap;
}

function turned(points: Float64Array): Float64Array {
  const back = new Float64Array(points.length);
  for (let index = 0; index < points.length; index += 2) {
    back[index] = points[points.length - 2 - index];
    back[index + 1] = points[points.length - 1 - index];
  }
  return back;
}

function lengthOf(points: Float64Array): number {
  let length = 0;
  for (let index = 2; index < points.length; index += 2)
    length += Math.hypot(points[index] - points[index - 2], points[index + 1] - points[index - 1]);
  return length;
}

function nearby([atX, atY]: readonly [number, number], x: Float64Array, y: Float64Array): number[] {
  const away = (crossing: number): number => Math.hypot(x[crossing] - atX, y[crossing] - atY);
  const all = Array.from(x, (_, crossing) => crossing).toSorted((a, b) => away(a) - away(b));
  const inside = all.filter((crossing) => away(crossing) < REACH);
  return inside.length > 0 ? inside : all.slice(0, 1);
}

/** A* over the crossings; its arrays are kept, as a day takes hundreds of routes. */
class RouteFinder {
  readonly #x: Float64Array;
  readonly #y: Float64Array;
  readonly #leaving: readonly (readonly Stretch[])[];
  readonly #time: Float64Array;
  readonly #came: (Stretch | null)[];
  readonly #before: Int32Array;
  readonly #heap: number[] = [];
  readonly #keys: number[] = [];

  constructor(x: Float64Array, y: Float64Array, leaving: readonly (readonly Stretch[])[]) {
    this.#x = x;
    this.#y = y;
    this.#leaving = leaving;
    this.#time = new Float64Array(x.length);
    this.#before = new Int32Array(x.length);
    this.#came = Array.from(x, () => null);
  }

  route(from: number, to: number): readonly Stretch[] {
    this.#time.fill(Number.POSITIVE_INFINITY);
    this.#heap.length = this.#keys.length = 0;
    this.#time[from] = 0;
    this.#push(from, 0);
    while (this.#heap.length > 0) {
      const at = this.#pop();
      if (at === to) break;
      for (const stretch of this.#leaving[at]) {
        const time = this.#time[at] + stretch.length / stretch.limit + CROSSING;
        if (time >= this.#time[stretch.to]) continue;
        this.#time[stretch.to] = time;
        this.#came[stretch.to] = stretch;
        this.#before[stretch.to] = at;
        this.#push(stretch.to, time + this.#left(stretch.to, to));
      }
    }
    return this.#walk(from, to);
  }

  #walk(from: number, to: number): Stretch[] {
    const stretches: Stretch[] = [];
    for (let at = to; at !== from;) {
      const stretch = this.#came[at];
      if (stretch === null) throw new Error(`No way leads from crossing ${from} to ${to}.`);
      stretches.push(stretch);
      at = this.#before[at];
    }
    return stretches.toReversed();
  }

  /** Seconds as the crow flies, at the highest speed. */
  #left(at: number, to: number): number {
    return Math.hypot(this.#x[to] - this.#x[at], this.#y[to] - this.#y[at]) / QUICKEST;
  }

  /** A binary heap by the guess. A crossing with a better one is put in again; the one before does no harm. */
  #push(crossing: number, guess: number): void {
    let at = this.#heap.push(crossing) - 1;
    for (let parent = (at - 1) >> 1; at > 0 && this.#keys[parent] > guess; parent = (at - 1) >> 1) {
      this.#move(parent, at);
      at = parent;
    }
    this.#heap[at] = crossing;
    this.#keys[at] = guess;
  }

  #pop(): number {
    const [first] = this.#heap;
    const last = this.#heap.length - 1;
    const [crossing, guess] = [this.#heap[last], this.#keys[last]];
    this.#heap.length = this.#keys.length = last;
    let at = 0;
    for (let child = 1; child < last; child = at * 2 + 1) {
      if (child + 1 < last && this.#keys[child + 1] < this.#keys[child]) child++;
      if (this.#keys[child] >= guess) break;
      this.#move(child, at);
      at = child;
    }
    if (last > 0) {
      this.#heap[at] = crossing;
      this.#keys[at] = guess;
    }
    return first;
  }

  #move(from: number, to: number): void {
    this.#heap[to] = this.#heap[from];
    this.#keys[to] = this.#keys[from];
  }
}
