import { TIME_ZONES, type Instant } from '../../domain/base/index.ts';

export interface ZoneOption {
  readonly zone: string;
  /** "GMT+03:30", as it holds at the instant. */
  readonly offset: string;
  /** Minutes east of Greenwich. */
  readonly minutes: number;
}

/** "GMT+03:30"; daylight saving counts. Always in Latin digits: it is a code. */
function offsetAt(zone: string, instant: Instant): string {
  const part = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(instant).find(({ type }) => type === 'timeZoneName');
  return part === undefined || part.value === 'GMT' ? 'GMT+00:00' : part.value;
}

/** The time zones to choose from with their offsets at an instant: UTC first, then from west to east. */
export function zoneOptions(instant: Instant): ZoneOption[] {
  const options = TIME_ZONES.map((zone): ZoneOption => {
    const offset = offsetAt(zone, instant);
    const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(offset) ?? ['', '+', '0', '0'];
    return { zone, offset, minutes: (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) };
  });
  const [utc, ...rest] = options;
  return [utc, ...rest.toSorted((a, b) => a.minutes - b.minutes || a.zone.localeCompare(b.zone))];
}
