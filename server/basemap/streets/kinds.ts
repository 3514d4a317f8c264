import type { OsmTags } from '../osm/index.ts';

/** Layers of a street tile, named as in the Protomaps schema (version 4), so that one style draws both. */
export type StreetLayer = 'earth' | 'landuse' | 'water' | 'roads' | 'buildings' | 'boundaries' | 'places' | 'pois';

export type StreetTags = Readonly<Record<string, string | number | boolean>>;

/** What becomes of something on the ground: its layer, its tags there and the zoom at which it appears. */
export interface StreetKind {
  readonly layer: StreetLayer;
  readonly minZoom: number;
  readonly tags: StreetTags;
}

/** Languages of the screens; a place keeps its names in these besides its own. */
const LANGUAGES = ['en', 'ru', 'fa'] as const;

function namesOf(tags: OsmTags): Record<string, string> {
  const names: Record<string, string> = {};
  if (tags['name']) names['name'] = tags['name'];
  for (const language of LANGUAGES) {
    const name = tags[`name:${language}`];
    if (name && name !== tags['name']) names[`name:${language}`] = name;
  }
  return names;
}

type RoadClass = readonly [kind: 'highway' | 'major_road' | 'minor_road' | 'path', minZoom: number];

/** Zooms at which a class of road appears, and the kind that the style draws it by. */
const ROADS: Readonly<Record<string, RoadClass>> = {
  motorway: ['highway', 6],
  trunk: ['major_road', 6],
  primary: ['major_road', 7],
  secondary: ['major_road', 9],
  tertiary: ['major_road', 10],
  unclassified: ['minor_road', 12],
  residential: ['minor_road', 12],
  living_street: ['minor_road', 12],
  road: ['minor_road', 12],
  service: ['minor_road', 13],
  pedestrian: ['path', 13],
  track: ['path', 13],
  cycleway: ['path', 13],
  footway: ['path', 14],
  path: ['path', 13],
  bridleway: ['path', 14],
  steps: ['path', 14],
};

const RAILS: Readonly<Record<string, number>> = { rail: 8, narrow_gauge: 10, light_rail: 11, tram: 13, funicular: 12 };

/** A road or railway; null for a way that is neither. */
export function roadKind(tags: OsmTags): StreetKind | null {
  const highway = tags['highway'];
  const road = highway === undefined ? undefined : ROADS[highway.replace(/_link$/, '')];
  if (highway !== undefined && road !== undefined && tags['area'] !== 'yes') {
    const isLink = highway.endsWith('_link');
    return {
      layer: 'roads',
      minZoom: isLink ? Math.max(11, road[1]) : road[1],
      tags: {
        kind: road[0],
        kind_detail: highway.replace(/_link$/, ''),
        ...namesOf(tags),
        ...(tags['ref'] && { ref: tags['ref'], shield_text: tags['ref'] }),
        ...(isLink && { is_link: true }),
        ...structure(tags),
        ...(tags['oneway'] === 'yes' && { oneway: true }),
      },
    };
  }
  const railway = tags['railway'];
  const minZoom = railway === undefined ? undefined : RAILS[railway];
  if (railway === undefined || minZoom === undefined) return null;
  const isSiding = tags['service'] !== undefined;
  return {
    layer: 'roads',
    minZoom: isSiding ? 13 : minZoom,
    tags: { kind: 'rail', kind_detail: railway, ...(isSiding && { service: tags['service'] }), ...structure(tags) },
  };
}

const isYes = (value: string | undefined): boolean => value !== undefined && value !== 'no';

function structure(tags: OsmTags): Record<string, boolean> {
  return { ...(isYes(tags['bridge']) && { is_bridge: true }), ...(isYes(tags['tunnel']) && { is_tunnel: true }) };
}

const WATERWAYS: Readonly<Record<string, number>> = { river: 8, canal: 10, stream: 12, drain: 13, ditch: 14 };

/** A river or stream that is drawn as a line; null for a way that is none. */
export function waterLineKind(tags: OsmTags): StreetKind | null {
  const waterway = tags['waterway'];
  const minZoom = waterway === undefined ? undefined : WATERWAYS[waterway];
  if (waterway === undefined || minZoom === undefined) return null;
  if (tags['tunnel'] === 'culvert') return null;
  return { layer: 'water', minZoom, tags: { kind: waterway, ...namesOf(tags), ...structure(tags) } };
}

