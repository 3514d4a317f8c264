import { SECOND, toIso, type Instant, type TripId, type UnitId } from '../base/index.ts';
import type { FuelEvent as ShownFuelEvent, Place, Stop, Trip as ShownTrip } from '../unitEvent/index.ts';
import type { FuelEvent } from './fuel/index.ts';
import type { Trip } from './trips/index.ts';

/** A trip as the wire shows it. */
export function shownTrip(trip: Trip, tripId: TripId, unitId: UnitId): ShownTrip {
  return {
    trip_id: tripId,
    unit_id: unitId,
    start: toIso(trip.start),
    end: toIso(trip.end),
    start_position: trip.startPlace,
    end_position: trip.endPlace,
    distance: trip.distance,
    duration: (trip.end - trip.start) / SECOND,
    max_speed: trip.maximumSpeed,
    average_speed: trip.averageSpeed,
    stops: trip.stops.map(({ from, to }) => ({ start: toIso(from), end: toIso(to) })),
    idle: trip.idleSeconds,
    driver_key: trip.driverKey,
    start_reason: trip.started,
    reason: trip.ended?.code ?? 'open',
    end_reason: trip.ended,
    open: trip.open,
  };
}

/** A parking or a span without data as the wire shows it; `to` is null while it lasts. */
export function shownStop(
  kind: Stop['kind'],
  from: Instant,
  to: Instant | null,
  position: Place | null,
  unitId: UnitId,
): Stop {
  return { unit_id: unitId, kind, start: toIso(from), end: to === null ? null : toIso(to), position };
}

/** A theft or refill as the wire shows it. */
export function shownFuelEvent(event: FuelEvent, id: number, unitId: UnitId): ShownFuelEvent {
  return {
    fuel_event_id: id,
    unit_id: unitId,
    kind: event.kind,
    start: toIso(event.start),
    end: toIso(event.end),
    volume: event.volume,
    start_level: event.startLevel,
    end_level: event.endLevel,
    expected: event.expected,
    confidence: event.confidence,
    position: event.place,
    reason: event.reason,
  };
}
