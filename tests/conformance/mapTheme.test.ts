import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import { describe, expect, it } from 'vitest';
import type { MapServices } from '../../src/api/contract/index.ts';
import { baseStyle } from '../../src/map/basemaps/index.ts';
import { contrast } from '../../src/map/color.ts';
import { mapPalette } from '../../src/map/palette.ts';
import { SKINS, themeColors } from '../../src/ui/tokens/index.ts';

/** The map in the colours of the real theme: the map itself never imports the design system. */
const services: MapServices = {
  streets: null,
  services: [
    {
      id: 'openStreetMap',
      tiles: ['https://tile.example/{z}/{x}/{y}.png'],
      tileSize: 256,
      maxZoom: 19,
      attribution: '© contributors',
    },
  ],
};
const streets = {
  minZoom: 6,
  maxZoom: 14,
  bounds: [9, 46, 10, 48],
  attribution: '© contributors',
  isOwn: true,
} as const;
const palettes = SKINS.map((skin) => [skin, mapPalette(themeColors(skin))] as const);

describe('base map styles', () => {
  it.each(palettes)('makes valid styles in %s without fonts from elsewhere', (_skin, palette) => {
    const options = { origin: 'http://localhost', palette, language: 'ru', hasLand: true };
    for (const id of ['world', 'streets', 'openStreetMap', 'bingAerial'] as const) {
      const style = baseStyle(id, { ...services, streets }, options);
      expect(validateStyleMin(style)).toEqual([]);
      expect(style.glyphs).toBeUndefined();
      expect(new Set(style.layers.map((layer) => layer.id)).size).toBe(style.layers.length);
    }
  });
});

describe('palette', () => {
  it.each(palettes)('sets every mark off from the ground by 3:1 in %s', (_skin, palette) => {
    for (const { fill, ink } of Object.values(palette.marks)) {
      for (const ground of [palette.land, palette.water]) {
        expect(Math.max(contrast(fill, ground), contrast(ink, ground))).toBeGreaterThan(3);
      }
    }
    expect(contrast(palette.unitText, palette.halo)).toBeGreaterThan(7);
    for (const ground of [palette.land, palette.builtUp, palette.meadow]) {
      expect(contrast(palette.placeText, ground)).toBeGreaterThan(4.5);
    }
    expect(contrast(palette.roadText, palette.land)).toBeGreaterThan(4.5);
  });

  it('gives semi-dark the light ground', () => {
    expect(palettes.map(([, palette]) => palette.skin)).toEqual(['light', 'dark', 'light']);
  });
});
