import type { ReactNode } from 'react';
import { PasswordField, TextField, type PasswordFieldProps, type TextFieldProps } from '../components/TextField.tsx';
import { NativeSelect, type NativeSelectProps } from '../components/NativeSelect.tsx';
import { useFormField } from './useFormField.ts';

type Bound = 'value' | 'onChange' | 'onBlur' | 'error';

/** A text field of a form. */
export function FormTextField({
  name,
  label,
  ...rest
}: Omit<TextFieldProps, Bound | 'name'> & { name: string }): ReactNode {
  const field = useFormField<string>(name, label);
  return <TextField {...rest} {...field} name={name} label={label} />;
}

/** A password of a form. */
export function FormPasswordField({
  name,
  label,
  ...rest
}: Omit<PasswordFieldProps, Bound | 'name'> & { name: string }): ReactNode {
  const field = useFormField<string>(name, label);
  return <PasswordField {...rest} {...field} name={name} label={label} />;
}

/** The browser's select in a form. */
export function FormNativeSelect<Value extends string>({
  name,
  label,
  ...rest
}: Omit<NativeSelectProps<Value>, Bound> & { name: string }): ReactNode {
  const field = useFormField<Value>(name, label);
  return <NativeSelect {...rest} value={field.value} onChange={field.onChange} showLabel label={label} />;
}
