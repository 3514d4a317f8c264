import { loudest, type PastSummary } from '../../../domain/backtest/index.ts';
import { useTranslation } from '../../../i18n/index.ts';

/** From here on a rate a day is a whole number that says something. */
const DAILY = 0.95;

/** How often the rule would have fired, in one sentence: "About 14 a day, 9 of them by 2 units". */
export function usePastWords(): (summary: PastSummary) => string {
  const { t } = useTranslation();
  return (summary) => {
    const { count, days } = summary;
    if (count === 0) return t('rules.past.none');
    const few = loudest(summary);
    const isDaily = days >= 1 && count / days >= DAILY;
    const scale = isDaily ? days : 1;
    const values = {
      total: Math.round(count / scale),
      part: few ? Math.max(1, Math.round(few.count / scale)) : 0,
      days: t('rules.past.days', { count: Math.max(1, Math.round(days)) }),
    };
    const key = isDaily ? 'daily' : 'few';
    return few
      ? t(`rules.past.${key}Most`, { ...values, count: few.units })
      : t(`rules.past.${key}`, { ...values, count: values.total });
  };
}
