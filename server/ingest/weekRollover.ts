import { DAY, TELEMETRY, WEEK_ROLLOVER, type Instant } from '../../src/domain/base/index.ts';
import type { Fix } from '../../src/domain/telemetry/index.ts';

/**
 * Satellites count weeks in ten bits. A receiver that was not made for the turn of that counter, or adds a turn too
 * many, is off by 1,024 weeks and right in all else. Puts such a date right, and says it in an attribute: the weeks
 * that were added. Only a date that then is of now, or was buffered no longer than {@link TELEMETRY.rolloverDays}, is
 * one: any other old date may as well be a clock that was never set. True when it was put right.
 */
export function correctWeekRollover(fix: Fix, now: Instant): boolean {
  for (const turns of [1, -1]) {
    const time = fix.time + turns * WEEK_ROLLOVER;
    if (!(time > now - TELEMETRY.rolloverDays * DAY && time <= now + TELEMETRY.futureTolerance)) continue;
    fix.time = time;
    fix.attributes.set('week_rollover', (turns * WEEK_ROLLOVER) / (7 * DAY));
    return true;
  }
  return false;
}
