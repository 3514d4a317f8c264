import type { ReactNode } from 'react';
import type { Instant } from '../../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Button, DayPicker } from '../../../ui/index.ts';
import { dayOf, dayStart, isReversed } from './zonedDays.ts';
import './dayRange.css';

/** Days before today with which a week and a month of days begin. */
const WEEK = 6;
const MONTH = 29;

export interface DayRangeProps {
  /** Days of the account's zone as the address has them; empty: no bound. */
  readonly from: string;
  readonly to: string;
  readonly now: Instant;
  readonly onChange: (days: { readonly from?: string; readonly to?: string }) => void;
}

/** The first day of the week of days that ends today. */
export const weekAgo = (now: Instant, timeZone: string): string => dayOf(now, timeZone, -WEEK);

/** From which day to which a list of what happened is read, each as the account writes dates. */
export function DayRange({ from, to, now, onChange }: DayRangeProps): ReactNode {
  const { t } = useTranslation();
  const { date, settings: { timeZone } } = useFormats();
  const today = dayOf(now, timeZone);
  /** What the address says may be no day at all: it then bounds nothing. */
  const known = (day: string): string | undefined => (dayStart(day, timeZone) === null ? undefined : day);
  const textOf = (day: string): string => {
    const start = dayStart(day, timeZone);
    return start === null ? t('dayRange.anyDay') : date(start);
  };
  const quick = (label: string, days: { from: string; to: string }): ReactNode => <Button variant="quiet" size="compact" onPress={() => onChange(days)}>{label}</Button>;
  return (
    <>
      <div className="day-range">
        <span className="day-range-bound"><span aria-hidden="true">{t('dayRange.from')}</span><DayPicker label={t('dayRange.from')} text={textOf(from)} value={known(from) ?? today} latest={known(to) ?? today} onChange={(day) => onChange({ from: day })} /></span>
        <span className="day-range-bound"><span aria-hidden="true">{t('dayRange.to')}</span><DayPicker label={t('dayRange.to')} text={textOf(to)} value={known(to) ?? today} earliest={known(from)} latest={today} onChange={(day) => onChange({ to: day })} /></span>
        {isReversed(from, to) && <p className="field-error" role="alert">{t('validation.interval')}</p>}
      </div>
      <div className="day-range-quick">
        {quick(t('dayRange.today'), { from: today, to: '' })}
        {quick(t('dayRange.week'), { from: weekAgo(now, timeZone), to: '' })}
        {quick(t('dayRange.month'), { from: dayOf(now, timeZone, -MONTH), to: '' })}
        {(known(from) ?? known(to)) !== undefined && quick(t('dayRange.always'), { from: '', to: '' })}
      </div>
    </>
  );
}
