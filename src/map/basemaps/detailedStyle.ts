import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl';
import { css } from '../color.ts';
import type { MapPalette } from '../palette.ts';
import type { StyleOptions } from './styleOptions.ts';
import { ground } from './ground.ts';
import { MAP_FONT } from './worldStyle.ts';

const SOURCE = 'detailed';

/**
 * Streets from the deployment's own PMTiles archive in the Protomaps schema (version 4: layers
 * earth, water, landuse, roads, buildings, boundaries, places), in the same quiet colours.
 */
export function detailedStyle({ origin, palette, language, hasLand }: StyleOptions): StyleSpecification {
  return {
    version: 8,
    sources: {
      [SOURCE]: {
        type: 'vector',
        url: `pmtiles://${origin}/basemap/pmtiles`,
        attribution: '© OpenStreetMap contributors',
      },
    },
    layers: [
      ground(palette, hasLand),
      ...areas(palette),
      ...roads(palette),
      boundaries(palette),
      ...names(palette, language),
    ],
  };
}

const KIND: ExpressionSpecification = ['get', 'kind'];

function areas(palette: MapPalette): LayerSpecification[] {
  const fill = (id: string, layer: string, color: string, kinds: readonly string[] | null): LayerSpecification => ({
    id,
    type: 'fill',
    source: SOURCE,
    'source-layer': layer,
    ...(kinds
      ? { filter: ['in', KIND, ['literal', [...kinds]]] as ExpressionSpecification }
      : { filter: ['==', ['geometry-type'], 'Polygon'] as ExpressionSpecification }),
    paint: { 'fill-color': color },
  });
  return [
    fill('earth', 'earth', css(palette.land), null),
    fill('green', 'landuse', css(palette.green), [
      'park',
      'forest',
      'wood',
      'nature_reserve',
      'grass',
      'cemetery',
      'golf_course',
    ]),
    fill('water', 'water', css(palette.water), null),
    { ...fill('buildings', 'buildings', css(palette.building), null), minzoom: 14 } as LayerSpecification,
  ];
}

const ROAD_WIDTHS: readonly (readonly [kind: string, from: number, at8: number, at16: number])[] = [
  ['path', 14, 0.3, 2],
  ['minor_road', 12, 0.3, 7],
  ['major_road', 7, 0.8, 11],
  ['highway', 5, 1.3, 14],
];

function roads(palette: MapPalette): LayerSpecification[] {
  const line = (id: string, color: string, extra: number) =>
    ROAD_WIDTHS.map(([kind, from, at8, at16]): LayerSpecification => ({
      id: `${id}-${kind}`,
      type: 'line',
      source: SOURCE,
      'source-layer': 'roads',
      minzoom: from,
      filter: ['==', KIND, kind],
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: {
        'line-color': color,
        'line-width': [
          'interpolate',
          ['exponential', 1.6],
          ['zoom'],
          5,
          at8 / 2 + extra,
          8,
          at8 + extra,
          16,
          at16 + extra,
        ],
      },
    }));
  return [...line('road-casing', css(palette.roadCasing), 1.2), ...line('road', css(palette.road), 0)];
}

function boundaries(palette: MapPalette): LayerSpecification {
  return {
    id: 'boundaries',
    type: 'line',
    source: SOURCE,
    'source-layer': 'boundaries',
    filter: ['in', KIND, ['literal', ['country', 'region']]],
    paint: {
      'line-color': css(palette.border),
      'line-width': ['case', ['==', KIND, 'country'], 1, 0.5],
      'line-dasharray': [4, 2.5],
    },
  };
}

function names(palette: MapPalette, language: string): LayerSpecification[] {
  const name: ExpressionSpecification = ['coalesce', ['get', `name:${language}`], ['get', 'name:en'], ['get', 'name']];
  const paint = {
    'text-color': css(palette.placeText),
    'text-halo-color': css(palette.halo, 0.9),
    'text-halo-width': 1.3,
  };
  return [
    {
      id: 'road-names',
      type: 'symbol',
      source: SOURCE,
      'source-layer': 'roads',
      minzoom: 13,
      layout: { 'symbol-placement': 'line', 'text-field': name, 'text-font': MAP_FONT, 'text-size': 11 },
      paint,
    },
    {
      id: 'place-names',
      type: 'symbol',
      source: SOURCE,
      'source-layer': 'places',
      layout: {
        'text-field': name,
        'text-font': MAP_FONT,
        'text-size': [
          'interpolate',
          ['linear'],
          ['zoom'],
          4,
          ['match', KIND, 'country', 13, 10],
          12,
          ['match', KIND, 'country', 16, 15],
        ],
        'text-max-width': 9,
        'symbol-sort-key': ['-', 20, ['coalesce', ['get', 'population_rank'], 0]],
      },
      paint: { ...paint, 'text-color': ['match', KIND, 'country', css(palette.countryText), css(palette.placeText)] },
    },
  ];
}
