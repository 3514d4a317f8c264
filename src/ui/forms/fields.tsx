import { memo, type ReactNode } from 'react';
import { PasswordField, TextField, type PasswordFieldProps, type TextFieldProps } from '../components/TextField.tsx';
import { NativeSelect, type NativeSelectProps } from '../components/NativeSelect.tsx';
import { useFormField } from './useFormField.ts';

type Bound = 'value' | 'onChange' | 'onBlur' | 'error';

// Drawn again where they are given something else (useFormField).
const MemoTextField = memo(TextField);
const MemoPasswordField = memo(PasswordField);
const MemoNativeSelect = memo(NativeSelect) as typeof NativeSelect;

/** A text field of a form. */
export function FormTextField({
  name,
  label,
  ...rest
}: Omit<TextFieldProps, Bound | 'name'> & { name: string }): ReactNode {
  const field = useFormField<string>(name, label);
  return <MemoTextField {...rest} {...field} name={name} label={label} />;
}

/** A password of a form. */
export function FormPasswordField({
  name,
  label,
  ...rest
}: Omit<PasswordFieldProps, Bound | 'name'> & { name: string }): ReactNode {
  const field = useFormField<string>(name, label);
  return <MemoPasswordField {...rest} {...field} name={name} label={label} />;
}

/** The browser's select in a form. */
export function FormNativeSelect<Value extends string>({
  name,
  label,
  ...rest
}: Omit<NativeSelectProps<Value>, Bound> & { name: string }): ReactNode {
  const field = useFormField<Value>(name, label);
  return <MemoNativeSelect {...rest} value={field.value} onChange={field.onChange} showLabel label={label} />;
}
