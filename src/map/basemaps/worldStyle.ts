import type { ExpressionSpecification, LayerSpecification, SourceSpecification } from 'maplibre-gl';
import { css, type Rgb } from '../color.ts';
import type { MapPalette } from '../palette.ts';
import { SOURCES, type OwnStyleOptions } from './styleOptions.ts';
import { MAP_FONT, localName, textPaint } from './text.ts';

/** Changes when the tiles hold something new: browsers keep those of before for a day. */
const EDITION = 3;
/** The zoom from which streets name their rivers. */
export const WATER_NAMES_FROM = 9;
/** From here on the two sources' names of a town are so far apart that both would be drawn. */
const PLACE_NAMES_FROM = 12.5;
const RANK: ExpressionSpecification = ['get', 'rank'];

/** The world from the deployment's own server. */
export const worldSource = (origin: string): SourceSpecification => ({
  type: 'vector',
  tiles: [`${origin}/basemap/{z}/{x}/{y}.mvt?edition=${EDITION}`],
  minzoom: 0,
  maxzoom: 12,
  attribution: 'Natural Earth · GeoNames (CC BY 4.0)',
});

/** Land, water, ice, borders: all that lies under streets. */
export function worldGround(palette: MapPalette): LayerSpecification[] {
  return [
    fill('land', 'land', palette.land),
    fill('built-up', 'builtUp', palette.builtUp),
    fill('glaciers', 'glaciers', palette.glacier),
    rivers(palette),
    fill('lakes', 'lakes', palette.water),
    line('lake-shores', 'lakes', palette.coast, [2, 0.2, 8, 0.7]),
    { ...line('highways', 'roads', palette.roadCasing, [4, 0.4, 10, 2]), minzoom: 4 },
    line('coast', 'coast', palette.coast, [2, 0.4, 8, 0.9]),
    { ...line('railways', 'railways', palette.rail, [5, 0.4, 10, 1.1]), minzoom: 5 },
    borders(palette),
  ];
}

type Width = readonly [fromZoom: number, from: number, toZoom: number, to: number];

function fill(id: string, layer: string, color: Rgb): LayerSpecification {
  return { id, type: 'fill', source: SOURCES.world, 'source-layer': layer, paint: { 'fill-color': css(color) } };
}

function line(id: string, layer: string, color: Rgb, width: Width): LayerSpecification {
  return {
    id,
    type: 'line',
    source: SOURCES.world,
    'source-layer': layer,
    layout: { 'line-join': 'round', 'line-cap': 'round' },
    paint: { 'line-color': css(color), 'line-width': ['interpolate', ['linear'], ['zoom'], ...width] },
  };
}

/** The larger a river (its rank is smaller), the wider. */
function rivers(palette: MapPalette): LayerSpecification {
  const width = (largest: number, smallest: number): ExpressionSpecification => [
    'interpolate',
    ['linear'],
    RANK,
    1,
    largest,
    10,
    smallest,
  ];
  return {
    id: 'rivers',
    type: 'line',
    source: SOURCES.world,
    'source-layer': 'rivers',
    layout: { 'line-join': 'round', 'line-cap': 'round' },
    paint: {
      'line-color': css(palette.waterLine),
      'line-width': [
        'interpolate',
        ['exponential', 1.3],
        ['zoom'],
        2,
        width(0.7, 0.2),
        6,
        width(1.5, 0.5),
        12,
        width(5, 1.6),
      ],
    },
  };
}

function borders(palette: MapPalette): LayerSpecification {
  return {
    id: 'borders',
    type: 'line',
    source: SOURCES.world,
    'source-layer': 'borders',
    layout: { 'line-join': 'round' },
    paint: {
      'line-color': css(palette.border),
      'line-width': ['interpolate', ['linear'], ['zoom'], 2, 0.6, 8, 1.4],
      'line-dasharray': [4, 2],
    },
  };
}

/** Names of waters, airports, towns and countries, the least important first. */
export function worldNames(options: OwnStyleOptions): LayerSpecification[] {
  const { palette, language } = options;
  return [
    {
      ...waterNames('river-names', 'rivers', palette, language),
      filter: ['all', ['has', 'name'], isBuiltIn(options, WATER_NAMES_FROM)],
    } as LayerSpecification,
    waterNames('lake-names', 'lakeNames', palette, language),
    airports(palette),
    placeDots(palette),
    { ...places(palette, language), filter: isBuiltIn(options, PLACE_NAMES_FROM) } as LayerSpecification,
  ];
}

/** Whether something lies outside the streets' box, or the zoom is far: from near, names come with the streets. */
function isBuiltIn({ streets }: OwnStyleOptions, from: number): ExpressionSpecification {
  if (streets === null) return ['literal', true];
  const [west, south, east, north] = streets.bounds;
  const box: GeoJSON.Polygon = {
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  };
  return ['any', ['<', ['zoom'], from], ['!', ['within', box]]];
}

