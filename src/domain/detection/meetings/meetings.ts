import { distance, type Instant } from '../../base/index.ts';
import type { Place } from '../../unitEvent/index.ts';
import type { UnitPath } from './unitPath.ts';

/** A stretch in which two units were near each other. */
export interface Meeting {
  readonly from: Instant;
  /** Null: they still are, as far as is known. */
  readonly to: Instant | null;
  /** Of the one and of the other when it began, and when it ended. */
  readonly places: readonly [Place, Place];
  readonly endPlaces: readonly [Place, Place] | null;
  /** Metres between them then. */
  readonly distance: number;
  readonly endDistance: number | null;
}

/** What is looked for in the paths of two units. */
export interface MeetingSearch {
  /** Units within so many metres are near each other. */
  readonly metres: number;
  readonly since: Instant;
  /** The meeting that was under way then, as it began; null: none. */
  readonly open: Meeting | null;
  /** Nobody looked before: units that are together at that instant came together then at the latest. */
  readonly begins?: boolean;
}

/**
 * Units have to be further apart than at the beginning before a meeting ends: by a part of the distance, and at least
 * metres.
 */
const MARGIN = { part: 0.1, metres: 20 } as const;

/**
 * When two units were near each other, from an instant on: at the fixes of either, as far as it is known where the
 * other was. Of what is not known nothing begins or ends.
 */
export function meetingsOf(
  one: UnitPath,
  other: UnitPath,
  { metres, since, open, begins = false }: MeetingSearch,
): Meeting[] {
  const meetings: Meeting[] = [];
  const apart = metres + Math.max(MARGIN.metres, metres * MARGIN.part);
  let current = open && { ...open, to: null, endPlaces: null, endDistance: null };
  let [own, others] = [one.indexAt(since - 1), other.indexAt(since - 1)];
  for (let isFirst = begins; ; isFirst = false) {
    const time = isFirst ? since : Math.min(timeAt(one, own + 1), timeAt(other, others + 1));
    if (time === Number.POSITIVE_INFINITY) break;
    if (timeAt(one, own + 1) === time) own++;
    if (timeAt(other, others + 1) === time) others++;
    const [here, there] = [one.placeAt(time, own), other.placeAt(time, others)];
    if (here === null || there === null) continue;
    const between = distance(here.latitude, here.longitude, there.latitude, there.longitude);
    if (current === null && between <= metres)
      current = { from: time, to: null, places: [here, there], endPlaces: null, distance: between, endDistance: null };
    else if (current !== null && between > apart) {
      meetings.push({ ...current, to: time, endPlaces: [here, there], endDistance: between });
      current = null;
    }
  }
  return current === null ? meetings : [...meetings, current];
}

const timeAt = ({ times }: UnitPath, index: number): Instant =>
  index < times.length ? times[index] : Number.POSITIVE_INFINITY;
