import { HOUR, SECOND, toIso, type Instant, type UnitId } from '../../base/index.ts';
import type { Place, ZoneVisit } from '../../unitEvent/index.ts';
import type { Crossing } from '../shared/index.ts';

/** A stay of a unit in a zone. */
export interface Visit {
  readonly zoneId: number;
  /** Of the zone as it was looked at. */
  readonly zoneKey: string;
  readonly entered: Instant;
  /** False where the unit was inside when it was first seen. */
  readonly isEntrySeen: boolean;
  readonly entryPlace: Place;
  /** Null while it lasts. */
  readonly left: Instant | null;
  readonly leftPlace: Place | null;
  /** Time of the fix that showed its end; null while it lasts. */
  readonly settled: Instant | null;
  /** It went through with no fix that proves it by itself. */
  readonly isPass: boolean;
  /** Metres inside, of a visit that is over. */
  readonly distance: number | null;
  /** km/h, of a visit that is over; null where no fix inside had a speed. */
  readonly maximumSpeed: number | null;
}

/** Metres and km/h to a tenth, degrees to seven decimals: what is stored compares equal. */
const tenth = (value: number): number => Math.round(value * 10) / 10;
const degrees = (value: number): number => Number(value.toFixed(7));

/** The visit of a crossing: `settled` is the time of the fix that ended it, null while it lasts. */
export function visitOf(
  zone: { readonly id: number; readonly key: string },
  crossing: Crossing,
  settled: Instant | null,
  isPass: boolean,
): Visit {
  const isOver = settled !== null;
  return {
    zoneId: zone.id,
    zoneKey: zone.key,
    entered: crossing.entered,
    isEntrySeen: crossing.isEntrySeen,
    entryPlace: { latitude: degrees(crossing.entryLatitude), longitude: degrees(crossing.entryLongitude) },
    left: isOver ? crossing.left : null,
    leftPlace: isOver ? { latitude: degrees(crossing.leftLatitude), longitude: degrees(crossing.leftLongitude) } : null,
    settled,
    isPass,
    distance: isOver ? tenth(crossing.distance) : null,
    maximumSpeed: isOver && crossing.maximumSpeed >= 0 ? tenth(crossing.maximumSpeed) : null,
  };
}

/** As the wire shows it. */
export function shownVisit(
  visit: Omit<Visit, 'zoneKey' | 'settled'>,
  geofence: { readonly name: string },
  unitId: UnitId,
): ZoneVisit {
  const { entered, left, distance } = visit;
  const seconds = left === null ? null : (left - entered) / SECOND;
  return {
    unit_id: unitId,
    geofence_id: visit.zoneId,
    geofence_name: geofence.name,
    entered_at: toIso(entered),
    left_at: left === null ? null : toIso(left),
    entry_seen: visit.isEntrySeen,
    entry_position: visit.entryPlace,
    exit_position: visit.leftPlace,
    passed_through: visit.isPass,
    duration: seconds,
    distance,
    max_speed: visit.maximumSpeed,
    average_speed: averageSpeed(distance, left === null ? 0 : left - entered),
  };
}

function averageSpeed(metres: number | null, span: number): number | null {
  return metres === null || span <= 0 ? null : tenth((metres / 1_000 / span) * HOUR);
}
