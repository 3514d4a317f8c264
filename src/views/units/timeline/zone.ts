import { MINUTE, type Instant } from '../../../domain/base/index.ts';

/**
 * Minutes that `timeZone` (an IANA name or "+03:30") is east of UTC at an instant.
 * Throws a RangeError when the zone is unknown.
 */
export function zoneOffset(timeZone: string, instant: Instant): number {
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
  const part = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.find((other) => other.type === type)?.value);
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return Math.round((local - instant) / MINUTE);
}

/** Hour, minute and second for marks closer than a minute, which the account's time format cannot tell apart. */
export function secondsFormat(language: string, timeZone: string): (instant: Instant) => string {
  const format = new Intl.DateTimeFormat(language, { timeZone, hourCycle: 'h23', hour: '2-digit', minute: '2-digit', second: '2-digit' });
  return (instant) => format.format(instant);
}
