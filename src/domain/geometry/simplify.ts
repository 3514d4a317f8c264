import { longitudeNear, type LonLat } from './shape.ts';
import { METRES_A_DEGREE } from './measure.ts';

/** Metres from a point to the straight line between two others. */
function awayFrom([longitude, latitude]: LonLat, from: LonLat, to: LonLat): number {
  const shrink = Math.cos((from[1] * Math.PI) / 180);
  const [x, y] = [(longitudeNear(longitude, from[0]) - from[0]) * shrink, latitude - from[1]];
  const [alongX, alongY] = [(longitudeNear(to[0], from[0]) - from[0]) * shrink, to[1] - from[1]];
  const square = alongX * alongX + alongY * alongY;
  const share = square === 0 ? 0 : Math.max(0, Math.min(1, (x * alongX + y * alongY) / square));
  return Math.hypot(x - share * alongX, y - share * alongY) * METRES_A_DEGREE;
}

/** The line without points that lie within so many metres of what is left (Douglas and Peucker); its ends stay. */
export function simplified(line: readonly LonLat[], metres: number): LonLat[] {
  const isKept = new Uint8Array(line.length);
  isKept[0] = 1;
  isKept[line.length - 1] = 1;
  // Not recursive: a track of a day has tens of thousands of points.
  const parts: [number, number][] = [[0, line.length - 1]];
  for (let part = parts.pop(); part; part = parts.pop()) {
    const [from, to] = part;
    let [furthest, most] = [-1, metres];
    for (let place = from + 1; place < to; place++) {
      const away = awayFrom(line[place], line[from], line[to]);
      if (away > most) [furthest, most] = [place, away];
    }
    if (furthest < 0) continue;
    isKept[furthest] = 1;
    parts.push([from, furthest], [furthest, to]);
  }
  return line.filter((_, place) => isKept[place] === 1);
}

/** Geometry that is not short at this many metres consists of too many lines, and stays too long. */
const COARSEST = 1_000_000;

/**
 * Lines without the points that matter least, until no more are left than asked for; as they are where they are few.
 */
export function thinned(lines: readonly (readonly LonLat[])[], points: number): (readonly LonLat[])[] {
  let left = [...lines];
  const isTooLong = (): boolean => left.reduce((sum, line) => sum + line.length, 0) > points;
  for (let metres = 1; metres < COARSEST && isTooLong(); metres *= 2)
    left = left.map((line) => simplifiedInPieces(line, metres));
  return left;
}

/** Edges of a line that are simplified together: on zigzags the time grows with the square of their number. */
const PIECE = 64;

/** Simplified in two pieces at least, so that a ring keeps an area: its first and its last point are one. */
function simplifiedInPieces(line: readonly LonLat[], metres: number): LonLat[] {
  if (line.length <= 4) return [...line];
  const edges = Math.min(PIECE, Math.ceil((line.length - 1) / 2));
  const kept = [line[0]];
  for (let from = 0; from < line.length - 1; from += edges)
    kept.push(...simplified(line.slice(from, from + edges + 1), metres).slice(1));
  return kept;
}
