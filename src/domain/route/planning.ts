import { DateTime } from 'luxon';
import { DAY, MINUTE, ROUTE, type Instant, type Interval } from '../base/index.ts';
import { boxOf, type LonLat, type Shape } from '../geometry/index.ts';
import type { Checkpoint, RouteForm } from './route.ts';
import type { PlannedCheckpoint, RunPlan } from './run.ts';
import type { Schedule } from './schedule.ts';

/** What planning needs of a route. */
export type PlannedRoute = Pick<RouteForm, 'order_rule' | 'checkpoints' | 'corridor' | 'schedules'> & {
  /** Shapes of the geofences that are checkpoints; one without its shape is left out. */
  readonly shapes: Readonly<Record<string, Shape>>;
};

/** A run of a schedule: which unit, on which day. */
export interface ScheduledRun {
  readonly scheduleKey: number;
  readonly unitId: number;
  /** Of the start, in the account's time zone: `YYYY-MM-DD`. */
  readonly day: string;
  readonly plan: RunPlan;
}

/** The runs of a route that begin within the interval, in the order of their starts. */
export function planRuns(route: PlannedRoute, timeZone: string, { from, to }: Interval): ScheduledRun[] {
  // Neighbours beyond the interval count, since a run's time ends where the next one's begins.
  const wide = { from: from - 2 * DAY, to: to + 2 * DAY };
  const runs = route.schedules
    .filter(({ enabled }) => enabled)
    .flatMap((schedule) =>
      daysOf(schedule, timeZone, wide).flatMap((day) => {
        const start = instantAt(day, schedule.start, timeZone);
        return schedule.unit_ids.map((unitId) => ({
          scheduleKey: schedule.key,
          unitId,
          day,
          plan: planOf(route, start, { schedule, timeZone, day }),
        }));
      }),
    )
    .toSorted((a, b) => a.plan.start - b.plan.start || a.scheduleKey - b.scheduleKey || a.unitId - b.unitId);
  return withoutOverlap(runs).filter(({ plan }) => plan.start >= from && plan.start < to);
}

/** A run at an instant without a schedule: its checkpoints are due at no time but the first, at its start. */
export function planAt(route: PlannedRoute, start: Instant): RunPlan {
  return planOf(route, start, null);
}

interface Timing {
  readonly schedule: Schedule;
  readonly timeZone: string;
  readonly day: string;
}

function planOf(route: PlannedRoute, start: Instant, timing: Timing | null): RunPlan {
  const tolerance = timing?.schedule.tolerance ?? ROUTE.tolerance.usual;
  let before = start;
  const checkpoints = route.checkpoints.flatMap((checkpoint, place): PlannedCheckpoint[] => {
    const shape = shapeOf(checkpoint, route.shapes);
    if (!shape) return [];
    const time = timing?.schedule.times.find((each) => each.checkpoint === checkpoint.key);
    let due = place === 0 && route.order_rule !== 'any' ? start : null;
    if (timing && time && (place > 0 || route.order_rule === 'any'))
      due =
        timing.schedule.timing === 'relative'
          ? time.minutes === null
            ? null
            : start + time.minutes * MINUTE
          : time.clock === null
            ? null
            : clockAfter(timing, time.clock, route.order_rule === 'any' ? start : before);
    before = due ?? before;
    const { key, name } = checkpoint;
    return [{ key, name, shape, center: centerOf(shape), due, tolerance: (time?.tolerance ?? tolerance) * MINUTE }];
  });
  const last = Math.max(start, ...checkpoints.map(({ due }) => due ?? start));
  const span = last - start;
  return {
    order: route.order_rule,
    checkpoints,
    corridor: route.corridor,
    start,
    from: start - Math.max(ROUTE.lead, tolerance) * MINUTE,
    // Without times nobody knows how long it takes: a day at most.
    until: span > 0 ? last + Math.max(span, ROUTE.grace * MINUTE) : start + DAY,
  };
}

/** The geofence, or the circle around the point; null for a geofence that is not there. */
export function shapeOf(
  { geofence_id, latitude, longitude, radius }: Checkpoint,
  shapes: Readonly<Record<string, Shape>>,
): Shape | null {
  if (geofence_id !== null) return shapes[geofence_id] ?? null;
  return latitude === null || longitude === null ? null : { type: 'circle', center: [longitude, latitude], radius };
}

/** The middle of a shape's box. */
export function centerOf(shape: Shape): LonLat {
  if (shape.type === 'circle') return shape.center;
  const { west, south, east, north } = boxOf(shape);
  return [(west + east) / 2, (south + north) / 2];
}

/** Of each unit, a run's time ends where that of the next one begins: no report belongs to two of them. */
function withoutOverlap(runs: readonly ScheduledRun[]): ScheduledRun[] {
  const ofUnit = Map.groupBy(runs, ({ unitId }) => unitId);
  return runs.map((run) => {
    const own = ofUnit.get(run.unitId) ?? [];
    const place = own.indexOf(run);
    const [before, after] = [own[place - 1], own[place + 1]];
    const { plan } = run;
    const from = before ? Math.max(plan.from, boundary(before.plan, plan)) : plan.from;
    const until = after ? Math.min(plan.until, boundary(plan, after.plan)) : plan.until;
    return { ...run, plan: { ...plan, from, until } };
  });
}

/**
 * The later one may begin from here on: not before the earlier one should have ended, and when its own start comes at
 * the latest.
 */
function boundary(earlier: RunPlan, later: RunPlan): Instant {
  const end = Math.max(earlier.start, ...earlier.checkpoints.map(({ due }) => due ?? 0));
  return Math.min(later.start, Math.max(later.from, end));
}

function daysOf({ repeat, date, days, from, until }: Schedule, timeZone: string, span: Interval): string[] {
  const first = DateTime.fromMillis(span.from, { zone: timeZone }).startOf('day');
  const count = Math.ceil((span.to - span.from) / DAY) + 1;
  return Array.from({ length: count }, (_, index) => first.plus({ days: index }))
    .filter((day) => (repeat === 'once' ? day.toISODate() === date : days.includes(day.weekday)))
    .map((day) => day.toISODate() ?? '')
    .filter((day) => (!from || day >= from) && (!until || day <= until));
}

/** What calendar and clock of the zone show at an instant: `2026-03-01`, `08:30`. */
export function clockAt(instant: Instant, timeZone: string): { readonly date: string; readonly clock: string } {
  const text = DateTime.fromMillis(instant, { zone: timeZone }).toISO({ includeOffset: false }) ?? '';
  return { date: text.slice(0, 10), clock: text.slice(11, 16) };
}

/** A clock that is put forward over this time is taken to show the first instant after it. */
const instantAt = (day: string, clock: string, timeZone: string): Instant =>
  DateTime.fromISO(`${day}T${clock}`, { zone: timeZone }).toMillis();

/** The next instant at which the clock shows this, of the day or of one after it. */
function clockAfter({ day, timeZone }: Timing, clock: string, before: Instant): Instant {
  let date = DateTime.fromISO(day, { zone: timeZone });
  let at = instantAt(day, clock, timeZone);
  while (at < before) {
    date = date.plus({ days: 1 });
    at = instantAt(date.toISODate() ?? day, clock, timeZone);
  }
  return at;
}
