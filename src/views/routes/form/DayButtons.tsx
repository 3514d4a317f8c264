import { useMemo, type ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { Checkbox } from '../../../ui/index.ts';

/** 1 January 2024 was a Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY = 86_400_000;
const DAYS = [1, 2, 3, 4, 5, 6, 7] as const;

export interface DayButtonsProps {
  /** 1 is Monday. */
  readonly value: readonly number[];
  readonly onChange: (days: readonly number[]) => void;
  readonly error?: string | undefined;
}

/** Days of the week, each on or off. */
export function DayButtons({ value, onChange, error }: DayButtonsProps): ReactNode {
  const { t, i18n } = useTranslation();
  const names = useMemo(() => {
    const format = new Intl.DateTimeFormat(i18n.language, { weekday: 'short', timeZone: 'UTC' });
    return DAYS.map((day) => format.format(MONDAY + (day - 1) * DAY));
  }, [i18n.language]);
  return (
    <fieldset className="route-days">
      <legend className="field-label">{t('routes.schedule.days')}</legend>
      {DAYS.map((day) => (
        <Checkbox
          key={day}
          selected={value.includes(day)}
          onChange={(isOn) =>
            onChange(isOn ? [...value, day].toSorted((a, b) => a - b) : value.filter((each) => each !== day))
          }>
          {names[day - 1]}
        </Checkbox>
      ))}
      {error !== undefined && <p className="field-error">{error}</p>}
    </fieldset>
  );
}
