import type { ReactNode } from 'react';
import type { Instant } from '../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Button, DayPicker } from '../../ui/index.ts';
import { dayOf, dayStart, isReversed } from '../shared/time/zonedDays.ts';

export interface AuditDaysProps {
  /** Days of the account's zone as the address has them; empty: no bound. */
  readonly from: string;
  readonly to: string;
  readonly now: Instant;
  readonly onChange: (days: { readonly from?: string; readonly to?: string }) => void;
}

/** From which day to which the audit is read, each as the account writes dates. */
export function AuditDays({ from, to, now, onChange }: AuditDaysProps): ReactNode {
  const { t } = useTranslation();
  const { date, settings: { timeZone } } = useFormats();
  const today = dayOf(now, timeZone);
  /** What the address says may be no day at all: it then bounds nothing. */
  const known = (day: string): string | undefined => (dayStart(day, timeZone) === null ? undefined : day);
  const textOf = (day: string): string => {
    const start = dayStart(day, timeZone);
    return start === null ? t('audit.anyDay') : date(start);
  };
  const quick = (label: string, days: { from: string; to: string }): ReactNode => <Button variant="quiet" size="compact" onPress={() => onChange(days)}>{label}</Button>;
  return (
    <>
      <div className="audit-interval">
        <span className="audit-date"><span aria-hidden="true">{t('audit.from')}</span><DayPicker label={t('audit.from')} text={textOf(from)} value={known(from) ?? today} latest={known(to) ?? today} onChange={(day) => onChange({ from: day })} /></span>
        <span className="audit-date"><span aria-hidden="true">{t('audit.to')}</span><DayPicker label={t('audit.to')} text={textOf(to)} value={known(to) ?? today} earliest={known(from)} latest={today} onChange={(day) => onChange({ to: day })} /></span>
        {isReversed(from, to) && <p className="field-error" role="alert">{t('validation.interval')}</p>}
      </div>
      <div className="audit-quick">
        {quick(t('audit.today'), { from: today, to: '' })}
        {quick(t('audit.week'), { from: dayOf(now, timeZone, -6), to: '' })}
        {quick(t('audit.month'), { from: dayOf(now, timeZone, -29), to: '' })}
        {(from !== '' || to !== '') && quick(t('audit.always'), { from: '', to: '' })}
      </div>
    </>
  );
}
