import { fromIso, type Instant } from '../base/index.ts';
import type { AttributeValue } from './attributes.ts';
import type { ProtocolName } from './protocols.ts';

/**
 * One report of a device as a decoder leaves it: a position, or attributes without one.
 * Metric and UTC. Decoders fill and reuse one object; whoever keeps a fix copies it.
 */
export interface Fix {
  /** The device's own time of the report. */
  time: Instant;
  /** False when the message carried no coordinates: the last known ones apply. */
  hasPosition: boolean;
  /** The device's own verdict on the fix; a stale or empty one is false. */
  valid: boolean;
  /** Degrees. */
  latitude: number;
  longitude: number;
  /** km/h, NaN when not sent. */
  speed: number;
  /** Degrees clockwise from north, NaN when not sent. */
  course: number;
  /** Metres, NaN when not sent. */
  altitude: number;
  /** Satellites in use; -1 when not sent. */
  satellites: number;
  /** Attribute values by name, in sent order. Cleared, not replaced, between messages. */
  readonly attributes: Map<string, AttributeValue>;
}

/** A fix with every field at "not sent". */
export function createFix(): Fix {
  return {
    time: 0,
    hasPosition: false,
    valid: false,
    latitude: 0,
    longitude: 0,
    speed: Number.NaN,
    course: Number.NaN,
    altitude: Number.NaN,
    satellites: -1,
    attributes: new Map(),
  };
}

/** Puts a fix back to "not sent" so that it can be filled again. */
export function resetFix(fix: Fix): void {
  fix.time = 0;
  fix.hasPosition = false;
  fix.valid = false;
  fix.latitude = 0;
  fix.longitude = 0;
  fix.speed = Number.NaN;
  fix.course = Number.NaN;
  fix.altitude = Number.NaN;
  fix.satellites = -1;
  fix.attributes.clear();
}

/** A position as the API shows it (contract, "HTTP"). Times are ISO 8601 UTC. */
export interface Position {
  unit_id: number;
  time: string;
  received_at: string;
  latitude: number;
  longitude: number;
  /** km/h */
  speed: number;
  /** Degrees clockwise from north. */
  course: number;
  /** Metres. */
  altitude: number;
  satellites: number | null;
  valid: boolean;
  protocol: ProtocolName;
  attributes: Record<string, AttributeValue>;
  /** Of a unit's latest report: what it did not carry, as the unit said it last. Left out where it carried all. */
  kept?: Record<string, KeptValue>;
}

/** A value that holds until a report says otherwise; speed, course, altitude and sats are called so too. */
export interface KeptValue {
  value: AttributeValue;
  /** ISO 8601 UTC of the report that carried it. */
  time: string;
}

/**
 * The report without what was kept from times that are not to be seen: those before a unit was allocated to its holder.
 */
export function keptInSight(position: Position, isSeen: (time: Instant) => boolean): Position {
  if (position.kept === undefined) return position;
  const seen = Object.entries(position.kept).filter(([, { time }]) => isSeen(fromIso(time)));
  return { ...position, kept: Object.fromEntries(seen) };
}
