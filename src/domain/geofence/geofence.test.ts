import { expect, it } from 'vitest';
import { LENGTH } from '../base/index.ts';
import { colourToken, freeGeofenceName, GEOFENCE_COLOURS } from './index.ts';

it('a name that is taken gets a number behind it, within the bound of names', () => {
  expect(freeGeofenceName('Depot', new Set(['yard']))).toBe('Depot');
  expect(freeGeofenceName('Depot', new Set(['depot', 'depot (2)']))).toBe('Depot (3)');
  const long = 'x'.repeat(LENGTH.geofenceName.max);
  const free = freeGeofenceName(long, new Set([long]));
  expect(free).toBe(`${'x'.repeat(LENGTH.geofenceName.max - 4)} (2)`);
});

it('each colour has a token of its own; one that is unknown has that of the first', () => {
  expect(new Set(GEOFENCE_COLOURS.map(colourToken)).size).toBe(GEOFENCE_COLOURS.length);
  expect(colourToken('mauve')).toBe(colourToken(GEOFENCE_COLOURS[0]));
});
