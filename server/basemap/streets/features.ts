import type { Feature, Geometry, Position } from 'geojson';
import type { OsmExtract, OsmRelation, OsmTags, OsmWay } from '../osm/index.ts';
import { joinLines } from '../osm/joinLines.ts';
import { knownPositions, positionsOf, relationAreas, type Rings } from '../osm/rings.ts';
import { mercator } from '../places.ts';
import {
  areaKind,
  boundaryKind,
  pointKind,
  roadKind,
  waterLineKind,
  type StreetKind,
  type StreetTags,
} from './kinds.ts';

/** Something that street tiles draw. */
export interface StreetFeature extends StreetKind {
  readonly feature: Feature<Geometry, StreetTags>;
}

/** An area is drawn from the zoom on at which it covers so many square pixels. */
const SMALLEST_AREA = 9;
/** CSS pixels along a tile's side. */
const TILE = 512;
const DEEPEST = 14;

/** All that street tiles draw of an extract. */
export function streetFeatures(extract: OsmExtract): StreetFeature[] {
  const ways = new Map(extract.ways.map((way) => [way.id, way]));
  return [
    ...lines(extract),
    ...boundaries(extract, ways),
    ...areas(extract, ways),
    ...extract.nodes.flatMap((node) => {
      const kind = pointKind(node.tags);
      return kind ? [made(kind, { type: 'Point', coordinates: [node.longitude, node.latitude] })] : [];
    }),
  ];
}

const made = (kind: StreetKind, geometry: Geometry): StreetFeature => ({
  ...kind,
  feature: { type: 'Feature', properties: kind.tags, geometry },
});

/** Roads, railways, rivers: ways with the same tags are joined. */
function lines(extract: OsmExtract): StreetFeature[] {
  const alike = new Map<string, { kind: StreetKind; lines: (readonly number[])[] }>();
  for (const { tags, nodes } of extract.ways) {
    const kind = roadKind(tags) ?? waterLineKind(tags);
    if (kind) gather(alike, kind, tags['oneway'] === '-1' ? nodes.toReversed() : nodes);
  }
  return joinedFeatures(extract, alike);
}

type Alike = Map<string, { kind: StreetKind; lines: (readonly number[])[] }>;

function gather(alike: Alike, kind: StreetKind, nodes: readonly number[]): void {
  const key = JSON.stringify([kind.layer, kind.minZoom, kind.tags]);
  const group = alike.get(key);
  if (group) group.lines.push(nodes);
  else alike.set(key, { kind, lines: [nodes] });
}

function joinedFeatures(extract: OsmExtract, alike: Alike): StreetFeature[] {
  return [...alike.values()].flatMap(({ kind, lines: parts }) =>
    joinLines(parts).flatMap((nodes) => {
      const coordinates = knownPositions(extract, nodes);
      return coordinates.length > 1 ? [made(kind, { type: 'LineString', coordinates })] : [];
    }),
  );
}

/** Each stretch of a boundary once, by the highest of the areas that it bounds. */
function boundaries(extract: OsmExtract, ways: ReadonlyMap<number, OsmWay>): StreetFeature[] {
  const levels = new Map<number, number>();
  const note = (id: number, level: number): void => {
    if (level > 0 && level < (levels.get(id) ?? Infinity)) levels.set(id, level);
  };
  for (const { tags, members } of extract.relations) {
    if (!isAdministrative(tags)) continue;
    for (const { kind, id } of members) if (kind === 'way') note(id, Number(tags['admin_level']));
  }
  for (const { id, tags } of extract.ways) if (isAdministrative(tags)) note(id, Number(tags['admin_level']));
  const alike: Alike = new Map();
  for (const [id, level] of levels) {
    const [kind, way] = [boundaryKind(String(level)), ways.get(id)];
    if (kind && way) gather(alike, kind, way.nodes);
  }
  return joinedFeatures(extract, alike);
}

const isAdministrative = (tags: OsmTags): boolean => tags['boundary'] === 'administrative';

function areas(extract: OsmExtract, ways: ReadonlyMap<number, OsmWay>): StreetFeature[] {
  const inRelations = extract.relations.filter(({ tags }) => tags['type'] === 'multipolygon');
  return [
    ...inRelations.flatMap((relation) => {
      const kind = areaKind(tagsOfArea(relation, ways));
      return kind ? relationAreas(extract, relation, ways).flatMap((rings) => areaFeature(kind, rings)) : [];
    }),
    ...extract.ways.flatMap(({ tags, nodes }) => {
      const kind = nodes.length > 3 && nodes[0] === nodes[nodes.length - 1] ? areaKind(tags) : null;
      const ring = kind && positionsOf(extract, nodes);
      return kind && ring ? areaFeature(kind, [ring]) : [];
    }),
  ].toSorted((a, b) => b.size - a.size);
}

/** Older data tags the outer way instead of the relation. */
function tagsOfArea({ tags, members }: OsmRelation, ways: ReadonlyMap<number, OsmWay>): OsmTags {
  if (areaKind(tags) !== null) return tags;
  const outer = members.find(({ kind, role, id }) => kind === 'way' && role !== 'inner' && ways.has(id));
  const way = outer && ways.get(outer.id);
  return way && way.nodes[0] !== way.nodes[way.nodes.length - 1] ? way.tags : {};
}

/** With its size, so that small areas lie over large ones. */
function areaFeature(kind: StreetKind, rings: Rings): (StreetFeature & { readonly size: number })[] {
  const size = mercatorArea(rings[0]);
  if (size === 0) return [];
  const visibleFrom = Math.ceil(Math.log2(SMALLEST_AREA / (size * TILE * TILE)) / 2);
  const minZoom = Math.min(DEEPEST, Math.max(kind.minZoom, visibleFrom));
  return [{ ...made({ ...kind, minZoom }, { type: 'Polygon', coordinates: rings }), size }];
}

/** Of the unit square that the world is in web mercator. */
function mercatorArea(ring: readonly Position[]): number {
  let sum = 0;
  let [beforeX, beforeY] = mercator(ring[ring.length - 1][0], ring[ring.length - 1][1]);
  for (const [longitude, latitude] of ring) {
    const [x, y] = mercator(longitude, latitude);
    sum += (x - beforeX) * (y + beforeY);
    [beforeX, beforeY] = [x, y];
  }
  return Math.abs(sum / 2);
}
