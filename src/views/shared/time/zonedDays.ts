import { DateTime } from 'luxon';
import type { Instant } from '../../../domain/base/index.ts';

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

/** What clocks of a zone show at an instant. */
const clocks = (instant: Instant, zone: string): DateTime => DateTime.fromMillis(instant, { zone });

/** What clocks show, as `2026-03-01T08:30:00`. */
const textOf = (time: DateTime): string =>
  time.toISO({ includeOffset: false, suppressMilliseconds: true, precision: 'second' }) ?? '';

/** The instant of a local date or time that has the form; null when it has not, or there is no such day. */
function fromLocal(text: string, form: RegExp, zone: string): Instant | null {
  const time = DateTime.fromISO(form.test(text) ? text : '', { zone });
  return time.isValid ? time.toMillis() : null;
}

/** When a calendar day begins in a zone; null when the text is no day. */
export const dayStart = (date: string, timeZone: string): Instant | null => fromLocal(date, DATE, timeZone);

/** The calendar day of an instant in a zone, `days` later: `2026-03-01`. */
export const dayOf = (instant: Instant, timeZone: string, days = 0): string =>
  clocks(instant, timeZone).plus({ days }).toISODate() ?? '';

/** The instant of `2026-03-01T08:30` in a zone; null when the text is none. */
export const localInstant = (text: string, timeZone: string): Instant | null => fromLocal(text, DATE_TIME, timeZone);

/**
 * Every instant at which clocks of the zone show `2026-03-01T08:30:00`, the first first: none where clocks
 * are put forward over it, two where they are put back.
 */
export function localInstants(text: string, zone: string): readonly Instant[] {
  const time = DateTime.fromISO(text, { zone });
  if (!time.isValid || textOf(time) !== text) return [];
  return time
    .getPossibleOffsets()
    .map((possible) => possible.toMillis())
    .toSorted((a, b) => a - b);
}

/** The same the other way: what clocks of the zone show at an instant, to the minute. */
export const localText = (instant: Instant, timeZone: string): string => textOf(clocks(instant, timeZone)).slice(0, 16);

/** True when the last day comes before the first. Days as addresses have them. */
export const isReversed = (from = '', to = ''): boolean => DATE.test(from) && DATE.test(to) && to < from;
