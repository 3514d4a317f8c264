import { memo, type ReactNode } from 'react';
import { Checkbox, RadioGroup, type CheckboxProps, type RadioGroupProps } from '../components/Choice.tsx';
import { ComboBox, Select, type ComboBoxProps, type Option } from '../components/Select.tsx';
import { useFormField } from './useFormField.ts';

// Drawn again where they are given something else (useFormField).
const MemoCheckbox = memo(Checkbox);
const MemoRadioGroup = memo(RadioGroup) as typeof RadioGroup;
const MemoSelect = memo(Select) as typeof Select;
const MemoComboBox = memo(ComboBox) as typeof ComboBox;

/** A tick box of a form. */
export function FormCheckbox({
  name,
  label,
  ...rest
}: Omit<CheckboxProps, 'selected' | 'onChange' | 'onBlur' | 'children' | 'name'> & {
  name: string;
  label: string;
}): ReactNode {
  const field = useFormField<boolean>(name, label);
  return (
    <MemoCheckbox
      {...rest}
      name={name}
      selected={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      invalid={field.error !== undefined}>
      {label}
    </MemoCheckbox>
  );
}

/** A choice of a form, all in sight. */
export function FormRadioGroup<Value extends string>({
  name,
  label,
  ...rest
}: Omit<RadioGroupProps<Value>, 'value' | 'onChange' | 'onBlur' | 'error' | 'name'> & { name: string }): ReactNode {
  const field = useFormField<Value>(name, label);
  return <MemoRadioGroup {...rest} {...field} name={name} label={label} />;
}

interface FormSelectProps<Value extends string> {
  name: string;
  label: string;
  options: readonly Option<Value>[];
  hint?: string;
  required?: boolean;
  disabled?: boolean;
  placeholder?: string;
}

/** One of a few values of a form. */
export function FormSelect<Value extends string>({ name, label, ...rest }: FormSelectProps<Value>): ReactNode {
  const field = useFormField<Value>(name, label);
  return <MemoSelect {...rest} {...field} name={name} label={label} />;
}

/** One of many values of a form, found by typing. */
export function FormComboBox<Value extends string>({
  name,
  label,
  ...rest
}: FormSelectProps<Value> & Pick<ComboBoxProps<Value>, 'emptyText' | 'openLabel'>): ReactNode {
  const field = useFormField<Value>(name, label);
  return <MemoComboBox {...rest} {...field} name={name} label={label} />;
}
