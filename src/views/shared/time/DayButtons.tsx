import { useMemo, type ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { Checkbox } from '../../../ui/index.ts';
import { WEEKDAYS, weekdayNames } from './weekdays.ts';
import './dayButtons.css';

export interface DayButtonsProps {
  readonly label: string;
  /** 1 is Monday. */
  readonly value: readonly number[];
  readonly onChange: (days: readonly number[]) => void;
  readonly error?: string | undefined;
}

/** Days of the week, each on or off. */
export function DayButtons({ label, value, onChange, error }: DayButtonsProps): ReactNode {
  const { i18n } = useTranslation();
  const names = useMemo(() => weekdayNames(i18n.language), [i18n.language]);
  return (
    <fieldset className="day-buttons">
      <legend className="field-label">{label}</legend>
      {WEEKDAYS.map((day) => (
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
