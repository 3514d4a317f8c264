import { describe, expect, it } from 'vitest';
import type { MapServices } from '../../api/contract/index.ts';
import { mapPalette, type MapThemeColors } from '../palette.ts';
import { countryNames } from './countryNames.ts';
import { baseLayers, baseStyle, defaultBaseLayer, serviceOrigins } from './index.ts';

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

describe('base layers', () => {
  it('lists all, and says why one cannot be chosen', () => {
    expect(baseLayers(services).map(({ id, available, reasonKey }) => [id, available, reasonKey])).toEqual([
      ['world', true, undefined],
      ['openStreetMap', true, undefined],
      ['bingAerial', false, 'map.layer.reason.notConfigured'],
      ['googleHybrid', false, 'map.layer.reason.unreachable'],
    ]);
  });

  it('starts with a map that needs no internet', () => {
    expect(defaultBaseLayer(services)).toBe('world');
    expect(defaultBaseLayer({ ...services, pmtiles: true })).toBe('streets');
    expect(baseLayers({ ...services, pmtiles: true })[0]?.id).toBe('streets');
  });

  it('falls back to the own map for a layer that is not available', () => {
    const options = { origin: 'http://localhost', palette: mapPalette(grey), language: 'en', hasLand: true };
    expect(Object.keys(baseStyle('bingAerial', services, options).sources)).toEqual(['world']);
  });

  it('names countries in the language of the screen', () => {
    expect(countryNames('ru').get('DE')).toBe('Германия');
    expect(countryNames('ru').has('QQ')).toBe(false);
    expect(countryNames('fa').get('Sweden')).toBe('سوئد');
    expect(countryNames('fa').get('IR')).toBe('ایران');
    expect(countryNames('en').size).toBe(0);
  });

  it('names the hosts that the browser must be allowed to ask', () => {
    expect(serviceOrigins(services)).toEqual(['https://tile.example']);
  });
});
