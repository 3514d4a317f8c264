import type { ReactNode } from 'react';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { ClockField, DayField } from '../../../ui/index.ts';
import { useFormField, useListError } from '../../../ui/forms/index.ts';
import { DayButtons } from './DayButtons.tsx';
import { useNow } from './useNow.ts';
import { dayOf } from './zonedDays.ts';

/** Monday to Sunday, each of them on or off. */
export function FormWeekdays({ name, label }: { name: string; label: string }): ReactNode {
  const field = useFormField<readonly number[]>(name, label);
  const problem = useListError(name, label);
  return <DayButtons label={label} value={field.value} onChange={field.onChange} error={problem} />;
}

interface TimeInputProps {
  readonly name: string;
  readonly label: string;
  readonly required?: boolean;
}

/** A day of the account's time zone. */
export function FormDayField({ name, label, required = false }: TimeInputProps): ReactNode {
  const { t } = useTranslation();
  const { settings } = useFormats();
  const today = dayOf(useNow(), settings.timeZone);
  const field = useFormField<string | null>(name, label);
  return (
    <DayField
      {...field}
      label={label}
      value={field.value === '' ? null : field.value}
      required={required}
      today={today}
      pickLabel={t('dateField.pick', { field: label })}
      {...(!required && { clearLabel: t('dateField.clear', { field: label }) })}
    />
  );
}

/** A time of day in the account's time zone. */
export function FormClockField({ name, label, required = false }: TimeInputProps): ReactNode {
  const field = useFormField<string | null>(name, label);
  return <ClockField {...field} label={label} value={field.value === '' ? null : field.value} required={required} />;
}
