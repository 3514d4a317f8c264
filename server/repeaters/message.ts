import type { Instant } from '../../src/domain/base/index.ts';
import {
  NO_ALTITUDE,
  NO_COURSE,
  NO_SPEED,
  TRACK_FLAG,
  trackPosition,
  type AttributeValue,
  type TrackColumns,
} from '../../src/domain/telemetry/index.ts';

/** A unit as it is named to receivers. */
export interface RepeatedUnit {
  readonly unitId: number;
  readonly name: string;
  /** The identifier of its tracker; of one without a tracker, its own number. */
  readonly uid: string;
}

/** A report on its way to another system; null is not known. */
export interface Message {
  readonly time: Instant;
  /** To the second. */
  readonly receivedAt: Instant;
  /** Degrees; null: the report has no position. */
  readonly place: { readonly latitude: number; readonly longitude: number } | null;
  /** Metres, km/h, degrees. */
  readonly altitude: number | null;
  readonly speed: number | null;
  readonly course: number | null;
  readonly satellites: number | null;
  readonly valid: boolean;
  readonly attributes: Readonly<Record<string, AttributeValue>>;
}

/** When the report of the row was received, to the second. */
export const receivedAt = ({ times, receivedDelays }: TrackColumns, row: number): Instant =>
  times[row] + receivedDelays[row] * 1000;

/** The report of a row: a copy, as columns are used again. */
export function messageOf(track: TrackColumns, row: number): Message {
  const { latitude, longitude, altitude, speed, course, satellites, valid, attributes } = trackPosition(track, row);
  const hasPlace = (track.flags[row] & TRACK_FLAG.hasPosition) !== 0;
  return {
    time: track.times[row],
    receivedAt: receivedAt(track, row),
    place: hasPlace ? { latitude, longitude } : null,
    altitude: track.altitudes[row] === NO_ALTITUDE ? null : altitude,
    speed: track.speeds[row] === NO_SPEED ? null : speed,
    course: track.courses[row] === NO_COURSE ? null : course,
    satellites,
    valid,
    attributes,
  };
}

/**
 * The same for each attempt, so that a receiver knows a message that comes twice: a unit has one report of an instant.
 */
export const messageId = ({ unitId }: Pick<RepeatedUnit, 'unitId'>, { time }: Pick<Message, 'time'>): string =>
  `${unitId}-${time}`;