function waterNames(id: string, layer: string, palette: MapPalette, language: string): LayerSpecification {
  const isLine = layer === 'rivers';
  return {
    id,
    type: 'symbol',
    source: SOURCES.world,
    'source-layer': layer,
    minzoom: isLine ? 6 : 4,
    filter: ['has', 'name'],
    layout: {
      'symbol-placement': isLine ? 'line' : 'point',
      'symbol-spacing': 420,
      'text-field': localName(language),
      'text-font': MAP_FONT,
      'text-size': ['interpolate', ['linear'], ['zoom'], 5, 10, 10, 12.5],
      'text-letter-spacing': 0.06,
      'text-max-width': 7,
      'text-padding': 12,
      'symbol-sort-key': RANK,
    },
    paint: {
      ...textPaint(palette, palette.waterText),
      'text-halo-color': css(isLine ? palette.halo : palette.water, 0.8),
    },
  };
}

function airports(palette: MapPalette): LayerSpecification {
  return {
    id: 'airports',
    type: 'symbol',
    source: SOURCES.world,
    'source-layer': 'airports',
    minzoom: 7,
    layout: {
      'text-field': ['step', ['zoom'], ['get', 'code'], 9, ['concat', ['get', 'name'], ' (', ['get', 'code'], ')']],
      'text-font': MAP_FONT,
      'text-size': ['interpolate', ['linear'], ['zoom'], 7, 9.5, 12, 12],
      'text-max-width': 8,
      'text-padding': 8,
      'symbol-sort-key': RANK,
    },
    paint: textPaint(palette, palette.roadText),
  };
}

/** Country names, over all else. */
export function countryLayer({ palette, countryNames }: OwnStyleOptions): LayerSpecification {
  return {
    id: 'countries',
    type: 'symbol',
    source: SOURCES.world,
    'source-layer': 'countries',
    maxzoom: 8,
    layout: {
      'text-field': countryName(countryNames),
      'text-font': MAP_FONT,
      'text-size': [
        'interpolate',
        ['linear'],
        ['zoom'],
        2,
        ['case', ['<=', RANK, 1], 12, 10.5],
        6,
        ['case', ['<=', RANK, 2], 18, 13.5],
      ],
      'text-letter-spacing': 0.08,
      'text-max-width': 8,
      'text-transform': 'uppercase',
      'text-padding': 6,
      'symbol-sort-key': RANK,
    },
    paint: {
      ...textPaint(palette, palette.countryText, 1.4),
      'text-opacity': ['interpolate', ['linear'], ['zoom'], 6, 0.9, 8, 0.35],
    },
  };
}

function countryName(names: ReadonlyMap<string, string>): ExpressionSpecification {
  const name: ExpressionSpecification = ['get', 'name'];
  if (names.size === 0) return name;
  const [first, ...others] = [...names];
  const cases = others.flat();
  return ['match', ['get', 'code'], ...first, ...cases, ['match', name, ...first, ...cases, name]];
}

function placeDots(palette: MapPalette): LayerSpecification {
  return {
    id: 'place-dots',
    type: 'circle',
    source: SOURCES.world,
    'source-layer': 'places',
    maxzoom: 9,
    filter: ['<=', RANK, ['step', ['zoom'], 2, 5, 4, 7, 9]],
    paint: {
      'circle-radius': ['case', ['==', RANK, 0], 2.4, ['<=', RANK, 2], 2, 1.5],
      'circle-color': css(palette.halo),
      'circle-stroke-color': css(palette.placeText),
      'circle-stroke-width': 1,
    },
  };
}

function places(palette: MapPalette, language: string): LayerSpecification {
  return {
    id: 'places',
    type: 'symbol',
    source: SOURCES.world,
    'source-layer': 'places',
    layout: {
      'text-field': localName(language),
      'text-font': MAP_FONT,
      'text-size': [
        'interpolate',
        ['linear'],
        ['zoom'],
        3,
        ['case', ['<=', RANK, 1], 11, 10],
        8,
        ['case', ['<=', RANK, 1], 16, ['<=', RANK, 3], 13, 11],
        13,
        ['case', ['<=', RANK, 2], 20, ['<=', RANK, 4], 15, 12.5],
      ],
      'text-max-width': 9,
      'text-padding': ['interpolate', ['linear'], ['zoom'], 3, 10, 10, 4],
      // Always above its dot, so that units' names can keep clear of it (`placeNames.ts`).
      'text-anchor': 'bottom',
      'text-offset': ['step', ['zoom'], ['literal', [0, -0.45]], 9, ['literal', [0, 0]]],
      'symbol-sort-key': ['-', RANK, ['/', ['ln', ['+', ['get', 'population'], 1]], 20]],
    },
    paint: textPaint(palette, palette.placeText),
  };
}
