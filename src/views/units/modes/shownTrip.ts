import { MAXIMUM_PLAYBACK_SPEED, PLAYBACK_SPEEDS, SECOND, fromIso, type Interval } from '../../../domain/base/index.ts';
import type { Place, Trip } from '../../../domain/unitEvent/index.ts';
import type { MapBounds, MapSpot } from '../../../map/index.ts';
import type { TrackSeries } from '../../shared/services/fleet.ts';

/** A trip that the map shows: its track, and the timeline around it. */
export interface ShownTrip {
  readonly unitId: number;
  readonly key: string;
  readonly interval: Interval;
  readonly start: Place | null;
  readonly end: Place | null;
  /** Units and interval that the list was about when it was chosen; it stays so while the trip is shown. */
  readonly scope: readonly number[];
  readonly listed: Interval;
}

/** How long a trip takes to play. */
const PLAYED_IN = 30 * SECOND;

/** The slowest offered speed at which the interval plays in about half a minute. */
export function playingSpeed({ from, to }: Interval): number {
  const wanted = (to - from) / PLAYED_IN;
  return PLAYBACK_SPEEDS.find((speed) => speed >= wanted) ?? MAXIMUM_PLAYBACK_SPEED;
}

/** What is shown of a trip. One under way ends now. */
export function shownTripOf(
  trip: Trip,
  key: string,
  { scope, listed }: Pick<ShownTrip, 'scope' | 'listed'>,
  now: number,
): ShownTrip {
  const from = fromIso(trip.start);
  const to = trip.open ? Math.max(now, fromIso(trip.end)) : fromIso(trip.end);
  return {
    unitId: trip.unit_id,
    key,
    interval: { from, to: Math.max(to, from + SECOND) },
    start: trip.start_position,
    end: trip.open ? null : trip.end_position,
    scope,
    listed,
  };
}

/** Marks at both ends. */
export function tripEnds(shownTrip: ShownTrip): MapSpot[] {
  return [
    ...(shownTrip.start === null ? [] : [{ id: 'start', ...shownTrip.start, look: 'start' } as const]),
    ...(shownTrip.end === null ? [] : [{ id: 'end', ...shownTrip.end, look: 'end' } as const]),
  ];
}

/** The box around what was recorded of a track, or around its ends; null when neither is known. */
export function tripBounds(shownTrip: ShownTrip, track: TrackSeries | null): MapBounds | null {
  const ends = [shownTrip.start, shownTrip.end].filter((place) => place !== null);
  const longitudes = [...ends.map(({ longitude }) => longitude), ...(track?.longitudes ?? [])];
  const latitudes = [...ends.map(({ latitude }) => latitude), ...(track?.latitudes ?? [])];
  if (longitudes.length === 0) return null;
  const least = (values: readonly number[]): number => values.reduce((low, value) => Math.min(low, value), Infinity);
  const most = (values: readonly number[]): number => values.reduce((high, value) => Math.max(high, value), -Infinity);
  return { west: least(longitudes), south: least(latitudes), east: most(longitudes), north: most(latitudes) };
}
