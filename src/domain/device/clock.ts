import { HOUR, MINUTE } from '../base/index.ts';

/** East or west of UTC by the hours and quarters of hours that any country keeps, written as in ISO 8601. */
const ZONES = [
  '-12:00',
  '-11:00',
  '-10:00',
  '-09:30',
  '-09:00',
  '-08:00',
  '-07:00',
  '-06:00',
  '-05:00',
  '-04:00',
  '-03:30',
  '-03:00',
  '-02:30',
  '-02:00',
  '-01:00',
  '+00:00',
  '+01:00',
  '+02:00',
  '+03:00',
  '+03:30',
  '+04:00',
  '+04:30',
  '+05:00',
  '+05:30',
  '+05:45',
  '+06:00',
  '+06:30',
  '+07:00',
  '+08:00',
  '+08:45',
  '+09:00',
  '+09:30',
  '+10:00',
  '+10:30',
  '+11:00',
  '+12:00',
  '+12:45',
  '+13:00',
  '+13:45',
  '+14:00',
] as const;

/**
 * What a device's clock is set to. `protocol`: what its protocol says (UTC, or China's time for JT/T 808). Protocols
 * whose times are always UTC, or say their zone, do not look at it.
 */
export const CLOCK_OFFSETS = ['protocol', ...ZONES] as const;
export type ClockOffset = (typeof CLOCK_OFFSETS)[number];

/** Minutes east of UTC; null where the protocol decides, and for text that is no offset. */
export function clockOffsetMinutes(offset: string): number | null {
  const parts = /^([+-])(\d\d):(\d\d)$/.exec(offset);
  if (!parts) return null;
  const minutes = (Number(parts[2]) * HOUR) / MINUTE + Number(parts[3]);
  return parts[1] === '-' && minutes !== 0 ? -minutes : minutes;
}
