import { bearing, destination } from '../../../domain/base/index.ts';
import type { LonLat, Shape } from '../../../domain/geometry/index.ts';

/** Points of a circle: no corner is seen at any zoom that shows it whole. */
const CORNERS = 96;
/** Degrees from point to point around the end of a corridor. */
const END_STEP = 15;

const at = ([longitude, latitude]: LonLat, course: number, metres: number): LonLat => {
  const [there, along] = destination(latitude, longitude, course, metres);
  return [along, there];
};

/** The lines around a shape, each ending where it began. */
export function outlinesOf(shape: Shape): LonLat[][] {
  if (shape.type === 'polygon') return shape.coordinates.map((ring) => [...ring]);
  if (shape.type === 'circle')
    return [
      Array.from({ length: CORNERS + 1 }, (_, corner) => at(shape.center, (corner * 360) / CORNERS, shape.radius)),
    ];
  return [aroundLine(shape.coordinates, shape.width / 2)];
}

/** Up one side of a line, around its end, and back on the other. */
function aroundLine(line: readonly LonLat[], metres: number): LonLat[] {
  const there = sideOf(line, metres);
  const back = sideOf(line.toReversed(), metres);
  return [...there, ...back, there[0]];
}

/** The left side of a line and the half circle at its end. */
function sideOf(line: readonly LonLat[], metres: number): LonLat[] {
  const side: LonLat[] = [];
  let course = 0;
  for (let index = 1; index < line.length; index++) {
    const [from, to] = [line[index - 1], line[index]];
    course = bearing(from[1], from[0], to[1], to[0]);
    side.push(at(from, course - 90, metres), at(to, course - 90, metres));
  }
  const end = line[line.length - 1];
  for (let turn = -90 + END_STEP; turn < 90; turn += END_STEP) side.push(at(end, course + turn, metres));
  return side;
}
