import { fromIso, type Instant, type Interval } from '../../../domain/base/index.ts';
import type { Stop, Trip, UnitEvent, UnitEventKind } from '../../../domain/unitEvent/index.ts';

/** Units that have a lane each, at most: more would take the map's room. */
export const MOST_LANES = 5;

/** A unit whose lane is drawn. */
export interface LaneUnit {
  readonly unitId: number;
  readonly name: string;
  /** Its colour of series, 1 to 6, beside others. */
  readonly series?: number | null;
}

/** A stretch of a unit's time. */
export interface LaneSpan extends Interval {
  readonly kind: 'trip' | 'stop' | 'gap';
}

/** Something that happened at one instant. */
interface LaneMark {
  readonly time: Instant;
  readonly kind: 'event' | 'alarm';
}

/** What happened to one unit, in the order of time. */
export interface Lane extends LaneUnit {
  readonly spans: readonly LaneSpan[];
  readonly marks: readonly LaneMark[];
}

/** What the server says of the units in an interval. */
export interface LaneFacts {
  readonly trips: readonly Trip[];
  readonly stops: readonly Stop[];
  readonly events: readonly UnitEvent[];
}

/** Shown by the spans already. */
const SPANNED: ReadonlySet<UnitEventKind> = new Set<UnitEventKind>(['tripStarted', 'tripEnded', 'parked', 'noData']);
/** What a person has to look at. */
const ALARMING: ReadonlySet<UnitEventKind> = new Set<UnitEventKind>(['alarm', 'fuelTheft', 'fuelFault', 'rule']);

/** One lane a unit; what still lasts goes on to the present. */
export function lanesOf(units: readonly LaneUnit[], { trips, stops, events }: LaneFacts, now: Instant): Lane[] {
  return units.map((unit) => {
    const own = <Fact extends { unit_id: number }>(facts: readonly Fact[]): Fact[] =>
      facts.filter(({ unit_id: id }) => id === unit.unitId);
    const spans = [
      ...own(trips).map(({ start, end, open }): LaneSpan => ({
        kind: 'trip',
        from: fromIso(start),
        to: open ? now : fromIso(end),
      })),
      ...own(stops).map(({ start, end, kind }): LaneSpan => ({
        kind: kind === 'no_data' ? 'gap' : 'stop',
        from: fromIso(start),
        to: end === null ? now : fromIso(end),
      })),
    ].sort((one, other) => one.from - other.from);
    const marks = own(events)
      .filter(({ kind }) => !SPANNED.has(kind))
      .map(({ kind, time }): LaneMark => ({ kind: ALARMING.has(kind) ? 'alarm' : 'event', time: fromIso(time) }))
      .sort((one, other) => one.time - other.time);
    return { ...unit, spans, marks };
  });
}

/** A hand that steps from one thing to the next is not held up by what differs by milliseconds. */
const SAME = 500;

/**
 * The first thing after the instant, or the last before it: where a trip, stop or gap begins, or what happened; null:
 * none.
 */
export function nextOf(lanes: readonly Lane[], instant: Instant, direction: 1 | -1): Instant | null {
  let next: Instant | null = null;
  const look = (time: Instant): void => {
    if ((time - instant) * direction <= SAME) return;
    if (next === null || (time - next) * direction < 0) next = time;
  };
  for (const { spans, marks } of lanes) {
    for (const span of spans) look(span.from);
    for (const mark of marks) look(mark.time);
  }
  return next;
}

/** How many of each kind lie in the interval. */
export function laneCounts(
  { spans, marks }: Lane,
  { from, to }: Interval,
): Readonly<Record<LaneSpan['kind'] | LaneMark['kind'], number>> {
  const counts = { trip: 0, stop: 0, gap: 0, event: 0, alarm: 0 };
  for (const span of spans) if (span.from <= to && span.to >= from) counts[span.kind]++;
  for (const mark of marks) if (mark.time >= from && mark.time <= to) counts[mark.kind]++;
  return counts;
}
