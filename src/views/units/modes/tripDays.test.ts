import { describe, expect, it } from 'vitest';
import type { TripId, UnitId } from '../../../domain/base/index.ts';
import { emptyTrack } from '../../../domain/telemetry/index.ts';
import type { Stop, DrivenTrip } from '../../../domain/unitEvent/index.ts';
import type { TrackSeries } from '../../shared/services/fleet.ts';
import { tripDays } from './tripDays.ts';
import { playingSpeed, tripBounds, shownTripOf, tripEnds } from './shownTrip.ts';

const trip = (id: number, start: string, end: string, part: Partial<DrivenTrip> = {}): DrivenTrip => ({
  trip_id: id as TripId,
  unit_id: 7 as UnitId,
  start,
  end,
  start_position: { latitude: 35.7, longitude: 51.4 },
  end_position: { latitude: 35.8, longitude: 51.3 },
  distance: 10_000,
  duration: 1_200,
  max_speed: 80,
  average_speed: 30,
  stops: [],
  idle: 0,
  driver_key: '',
  drivers: [],
  start_reason: { code: 'ignition', values: {} },
  reason: 'parking',
  end_reason: { code: 'parking', values: {} },
  open: false,
  ...part,
});
const parking: Stop = {
  unit_id: 7 as UnitId,
  kind: 'parking',
  start: '2026-06-01T08:20:00Z',
  end: '2026-06-01T21:00:00Z',
  position: null,
};

describe('trips by day', () => {
  it("are grouped by the day of their start in the account's zone, the latest first, with sums", () => {
    const trips = [
      trip(1, '2026-06-01T08:00:00Z', '2026-06-01T08:20:00Z'),
      trip(2, '2026-06-01T21:00:00Z', '2026-06-01T21:20:00Z'),
    ];
    expect(
      tripDays(trips, [parking], 'UTC').map(({ day, trips: count, distance, duration, entries }) => [
        day,
        count,
        distance,
        duration,
        entries.map(({ kind }) => kind),
      ]),
    ).toEqual([['2026-06-01', 2, 20_000, 2_400, ['trip', 'stop', 'trip']]]);
    // In Tehran the second one began after midnight.
    expect(tripDays(trips, [parking], 'Asia/Tehran').map(({ day, trips: count }) => [day, count])).toEqual([
      ['2026-06-02', 1],
      ['2026-06-01', 1],
    ]);
  });
});

describe('a trip on the map', () => {
  const now = Date.parse('2026-06-01T09:00:00Z');
  const listed = { scope: [7, 8], listed: { from: 0, to: now } };

  it('plays in about half a minute at a speed that is offered', () => {
    expect(playingSpeed({ from: 0, to: 20 * 60_000 })).toBe(60);
    expect(playingSpeed({ from: 0, to: 10_000 })).toBe(1);
    expect(playingSpeed({ from: 0, to: 48 * 3_600_000 })).toBe(1_000);
  });

  it('has marks at both ends; one under way has none at its end, which is now', () => {
    const done = shownTripOf(trip(1, '2026-06-01T08:00:00Z', '2026-06-01T08:20:00Z'), 'one', listed, now);
    expect(tripEnds(done).map(({ look }) => look)).toEqual(['start', 'end']);
    const open = shownTripOf(
      trip(1, '2026-06-01T08:50:00Z', '2026-06-01T08:55:00Z', { open: true }),
      'one',
      listed,
      now,
    );
    expect([open.interval.to, tripEnds(open).length]).toEqual([now, 1]);
  });

  it('is seen as a whole: the box is around what was recorded and both ends', () => {
    const shownTrip = shownTripOf(trip(1, '2026-06-01T08:00:00Z', '2026-06-01T08:20:00Z'), 'one', listed, now);
    const track: TrackSeries = {
      unitId: 7,
      times: Float64Array.of(1, 2),
      longitudes: Float64Array.of(51.35, 51.6),
      latitudes: Float64Array.of(35.65, 35.75),
      speeds: Float64Array.of(0, 0),
      valid: Uint8Array.of(1, 1),
      attributes: new Map(),
      refused: [],
      reports: emptyTrack(7, 2),
    };
    expect(tripBounds(shownTrip, track)).toEqual({ west: 51.3, east: 51.6, south: 35.65, north: 35.8 });
    expect(tripBounds({ ...shownTrip, start: null, end: null }, null)).toBeNull();
  });
});
