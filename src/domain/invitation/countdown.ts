import { DAY, HOUR, MINUTE, SECOND } from '../base/index.ts';

/** What an expiry countdown shows: a number of a unit of time, a date, or that it is over. */
export type Countdown =
  | { readonly kind: 'expired' }
  | { readonly kind: 'in'; readonly unit: 'second' | 'minute' | 'hour' | 'day' | 'week'; readonly count: number }
  | { readonly kind: 'date' };

const WEEK = 7 * DAY;

/**
 * The rule of the specification, chapter 4: seconds under 60 s, minutes under 60 min, hours under
 * 24 h, days under 7 d, weeks under 4 wk, then a date; a past time is expired. Milliseconds.
 */
export function countdown(expiresAt: number, now: number): Countdown {
  const left = expiresAt - now;
  if (left <= 0) return { kind: 'expired' };
  const within = (unit: 'second' | 'minute' | 'hour' | 'day' | 'week', length: number): Countdown => ({
    kind: 'in',
    unit,
    count: Math.max(1, Math.floor(left / length)),
  });
  if (left < MINUTE) return within('second', SECOND);
  if (left < HOUR) return within('minute', MINUTE);
  if (left < DAY) return within('hour', HOUR);
  if (left < WEEK) return within('day', DAY);
  if (left < 4 * WEEK) return within('week', WEEK);
  return { kind: 'date' };
}
