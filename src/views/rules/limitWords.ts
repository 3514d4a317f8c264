import { MINUTE } from '../../domain/base/index.ts';
import type { RuleHours, RuleLimits } from '../../domain/rule/index.ts';

/** What words for limits are made with. */
export interface LimitSpeech {
  readonly translate: (key: string, values: Record<string, unknown>) => string;
  /** Milliseconds in words. */
  readonly duration: (milliseconds: number) => string;
  /** `YYYY-MM-DD` in words. */
  readonly day: (date: string) => string;
  readonly weekdays: (days: readonly number[]) => string;
}

/** What holds a rule back, each in words of its own: "only Mon–Fri 18:00–08:00", "not again within 30 min". */
export function limitWords(limits: RuleLimits, speech: LimitSpeech): string[] {
  const { translate, duration, day } = speech;
  const { during, hours, valid_from: from, valid_until: until, repeat_after: repeat, most_a_day: most } = limits;
  return [
    ...(during === 'always' || hours.length === 0
      ? []
      : [
          translate(`rules.limits.words.${during}`, {
            hours: hours.map((each) => hoursWords(each, speech)).join('; '),
          }),
        ]),
    ...(from === null ? [] : [translate('rules.limits.words.from', { day: day(from) })]),
    ...(until === null ? [] : [translate('rules.limits.words.until', { day: day(until) })]),
    ...(repeat === 0 ? [] : [translate('rules.limits.words.repeat', { duration: duration(repeat * MINUTE) })]),
    ...(most === 0 ? [] : [translate('rules.limits.words.most', { count: most })]),
  ];
}

const hoursWords = ({ days, from, until }: RuleHours, { weekdays }: LimitSpeech): string =>
  `${weekdays(days)} ${from}–${until}`;
