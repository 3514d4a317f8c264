import { DateTime } from 'luxon';
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

/** A zone's clock at an instant: its offset counts daylight saving. */
const clockOf = (zone: string, instant: Instant): DateTime => DateTime.fromMillis(instant, { zone });
/** "GMT+03:30". Always in Latin digits: it is a code. */
const offsetOf = (clock: DateTime): string => clock.toFormat("'GMT'ZZ", { locale: 'en' });

/** The time zones to choose from with their offsets at an instant: UTC first, then from west to east. */
export function zoneOptions(instant: Instant): ZoneOption[] {
  const [utc, ...rest] = TIME_ZONES.map((zone): ZoneOption => {
    const clock = clockOf(zone, instant);
    return { zone, offset: offsetOf(clock), minutes: clock.offset };
  });
  return [utc, ...rest.toSorted((a, b) => a.minutes - b.minutes || a.zone.localeCompare(b.zone))];
}

/**
 * A zone with its offset, as every screen writes it: "(GMT+03:30) Asia/Tehran". Isolated from text that runs the other
 * way.
 */
export const zoneLabel = (zone: string, instant: Instant): string =>
  `\u2066(${offsetOf(clockOf(zone, instant))}) ${zone.replaceAll('_', ' ')}\u2069`;

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
