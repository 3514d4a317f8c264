import type { Instant } from '../../../domain/base/index.ts';
import { weekAgo } from '../../shared/time/DayRange.tsx';

/** Days of the account's zone as an address has them; what is no day bounds nothing. */
export interface EventDays {
  readonly from: string;
  readonly to: string;
}

/** What an address says where all days are meant: one that says nothing means the last week. */
const ANY_DAY = 'any';

/** The days whose events are listed; the last seven where the address says none. */
export function eventDays(query: URLSearchParams, now: Instant, timeZone: string): EventDays {
  return { from: query.get('from') ?? weekAgo(now, timeZone), to: query.get('to') ?? '' };
}

/** The address with other days; the page that was looked at is one of the days before. */
export function withDays(query: URLSearchParams, { from, to }: Partial<EventDays>): URLSearchParams {
  const next = new URLSearchParams(query);
  next.delete('page');
  if (from !== undefined) next.set('from', from || ANY_DAY);
  if (to !== undefined && to !== '') next.set('to', to);
  if (to === '') next.delete('to');
  return next;
}
