import type { ReactNode } from 'react';
import { TELEMETRY } from '../../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Banner, ClockField } from '../../../ui/index.ts';
import { DayRange } from '../../shared/time/DayRange.tsx';
import { dayOf, isReversed } from '../../shared/time/zonedDays.ts';
import { joinLocal, splitLocal, usualDay, type LocalTime } from './placeQuestion.ts';
import type { PlaceAsking } from './usePlaceQuestion.ts';

/** From which day to which, up to a year, and where somebody types them from and to which time. */
export function PlaceInterval({ asking }: { readonly asking: PlaceAsking }): ReactNode {
  const { t } = useTranslation();
  const {
    settings: { timeZone },
  } = useFormats();
  const { asked, now, span, ask } = asking;
  const bounds = { from: splitLocal(asked.from), to: splitLocal(asked.to) };
  const days = { from: bounds.from.day || usualDay(now, timeZone), to: bounds.to.day };
  const put = (end: 'from' | 'to', change: Partial<LocalTime>): Partial<Record<'from' | 'to', string>> => {
    const next = { ...bounds[end], ...change };
    return { [end]: joinLocal(next) };
  };
  /** A time without a day is one of the day that is shown. */
  const clock = (end: 'from' | 'to'): ReactNode => (
    <ClockField
      label={t(`unitModes.place.${end}Time`)}
      labelHidden
      className="place-clock"
      value={bounds[end].clock === '' ? null : bounds[end].clock}
      onChange={(time) => ask(put(end, { clock: time ?? '', day: days[end] || dayOf(now, timeZone) }))}
    />
  );
  return (
    <div className="place-days">
      <DayRange
        from={days.from}
        to={days.to}
        now={now}
        isBounded
        clocks={{ from: clock('from'), to: clock('to') }}
        onChange={(change) =>
          ask({
            ...(change.from !== undefined && put('from', { day: change.from })),
            ...(change.to !== undefined && put('to', { day: change.to })),
          })
        }
      />
      {span === null && !isReversed(days.from, days.to) && (
        <p className="field-error" role="alert">
          {t('validation.interval')}
        </p>
      )}
      {span?.isTooLong === true && (
        <Banner tone="caution">{t('validation.intervalTooLong', { max: TELEMETRY.historyDays })}</Banner>
      )}
    </div>
  );
}
