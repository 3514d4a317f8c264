import type {
  ExpressionSpecification,
  FilterSpecification,
  LayerSpecification,
  SourceSpecification,
} from 'maplibre-gl';
import type { StreetTiles } from '../../api/contract/index.ts';
import { css, type Rgb } from '../color.ts';
import type { MapPalette } from '../palette.ts';
import { SOURCES } from './styleOptions.ts';

/**
 * Streets from the deployment's own archives, in the layers of the Protomaps schema (version 4: earth, landuse,
 * water, roads, buildings, boundaries, places, pois), which our own archives share.
 */
export const streetSource = (
  origin: string,
  { minZoom, maxZoom, bounds, attribution }: StreetTiles,
): SourceSpecification => ({
  type: 'vector',
  tiles: [`${origin}/basemap/streets/{z}/{x}/{y}.mvt`],
  minzoom: minZoom,
  maxzoom: maxZoom,
  bounds: [...bounds],
  attribution,
});

const KIND: ExpressionSpecification = ['get', 'kind'];
const isKind = (...kinds: string[]): ExpressionSpecification => ['in', KIND, ['literal', kinds]];
const isPolygon: ExpressionSpecification = ['==', ['geometry-type'], 'Polygon'];

/** Ground, water, roads, houses: all that lies under names. */
export function streetGround(palette: MapPalette): LayerSpecification[] {
  return [
    area('earth', 'earth', palette.land, isPolygon),
    ...landUse(palette),
    waterLines(palette),
    area('street-water', 'water', palette.water, isPolygon),
    area('runways', 'landuse', palette.road, isKind('runway', 'taxiway'), 11),
    ...roads(palette, true),
    paths(palette),
    ...roads(palette, false),
    ...railways(palette),
    ...buildings(palette),
    boundaries(palette),
  ];
}

function area(id: string, layer: string, color: Rgb, filter: FilterSpecification, minzoom = 6): LayerSpecification {
  return {
    id,
    type: 'fill',
    source: SOURCES.streets,
    'source-layer': layer,
    minzoom,
    filter,
    paint: { 'fill-color': css(color), 'fill-antialias': id !== 'earth' },
  };
}

function landUse(palette: MapPalette): LayerSpecification[] {
  return [
    area(
      'built',
      'landuse',
      palette.builtUp,
      isKind('residential', 'commercial', 'school', 'hospital', 'university', 'pedestrian'),
    ),
    area(
      'industry',
      'landuse',
      palette.industry,
      isKind('industrial', 'quarry', 'military', 'railway', 'aerodrome', 'airfield'),
    ),
    area(
      'meadows',
      'landuse',
      palette.meadow,
      isKind(
        'grass',
        'grassland',
        'meadow',
        'farmland',
        'orchard',
        'allotments',
        'scrub',
        'wetland',
        'golf_course',
        'recreation_ground',
        'village_green',
      ),
    ),
    area(
      'woods',
      'landuse',
      palette.green,
      isKind('forest', 'wood', 'park', 'cemetery', 'garden', 'pitch', 'playground', 'zoo'),
    ),
    area('rock', 'landuse', palette.rock, isKind('bare_rock', 'sand', 'beach', 'parking')),
    area('ice', 'landuse', palette.glacier, isKind('glacier')),
  ];
}

function waterLines(palette: MapPalette): LayerSpecification {
  return {
    id: 'street-rivers',
    type: 'line',
    source: SOURCES.streets,
    'source-layer': 'water',
    filter: ['all', ['==', ['geometry-type'], 'LineString'], ['!', ['has', 'is_tunnel']]],
    layout: { 'line-join': 'round', 'line-cap': 'round' },
    paint: {
      'line-color': ['match', KIND, 'river', css(palette.water), css(palette.waterLine)],
      'line-width': [
        'interpolate',
        ['exponential', 1.5],
        ['zoom'],
        8,
        ['match', KIND, 'river', 1, 0.3],
        16,
        ['match', KIND, 'river', 10, 'canal', 6, 2.5],
      ],
    },
  };
}

/**
 * Classes of roads, the smallest first: those of a later line lie over the others. Widths in CSS pixels at zooms 8, 14
 * and 18.
 */
const ROADS: readonly {
  id: string;
  from: number;
  is: ExpressionSpecification;
  widths: readonly [number, number, number];
}[] = [
  { id: 'service', from: 13, is: ['all', isKind('minor_road'), detail('service')], widths: [0.2, 1.3, 10] },
  { id: 'minor', from: 12, is: ['all', isKind('minor_road'), ['!', detail('service')]], widths: [0.3, 3, 22] },
  { id: 'tertiary', from: 9, is: ['all', isKind('major_road'), detail('tertiary')], widths: [0.6, 4.4, 26] },
  { id: 'major', from: 6, is: ['all', isKind('major_road'), ['!', detail('tertiary')]], widths: [1, 5.6, 30] },
  { id: 'highway', from: 5, is: isKind('highway'), widths: [1.5, 6.6, 34] },
];

