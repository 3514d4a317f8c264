import { DAY, HOUR, SECOND, clamp, type Instant, type Interval } from '../../../domain/base/index.ts';

/** Lengths offered for the visible interval. */
export const PRESETS = [HOUR, 6 * HOUR, DAY, 7 * DAY, 14 * DAY] as const;

/** What is shown before anybody chose. */
export const DEFAULT_LENGTH = 6 * HOUR;

/** Longest visible interval of recorded history; a file may be longer. */
export const MAXIMUM_LENGTH = 31 * DAY;

/** Share of the ruler after the present, so that its edge can be seen and reached. */
const FUTURE = 0.04;

/** The interval that ends a little after the present. */
export function upToNow(length: number, now: Instant): Interval {
  const to = now + length * FUTURE;
  return { from: to - length, to };
}

/** An interval of this length with the instant in its middle, but no further into the future than needed. */
export function around(instant: Instant, length: number, now: Instant): Interval {
  const to = Math.min(instant + length / 2, now + length * FUTURE);
  return { from: to - length, to };
}

/** An interval with a little room on both sides, so that its ends can be seen and reached. */
export function withRoom(span: Interval): Interval {
  const room = Math.max(SECOND, (span.to - span.from) * FUTURE);
  return { from: span.from - room, to: span.to + room };
}

/** How far the ruler can be moved: two weeks back or as far as there is data, and hardly into the future. */
export function boundsOf(span: Interval, now: Instant, length: number): Interval {
  const known = Number.isFinite(span.from) && span.from < span.to;
  return { from: Math.min(known ? span.from : now, now - 14 * DAY) - length * FUTURE, to: now + length * FUTURE };
}

/** Steps in which the present moves along the ruler: round times, so that it is never between two seconds. */
const TIME_STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1_800].map((seconds) => seconds * SECOND);

/** Finest difference in time that a ruler of common width can show. */
export function timeStep(length: number): number {
  return TIME_STEPS.findLast((step) => step <= length / 1_000) ?? SECOND;
}

/**
 * The next window after the shown instant left it: a page further where time flows, else around it.
 * Null while it is inside.
 */
export function following(visible: Interval, instant: Instant, motion: 1 | -1 | 0, now: Instant): Interval | null {
  if (instant >= visible.from && instant <= visible.to) return null;
  const length = visible.to - visible.from;
  if (motion === 0) return around(instant, length, now);
  const from = motion === 1 ? instant - length * 0.1 : instant - length * 0.9;
  return { from, to: from + length };
}

/** The instant that a hand may set: what is visible, and never the future. */
export function reachable(instant: Instant, visible: Interval, now: Instant): Instant {
  return clamp(instant, visible.from, Math.max(visible.from, Math.min(visible.to, now)));
}
