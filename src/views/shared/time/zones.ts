import { useMemo, useState } from 'react';
import { TIME_ZONES, type Instant } from '../../../domain/base/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import type { Option } from '../../../ui/index.ts';
import { useNow } from './useNow.ts';

export interface ZoneOption {
  readonly zone: string;
  /** "GMT+03:30", as it holds at the instant. */
  readonly offset: string;
  /** Minutes east of Greenwich. */
  readonly minutes: number;
}

/** "GMT+03:30"; daylight saving counts. Always in Latin digits: it is a code. */
function offsetAt(zone: string, instant: Instant): string {
  const part = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName');
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

/** A zone with its offset, as every screen writes it: "(GMT+03:30) Asia/Tehran". Isolated from text that runs the other way. */
export const zoneLabel = (zone: string, instant: Instant): string =>
  `\u2066(${offsetAt(zone, instant)}) ${zone.replaceAll('_', ' ')}\u2069`;

/** The time zones as a form's choices, each with its offset and its name in the reader's language. */
export function useZoneOptions(): Option<string>[] {
  const { i18n } = useTranslation();
  // Offsets change twice a year: those of when the form was opened are good enough.
  const now = useNow();
  const [opened] = useState(now);
  return useMemo(() => {
    const nameOf = (zone: string): string | undefined =>
      new Intl.DateTimeFormat(i18n.language, { timeZone: zone, timeZoneName: 'longGeneric' })
        .formatToParts(opened)
        .find(({ type }) => type === 'timeZoneName')?.value;
    return zoneOptions(opened).map(({ zone }) => ({ value: zone, label: zoneLabel(zone, opened), note: nameOf(zone) }));
  }, [i18n.language, opened]);
}
