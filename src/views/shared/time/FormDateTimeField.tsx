import type { ReactNode } from 'react';
import { useFormField } from '../../../ui/forms/index.ts';
import { DateTimeField, type DateTimeFieldProps } from './DateTimeField.tsx';

/** A date with a time of a form, which holds it in ISO 8601. */
export function FormDateTimeField({
  name,
  label,
  ...rest
}: Omit<DateTimeFieldProps, 'value' | 'onChange' | 'onBlur' | 'error'> & { name: string }): ReactNode {
  const field = useFormField<string>(name, label);
  return <DateTimeField {...rest} {...field} label={label} />;
}
