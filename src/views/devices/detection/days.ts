import { DateTime } from 'luxon';
import type { Instant, Interval } from '../../../domain/base/index.ts';
import { dayOf as keyOf, dayStart } from '../../shared/time/zonedDays.ts';

/** A calendar day of the account's time zone. */
export interface Day {
  /** `2026-03-01`, in the calendar that computers share. */
  readonly key: string;
  /** From its first instant to the next day's: 23 or 25 hours where the clock is changed. */
  readonly span: Interval;
}

/** The day so many days after the one with this key. Throws a RangeError when there is no such day. */
export function dayAt(key: string, timeZone: string, days = 0): Day {
  const own = keyAfter(key, days);
  return { key: own, span: { from: startOf(own, timeZone), to: startOf(keyAfter(own, 1), timeZone) } };
}

/** The day that an instant falls on. */
export function dayOf(instant: Instant, timeZone: string): Day {
  return dayAt(keyOf(instant, timeZone), timeZone);
}

/** The day so many days later. */
export function dayAfter({ key }: Day, days: number, timeZone: string): Day {
  return dayAt(key, timeZone, days);
}

/** Days are counted without clocks; empty where the key is no day. */
const keyAfter = (key: string, days: number): string =>
  DateTime.fromISO(key, { zone: 'utc' }).plus({ days }).toISODate() ?? '';

function startOf(key: string, timeZone: string): Instant {
  const start = dayStart(key, timeZone);
  if (start === null) throw new RangeError(`No day: ${key}`);
  return start;
}
