import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createGeocoder, GeocoderBusy } from './geocoder.ts';
import { createGeocodingService, parseGeocoderUrl } from './services.ts';

const nominatim = createGeocodingService('https://geo.example/base/', null);
const photon = createGeocodingService('photon+https://geo.example', 'secret');
const pelias = createGeocodingService('pelias+http://geo.example:4000', 'secret');

const PHOTON_FEATURE = {
  geometry: { type: 'Point', coordinates: [9.5209, 47.141] },
  properties: {
    countrycode: 'LI',
    name: 'Landesmuseum',
    street: 'Städtle',
    housenumber: '43',
    city: 'Vaduz',
    country: 'Liechtenstein',
  },
};

describe('the address of a geocoder', () => {
  it('names its kind in front; without a name it is a Nominatim', () => {
    expect(parseGeocoderUrl('photon+https://geo.example')).toEqual({ service: 'photon', url: 'https://geo.example' });
    expect(parseGeocoderUrl('https://geo.example')?.service).toBe('nominatim');
    for (const wrong of ['geo.example', 'google+https://geo.example', 'ftp://geo.example', 'constructor+https://a.b'])
      expect(parseGeocoderUrl(wrong), wrong).toBeNull();
  });
});

describe('Nominatim', () => {
  it('is asked in the language of the person', () => {
    const url = new URL(nominatim.reverse(47.141, 9.5209, 'ru'));
    expect(url.pathname).toBe('/base/reverse');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      lat: '47.141',
      lon: '9.5209',
      'accept-language': 'ru',
    });
    expect(
      new URL(nominatim.search('Städtle', 'en', 5, { latitude: 47, longitude: 9 })).searchParams.get('viewbox'),
    ).toBe('8,48,10,46');
  });

  it('gives street, number, town and country, the number first where people write it so', () => {
    const address = {
      road: 'Städtle',
      house_number: '1',
      village: 'Vaduz',
      country: 'Liechtenstein',
      country_code: 'li',
    };
    expect(nominatim.readReverse({ address })).toBe('Städtle 1, Vaduz, Liechtenstein');
    const british = {
      road: 'High Street',
      house_number: '7',
      city: 'Oxford',
      country: 'United Kingdom',
      country_code: 'gb',
    };
    expect(nominatim.readReverse({ address: british })).toBe('7 High Street, Oxford, United Kingdom');
    expect(nominatim.readReverse({ error: 'Unable to geocode' })).toBeNull();
    expect(nominatim.readReverse('<html>')).toBeNull();
  });

  it('finds places, and leaves out what has none', () => {
    const found = {
      name: '',
      lat: '47.1',
      lon: '9.5',
      address: { road: 'Städtle', town: 'Vaduz', country: 'Liechtenstein' },
    };
    expect(nominatim.readSearch([found, { name: 'Nowhere' }, null])).toEqual([
      { title: 'Städtle, Vaduz', detail: 'Liechtenstein', latitude: 47.1, longitude: 9.5 },
    ]);
  });
});

describe('Photon', () => {
  it('is asked in languages that it has', () => {
    expect(new URL(photon.reverse(1, 2, 'fa')).searchParams.has('lang')).toBe(false);
    expect(new URL(photon.reverse(1, 2, 'en')).searchParams.get('lang')).toBe('en');
    expect(new URL(photon.search('x', 'en', 5, null)).searchParams.get('key')).toBe('secret');
  });

  it('gives addresses and places', () => {
    expect(photon.readReverse({ features: [PHOTON_FEATURE] })).toBe('Städtle 43, Vaduz, Liechtenstein');
    expect(photon.readReverse({ features: [] })).toBeNull();
    expect(photon.readSearch({ features: [PHOTON_FEATURE] })).toEqual([
      { title: 'Landesmuseum, Vaduz', detail: 'Liechtenstein', latitude: 47.141, longitude: 9.5209 },
    ]);
  });
});

describe('Pelias', () => {
  it('gives its labels and places', () => {
    expect(new URL(pelias.reverse(1, 2, 'ru')).pathname).toBe('/v1/reverse');
    const properties = {
      label: 'Städtle 1, Vaduz, Liechtenstein',
      name: 'Städtle 1',
      locality: 'Vaduz',
      country: 'Liechtenstein',
    };
    const features = [{ geometry: { coordinates: [9.5, 47.1] }, properties }];
    expect(pelias.readReverse({ features })).toBe('Städtle 1, Vaduz, Liechtenstein');
    expect(pelias.readSearch({ features })).toEqual([
      { title: 'Städtle 1, Vaduz', detail: 'Liechtenstein', latitude: 47.1, longitude: 9.5 },
    ]);
  });
});

describe('a geocoder', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const opened = (fetchJson: (url: string) => Promise<unknown>) => {
    const failures: unknown[] = [];
    const geocoder = createGeocoder({
      url: 'pelias+https://geo.example',
      key: null,
      perSecond: 1,
      time: { now: () => Date.now() },
      onFailure: (error) => failures.push(error),
      fetchJson,
    });
    return { geocoder, failures };
  };
  const labelled = (url: string) => {
    const { searchParams } = new URL(url);
    const label = searchParams.get('point.lat') ?? searchParams.get('text');
    return Promise.resolve({ features: [{ geometry: { coordinates: [1, 2] }, properties: { label, name: label } }] });
  };

  it('asks once a second, what people type first, and equal points once', async () => {
    const asked: string[] = [];
    const { geocoder } = opened((url) => {
      asked.push(new URL(url).searchParams.get('point.lat') ?? 'text');
      return labelled(url);
    });
    const answers = Promise.all([
      geocoder.reverse(1, 2, 'en'),
      geocoder.reverse(3, 2, 'en'),
      geocoder.reverse(3, 2, 'en'),
      geocoder.search('Vaduz', 'en', null),
    ]);
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toEqual(['1']);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toEqual(['1', 'text']);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toEqual(['1', 'text', '3']);
    expect(await answers).toMatchObject(['1', '3', '3', [{ title: 'Vaduz' }]]);
  });

  it('rests after a failure, says so once, and asks again later', async () => {
    let broken = true;
    const { geocoder, failures } = opened((url) => (broken ? Promise.reject(new Error('down')) : labelled(url)));
    const answers = Promise.allSettled([geocoder.reverse(1, 2, 'en'), geocoder.reverse(3, 2, 'en')]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await answers).toMatchObject([
      { reason: new Error('down') },
      { reason: expect.any(GeocoderBusy) as unknown },
    ]);
    await expect(geocoder.search('x', 'en', null)).rejects.toThrow(GeocoderBusy);
    expect(failures).toHaveLength(1);
    broken = false;
    await vi.advanceTimersByTimeAsync(30_000);
    const later = geocoder.reverse(1, 2, 'en');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await later).toBe('1');
  });

  it('takes no more than it can answer before people leave', async () => {
    const { geocoder } = opened(() => new Promise(() => undefined));
    const refused: unknown[] = [];
    for (let latitude = 0; latitude < 700; latitude++)
      geocoder.reverse(latitude / 10, 2, 'en').catch((error: unknown) => refused.push(error));
    await vi.advanceTimersByTimeAsync(0);
    expect(refused.length).toBeGreaterThan(90);
    expect(refused.every((error) => error instanceof GeocoderBusy)).toBe(true);
  });
});
