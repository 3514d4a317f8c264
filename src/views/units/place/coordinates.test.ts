import { describe, expect, it } from 'vitest';
import { placeOf, readCoordinates } from './coordinates.ts';

describe('coordinates that are pasted', () => {
  it('are read as maps and messengers write them', () => {
    const berlin = { latitude: 52.5163, longitude: 13.3777 };
    for (const text of [
      '52.5163, 13.3777',
      '52.5163,13.3777',
      ' 52.5163 13.3777 ',
      '52.5163; 13.3777',
      '(52.5163, 13.3777)',
      '52.5163°, 13.3777°',
    ])
      expect(readCoordinates(text), text).toEqual(berlin);
    expect(readCoordinates('-33.8688, 151.2093')).toEqual({ latitude: -33.8688, longitude: 151.2093 });
  });

  it('are nothing where the text is something else or lies off the globe', () => {
    for (const text of ['', '52.5163', 'Berlin, Germany', '95, 13', '52, 181', '1, 2, 3', '52,5163 13,3777'])
      expect(readCoordinates(text), text).toBeNull();
  });
});

it('fields that are half written are no place yet', () => {
  expect(placeOf({ latitude: 52.5, longitude: null })).toBeNull();
  expect(placeOf({ latitude: '5x', longitude: 13 })).toBeNull();
  expect(placeOf({ latitude: 0, longitude: 0 })).toEqual({ latitude: 0, longitude: 0 });
});
