import { expect, it } from 'vitest';
import { nameFeature, zoneFeature, type MapZone } from './zones.ts';

const zone = (radius: number): MapZone => ({
  id: 7,
  name: 'Depot',
  colour: 'green',
  shape: { type: 'circle', center: [51.4, 35.7], radius },
});

it('a zone is named from the zoom on at which it is wide enough: a larger one earlier', () => {
  const from = (radius: number): number => Number(nameFeature(zone(radius)).properties?.['from']);
  expect(from(50_000)).toBeLessThan(from(500));
  // Twice as wide is one zoom earlier.
  expect(from(500) - from(1_000)).toBe(1);
  expect(from(5)).toBeLessThanOrEqual(18);
});

it('a zone is found by its id and named in its middle', () => {
  expect(zoneFeature(zone(500))).toMatchObject({ id: 7, properties: { colour: 'green' } });
  expect(nameFeature(zone(500))).toMatchObject({ id: 7, geometry: { coordinates: [51.4, 35.7] } });
});

it('a corridor is named on its line', () => {
  const corridor: MapZone = {
    ...zone(1),
    shape: {
      type: 'corridor',
      coordinates: [
        [51, 35],
        [51.2, 35.4],
        [52, 35],
      ],
      width: 50,
    },
  };
  expect(nameFeature(corridor)).toMatchObject({ geometry: { coordinates: [51.2, 35.4] } });
});
