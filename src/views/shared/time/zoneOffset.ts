import { IANAZone } from 'luxon';
import type { Instant } from '../../../domain/base/index.ts';

/**
 * Minutes that `timeZone` (an IANA name or "+03:30") is east of UTC at an instant.
 * Throws a RangeError when the zone is unknown.
 */
export function zoneOffset(timeZone: string, instant: Instant): number {
  const zone = IANAZone.create(timeZone);
  if (!zone.isValid) throw new RangeError(`Unknown time zone: ${timeZone}`);
  return Math.round(zone.offset(instant));
}
