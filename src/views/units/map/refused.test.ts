import { describe, expect, it } from 'vitest';
import { emptyTrack } from '../../../domain/telemetry/index.ts';
import type { TrackSeries } from '../../shared/services/fleet.ts';
import { refusedOf, refusedSpots } from './refused.ts';

const none = new Float64Array(0);
const track = (unitId: number, refused: TrackSeries['refused']): TrackSeries => ({
  unitId,
  times: none,
  longitudes: none,
  latitudes: none,
  speeds: none,
  valid: new Uint8Array(0),
  attributes: new Map(),
  refused,
  reports: emptyTrack(unitId, 0),
});

describe('refused fixes on the map', () => {
  const tracks = [
    track(7, []),
    track(8, [
      { time: 1, longitude: 10, latitude: 50, reason: 'zero' },
      { time: 2, longitude: 11, latitude: 51, reason: 'speed' },
    ]),
  ];

  it('are distinguished by their ids', () => {
    const spots = refusedSpots(tracks);
    expect(spots.map(({ longitude, look }) => [longitude, look])).toEqual([
      [10, 'refused'],
      [11, 'refused'],
    ]);
    expect(spots.map(({ id }) => refusedOf(tracks, id)?.reason)).toEqual(['zero', 'speed']);
  });

  it('are nothing when the tracks changed meanwhile', () => {
    expect(refusedOf([track(9, [])], '1:1')).toBeNull();
  });
});
