import { DateTime } from 'luxon';
import type { Instant } from '../base/index.ts';

/** Hours in which somebody does not want to be disturbed, in their own time zone. */
export interface QuietHours {
  /** `22:00`. */
  readonly from: string;
  /** `06:30`; before `from`: on the next morning. */
  readonly to: string;
  /** Days on which they begin, 1 = Monday … 7 = Sunday. */
  readonly days: readonly number[];
}

const partsOf = (time: string): { hour: number; minute: number } => {
  const [hour, minute] = time.split(':').map(Number);
  return { hour, minute };
};

/** When the quiet hours end that the instant lies in; null: it lies in none. */
export function quietUntil({ from, to, days }: QuietHours, zone: string, now: Instant): Instant | null {
  const local = DateTime.fromMillis(now, { zone });
  // Those of last night may last until today.
  for (const day of [local.minus({ days: 1 }), local]) {
    if (!days.includes(day.weekday)) continue;
    const start = day.startOf('day').set(partsOf(from));
    const end = day
      .startOf('day')
      .set(partsOf(to))
      .plus({ days: to <= from ? 1 : 0 });
    if (start <= local && local < end) return end.toMillis();
  }
  return null;
}
