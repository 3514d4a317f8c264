import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl';
import { css } from '../color.ts';
import type { MapPalette } from '../palette.ts';
import { ground } from './ground.ts';

/** Fonts of names on the base map; without a `glyphs` address MapLibre draws them with local fonts. */
export const MAP_FONT = ['Inter Variable', 'Inter', 'Vazirmatn Variable', 'Arial', 'sans-serif'];

/** Where the world's tiles are: `{origin}/basemap/{z}/{x}/{y}.mvt`. */
export interface WorldStyleOptions {
  readonly origin: string;
  readonly palette: MapPalette;
  /** Country names by ISO 3166 code and English name in the language of the screen; the source's English for the rest. */
  readonly countryNames: ReadonlyMap<string, string>;
  readonly language: string;
  readonly hasLand: boolean;
}

/** The world from the deployment's own server: coasts, borders, countries, towns. Quiet, so that marks stand out. */
export function worldStyle({
  origin,
  palette,
  countryNames,
  language,
  hasLand,
}: WorldStyleOptions): StyleSpecification {
  return {
    version: 8,
    sources: {
      world: {
        type: 'vector',
        tiles: [`${origin}/basemap/{z}/{x}/{y}.mvt`],
        minzoom: 0,
        maxzoom: 12,
        attribution: 'Natural Earth · GeoNames (CC BY 4.0)',
      },
    },
    layers: [
      ground(palette, hasLand),
      ...groundLayers(palette),
      ...placeLayers(palette, language),
      countryLayer(palette, countryNames),
    ],
  };
}

function groundLayers(palette: MapPalette): LayerSpecification[] {
  return [
    {
      id: 'land',
      type: 'fill',
      source: 'world',
      'source-layer': 'land',
      paint: { 'fill-color': css(palette.land), 'fill-antialias': true },
    },
    {
      id: 'coast',
      type: 'line',
      source: 'world',
      'source-layer': 'coast',
      layout: { 'line-join': 'round' },
      paint: { 'line-color': css(palette.coast), 'line-width': ['interpolate', ['linear'], ['zoom'], 2, 0.4, 8, 0.9] },
    },
    {
      id: 'borders',
      type: 'line',
      source: 'world',
      'source-layer': 'borders',
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': css(palette.border),
        'line-width': ['interpolate', ['linear'], ['zoom'], 2, 0.5, 8, 1.2],
        'line-dasharray': [4, 2.5],
      },
    },
  ];
}

function countryLayer(palette: MapPalette, names: ReadonlyMap<string, string>): LayerSpecification {
  return {
    id: 'countries',
    type: 'symbol',
    source: 'world',
    'source-layer': 'countries',
    maxzoom: 8,
    layout: {
      'text-field': countryName(names),
      'text-font': MAP_FONT,
      'text-size': [
        'interpolate',
        ['linear'],
        ['zoom'],
        2,
        ['case', ['<=', ['get', 'rank'], 1], 12, 10.5],
        6,
        ['case', ['<=', ['get', 'rank'], 2], 18, 13.5],
      ],
      'text-letter-spacing': 0.08,
      'text-max-width': 8,
      'text-transform': 'uppercase',
      'text-padding': 6,
      'symbol-sort-key': ['get', 'rank'],
    },
    paint: {
      'text-color': css(palette.countryText),
      'text-halo-color': css(palette.halo, 0.85),
      'text-halo-width': 1.4,
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

function placeLayers(palette: MapPalette, language: string): LayerSpecification[] {
  const rank: ExpressionSpecification = ['get', 'rank'];
  return [
    {
      id: 'place-dots',
      type: 'circle',
      source: 'world',
      'source-layer': 'places',
      maxzoom: 9,
      filter: ['<=', rank, ['step', ['zoom'], 2, 5, 4, 7, 9]],
      paint: {
        'circle-radius': ['case', ['==', rank, 0], 2.4, ['<=', rank, 2], 2, 1.5],
        'circle-color': css(palette.halo),
        'circle-stroke-color': css(palette.placeText),
        'circle-stroke-width': 1,
      },
    },
    {
      id: 'places',
      type: 'symbol',
      source: 'world',
      'source-layer': 'places',
      layout: {
        'text-field': ['coalesce', ['get', `name:${language}`], ['get', 'name']],
        'text-font': MAP_FONT,
        'text-size': [
          'interpolate',
          ['linear'],
          ['zoom'],
          3,
          ['case', ['<=', rank, 1], 11, 10],
          8,
          ['case', ['<=', rank, 1], 16, ['<=', rank, 3], 13, 11],
          13,
          ['case', ['<=', rank, 2], 20, ['<=', rank, 4], 15, 12.5],
        ],
        'text-max-width': 9,
        'text-padding': ['interpolate', ['linear'], ['zoom'], 3, 10, 10, 4],
        // Always above its dot, so that units' names can keep clear of it (`placeNames.ts`).
        'text-anchor': 'bottom',
        'text-offset': ['step', ['zoom'], ['literal', [0, -0.45]], 9, ['literal', [0, 0]]],
        'symbol-sort-key': ['-', rank, ['/', ['ln', ['+', ['get', 'population'], 1]], 20]],
      },
      paint: {
        'text-color': css(palette.placeText),
        'text-halo-color': css(palette.halo, 0.9),
        'text-halo-width': 1.3,
      },
    },
  ];
}
