import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import type { MapPalette } from '../palette.ts';
import { shieldId } from '../shields.ts';
import { SOURCES } from './styleOptions.ts';
import { MAP_FONT, localName, textPaint } from './text.ts';
import { WATER_NAMES_FROM } from './worldStyle.ts';

const KIND: ExpressionSpecification = ['get', 'kind'];
const isLine: ExpressionSpecification = ['==', ['geometry-type'], 'LineString'];
const POPULATION: ExpressionSpecification = ['coalesce', ['get', 'population_rank'], 0];

/** Names of waters, streets with their numbers, peaks and stations, places: the least important first. */
export function streetNames(palette: MapPalette, language: string): LayerSpecification[] {
  return [
    waterNames(palette, language),
    roadNames('minor-road-names', ['minor_road', 'path'], 14, palette, language),
    roadNames('road-names', ['major_road', 'highway'], 12, palette, language),
    roadNumbers(palette),
    points(palette, language),
    places(palette, language),
  ];
}

const base = (id: string, layer: string) =>
  ({ id, type: 'symbol', source: SOURCES.streets, 'source-layer': layer }) as const;

function waterNames(palette: MapPalette, language: string): LayerSpecification {
  return {
    ...base('street-water-names', 'water'),
    minzoom: WATER_NAMES_FROM,
    filter: ['all', ['has', 'name'], isLine, ['any', ['>=', ['zoom'], 12], ['==', KIND, 'river']]],
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': 500,
      'text-field': localName(language),
      'text-font': MAP_FONT,
      'text-size': 11,
      'text-letter-spacing': 0.06,
    },
    paint: textPaint(palette, palette.waterText),
  };
}

function roadNames(
  id: string,
  kinds: readonly string[],
  minzoom: number,
  palette: MapPalette,
  language: string,
): LayerSpecification {
  return {
    ...base(id, 'roads'),
    minzoom,
    filter: ['all', ['in', KIND, ['literal', [...kinds]]], ['has', 'name']],
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': 320,
      'text-field': localName(language),
      'text-font': MAP_FONT,
      'text-size': ['interpolate', ['linear'], ['zoom'], 12, 10, 18, 14],
      'text-max-angle': 35,
      'text-padding': 4,
    },
    paint: textPaint(palette, palette.roadText, 1.6),
  };
}

/** The number of a road on a plate that `shields.ts` draws. */
function roadNumbers(palette: MapPalette): LayerSpecification {
  return {
    ...base('road-numbers', 'roads'),
    minzoom: 9,
    filter: [
      'all',
      ['has', 'ref'],
      ['in', KIND, ['literal', ['major_road', 'highway']]],
      ['<', ['length', ['get', 'ref']], 7],
    ],
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': 260,
      'text-field': ['get', 'ref'],
      'text-font': MAP_FONT,
      'text-size': ['interpolate', ['linear'], ['zoom'], 9, 9, 16, 11],
      'text-rotation-alignment': 'viewport',
      'text-pitch-alignment': 'viewport',
      'text-padding': 14,
      'icon-image': shieldId(palette),
      'icon-text-fit': 'both',
      'icon-text-fit-padding': [1, 3, 1, 3],
      'icon-rotation-alignment': 'viewport',
    },
    paint: { ...textPaint(palette, palette.roadText, 0) },
  };
}

function points(palette: MapPalette, language: string): LayerSpecification {
  const isPeak: ExpressionSpecification = ['==', KIND, 'peak'];
  return {
    ...base('pois', 'pois'),
    minzoom: 11,
    filter: ['all', ['in', KIND, ['literal', ['peak', 'station', 'train_station']]], ['has', 'name']],
    layout: {
      'text-field': [
        'case',
        isPeak,
        [
          'concat',
          '▲ ',
          localName(language),
          ['case', ['has', 'elevation'], ['concat', '\n', ['to-string', ['get', 'elevation']], ' m'], ''],
        ],
        localName(language),
      ],
      'text-font': MAP_FONT,
      'text-size': ['interpolate', ['linear'], ['zoom'], 11, 9.5, 16, 12],
      'text-max-width': 8,
      'text-padding': 6,
    },
    paint: textPaint(palette, palette.roadText),
  };
}

function places(palette: MapPalette, language: string): LayerSpecification {
  const isQuarter: ExpressionSpecification = ['in', KIND, ['literal', ['neighbourhood', 'macrohood']]];
  const size = (small: number, large: number): ExpressionSpecification => [
    'interpolate',
    ['linear'],
    POPULATION,
    2,
    small,
    12,
    large,
  ];
  return {
    ...base('place-names', 'places'),
    filter: ['!', ['in', KIND, ['literal', ['country', 'region']]]],
    layout: {
      'text-field': localName(language),
      'text-font': MAP_FONT,
      'text-size': ['interpolate', ['linear'], ['zoom'], 6, size(9, 12), 10, size(10, 16), 15, size(12, 20)],
      'text-max-width': 9,
      'text-padding': 4,
      'text-letter-spacing': ['case', isQuarter, 0.06, 0],
      'symbol-sort-key': ['-', 20, POPULATION],
    },
    paint: textPaint(palette, palette.placeText, 1.5),
  };
}