/** Protomaps writes a road's class in full for links too. */
function detail(value: string): ExpressionSpecification {
  return ['in', ['get', 'kind_detail'], ['literal', [value, `${value}_link`]]];
}

function widthOf([at8, at14, at18]: readonly [number, number, number], extra = 0): ExpressionSpecification {
  const slim: ExpressionSpecification = ['case', ['==', ['get', 'is_link'], true], 0.6, 1];
  const at = (width: number): ExpressionSpecification => ['+', ['*', width, slim], extra];
  return ['interpolate', ['exponential', 1.6], ['zoom'], 6, at(at8 / 2), 8, at(at8), 14, at(at14), 18, at(at18)];
}

/** Edges first, then the roads themselves, so that crossings stay open. */
function roads(palette: MapPalette, isTunnel: boolean): LayerSpecification[] {
  const color = (id: string): Rgb =>
    id === 'highway' ? palette.roadHighway : id === 'major' ? palette.roadMajor : palette.road;
  const inTunnel: ExpressionSpecification = ['==', ['get', 'is_tunnel'], true];
  const prefix = isTunnel ? 'tunnel' : 'road';
  const layer = (id: string, paint: object, { from, is }: (typeof ROADS)[number]): LayerSpecification => ({
    id,
    type: 'line',
    source: SOURCES.streets,
    'source-layer': 'roads',
    minzoom: from,
    filter: ['all', is, isTunnel ? inTunnel : ['!', inTunnel]] as FilterSpecification,
    layout: { 'line-cap': isTunnel ? 'butt' : 'round', 'line-join': 'round' },
    paint,
  });
  const edges = ROADS.map((road) =>
    layer(
      `${prefix}-edge-${road.id}`,
      {
        'line-color': css(palette.roadCasing),
        'line-width': widthOf(road.widths, 1.6),
        'line-opacity': ['interpolate', ['linear'], ['zoom'], road.from, 0.4, road.from + 2, 1],
        ...(isTunnel && { 'line-dasharray': [2, 1.5] }),
      },
      road,
    ),
  );
  const fills = ROADS.map((road) =>
    layer(
      `${prefix}-${road.id}`,
      { 'line-color': css(color(road.id), isTunnel ? 0.45 : 1), 'line-width': widthOf(road.widths) },
      road,
    ),
  );
  return [...edges, ...fills];
}

function paths(palette: MapPalette): LayerSpecification {
  return {
    id: 'paths',
    type: 'line',
    source: SOURCES.streets,
    'source-layer': 'roads',
    minzoom: 13,
    filter: isKind('path'),
    layout: { 'line-join': 'round' },
    paint: {
      'line-color': css(palette.path),
      'line-width': ['interpolate', ['exponential', 1.5], ['zoom'], 13, 0.5, 18, 2.5],
      'line-opacity': ['interpolate', ['linear'], ['zoom'], 13, 0.5, 15, 0.9],
      'line-dasharray': [3, 2],
    },
  };
}

/** A line with ties across it, as maps draw railways. */
function railways(palette: MapPalette): LayerSpecification[] {
  const layer = (id: string, paint: object, minzoom: number): LayerSpecification => ({
    id,
    type: 'line',
    source: SOURCES.streets,
    'source-layer': 'roads',
    minzoom,
    filter: ['all', isKind('rail'), ['!=', ['get', 'is_tunnel'], true]] as FilterSpecification,
    paint,
  });
  const color = css(palette.rail);
  return [
    layer('rail', { 'line-color': color, 'line-width': ['interpolate', ['linear'], ['zoom'], 8, 0.6, 16, 1.8] }, 8),
    layer(
      'rail-ties',
      {
        'line-color': color,
        'line-width': ['interpolate', ['linear'], ['zoom'], 11, 3, 16, 6],
        'line-dasharray': [0.25, 3.2],
      },
      11,
    ),
  ];
}

function buildings(palette: MapPalette): LayerSpecification[] {
  return [
    {
      id: 'buildings',
      type: 'fill',
      source: SOURCES.streets,
      'source-layer': 'buildings',
      minzoom: 13,
      filter: isPolygon,
      paint: {
        'fill-color': css(palette.building),
        'fill-outline-color': css(palette.buildingEdge),
        'fill-opacity': ['interpolate', ['linear'], ['zoom'], 13, 0.5, 15, 1],
      },
    },
  ];
}

function boundaries(palette: MapPalette): LayerSpecification {
  return {
    id: 'boundaries',
    type: 'line',
    source: SOURCES.streets,
    'source-layer': 'boundaries',
    // Farther away the built-in map's borders are enough.
    minzoom: 9,
    filter: isKind('country', 'region'),
    layout: { 'line-join': 'round' },
    paint: {
      'line-color': css(palette.border),
      'line-width': ['case', ['==', KIND, 'country'], 1.4, 0.8],
      'line-dasharray': [4, 2],
    },
  };
}
