import { SHAPE } from '../base/index.ts';
import { positionsOf, ringsOf, unwrapped, type LonLat, type Polygon, type Shape } from './shape.ts';
import { areaOf } from './measure.ts';

/**
 * What keeps a shape from being one, and where: `ring` 1 is the outline, `point` counts from 1, `place` is for people.
 */
export interface ShapeFault {
  readonly code:
    | 'position'
    | 'latitude'
    | 'radius'
    | 'width'
    | 'tooFewPoints'
    | 'tooManyPoints'
    | 'noArea'
    | 'pole'
    | 'crossing'
    | 'holeOutside'
    | 'holeInHole';
  readonly ring?: number;
  readonly point?: number;
  readonly place?: LonLat;
}

/** A line's ring closed; the ring itself where it is. */
function closedRing(ring: readonly LonLat[]): readonly LonLat[] {
  const [first, last] = [ring.at(0), ring.at(-1)];
  return first && last && (first[0] !== last[0] || first[1] !== last[1]) ? [...ring, first] : ring;
}

/**
 * The first fault of a shape, with its place; null: it is a shape. Bounds: `SHAPE`; geometry: domain reference, 7.1.
 */
export function findShapeFault(shape: Shape): ShapeFault | null {
  const positions = positionsOf(shape);
  if (positions.length > SHAPE.points) return { code: 'tooManyPoints' };
  return (
    positionFault(shape) ??
    (shape.type === 'circle'
      ? sizeFault('radius', shape.radius, SHAPE.radius)
      : shape.type === 'corridor'
        ? (sizeFault('width', shape.width, SHAPE.width) ?? lineFault(shape.coordinates))
        : polygonFault(shape))
  );
}

function sizeFault(
  code: 'radius' | 'width',
  metres: number,
  { min, max }: { readonly min: number; readonly max: number },
): ShapeFault | null {
  return metres >= min && metres <= max ? null : { code };
}

function positionFault(shape: Shape): ShapeFault | null {
  const lines = shape.type === 'polygon' ? shape.coordinates : [positionsOf(shape)];
  for (const [ring, line] of lines.entries())
    for (const [point, place] of line.entries()) {
      const [longitude, latitude] = place;
      const at = { ring: ring + 1, point: point + 1, place };
      if (!(Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90)) return { code: 'position', ...at };
      if (Math.abs(latitude) > SHAPE.latitude) return { code: 'latitude', ...at };
    }
  return null;
}

function lineFault(line: readonly LonLat[]): ShapeFault | null {
  const [first] = line;
  return line.some(([longitude, latitude]) => longitude !== first[0] || latitude !== first[1])
    ? null
    : { code: 'tooFewPoints' };
}

function polygonFault(polygon: Polygon): ShapeFault | null {
  const rings = ringsOf(polygon);
  if (rings.length === 0) return { code: 'tooFewPoints', ring: 1 };
  for (const [index, line] of rings.entries()) {
    const ring = index + 1;
    const different = new Set(line.map(([longitude, latitude]) => `${longitude} ${latitude}`)).size;
    if (line.length < 4 || different < 3) return { code: 'tooFewPoints', ring };
    const end = line[line.length - 1];
    // Around a pole the ring leads once around the globe, so that it does not end where it began.
    if (Math.abs(end[0] - line[0][0]) > 180) return { code: 'pole', ring };
  }
  return crossingFault(rings) ?? areaFault(rings) ?? holeFault(rings);
}

function areaFault(rings: readonly (readonly LonLat[])[]): ShapeFault | null {
  const flat = rings.findIndex((line) => areaOf({ type: 'polygon', coordinates: [line] }) < SHAPE.area);
  return flat < 0 ? null : { code: 'noArea', ring: flat + 1 };
}

interface Edge {
  readonly ring: number;
  readonly point: number;
  readonly a: LonLat;
  readonly b: LonLat;
  readonly south: number;
  readonly north: number;
}

