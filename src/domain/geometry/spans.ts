import { METRES_A_DEGREE } from './measure.ts';
import { longitudeNear } from './shape.ts';

/** Latitude and longitude of A, then of B. */
export type Segment = readonly [latitudeA: number, longitudeA: number, latitudeB: number, longitudeB: number];

/** Spans in the order of their starts, those that meet or overlap made one. */
export function joinSpans(spans: readonly number[]): number[] {
  const joined: number[] = [];
  for (let index = 0; index < spans.length; index += 2) {
    if (joined.length > 0 && spans[index] <= joined[joined.length - 1] + 1e-12)
      joined[joined.length - 1] = Math.max(joined[joined.length - 1], spans[index + 1]);
    else joined.push(spans[index], spans[index + 1]);
  }
  return joined;
}

/** Metres on the plane around the segment's start, x to the east: of B, and of a point. */
function planeOf([latitudeA, longitudeA, latitudeB, longitudeB]: Segment, latitude: number, longitude: number) {
  const shrink = Math.cos((((latitudeA + latitude) / 2) * Math.PI) / 180) * METRES_A_DEGREE;
  return {
    bX: (longitudeNear(longitudeB, longitudeA) - longitudeA) * shrink,
    bY: (latitudeB - latitudeA) * METRES_A_DEGREE,
    x: (longitudeNear(longitude, longitudeA) - longitudeA) * shrink,
    y: (latitude - latitudeA) * METRES_A_DEGREE,
  };
}

/** The part of the segment within `radius` of a point on the plane, both in metres from its start; null: none. */
function nearPoint(bX: number, bY: number, x: number, y: number, radius: number): readonly [number, number] | null {
  const square = bX * bX + bY * bY;
  const beyond = x * x + y * y - radius * radius;
  if (square === 0) return beyond <= 0 ? [0, 1] : null;
  const towards = x * bX + y * bY;
  const root = towards * towards - square * beyond;
  if (root < 0) return null;
  const from = Math.max(0, (towards - Math.sqrt(root)) / square);
  const to = Math.min(1, (towards + Math.sqrt(root)) / square);
  return from <= to ? [from, to] : null;
}

/** The part of the segment that lies in a circle, as [from, to], or empty. */
export function circleSpan(segment: Segment, latitude: number, longitude: number, radius: number): number[] {
  const { bX, bY, x, y } = planeOf(segment, latitude, longitude);
  const span = nearPoint(bX, bY, x, y, radius);
  return span ? [...span] : [];
}

/** The part of the segment within `radius` metres of an edge (four numbers of `ends` from `at` on); null: none. */
export function capsuleSpan(
  segment: Segment,
  ends: Float64Array,
  at: number,
  radius: number,
): readonly [number, number] | null {
  const start = planeOf(segment, ends[at + 1], ends[at]);
  const { bX, bY } = start;
  const shrink = Math.cos((((segment[0] + ends[at + 1]) / 2) * Math.PI) / 180) * METRES_A_DEGREE;
  const alongX = (ends[at + 2] - ends[at]) * shrink;
  const alongY = (ends[at + 3] - ends[at + 1]) * METRES_A_DEGREE;
  // All within a distance of an edge is convex: the parts within its two ends and its strip are one.
  const spans = [
    nearPoint(bX, bY, start.x, start.y, radius),
    nearPoint(bX, bY, start.x + alongX, start.y + alongY, radius),
    inStrip(bX, bY, start.x, start.y, alongX, alongY, radius),
  ].filter((span) => span !== null);
  if (spans.length === 0) return null;
  return [Math.min(...spans.map(([from]) => from)), Math.max(...spans.map(([, to]) => to))];
}

/** The part of the segment in the rectangle along an edge; null: none. */
function inStrip(
  bX: number,
  bY: number,
  x: number,
  y: number,
  alongX: number,
  alongY: number,
  radius: number,
): readonly [number, number] | null {
  const length = Math.hypot(alongX, alongY);
  if (length === 0) return null;
  const [unitX, unitY] = [alongX / length, alongY / length];
  let [from, to] = [0, 1];
  // How far along and beside the edge the segment begins and goes, with the bounds of each.
  for (const [begin, step, low, high] of [
    [-(x * unitX + y * unitY), bX * unitX + bY * unitY, 0, length],
    [x * unitY - y * unitX, bY * unitX - bX * unitY, -radius, radius],
  ]) {
    if (step === 0) {
      if (begin < low || begin > high) return null;
      continue;
    }
    const [one, other] = [(low - begin) / step, (high - begin) / step];
    from = Math.max(from, Math.min(one, other));
    to = Math.min(to, Math.max(one, other));
  }
  return from <= to ? [from, to] : null;
}
