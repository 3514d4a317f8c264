import { distance } from '../base/index.ts';
import { Edges } from './edges.ts';
import { circleSpan, capsuleSpan, joinSpans } from './spans.ts';
import { boxOf, METRES_A_DEGREE } from './measure.ts';
import { longitudeNear, ringsOf, unwrapped, type Box, type LonLat, type Shape } from './shape.ts';

/** A shape made ready for many questions. The same answers as geometry on the plane around the point that is asked. */
export interface ShapeProbe {
  readonly box: Box;
  /** True inside the shape and on its edge. */
  contains(latitude: number, longitude: number): boolean;
  /**
   * Metres from the edge: above 0 inside, below 0 outside; what is further away than `reach` is said to be `reach`
   * away.
   */
  depth(latitude: number, longitude: number, reach: number): number;
  /**
   * The parts of a straight segment from A to B that lie inside, as fractions of it (0 at A, 1 at B), in order:
   * [from, to, from, to, …]. Empty where none does.
   */
  insideOf(latitudeA: number, longitudeA: number, latitudeB: number, longitudeB: number): number[];
}

/** Prepares a valid shape (`findShapeFault`). */
export function probeOf(shape: Shape): ShapeProbe {
  if (shape.type === 'circle') return circleProbe(shape.center, shape.radius);
  return shape.type === 'polygon' ? polygonProbe(ringsOf(shape)) : corridorProbe(shape.coordinates, shape.width / 2);
}

const clipped = (metres: number, reach: number): number => Math.max(-reach, Math.min(reach, metres));

function circleProbe(center: LonLat, radius: number): ShapeProbe {
  const [longitude, latitude] = center;
  const depth = (atLatitude: number, atLongitude: number): number =>
    radius - distance(latitude, longitude, atLatitude, atLongitude);
  return {
    box: boxOf({ type: 'circle', center, radius }),
    contains: (atLatitude, atLongitude) => depth(atLatitude, atLongitude) >= 0,
    depth: (atLatitude, atLongitude, reach) => clipped(depth(atLatitude, atLongitude), reach),
    insideOf: (...segment) => circleSpan(segment, latitude, longitude, radius),
  };
}

function edgesOf(lines: readonly (readonly LonLat[])[], box: Box): Edges {
  const ends = lines.flatMap((line) => line.slice(1).flatMap((end, index) => [...line[index], ...end]));
  return new Edges(Float64Array.from(ends), box);
}

/** Metres from a point to the nearest of the edges, at most `reach`. */
function distanceTo(edges: Edges, latitude: number, longitude: number, reach: number): number {
  const { ends } = edges;
  const shrink = Math.cos((latitude * Math.PI) / 180);
  const degrees = reach / METRES_A_DEGREE;
  let nearest = degrees * degrees;
  edges.between(latitude - degrees, latitude + degrees, (edge) => {
    const at = edge * 4;
    const x = (ends[at] - longitude) * shrink;
    const y = ends[at + 1] - latitude;
    const alongX = (ends[at + 2] - ends[at]) * shrink;
    const alongY = ends[at + 3] - ends[at + 1];
    const square = alongX * alongX + alongY * alongY;
    const share = square === 0 ? 0 : Math.max(0, Math.min(1, -(x * alongX + y * alongY) / square));
    const offX = x + share * alongX;
    const offY = y + share * alongY;
    nearest = Math.min(nearest, offX * offX + offY * offY);
  });
  return Math.sqrt(nearest) * METRES_A_DEGREE;
}

/** A point on the edge belongs to the shape: metres that figures of seven decimals leave open. */
const EDGE = 0.02;

function polygonProbe(rings: readonly (readonly LonLat[])[]): ShapeProbe {
  const box = boxOf({ type: 'polygon', coordinates: rings });
  const edges = edgesOf(rings, box);
  const middle = (box.west + box.east) / 2;
  const isInside = (latitude: number, longitude: number): boolean =>
    latitude >= box.south && latitude <= box.north && edges.around(longitude, latitude);
  return {
    box,
    contains(latitude, longitude) {
      const near = longitudeNear(longitude, middle);
      return isInside(latitude, near) || distanceTo(edges, latitude, near, EDGE) < EDGE;
    },
    depth(latitude, longitude, reach) {
      const near = longitudeNear(longitude, middle);
      const metres = distanceTo(edges, latitude, near, reach);
      return isInside(latitude, near) ? metres : -metres;
    },
    insideOf(latitudeA, longitudeA, latitudeB, longitudeB) {
      const a = longitudeNear(longitudeA, middle);
      const b = longitudeNear(longitudeB, a);
      const cuts = [0, 1, ...cutsOf(edges, latitudeA, a, latitudeB, b)].sort((one, other) => one - other);
      const spans: number[] = [];
      for (let index = 1; index < cuts.length; index++) {
        const half = (cuts[index - 1] + cuts[index]) / 2;
        if (cuts[index] > cuts[index - 1] && isInside(latitudeA + (latitudeB - latitudeA) * half, a + (b - a) * half))
          spans.push(cuts[index - 1], cuts[index]);
      }
      return joinSpans(spans);
    },
  };
}

/** Where a segment crosses edges, as fractions of it, in no order. */
function cutsOf(edges: Edges, latitudeA: number, longitudeA: number, latitudeB: number, longitudeB: number): number[] {
  const { ends } = edges;
  const cuts: number[] = [];
  const alongX = longitudeB - longitudeA;
  const alongY = latitudeB - latitudeA;
  edges.between(Math.min(latitudeA, latitudeB), Math.max(latitudeA, latitudeB), (edge) => {
    const at = edge * 4;
    const edgeX = ends[at + 2] - ends[at];
    const edgeY = ends[at + 3] - ends[at + 1];
    const turn = alongX * edgeY - alongY * edgeX;
    if (turn === 0) return;
    const x = ends[at] - longitudeA;
    const y = ends[at + 1] - latitudeA;
    const onSegment = (x * edgeY - y * edgeX) / turn;
    const onEdge = (x * alongY - y * alongX) / turn;
    if (onSegment > 0 && onSegment < 1 && onEdge >= 0 && onEdge <= 1) cuts.push(onSegment);
  });
  return cuts;
}

function corridorProbe(coordinates: readonly LonLat[], half: number): ShapeProbe {
  const line = unwrapped(coordinates);
  const box = boxOf({ type: 'corridor', coordinates, width: half * 2 });
  const edges = edgesOf([line], box);
  const middle = (box.west + box.east) / 2;
  const depth = (latitude: number, longitude: number, reach: number): number =>
    clipped(half - distanceTo(edges, latitude, longitudeNear(longitude, middle), half + reach), reach);
  return {
    box,
    contains: (latitude, longitude) => depth(latitude, longitude, 1) >= 0,
    depth,
    insideOf(...segment) {
      const spans: (readonly [number, number])[] = [];
      const degrees = half / METRES_A_DEGREE;
      const [latitudeA, longitudeA, latitudeB, longitudeB] = segment;
      const a = longitudeNear(longitudeA, middle);
      const onLine = [latitudeA, a, latitudeB, longitudeNear(longitudeB, a)] as const;
      edges.between(Math.min(latitudeA, latitudeB) - degrees, Math.max(latitudeA, latitudeB) + degrees, (edge) => {
        const span = capsuleSpan(onLine, edges.ends, edge * 4, half);
        if (span) spans.push(span);
      });
      return joinSpans(spans.sort(([one], [other]) => one - other).flat());
    },
  };
}
