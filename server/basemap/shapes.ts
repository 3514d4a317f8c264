import type { Feature, Geometry, Position } from 'geojson';

/** Degrees: west, south, east, north. */
export type Box = readonly [west: number, south: number, east: number, north: number];

export type ShapeTags = Readonly<Record<string, string | number>>;

/** A line or polygon of the world with the box around it. */
export interface Shape {
  readonly kind: 'line' | 'polygon';
  readonly parts: readonly Position[][];
  readonly tags: ShapeTags;
  readonly box: Box;
}

/** Shapes of a geometry: one a polygon or line; points are none. */
export function shapesOf(geometry: Geometry, tags: ShapeTags = {}): Shape[] {
  const shape = (kind: Shape['kind'], parts: readonly Position[][]): Shape => ({
    kind,
    parts,
    tags,
    box: boxOf(parts[0]),
  });
  switch (geometry.type) {
    case 'LineString':
      return [shape('line', [geometry.coordinates])];
    case 'MultiLineString':
      return geometry.coordinates.map((line) => shape('line', [line]));
    case 'Polygon':
      return [shape('polygon', geometry.coordinates)];
    case 'MultiPolygon':
      return geometry.coordinates.map((rings) => shape('polygon', rings));
    default:
      return [];
  }
}

export function shapeFeature({ kind, parts, tags }: Pick<Shape, 'kind' | 'parts' | 'tags'>): Feature {
  const geometry: Geometry =
    kind === 'line' ? { type: 'LineString', coordinates: parts[0] } : { type: 'Polygon', coordinates: [...parts] };
  return { type: 'Feature', properties: tags, geometry };
}

function boxOf(line: readonly Position[]): Box {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [longitude, latitude] of line) {
    [west, east] = [Math.min(west, longitude), Math.max(east, longitude)];
    [south, north] = [Math.min(south, latitude), Math.max(north, latitude)];
  }
  return [west, south, east, north];
}

/** What of the shape lies in the box, in one or more pieces. Edges that are cut run along the box. */
export function clipShape(shape: Shape, box: Box): Shape[] {
  if (shape.box[2] < box[0] || shape.box[0] > box[2] || shape.box[3] < box[1] || shape.box[1] > box[3]) return [];
  if (isWithin(shape.box, box)) return [shape];
  if (shape.kind === 'line') return clipLine(shape.parts[0], box).map((line) => ({ ...shape, parts: [line] }));
  const [outer, ...holes] = shape.parts.map((ring) => clipRing(ring, box));
  return outer.length < 4 ? [] : [{ ...shape, parts: [outer, ...holes.filter(({ length }) => length > 3)] }];
}

const isWithin = (inner: Box, outer: Box): boolean =>
  inner[0] >= outer[0] && inner[1] >= outer[1] && inner[2] <= outer[2] && inner[3] <= outer[3];

/** The shape on another copy of the world. */
export function shifted(shape: Shape, degrees: number): Shape {
  if (degrees === 0) return shape;
  const [west, south, east, north] = shape.box;
  return {
    ...shape,
    parts: shape.parts.map((part) => part.map(([longitude, latitude]) => [longitude + degrees, latitude])),
    box: [west + degrees, south, east + degrees, north],
  };
}

/** Runs of the line within the box, each with the points beside it: what is cut off lies outside. */
function clipLine(line: readonly Position[], box: Box): Position[][] {
  const runs: Position[][] = [];
  let run: Position[] = [];
  for (let index = 1; index < line.length; index++) {
    const [from, to] = [line[index - 1], line[index]];
    const isNear =
      Math.max(from[0], to[0]) >= box[0] &&
      Math.min(from[0], to[0]) <= box[2] &&
      Math.max(from[1], to[1]) >= box[1] &&
      Math.min(from[1], to[1]) <= box[3];
    if (isNear) run.push(...(run.length === 0 ? [from, to] : [to]));
    else if (run.length > 0) {
      runs.push(run);
      run = [];
    }
  }
  if (run.length > 0) runs.push(run);
  return runs;
}

/** Sutherland and Hodgman: one side of the box after the other. */
function clipRing(ring: readonly Position[], [west, south, east, north]: Box): Position[] {
  let points = clipSide(ring, 0, west, 1);
  points = clipSide(points, 0, east, -1);
  points = clipSide(points, 1, south, 1);
  return clipSide(points, 1, north, -1);
}

function clipSide(ring: readonly Position[], axis: 0 | 1, edge: number, direction: 1 | -1): Position[] {
  const kept: Position[] = [];
  const isInside = (point: Position): boolean => (point[axis] - edge) * direction >= 0;
  for (let index = 1; index < ring.length; index++) {
    const [from, to] = [ring[index - 1], ring[index]];
    if (isInside(from)) kept.push(from);
    if (isInside(from) !== isInside(to)) {
      const share = (edge - from[axis]) / (to[axis] - from[axis]);
      const other = from[1 - axis] + (to[1 - axis] - from[1 - axis]) * share;
      kept.push(axis === 0 ? [edge, other] : [other, edge]);
    }
  }
  if (kept.length > 0) kept.push(kept[0]);
  return kept;
}
