import { describe, expect, it } from 'vitest';
import { flatProjection } from '../../screen.ts';
import type { ScreenView } from '../shared/context.ts';
import { SPOT_LOOKS, SPOT_WORDS, layOutSpots, spotAt, type MapSpot } from './spots.ts';

const spot = (id: string, longitude: number, latitude: number, part: Partial<MapSpot> = {}): MapSpot => ({
  id,
  longitude,
  latitude,
  look: 'event',
  ...part,
});

const camera = { width: 800, height: 600, longitude: 51.4, latitude: 35.7, zoom: 14, bearing: 0 };
const view: ScreenView = { ...camera, west: 0, east: 0, south: 0, north: 0, project: flatProjection(camera) };

describe('spots', () => {
  it('lie in the buffer to the centimetre, the chosen one last', () => {
    const { words, count } = layOutSpots([
      spot('chosen', 51.401, 35.701, { chosen: true }),
      spot('end', 51.4023456, 35.7, { look: 'end' }),
    ]);
    expect(count).toBe(2);
    expect(words[0] + words[2]).toBeCloseTo(51.4023456, 7);
    expect(words[4]).toBe(SPOT_LOOKS.indexOf('end'));
    expect(words[SPOT_WORDS + 5]).toBeGreaterThan(words[5]);
  });

  it('leave a buffer that can be made when there are none', () => {
    expect(layOutSpots([])).toMatchObject({ count: 0, words: { length: SPOT_WORDS } });
  });

  it('are found by their nearest edge, and not beyond reach', () => {
    const spots = [spot('middle', 51.4, 35.7), spot('east', 51.401, 35.7)];
    expect(spotAt(spots, 400, 300, 5, view)?.id).toBe('middle');
    expect(spotAt(spots, 420, 300, 5, view)?.id).toBe('east');
    expect(spotAt(spots, 400, 330, 5, view)).toBeNull();
  });
});
