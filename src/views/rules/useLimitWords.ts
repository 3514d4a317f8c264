import { useMemo } from 'react';
import type { RuleLimits } from '../../domain/rule/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { weekdayWords } from '../shared/time/weekdays.ts';
import { limitWords } from './limitWords.ts';

/** What holds a rule back, in words. */
export function useLimitWords(): (limits: RuleLimits) => readonly string[] {
  const { t, i18n } = useTranslation();
  const { duration } = useFormats();
  const days = useMemo(
    () => new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeZone: 'UTC' }),
    [i18n.language],
  );
  return (limits) =>
    limitWords(limits, {
      translate: t,
      duration,
      day: (date) => days.format(new Date(`${date}T00:00:00Z`)),
      weekdays: (days) => weekdayWords(days, i18n.language),
    });
}
