import { DAY, HOUR, MINUTE, SECOND, type Instant, type Interval } from '../../../domain/base/index.ts';

/** Distances between labelled marks, smallest first. */
const STEPS = [
  SECOND,
  5 * SECOND,
  10 * SECOND,
  30 * SECOND,
  MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  DAY,
  2 * DAY,
  7 * DAY,
  14 * DAY,
  30 * DAY,
] as const;

export interface Mark {
  readonly instant: Instant;
  /** 0 at the start of the interval, 1 at its end. */
  readonly share: number;
  /** True at midnight in the shown time zone, where the date is written instead of the time. */
  readonly midnight: boolean;
}

/**
 * Marks of a ruler over `interval` that is `width` pixels wide, at least `spacing` pixels apart, on round times of a
 * zone. `offsetAt`: minutes that it is east of UTC at an instant; on both sides of a change of clocks marks are round.
 */
export function rulerMarks(
  interval: Interval,
  width: number,
  offsetAt: (instant: Instant) => number,
  spacing = 72,
): Mark[] {
  const length = interval.to - interval.from;
  if (length <= 0 || width <= 0) return [];
  const wanted = (length * spacing) / width;
  const step = STEPS.find((candidate) => candidate >= wanted) ?? STEPS[STEPS.length - 1];
  const shiftAt = (instant: Instant): number => offsetAt(instant) * MINUTE;
  const first = Math.ceil((interval.from + shiftAt(interval.from)) / step) * step;
  const marks: Mark[] = [];
  for (let local = first, instant = interval.from; instant <= interval.to; local += step) {
    // Near a change of clocks the offset of the guess is the one that counts.
    instant = local - shiftAt(local - shiftAt(local));
    if (instant >= interval.from && instant <= interval.to && instant > (marks.at(-1)?.instant ?? -Infinity))
      marks.push({ instant, share: (instant - interval.from) / length, midnight: local % DAY === 0 });
  }
  return marks;
}

/** How near to a mark a hand means the mark, CSS px. */
const SNAP = 5;

/** The instant that a hand means by one on a ruler `width` pixels wide: the mark beside it, else a whole second. */
export function snapped(instant: Instant, interval: Interval, width: number, marks: readonly Mark[]): Instant {
  const reach = (SNAP * (interval.to - interval.from)) / Math.max(1, width);
  let nearest: Instant | null = null;
  for (const mark of marks)
    if (
      Math.abs(mark.instant - instant) <= reach &&
      Math.abs(mark.instant - instant) < Math.abs((nearest ?? Infinity) - instant)
    )
      nearest = mark.instant;
  return nearest ?? Math.round(instant / SECOND) * SECOND;
}

/** The instant under a share of the ruler. */
export function instantAt(interval: Interval, share: number): Instant {
  return interval.from + (interval.to - interval.from) * Math.min(1, Math.max(0, share));
}

/** Where an instant lies on the ruler; outside 0 to 1 when it is not on it. */
export function shareOf(interval: Interval, instant: Instant): number {
  return (instant - interval.from) / (interval.to - interval.from);
}

/** The same interval around a held point, longer or shorter by `factor`, within `bounds`. */
export function zoomed(interval: Interval, anchor: Instant, factor: number, bounds: Interval): Interval {
  const longest = bounds.to - bounds.from;
  const length = Math.min(longest, Math.max(MINUTE, (interval.to - interval.from) * factor));
  const share = shareOf(interval, anchor);
  return within({ from: anchor - length * share, to: anchor + length * (1 - share) }, bounds);
}

/** Moves an interval, keeping its length where it fits into `bounds`. */
export function moved(interval: Interval, milliseconds: number, bounds: Interval): Interval {
  return within({ from: interval.from + milliseconds, to: interval.to + milliseconds }, bounds);
}

function within(interval: Interval, bounds: Interval): Interval {
  const length = Math.min(interval.to - interval.from, bounds.to - bounds.from);
  const from = Math.min(Math.max(interval.from, bounds.from), bounds.to - length);
  return { from, to: from + length };
}
