import { DAY, MINUTE, toIso, type Instant } from '../../domain/base/index.ts';

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Minutes that the zone is east of Greenwich at an instant. */
function offsetAt(timeZone: string, instant: Instant): number {
  const parts = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric',
  }).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.find((other) => other.type === type)?.value);
  return Math.round((Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')) - instant) / MINUTE);
}

/** When a calendar day begins in a zone; null when the text is no day. */
export function dayStart(date: string, timeZone: string): Instant | null {
  const local = DATE.test(date) ? Date.parse(`${date}T00:00:00Z`) : NaN;
  if (Number.isNaN(local)) return null;
  const guess = local - offsetAt(timeZone, local) * MINUTE;
  // Near a change of clocks the offset of the guess is the one that counts.
  return local - offsetAt(timeZone, guess) * MINUTE;
}

/** The calendar day of an instant in a zone, `days` later: `2026-03-01`. */
export function dayOf(instant: Instant, timeZone: string, days = 0): string {
  const local = instant + offsetAt(timeZone, instant) * MINUTE + days * DAY;
  return toIso(local).slice(0, 10);
}

/** What the audit is asked for: whole days of the account's zone, both included. Left out where nothing valid was given. */
export function auditInterval(from: string, to: string, timeZone: string): { from?: string; to?: string } {
  const start = dayStart(from, timeZone);
  const last = dayStart(to, timeZone);
  const end = last === null ? null : dayStart(dayOf(last + 36 * 60 * MINUTE, timeZone), timeZone);
  return { ...(start === null ? {} : { from: toIso(start) }), ...(end === null ? {} : { to: toIso(end) }) };
}
