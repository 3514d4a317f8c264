import { fromIso, SECOND, type Interval } from '../../../domain/base/index.ts';
import type { Visit } from '../../../domain/visit/index.ts';

/** How what was found is listed. */
export const VISIT_ORDERS = ['newest', 'oldest', 'longest', 'fastest'] as const;
export type VisitOrder = (typeof VISIT_ORDERS)[number];

const WORTH: Readonly<Record<VisitOrder, (visit: Visit) => number>> = {
  newest: (visit) => fromIso(visit.entered_at),
  oldest: (visit) => -fromIso(visit.entered_at),
  longest: (visit) => visit.duration,
  fastest: (visit) => visit.max_speed,
};

/** Visits in an order; equal ones as they were found. */
export function orderVisits(visits: readonly Visit[], order: VisitOrder): Visit[] {
  const worth = WORTH[order];
  return visits.toSorted((a, b) => worth(b) - worth(a));
}

/** The visits of one unit, and what they come to. */
export interface UnitVisits {
  readonly unitId: number;
  readonly visits: readonly Visit[];
  /** Seconds. */
  readonly duration: number;
  readonly fastest: number;
}

/** Visits by unit, the unit of the first visit first. */
export function visitsByUnit(ordered: readonly Visit[]): UnitVisits[] {
  return [...Map.groupBy(ordered, ({ unit_id }) => unit_id)].map(([unitId, visits]) => ({
    unitId,
    visits,
    duration: visits.reduce((sum, { duration }) => sum + duration, 0),
    fastest: visits.reduce((most, { max_speed }) => Math.max(most, max_speed), 0),
  }));
}

/** Identifies a visit. */
export const visitKey = ({ unit_id, entered_at }: Visit): string => `${unit_id} ${entered_at}`;

/** When a visit was, at least a few seconds long, so that it can be played. */
export function visitInterval({ entered_at, left_at, last_at }: Visit): Interval {
  const from = fromIso(entered_at);
  return { from, to: Math.max(fromIso(left_at ?? last_at), from + 30 * SECOND) };
}
