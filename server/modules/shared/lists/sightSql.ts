import { toIso, type Instant } from '../../../../src/domain/base/index.ts';
import type { UnitsInSight } from '../../../call/reach.ts';

/** Instants beyond any date stand for "always", as the spans of allocations have them. */
export const instantSql = (instant: Instant): string => {
  if (Number.isFinite(instant)) return toIso(instant);
  return instant > 0 ? 'infinity' : '-infinity';
};

/**
 * Parameters $1 to $4 of {@link withinSight}: the units that are the caller's own, and the spans of
 * those that were allocated to the caller.
 */
export function sightParameters({ whole, spans }: UnitsInSight): unknown[] {
  const flat = [...spans].flatMap(([unitId, allowed]) => allowed.map((span) => ({ unitId, ...span })));
  return [
    whole,
    flat.map(({ unitId }) => unitId),
    flat.map(({ from }) => instantSql(from)),
    flat.map(({ to }) => instantSql(to)),
  ];
}

/** True for rows that the caller sees: of its own units, or wholly within a span. */
export function withinSight(unit: string, from: string, to: string): string {
  return `(${unit} = any($1::int8[]) or exists (
    select 1 from unnest($2::int8[], $3::timestamptz[], $4::timestamptz[]) as span (unit_id, since, until)
    where span.unit_id = ${unit} and ${from} >= span.since and ${to} <= span.until))`;
}
