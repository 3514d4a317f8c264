import { useState, type ReactNode } from 'react';
import { useLocale } from 'react-aria-components/I18nProvider';
import { TextField, type TextFieldProps } from '../components/TextField.tsx';
import { parseNumber, writeNumber } from './numberText.ts';
import { useFormField } from './useFormField.ts';

type Bound = 'value' | 'onChange' | 'onBlur' | 'error' | 'name' | 'type' | 'inputMode' | 'direction' | 'end';

export interface FormNumberFieldProps extends Omit<TextFieldProps, Bound> {
  name: string;
  /** Unit of measure, beside the figure. */
  measure?: string;
  whole?: boolean;
}

/**
 * A number of a form, in the digits of any language. The form holds the number; null where the field is
 * empty, and what was typed where it is none, so that the schema can say so.
 */
export function FormNumberField({ name, label, measure, whole, ...rest }: FormNumberFieldProps): ReactNode {
  const { locale } = useLocale();
  const field = useFormField<number | string | null>(name, label);
  /** As it is being typed: "3." is on its way to 3.5. */
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed !== null && parseNumber(typed) === field.value ? typed : writeNumber(field.value, locale);
  return (
    <TextField
      {...rest}
      name={name}
      label={label}
      error={field.error}
      value={text}
      inputMode={whole ? 'numeric' : 'decimal'}
      direction="ltr"
      autoComplete="off"
      onChange={(next) => {
        setTyped(next);
        field.onChange(parseNumber(next));
      }}
      onBlur={() => {
        setTyped(null);
        field.onBlur();
      }}
      end={
        measure === undefined ? undefined : (
          <span className="field-measure" aria-hidden="true">
            {measure}
          </span>
        )
      }
    />
  );
}
