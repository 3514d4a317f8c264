import type { Position } from 'geojson';

/** A corner is rounded off over this many degrees at most (some 1.2 km), so that straight borders stay straight. */
const REACH = 0.011;
/** A turn of fewer radians is none. */
const LEAST_TURN = 0.12;
/** Radians of turn that one step of an arc takes. */
const ARC_STEP = 0.4;
const MOST_STEPS = 6;

/** The line with its corners rounded; its ends stay. A coast of 1:10 million is drawn nearer than it was made for. */
export function smoothLine(line: readonly Position[]): Position[] {
  if (line.length < 3) return [...line];
  if (isClosed(line)) return smoothRing(line);
  const smooth: Position[] = [line[0]];
  for (let index = 1; index < line.length - 1; index++)
    addCorner(smooth, line[index - 1], line[index], line[index + 1]);
  smooth.push(line[line.length - 1]);
  return smooth;
}

/** A closed ring with all its corners rounded. */
export function smoothRing(ring: readonly Position[]): Position[] {
  const corners = ring.length - 1;
  if (corners < 3) return [...ring];
  const smooth: Position[] = [];
  for (let index = 0; index < corners; index++)
    addCorner(smooth, ring[(index + corners - 1) % corners], ring[index], ring[index + 1]);
  smooth.push(smooth[0]);
  return smooth;
}

function isClosed(line: readonly Position[]): boolean {
  const [first, last] = [line[0], line[line.length - 1]];
  return first[0] === last[0] && first[1] === last[1];
}

/** A parabola that touches both sides of the corner, at their middles or as far away as it may reach. */
function addCorner(into: Position[], before: Position, corner: Position, after: Position): void {
  const shrink = Math.cos((corner[1] * Math.PI) / 180) || 1e-6;
  const [inX, inY] = [(corner[0] - before[0]) * shrink, corner[1] - before[1]];
  const [outX, outY] = [(after[0] - corner[0]) * shrink, after[1] - corner[1]];
  const turn = Math.abs(Math.atan2(inX * outY - inY * outX, inX * outX + inY * outY));
  const [inLength, outLength] = [Math.hypot(inX, inY), Math.hypot(outX, outY)];
  if (turn < LEAST_TURN || inLength === 0 || outLength === 0) {
    into.push(corner);
    return;
  }
  const start = between(corner, before, Math.min(0.5, REACH / inLength));
  const end = between(corner, after, Math.min(0.5, REACH / outLength));
  const steps = Math.min(MOST_STEPS, Math.max(2, Math.ceil(turn / ARC_STEP)));
  for (let step = 0; step <= steps; step++) {
    const t = step / steps;
    const s = 1 - t;
    into.push([
      s * s * start[0] + 2 * s * t * corner[0] + t * t * end[0],
      s * s * start[1] + 2 * s * t * corner[1] + t * t * end[1],
    ]);
  }
}

const between = (from: Position, to: Position, share: number): Position => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
];
