import { MINUTE, fromIso, type Instant, type Interval } from '../../../domain/base/index.ts';
import { isLate, type RouteRun } from '../../../domain/route/index.ts';

/** What needs a dispatcher first. */
export const LOOKS = ['late', 'offRoute', 'planned', 'started', 'finished', 'aborted'] as const;
export type RunLook = (typeof LOOKS)[number];

/** True for a run that a filter means: a state, or what is wrong with it. */
export function looksLike(run: RouteRun, look: RunLook): boolean {
  if (look === 'late') return isLate(run);
  if (look === 'offRoute') return run.off_route;
  return run.state === look;
}

/**
 * The hours that lanes show: of all runs, with a margin, from full hour to full hour of the zone in which the day
 * begins.
 */
export function hoursOf(runs: readonly RouteRun[], day: Interval): Interval {
  if (runs.length === 0) return day;
  const starts = runs.flatMap(({ start, started_at: started }) => [
    fromIso(start),
    started === null ? Infinity : fromIso(started),
  ]);
  const ends = runs.flatMap(({ start, end, ended_at: ended, eta, state }) => [
    fromIso(end ?? start) + (end === null ? 60 * MINUTE : 0),
    // One that nobody drove ends with its time, hours after it should have: no lane is as long as that.
    ended === null || state === 'aborted' ? 0 : fromIso(ended),
    eta === null ? 0 : fromIso(eta),
  ]);
  const hour = 60 * MINUTE;
  const full = (at: Instant, round: (hours: number) => number): Instant =>
    day.from + round((at - day.from) / hour) * hour;
  const first = Math.min(...starts);
  // The margin leads into the day before only where a run began there.
  const from = Math.max(full(first - hour / 4, Math.floor), first < day.from ? -Infinity : day.from);
  const to = full(Math.max(...ends) + hour / 4, Math.ceil);
  return { from: Math.max(from, day.from - 12 * hour), to: Math.min(to, day.to + 24 * hour) };
}

/** The hours between, from the first, so many that their words do not touch. */
export function ticksOf({ from, to }: Interval, most = 12): Instant[] {
  const hour = 60 * MINUTE;
  const step = [1, 2, 3, 4, 6, 12, 24].find((hours) => (to - from) / (hours * hour) <= most) ?? 24;
  const ticks: Instant[] = [];
  for (let at = from; at <= to; at += step * hour) ticks.push(at);
  return ticks;
}

/** Position of an instant, per cent of the hours. */
export const placeOf = (at: Instant, { from, to }: Interval): number =>
  Math.max(0, Math.min(100, ((at - from) / (to - from)) * 100));
