import { HOUR, SECOND } from '../base/index.ts';
import type { RuleHours, RuleLimits } from '../detection/rules/limits/index.ts';
import type { RuleFlaw } from './contradictions.ts';

const DAY_MINUTES = 24 * 60;
const WEEK_MINUTES = 7 * DAY_MINUTES;
/** An hour that a clock put back makes of two. */
const CLOCK_CHANGE = HOUR / SECOND;
const DAY_MS = DAY_MINUTES * 60_000;

/**
 * What in its hours keeps a rule from ever firing; null: nothing. Whether its last day is over is not asked: a rule
 * may be
 * kept to be used again.
 */
export function neverAtWork(
  { during, hours, valid_from: from, valid_until: until }: RuleLimits,
  hold: number,
): RuleFlaw | null {
  if (during === 'always' || hours.length === 0) return null;
  const isOpen = openMinutes(hours, during === 'inside');
  if (!isOpen.includes(true)) return { path: 'hours', message: 'validation.ruleHoursAll' };
  if (from && until && !isOpenBetween(isOpen, from, until))
    return { path: 'hours', message: 'validation.ruleHoursNever' };
  const longest = longestRun(isOpen) * 60;
  return hold > longest + CLOCK_CHANGE
    ? { path: 'hold', message: 'validation.ruleHoldHours', params: { max: longest } }
    : null;
}

/** Of each minute of a week, from Monday on, whether the rule is at work. */
function openMinutes(hours: readonly RuleHours[], isInside: boolean): boolean[] {
  const minutes = Array.from({ length: WEEK_MINUTES }, () => !isInside);
  for (const { days, from, until } of hours) {
    const [begin, end] = [minuteOf(from), minuteOf(until)];
    for (const day of days) {
      const start = (day - 1) * DAY_MINUTES + begin;
      const length = end > begin ? end - begin : end - begin + DAY_MINUTES;
      for (let minute = start; minute < start + length; minute++) minutes[minute % WEEK_MINUTES] = isInside;
    }
  }
  return minutes;
}

function minuteOf(clock: string): number {
  const [hour, minute] = clock.split(':').map(Number);
  return hour * 60 + minute;
}

/** Whether there is any such minute from one day to another; a week has all there are. */
function isOpenBetween(isOpen: readonly boolean[], from: string, until: string): boolean {
  const first = Date.parse(from);
  const days = Math.min(7, (Date.parse(until) - first) / DAY_MS + 1);
  // The first of January 1970 was a Thursday.
  const weekday = (((first / DAY_MS + 3) % 7) + 7) % 7;
  return Array.from({ length: days }, (_, day) => ((weekday + day) % 7) * DAY_MINUTES).some((start) =>
    isOpen.slice(start, start + DAY_MINUTES).includes(true),
  );
}

/** Minutes of the longest stretch at work; it may go over the end of the week. */
function longestRun(isOpen: readonly boolean[]): number {
  if (!isOpen.includes(false)) return Number.POSITIVE_INFINITY;
  let [longest, run] = [0, 0];
  for (let minute = 0; minute < 2 * WEEK_MINUTES; minute++) {
    run = isOpen[minute % WEEK_MINUTES] ? run + 1 : 0;
    if (run > longest) longest = run;
  }
  return longest;
}
