import { describe, expect, it } from 'vitest';
import type { MapServices } from '../../api/contract/index.ts';
import { mapPalette, type MapThemeColors } from '../palette.ts';
import { countryNames } from './countryNames.ts';
import { baseLayers, baseStyle, defaultBaseLayer, picturesOf, type BaseLayerId } from './index.ts';

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
    { id: 'bingAerial', problem: 'notConfigured' },
    { id: 'googleHybrid', problem: 'unreachable' },
  ],
};
/** Any colours will do where only the source of a style matters. */
const grey = new Proxy({}, { get: () => [128, 128, 128, 255] }) as MapThemeColors;

const streets = {
  minZoom: 6,
  maxZoom: 14,
  bounds: [9, 46, 10, 48],
  attribution: '© contributors',
  isOwn: true,
} as const;
const options = { origin: 'http://localhost', palette: mapPalette(grey), language: 'en', hasLand: true };
const layerIds = (id: BaseLayerId, given: MapServices): string[] =>
  baseStyle(id, given, options).layers.map((layer) => layer.id);

describe('base layers', () => {
  it('lists all, and says why one cannot be chosen', () => {
    expect(baseLayers(services).map(({ id, available, reasonKey }) => [id, available, reasonKey])).toEqual([
      ['streets', true, undefined],
      ['world', true, undefined],
      ['openStreetMap', true, undefined],
      ['bingAerial', false, 'map.layer.reason.notConfigured'],
      ['googleHybrid', false, 'map.layer.reason.unreachable'],
    ]);
  });

  it('starts with streets: those of the deployment, else those of the service, and none where neither is', () => {
    expect(defaultBaseLayer(services)).toBe('streets');
    expect(defaultBaseLayer({ ...services, streets })).toBe('world');
    expect(defaultBaseLayer({ ...services, streets: { ...streets, isOwn: false } })).toBe('streets');
    const nowhere: MapServices = { streets: null, services: [{ id: 'openStreetMap', problem: 'notConfigured' }] };
    expect(defaultBaseLayer(nowhere)).toBe('world');
    expect(baseLayers(nowhere).map(({ id }) => id)).toEqual(['world', 'openStreetMap']);
  });

  it('falls back to the own map for a layer that is not available', () => {
    expect(Object.keys(baseStyle('bingAerial', services, options).sources)).toEqual(['world']);
    expect(Object.keys(baseStyle('world', { ...services, streets }, options).sources)).toEqual(['world', 'streets']);
  });

  it('keeps the own map under the pictures of a service, whose streets begin near', () => {
    const near = baseStyle('streets', services, options).layers.at(-1);
    expect(near).toMatchObject({ id: 'service', type: 'raster', minzoom: 9 });
    expect(baseStyle('openStreetMap', services, options).layers.at(-1)).toMatchObject({ id: 'service', minzoom: 0 });
    expect(layerIds('openStreetMap', services)).toEqual([...layerIds('world', services), 'service']);
  });

  it('dims pictures on dark skins', () => {
    const paint = (skin: 'light' | 'dark') =>
      baseStyle('openStreetMap', services, { ...options, palette: { ...options.palette, skin } }).layers.at(-1)?.paint;
    expect(paint('dark')).toHaveProperty('raster-brightness-max');
    expect(paint('light')).not.toHaveProperty('raster-brightness-max');
  });

  it('says whether pictures are shown at the zoom', () => {
    const map = (minzoom: number | undefined, zoom: number) => ({ getLayer: () => ({ minzoom }), getZoom: () => zoom });
    expect(picturesOf({ getLayer: () => undefined, getZoom: () => 12 })).toBe('none');
    expect([picturesOf(map(9, 8.9)), picturesOf(map(9, 9)), picturesOf(map(undefined, 1))]).toEqual([
      'hidden',
      'shown',
      'shown',
    ]);
  });

  it('names countries in the language of the screen', () => {
    expect(countryNames('ru').get('DE')).toBe('Германия');
    expect(countryNames('ru').has('QQ')).toBe(false);
    expect(countryNames('fa').get('Sweden')).toBe('سوئد');
    expect(countryNames('fa').get('IR')).toBe('ایران');
    expect(countryNames('en').size).toBe(0);
  });
});
