import type { ReactNode } from 'react';
import { useFormats } from '../../../i18n/index.ts';
import { DayPicker } from '../../../ui/index.ts';
import { dayAt, type Day } from './days.ts';

export interface DayFieldProps {
  label: string;
  day: Day;
  latest: Day;
  earliest?: Day;
  marked?: ReadonlySet<string>;
  markedText?: string;
  onMonth?: (first: string) => void;
  onChange: (day: Day) => void;
}

/** A day of the account's time zone, written as the account writes dates. */
export function DayField({ label, day, latest, earliest, onChange, ...rest }: DayFieldProps): ReactNode {
  const { date, settings } = useFormats();
  return (
    <DayPicker
      {...rest}
      label={label}
      value={day.key}
      text={date(day.span.from)}
      latest={latest.key}
      earliest={earliest?.key}
      onChange={(key) => onChange(dayAt(key, settings.timeZone))}
    />
  );
}
