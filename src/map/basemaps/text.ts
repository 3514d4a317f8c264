import type { ExpressionSpecification, SymbolLayerSpecification } from 'maplibre-gl';
import { css, type Rgb } from '../color.ts';
import type { MapPalette } from '../palette.ts';

/** Fonts of names on the base map; without a `glyphs` address MapLibre draws them with local fonts. */
export const MAP_FONT = ['Inter Variable', 'Inter', 'Vazirmatn Variable', 'Arial', 'sans-serif'];

/** The name in the reader's language where the data has it, else as people there write it. */
export const localName = (language: string): ExpressionSpecification => [
  'coalesce',
  ['get', `name:${language}`],
  ['get', 'name'],
];

/** Text with the ground behind it. */
export const textPaint = (
  palette: MapPalette,
  color: Rgb,
  halo = 1.3,
): NonNullable<SymbolLayerSpecification['paint']> => ({
  'text-color': css(color),
  'text-halo-color': css(palette.halo, 0.9),
  'text-halo-width': halo,
});
