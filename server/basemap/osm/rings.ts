import type { Position } from 'geojson';
import type { OsmExtract, OsmRelation, OsmWay } from './entities.ts';
import { joined } from './joinLines.ts';

/** A polygon with its holes, in degrees. */
export type Rings = Position[][];

/** Nodes of the ways as closed rings; pieces that never close are left out. */
function closedRings(ways: readonly (readonly number[])[]): number[][] {
  const rings: number[][] = [];
  const left = ways.filter((nodes) => nodes.length > 1).map((nodes) => [...nodes]);
  while (left.length > 0) {
    let ring = left.pop() ?? [];
    for (;;) {
      const [first, last] = [ring[0], ring[ring.length - 1]];
      if (first === last) break;
      const next = left.findIndex((line) =>
        [line[0], line[line.length - 1]].some((end) => end === last || end === first),
      );
      if (next < 0) break;
      ring = joined(ring, left.splice(next, 1)[0]);
    }
    if (ring.length > 3 && ring[0] === ring[ring.length - 1]) rings.push(ring);
  }
  return rings;
}

/** Positions of the nodes; null where the extract lacks one. */
export function positionsOf(extract: OsmExtract, nodes: readonly number[]): Position[] | null {
  const positions: Position[] = [];
  for (const node of nodes) {
    const at = extract.position(node);
    if (at === null) return null;
    positions.push([at[0], at[1]]);
  }
  return positions;
}

/** Positions of the nodes that the extract has. */
export function knownPositions(extract: OsmExtract, nodes: readonly number[]): Position[] {
  return nodes.flatMap((node) => {
    const at = extract.position(node);
    return at === null ? [] : [[at[0], at[1]]];
  });
}

/**
 * The relation's areas: outer rings, each with the inner rings that lie in it. Ways that the extract lacks leave gaps.
 */
export function relationAreas(
  extract: OsmExtract,
  { members }: Pick<OsmRelation, 'members'>,
  ways: ReadonlyMap<number, OsmWay>,
): Rings[] {
  const ringsOf = (isWanted: (role: string) => boolean): Position[][] => {
    const lines = members.flatMap(({ kind, id, role }) => {
      const way = kind === 'way' && isWanted(role) ? ways.get(id) : undefined;
      return way ? [way.nodes] : [];
    });
    return closedRings(lines).flatMap((ring) => {
      const positions = positionsOf(extract, ring);
      return positions ? [positions] : [];
    });
  };
  const holes = ringsOf((role) => role === 'inner');
  return ringsOf((role) => role !== 'inner').map((outer) => [
    outer,
    ...holes.filter(([[longitude, latitude]]) => isInside(outer, longitude, latitude)),
  ]);
}

/** Even-odd rule. */
function isInside(ring: readonly Position[], longitude: number, latitude: number): boolean {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [ax, ay] = ring[i];
    const [bx, by] = ring[j];
    if (ay > latitude !== by > latitude && longitude < ((bx - ax) * (latitude - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}
