import type { OperatorId, TripId, UnitId } from '../base/index.ts';

/** A place in a trip, stop or event; null where none was known. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** Why something began or ended: a code and the figures that it is based on, which pages put into words. */
export interface DetectionReason {
  readonly code: string;
  readonly values: Readonly<Record<string, number>>;
}

/** A geofence in which a trip began or ended. */
interface TripZone {
  readonly geofence_id: number;
  readonly name: string;
}

/** A trip as the wire shows it (contract, "HTTP"). Times are ISO 8601 UTC. */
export interface Trip {
  readonly trip_id: TripId;
  readonly unit_id: UnitId;
  readonly start: string;
  readonly end: string;
  readonly start_position: Place | null;
  /**
   * Geofences that it began in, the smallest first, and those that it ended in; absent where the caller may not see
   * them.
   */
  readonly start_zones?: readonly TripZone[];
  readonly end_zones?: readonly TripZone[];
  readonly end_position: Place | null;
  /** Metres. */
  readonly distance: number;
  /** Seconds. */
  readonly duration: number;
  /** km/h; null where no message reported a speed. */
  readonly max_speed: number | null;
  readonly average_speed: number;
  /** Standing shorter than the parking time. */
  readonly stops: readonly { readonly start: string; readonly end: string }[];
  /** Seconds with the engine on and no movement. */
  readonly idle: number;
  /** Key of the driver, empty when none was read. */
  readonly driver_key: string;
  readonly start_reason: DetectionReason;
  /** What closed it: `parking`, `gap`, `jump`, ...; of an open trip `open`. */
  readonly reason: string;
  readonly end_reason: DetectionReason | null;
  /** Still running; its end is provisional. */
  readonly open: boolean;
}

/** A trip with who drove, in the order in which they came. */
export interface DrivenTrip extends Trip {
  readonly drivers: readonly TripDriver[];
}

interface TripDriver {
  readonly operator_id: OperatorId;
  readonly operator_name: string;
}

/** Between trips: a parking, or a span without data. */
export interface Stop {
  readonly unit_id: UnitId;
  readonly kind: 'parking' | 'no_data';
  readonly start: string;
  /** Null while it lasts. */
  readonly end: string | null;
  readonly position: Place | null;
}

/** A stay of a unit in a geofence. */
export interface ZoneVisit {
  readonly unit_id: UnitId;
  readonly geofence_id: number;
  readonly geofence_name: string;
  readonly entered_at: string;
  /** Null while it is inside. */
  readonly left_at: string | null;
  /** False where the unit was inside when it was first seen: it may have come before. */
  readonly entry_seen: boolean;
  readonly entry_position: Place;
  readonly exit_position: Place | null;
  /** No report lies inside: the segment between two of them leads through. */
  readonly passed_through: boolean;
  /** Seconds; this and the figures below are null while it is inside. */
  readonly duration: number | null;
  /** Metres inside. */
  readonly distance: number | null;
  /** km/h; null where no report inside had a speed. */
  readonly max_speed: number | null;
  readonly average_speed: number | null;
}

/** Fuel that went or came, or a fault of its sensor. Volumes and levels in litres. */
export interface FuelEvent {
  readonly fuel_event_id: number;
  readonly unit_id: UnitId;
  readonly kind: 'theft' | 'refill' | 'fault';
  readonly start: string;
  readonly end: string;
  readonly volume: number;
  readonly start_level: number;
  readonly end_level: number;
  /** What the unit would have used in that time. */
  readonly expected: number;
  /** `low` where it is doubtful, as when it spans a gap in the data. */
  readonly confidence: 'normal' | 'low';
  readonly position: Place | null;
  readonly reason: DetectionReason;
}

/** Kinds of what happens to a unit. */
export const UNIT_EVENT_KINDS = [
  'tripStarted',
  'tripEnded',
  'parked',
  'noData',
  'fuelTheft',
  'fuelRefill',
  'fuelFault',
  'alarm',
  'command',
  'rule',
  'driverAssigned',
  'driverReleased',
  'checkpointReached',
  'checkpointLate',
  'checkpointSkipped',
  'offRoute',
  'backOnRoute',
  'runFinished',
  'zoneEntered',
  'zoneLeft',
] as const;
export type UnitEventKind = (typeof UNIT_EVENT_KINDS)[number];

/** Something that happened to a unit, as the events mode lists it. */
export interface UnitEvent {
  readonly unit_id: UnitId;
  readonly kind: UnitEventKind;
  readonly time: string;
  readonly position: Place | null;
  /**
   * Word of an alarm, text of a command, name of a rule, of an operator, of a geofence, of a route and its checkpoint;
   * empty for others.
   */
  readonly detail: string;
  /** Names of the drivers then; empty where none is known, and where the event itself names the driver. */
  readonly driver: string;
  /**
   * Figures that the text needs: `distance`, `duration`, `volume`, `before` and `after` (litres), `value`, `delay`
   * (seconds), `adherence` (per cent), `speed` (km/h), `geofence_id`.
   */
  readonly values: Readonly<Record<string, number>>;
}
