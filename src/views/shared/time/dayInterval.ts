import { toIso } from '../../../domain/base/index.ts';
import { dayOf, dayStart } from './zonedDays.ts';

/**
 * What is asked for by days: whole days of the account's zone, both included. Left out where nothing valid was given.
 */
export function dayInterval(from: string, to: string, timeZone: string): { from?: string; to?: string } {
  const start = dayStart(from, timeZone);
  const last = dayStart(to, timeZone);
  const end = last === null ? null : dayStart(dayOf(last, timeZone, 1), timeZone);
  return { ...(start === null ? {} : { from: toIso(start) }), ...(end === null ? {} : { to: toIso(end) }) };
}
