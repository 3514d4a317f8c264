import { DAY, MINUTE, toIso, type Instant } from '../../../domain/base/index.ts';

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

/** Minutes that the zone is east of Greenwich at an instant. */
function offsetAt(timeZone: string, instant: Instant): number {
  const parts = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((other) => other.type === type)?.value);
  return Math.round(
    (Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')) - instant) /
      MINUTE,
  );
}

/** The instant at which clocks of the zone show `local`, given as if it were UTC. */
function fromLocal(local: number, timeZone: string): Instant | null {
  if (Number.isNaN(local)) return null;
  const guess = local - offsetAt(timeZone, local) * MINUTE;
  // Near a change of clocks the offset of the guess is the one that counts.
  return local - offsetAt(timeZone, guess) * MINUTE;
}

/** When a calendar day begins in a zone; null when the text is no day. */
export function dayStart(date: string, timeZone: string): Instant | null {
  return fromLocal(DATE.test(date) ? Date.parse(`${date}T00:00:00Z`) : NaN, timeZone);
}

/** The calendar day of an instant in a zone, `days` later: `2026-03-01`. */
export function dayOf(instant: Instant, timeZone: string, days = 0): string {
  const local = instant + offsetAt(timeZone, instant) * MINUTE + days * DAY;
  return toIso(local).slice(0, 10);
}

/** The instant of `2026-03-01T08:30` in a zone; null when the text is none. */
export function localInstant(text: string, timeZone: string): Instant | null {
  return fromLocal(DATE_TIME.test(text) ? Date.parse(`${text}:00Z`) : NaN, timeZone);
}

/**
 * Every instant at which clocks of the zone show `2026-03-01T08:30:00`, the first first: none where clocks
 * are put forward over it, two where they are put back.
 */
export function localInstants(text: string, timeZone: string): readonly Instant[] {
  const local = Date.parse(`${text}Z`);
  const offsets = new Set([-DAY, 0, DAY].map((distance) => offsetAt(timeZone, local + distance)));
  return [...offsets]
    .map((offset) => local - offset * MINUTE)
    .filter((instant) => instant + offsetAt(timeZone, instant) * MINUTE === local)
    .toSorted((a, b) => a - b);
}

/** The same the other way: what clocks of the zone show at an instant, to the minute. */
export function localText(instant: Instant, timeZone: string): string {
  return toIso(instant + offsetAt(timeZone, instant) * MINUTE).slice(0, 16);
}

/** True when the last day comes before the first. Days as addresses have them. */
export const isReversed = (from = '', to = ''): boolean => DATE.test(from) && DATE.test(to) && to < from;
