import { fromIso, type Instant } from '../../../domain/base/index.ts';
import type { DrivenTrip, Stop } from '../../../domain/unitEvent/index.ts';
import { dayOf } from '../../shared/time/zonedDays.ts';

/** A line of a day: a trip, or what lay between two. */
export type DayEntry =
  | { readonly kind: 'trip'; readonly key: string; readonly start: Instant; readonly trip: DrivenTrip }
  | { readonly kind: 'stop'; readonly key: string; readonly start: Instant; readonly stop: Stop };

/** Trips and stops that began on one day of the account's zone, the latest first. */
export interface TripDay {
  /** `2026-03-01`. */
  readonly day: string;
  readonly start: Instant;
  readonly entries: readonly DayEntry[];
  readonly trips: number;
  /** Metres. */
  readonly distance: number;
  /** Seconds. */
  readonly duration: number;
}

/** Groups by the day of the start in the zone, the latest day first. */
export function tripDays(trips: readonly DrivenTrip[], stops: readonly Stop[], timeZone: string): TripDay[] {
  const entries: DayEntry[] = [
    ...trips.map((trip): DayEntry => ({
      kind: 'trip',
      key: `trip-${trip.trip_id}-${trip.unit_id}-${trip.start}`,
      start: fromIso(trip.start),
      trip,
    })),
    ...stops.map((stop): DayEntry => ({
      kind: 'stop',
      key: `stop-${stop.unit_id}-${stop.start}-${stop.kind}`,
      start: fromIso(stop.start),
      stop,
    })),
  ];
  entries.sort((one, other) => other.start - one.start);
  const days = new Map<string, DayEntry[]>();
  for (const entry of entries) {
    const day = dayOf(entry.start, timeZone);
    const known = days.get(day);
    if (known) known.push(entry);
    else days.set(day, [entry]);
  }
  return [...days].map(([day, of]) => {
    const own = of.flatMap((entry) => (entry.kind === 'trip' ? [entry.trip] : []));
    const sum = (value: (trip: DrivenTrip) => number): number => own.reduce((total, trip) => total + value(trip), 0);
    return {
      day,
      start: of[0].start,
      entries: of,
      trips: own.length,
      distance: sum((trip) => trip.distance),
      duration: sum((trip) => trip.duration),
    };
  });
}
