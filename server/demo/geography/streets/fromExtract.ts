import type { OsmExtract, OsmTags, OsmWay } from '../../../basemap/osm/index.ts';
import type { Road, RoadMap } from './packed.ts';

/** km/h by class of road where no sign is recorded. Other ways are not driven. */
const LIMITS: Readonly<Record<string, number>> = {
  motorway: 100,
  trunk: 80,
  primary: 60,
  secondary: 55,
  tertiary: 50,
  unclassified: 45,
  residential: 35,
  living_street: 20,
  service: 20,
};

const PLACES: ReadonlySet<string> = new Set(['city', 'town', 'village']);
const CLOSED: ReadonlySet<string> = new Set(['no', 'private', 'agricultural', 'forestry']);

/** The roads of an extract that cars may drive, as far as each can be reached from every other. */
export function roadsOf(extract: OsmExtract): RoadMap {
  const ways = extract.ways.filter(({ tags }) => isDriven(tags));
  const meeting = crossingsOf(ways);
  const numbers = new Map<number, number>();
  const numberOf = (node: number): number => {
    const known = numbers.get(node) ?? numbers.size;
    numbers.set(node, known);
    return known;
  };
  const roads = ways.flatMap((way) => stretches(extract, way, meeting, numberOf));
  const { kept, count } = joined(roads, numbers.size);
  return {
    crossings: count,
    roads: kept,
    places: extract.nodes.flatMap(({ tags, longitude, latitude }) =>
      PLACES.has(tags['place'] ?? '') && tags['name'] && Number(tags['population']) > 0
        ? [{ name: tags['name'], population: Number(tags['population']), longitude, latitude }]
        : [],
    ),
  };
}

const classOf = (tags: OsmTags): string => (tags['highway'] ?? '').replace(/_link$/, '');

function isDriven(tags: OsmTags): boolean {
  if (LIMITS[classOf(tags)] === undefined || tags['area'] === 'yes') return false;
  if (classOf(tags) === 'service' && tags['service'] !== undefined) return false;
  // Tags for cars alone count before tags for more.
  const access = tags['motorcar'] ?? tags['motor_vehicle'] ?? tags['vehicle'] ?? tags['access'] ?? 'yes';
  return !CLOSED.has(access);
}

/** Nodes where ways end or meet. */
function crossingsOf(ways: readonly OsmWay[]): Set<number> {
  const seen = new Set<number>();
  const meeting = new Set<number>();
  for (const { nodes } of ways) {
    for (const [index, node] of nodes.entries()) {
      if (seen.has(node) || index === 0 || index === nodes.length - 1) meeting.add(node);
      seen.add(node);
    }
  }
  return meeting;
}

/** The way in pieces from crossing to crossing; it ends where the extract lacks a node. */
function stretches(
  extract: OsmExtract,
  { tags, nodes }: OsmWay,
  meeting: ReadonlySet<number>,
  numberOf: (node: number) => number,
): Road[] {
  const isOneway = tags['oneway'] === 'yes' || tags['oneway'] === '-1' || tags['junction'] === 'roundabout';
  const limit = Number(tags['maxspeed']) || LIMITS[classOf(tags)];
  const roads: Road[] = [];
  let start = -1;
  let points: number[] = [];
  for (const node of tags['oneway'] === '-1' ? nodes.toReversed() : nodes) {
    const at = extract.position(node);
    if (at === null) {
      start = -1;
      continue;
    }
    if (start >= 0) points.push(at[0], at[1]);
    if (!meeting.has(node)) continue;
    if (start >= 0 && start !== node)
      roads.push({ from: numberOf(start), to: numberOf(node), limit, isOneway, points });
    start = node;
    points = [at[0], at[1]];
  }
  return roads;
}

/** The largest part in which every crossing can be reached from every other, renumbered. */
function joined(roads: readonly Road[], crossings: number): { kept: Road[]; count: number } {
  const forwards = neighbours(roads, crossings, false);
  const backwards = neighbours(roads, crossings, true);
  const left = new Set(Array.from({ length: crossings }, (_, index) => index));
  let largest = new Set<number>();
  while (left.size > largest.size) {
    const [first] = left;
    const behind = reached(first, backwards);
    const part = new Set([...reached(first, forwards)].filter((crossing) => behind.has(crossing)));
    for (const crossing of part) left.delete(crossing);
    if (part.size > largest.size) largest = part;
  }
  const numbers = new Map([...largest].map((crossing, index) => [crossing, index]));
  const kept = roads.flatMap((road) => {
    const [from, to] = [numbers.get(road.from), numbers.get(road.to)];
    return from === undefined || to === undefined ? [] : [{ ...road, from, to }];
  });
  return { kept, count: largest.size };
}

function neighbours(roads: readonly Road[], crossings: number, isTurned: boolean): number[][] {
  const found: number[][] = Array.from({ length: crossings }, () => []);
  for (const { from, to, isOneway } of roads) {
    if (!isOneway || !isTurned) found[from].push(to);
    if (!isOneway || isTurned) found[to].push(from);
  }
  return found;
}

function reached(from: number, next: readonly (readonly number[])[]): Set<number> {
  const seen = new Set([from]);
  for (const crossing of seen) for (const other of next[crossing]) seen.add(other);
  return seen;
}
