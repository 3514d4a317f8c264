import { ROUTE, SHAPE } from '../../../domain/base/index.ts';
import { simplified, thinned, type Corridor, type LonLat } from '../../../domain/geometry/index.ts';
import type { Checkpoint, RouteForm } from '../../../domain/route/index.ts';
import type { Place, Trip } from '../../../domain/unitEvent/index.ts';

/** What the form edits of a route's path. */
export type RoutePath = Pick<RouteForm, 'checkpoints' | 'corridor'>;

/** A number that none of the things has. */
export const nextKey = (things: readonly { readonly key: number }[]): number =>
  Math.max(0, ...things.map(({ key }) => key)) + 1;

/** A checkpoint at a place. */
export const checkpointAt = (key: number, name: string, { latitude, longitude }: Place): Checkpoint => ({
  key,
  name,
  latitude: Number(latitude.toFixed(6)),
  longitude: Number(longitude.toFixed(6)),
  radius: ROUTE.radius.usual,
  geofence_id: null,
});

/**
 * Points of a corridor at most, of a line that is simplified as a whole, and metres within which points are left out.
 */
const [POINTS, WHOLE, NEAR] = [2_000, 4_000, 10];

/** A line as a corridor, with no more points than a shape may have; null for what is no line. */
export function corridorOf(line: readonly LonLat[], width: number = ROUTE.width.usual): Corridor | null {
  // Long tracks are thinned in pieces first: on jagged ones the time of the whole grows with the square of its points.
  const [few] = thinned([line], WHOLE);
  const [coordinates] = thinned([simplified(few, NEAR)], Math.min(POINTS, SHAPE.points));
  const isLine =
    coordinates.length >= 2 && coordinates.some(([x, y]) => x !== coordinates[0][0] || y !== coordinates[0][1]);
  return isLine ? { type: 'corridor', coordinates: coordinates.map(rounded), width } : null;
}

const rounded = ([longitude, latitude]: LonLat): LonLat => [Number(longitude.toFixed(6)), Number(latitude.toFixed(6))];

/**
 * A trip as a path: where it began, stopped and ended are checkpoints; the track, simplified, is the corridor.
 */
export function pathOfTrip(
  trip: Pick<Trip, 'start_position' | 'end_position' | 'stops'>,
  track: readonly (Place & { readonly time: string })[],
  nameOf: (place: 'start' | 'stop' | 'end', number: number) => string,
): RoutePath {
  const at = (time: string): Place | null => track.findLast((fix) => fix.time <= time) ?? null;
  const places = [
    { place: trip.start_position ?? track[0] ?? null, name: nameOf('start', 0) },
    ...trip.stops.map(({ end }, index) => ({ place: at(end), name: nameOf('stop', index + 1) })),
    { place: trip.end_position ?? track.at(-1) ?? null, name: nameOf('end', 0) },
  ].filter((each): each is { place: Place; name: string } => each.place !== null);
  return {
    checkpoints: places
      .slice(0, ROUTE.checkpoints.max)
      .map(({ place, name }, index) => checkpointAt(index + 1, name, place)),
    corridor: corridorOf(track.map(({ longitude, latitude }) => [longitude, latitude])),
  };
}

/** The list with one thing at another place. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const next = items.toSpliced(from, 1);
  next.splice(to, 0, items[from]);
  return next;
}
