import type { ReactNode } from 'react';
import type { Instant } from '../../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { DayPicker, NativeSelect } from '../../../ui/index.ts';
import { PAST_PRESETS, presetDays } from './datePresets.ts';
import { dayOf, dayStart, isReversed } from './zonedDays.ts';
import './dayRange.css';

/** Days before today with which a week and a month of days begin. */
const WEEK = 6;
const MONTH = 29;
/** A year of days that ends today. */
const YEAR = 364;

/** Spans to choose by name: those of the specification (chapter 3), and running ones up to today. */
const SPANS = ['lastSevenDays', 'lastThirtyDays', ...PAST_PRESETS] as const;
type Span = (typeof SPANS)[number] | 'lastYear';
type Choice = Span | 'always' | 'own';
/** What is offered in the place of all time where days are always bounded. */
const BOUNDED_SPANS: readonly Span[] = [...SPANS, 'lastYear'];

export interface DayRangeProps {
  /** Days of the account's zone as the address has them; empty: no bound. */
  readonly from: string;
  readonly to: string;
  readonly now: Instant;
  readonly onChange: (days: { readonly from?: string; readonly to?: string }) => void;
  /** At most a year is asked for: all time is not offered, and without a last day it goes up to today. */
  readonly isBounded?: boolean;
  /** Times of day, each beside its day. */
  readonly clocks?: { readonly from: ReactNode; readonly to: ReactNode };
}

/** The first day of the week of days that ends today. */
export const weekAgo = (now: Instant, timeZone: string): string => dayOf(now, timeZone, -WEEK);

function spanDays(span: Span, now: Instant, timeZone: string, language: string): { from: string; to: string } {
  const to = dayOf(now, timeZone);
  if (span === 'lastSevenDays') return { from: weekAgo(now, timeZone), to };
  if (span === 'lastThirtyDays') return { from: dayOf(now, timeZone, -MONTH), to };
  if (span === 'lastYear') return { from: dayOf(now, timeZone, -YEAR), to };
  return presetDays(span, now, timeZone, language);
}

/** From which day to which a list of what happened is read, each as the account writes dates. */
export function DayRange({ from, to, now, onChange, isBounded = false, clocks }: DayRangeProps): ReactNode {
  const { t } = useTranslation();
  const {
    date,
    language,
    settings: { timeZone },
  } = useFormats();
  const today = dayOf(now, timeZone);
  /** The day in the address may be no day at all: it then bounds nothing. */
  const known = (day: string): string | undefined => (dayStart(day, timeZone) === null ? undefined : day);
  const textOf = (day: string): string => {
    const start = dayStart(day, timeZone);
    return start === null ? t('dayRange.anyDay') : date(start);
  };
  const spanOf = (span: Span): { from: string; to: string } => spanDays(span, now, timeZone, language);
  const isChosen = (span: Span): boolean =>
    spanOf(span).from === known(from) && spanOf(span).to === (known(to) ?? today);
  const spans = isBounded ? BOUNDED_SPANS : SPANS;
  const chosen: Choice =
    !isBounded && known(from) === undefined && known(to) === undefined ? 'always' : (spans.find(isChosen) ?? 'own');
  const choose = (choice: Choice): void => {
    if (choice === 'always') return onChange({ from: '', to: '' });
    if (choice === 'own') return;
    const days = spanOf(choice);
    // Up to today is left open, so that the list goes on with the next day.
    onChange({ from: days.from, to: days.to === today ? '' : days.to });
  };
  return (
    <>
      <div className="day-range">
        <span className="day-range-bound">
          <span aria-hidden="true">{t('dayRange.from')}</span>
          <DayPicker
            label={t('dayRange.from')}
            text={textOf(from)}
            value={known(from) ?? today}
            latest={known(to) ?? today}
            onChange={(day) => onChange({ from: day })}
          />
          {clocks?.from}
        </span>
        <span className="day-range-bound">
          <span aria-hidden="true">{t('dayRange.to')}</span>
          <DayPicker
            label={t('dayRange.to')}
            text={textOf(isBounded && known(to) === undefined ? today : to)}
            value={known(to) ?? today}
            earliest={known(from)}
            latest={today}
            onChange={(day) => onChange({ to: day })}
          />
          {clocks?.to}
        </span>
        {isReversed(from, to) && (
          <p className="field-error" role="alert">
            {t('validation.interval')}
          </p>
        )}
      </div>
      <NativeSelect<Choice>
        label={t('datePresets.title')}
        value={chosen}
        onChange={choose}
        options={[
          ...(chosen === 'own' ? (['own'] as const) : []),
          ...(isBounded ? [] : (['always'] as const)),
          ...spans,
        ].map((value) => ({ value, label: t(`datePresets.${value}`) }))}
      />
    </>
  );
}