/** Keys whose values are land use, with the kind that each becomes. */
const LAND_USE: readonly (readonly [key: string, kinds: Readonly<Record<string, string>>])[] = [
  [
    'landuse',
    {
      forest: 'forest',
      residential: 'residential',
      commercial: 'commercial',
      retail: 'commercial',
      industrial: 'industrial',
      quarry: 'quarry',
      farmland: 'farmland',
      farmyard: 'farmland',
      orchard: 'orchard',
      vineyard: 'orchard',
      plant_nursery: 'orchard',
      meadow: 'grass',
      grass: 'grass',
      village_green: 'grass',
      recreation_ground: 'park',
      allotments: 'allotments',
      cemetery: 'cemetery',
      military: 'military',
      railway: 'railway',
    },
  ],
  [
    'natural',
    {
      wood: 'wood',
      scrub: 'scrub',
      heath: 'scrub',
      fell: 'grassland',
      grassland: 'grassland',
      wetland: 'wetland',
      scree: 'bare_rock',
      bare_rock: 'bare_rock',
      glacier: 'glacier',
      beach: 'sand',
      sand: 'sand',
    },
  ],
  [
    'leisure',
    {
      park: 'park',
      garden: 'park',
      playground: 'playground',
      pitch: 'pitch',
      stadium: 'pitch',
      golf_course: 'golf_course',
      nature_reserve: 'nature_reserve',
    },
  ],
  [
    'amenity',
    {
      hospital: 'hospital',
      school: 'school',
      university: 'university',
      college: 'school',
      grave_yard: 'cemetery',
      parking: 'parking',
    },
  ],
  ['aeroway', { aerodrome: 'aerodrome', runway: 'runway', taxiway: 'runway', apron: 'runway' }],
];

/** Kinds of land use that appear late, though the area may be large. */
const LATE: Readonly<Record<string, number>> = { parking: 14, playground: 14, pitch: 13, grass: 11 };
const NEVER_BEFORE = 7;

/** A building, a lake or a use of land; null for an area that is none of them. `minZoom` does not know its size. */
export function areaKind(tags: OsmTags): StreetKind | null {
  if (isYes(tags['building'])) return { layer: 'buildings', minZoom: 13, tags: { kind: 'building' } };
  const water = waterAreaKind(tags);
  if (water !== null) return { layer: 'water', minZoom: NEVER_BEFORE, tags: { kind: water, ...namesOf(tags) } };
  for (const [key, kinds] of LAND_USE) {
    const kind = kinds[tags[key] ?? ''];
    if (kind !== undefined) return { layer: 'landuse', minZoom: LATE[kind] ?? NEVER_BEFORE, tags: { kind } };
  }
  return null;
}

function waterAreaKind(tags: OsmTags): string | null {
  if (tags['natural'] === 'water') return tags['water'] === 'river' ? 'river' : 'lake';
  if (tags['waterway'] === 'riverbank') return 'river';
  if (tags['landuse'] === 'reservoir' || tags['landuse'] === 'basin') return 'lake';
  return tags['leisure'] === 'swimming_pool' ? 'swimming_pool' : null;
}

/** Zoom at which a place is named, and how it ranks (higher is more important), by its kind. */
const PLACES: Readonly<Record<string, readonly [minZoom: number, rank: number, kind: 'locality' | 'neighbourhood']>> = {
  city: [6, 12, 'locality'],
  town: [7, 9, 'locality'],
  village: [10, 6, 'locality'],
  suburb: [11, 5, 'neighbourhood'],
  hamlet: [12, 4, 'locality'],
  quarter: [13, 3, 'neighbourhood'],
  neighbourhood: [13, 2, 'neighbourhood'],
  isolated_dwelling: [14, 1, 'locality'],
  locality: [14, 1, 'locality'],
};

/** A named place, peak, or station; null for a node that is none of them. */
export function pointKind(tags: OsmTags): StreetKind | null {
  const names = namesOf(tags);
  if (!names['name']) return null;
  const place = PLACES[tags['place'] ?? ''];
  if (place !== undefined) return placeKind(tags, place, names);
  if (tags['natural'] === 'peak') {
    const elevation = Number(tags['ele']);
    return {
      layer: 'pois',
      minZoom: elevation > 2_000 ? 11 : 13,
      tags: { kind: 'peak', ...names, ...(elevation > 0 && { elevation: Math.round(elevation) }) },
    };
  }
  if (tags['railway'] === 'station' || tags['railway'] === 'halt')
    return { layer: 'pois', minZoom: 13, tags: { kind: 'station', ...names } };
  return null;
}

function placeKind(
  tags: OsmTags,
  [minZoom, rank, kind]: readonly [number, number, string],
  names: Record<string, string>,
): StreetKind {
  const population = Number(tags['population']) || 0;
  const isCapital = tags['capital'] === 'yes';
  return {
    layer: 'places',
    minZoom: isCapital ? 6 : population > 3_000 ? Math.min(minZoom, 9) : minZoom,
    tags: {
      kind,
      kind_detail: tags['place'],
      population_rank: isCapital ? 13 : Math.max(rank, Math.round(Math.log2(population + 1) / 2)),
      ...(population > 0 && { population }),
      ...(isCapital && { capital: 'yes' }),
      ...names,
    },
  };
}

const BOUNDARIES: Readonly<Record<string, readonly [kind: string, minZoom: number]>> = {
  2: ['country', 6],
  4: ['region', 6],
  6: ['county', 9],
  8: ['locality', 11],
};

/** The line between two administrative areas of a level. */
export function boundaryKind(level: string): StreetKind | null {
  const found = BOUNDARIES[level];
  return found
    ? { layer: 'boundaries', minZoom: found[1], tags: { kind: found[0], kind_detail: Number(level) } }
    : null;
}