/** Two edges that cross, of one ring or of two: swept from south to north, each edge beside those that reach as far. */
function crossingFault(rings: readonly (readonly LonLat[])[]): ShapeFault | null {
  const edges: Edge[] = rings.flatMap((line, ring) =>
    line.slice(1).map((b, index) => {
      const a = line[index];
      return { ring: ring + 1, point: index + 1, a, b, south: Math.min(a[1], b[1]), north: Math.max(a[1], b[1]) };
    }),
  );
  edges.sort((one, other) => one.south - other.south);
  let open: Edge[] = [];
  for (const edge of edges) {
    open = open.filter(({ north }) => north >= edge.south);
    for (const other of open) {
      const place = crossingOf(edge, other);
      if (place) return { code: 'crossing', ring: edge.ring, point: Math.min(edge.point, other.point), place };
    }
    open.push(edge);
  }
  return null;
}

const turnOf = ([aX, aY]: LonLat, [bX, bY]: LonLat, [x, y]: LonLat): number =>
  (bX - aX) * (y - aY) - (bY - aY) * (x - aX);

/** Where two edges cross; null where they do not, or only touch. */
function crossingOf(one: Edge, other: Edge): LonLat | null {
  if (Math.max(one.a[0], one.b[0]) < Math.min(other.a[0], other.b[0])) return null;
  if (Math.max(other.a[0], other.b[0]) < Math.min(one.a[0], one.b[0])) return null;
  const a = turnOf(other.a, other.b, one.a);
  const b = turnOf(other.a, other.b, one.b);
  if (a * b >= 0 || turnOf(one.a, one.b, other.a) * turnOf(one.a, one.b, other.b) >= 0) return null;
  const share = a / (a - b);
  return [one.a[0] + (one.b[0] - one.a[0]) * share, one.a[1] + (one.b[1] - one.a[1]) * share];
}

/** A hole lies in the outline and in no other hole; as no edges cross, one vertex that is on no edge says. */
function holeFault([outline, ...holes]: readonly (readonly LonLat[])[]): ShapeFault | null {
  for (const [index, hole] of holes.entries()) {
    const at = { ring: index + 2, point: 1, place: hole[0] };
    if (!ringHolds(outline, hole)) return { code: 'holeOutside', ...at };
    if (holes.some((other) => other !== hole && ringHolds(other, hole))) return { code: 'holeInHole', ...at };
  }
  return null;
}

function ringHolds(ring: readonly LonLat[], other: readonly LonLat[]): boolean {
  let inside = 0;
  // Vertices may lie on the ring: what most of them say counts.
  for (const place of other) inside += ringAround(ring, place) ? 1 : -1;
  return inside > 0;
}

function ringAround(ring: readonly LonLat[], [longitude, latitude]: LonLat): boolean {
  let inside = false;
  for (let index = 1; index < ring.length; index++) {
    const [a, b] = [ring[index - 1], ring[index]];
    if (a[1] > latitude === b[1] > latitude) continue;
    if (longitude < a[0] + ((b[0] - a[0]) * (latitude - a[1])) / (b[1] - a[1])) inside = !inside;
  }
  return inside;
}

/** Positions of a drawn line as they are kept: seven decimals (a centimetre), within ±180, none twice in a row. */
function tidied(line: readonly LonLat[]): LonLat[] {
  const rounded = unwrapped(line).map(([longitude, latitude]): LonLat => [
    Number((longitude - 360 * Math.round(longitude / 360)).toFixed(7)),
    Number(latitude.toFixed(7)),
  ]);
  return rounded.filter(
    ([longitude, latitude], index) =>
      index === 0 || longitude !== rounded[index - 1][0] || latitude !== rounded[index - 1][1],
  );
}

/** A shape as it is kept: rings closed, positions of seven decimals, radius and width to a tenth of a metre. */
export function tidyShape(shape: Shape): Shape {
  const tenth = (metres: number): number => Math.round(metres * 10) / 10;
  if (shape.type === 'circle')
    return { type: 'circle', center: tidied([shape.center])[0], radius: tenth(shape.radius) };
  if (shape.type === 'corridor')
    return { type: 'corridor', coordinates: tidied(shape.coordinates), width: tenth(shape.width) };
  return { type: 'polygon', coordinates: shape.coordinates.map((ring) => closedRing(tidied(ring))) };
}
