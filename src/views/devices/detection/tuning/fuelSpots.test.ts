import { describe, expect, it } from 'vitest';
import { createPoint, type Compared, type FuelEvent } from '../../../../domain/detection/index.ts';
import { trackOf } from '../../../../domain/detection/testing/index.ts';
import { fuelSpotsOf } from './fuelFindings.ts';

const place = { latitude: 52.5, longitude: 13.4 };
const event = (kind: FuelEvent['kind'], start: number, part: Partial<FuelEvent> = {}): Compared<FuelEvent> => ({
  change: 'same',
  other: null,
  row: {
    kind,
    start,
    end: start + 60_000,
    startLevel: 50,
    endLevel: 30,
    volume: 20,
    expected: 0,
    confidence: 'normal',
    doubts: [],
    place,
    reason: { code: 'unexplainedDrop', values: { unexplained: 20, bound: 10, window: 300 } },
    settled: true,
    ...part,
  },
});
const silent = trackOf([]);

describe('thefts and refills on the map', () => {
  it('stand where they began, each under the key of its bar', () => {
    const before = [event('theft', 1000)];
    const after = [event('theft', 1000), event('refill', 9000)];
    expect(fuelSpotsOf('after', { before, after }, silent)).toEqual([
      { id: 'after.theft.1000', ...place, look: 'alarm' },
      { id: 'after.refill.9000', ...place, look: 'event' },
    ]);
    expect(fuelSpotsOf('before', { before, after }, silent)).toHaveLength(1);
  });

  it('stand at the first fix of the change where no fix had satellites enough for trips, and nowhere without one', () => {
    const after = [event('theft', 1000, { place: null })];
    const track = trackOf([
      { ...createPoint(), time: 2000, hasPosition: true, valid: true, latitude: 48.1, longitude: 11.5 },
    ]);
    expect(fuelSpotsOf('after', { before: [], after }, track)).toEqual([
      { id: 'after.theft.1000', latitude: 48.1, longitude: 11.5, look: 'alarm' },
    ]);
    expect(fuelSpotsOf('after', { before: [], after }, silent)).toEqual([]);
  });
});
