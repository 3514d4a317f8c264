import { memo, useState, type ReactNode } from 'react';
import { useLocale } from 'react-aria-components/I18nProvider';
import { TextField, type TextFieldProps } from '../components/TextField.tsx';
import { parseNumber, writeNumber } from './numberText.ts';
import { useFormField } from './useFormField.ts';

export interface NumberFieldProps extends Omit<
  TextFieldProps,
  'value' | 'onChange' | 'type' | 'inputMode' | 'direction' | 'end'
> {
  /** Null where the field is empty, and what was typed where that is no number. */
  value: number | string | null;
  onChange: (value: number | string | null) => void;
  /** Unit of measure, beside the figure. */
  measure?: string;
  whole?: boolean;
}

/** A number in the digits of any language. */
export function NumberField({ value, onChange, onBlur, measure, whole, ...rest }: NumberFieldProps): ReactNode {
  const { locale } = useLocale();
  /** As it is being typed: "3." is on its way to 3.5. */
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed !== null && parseNumber(typed) === value ? typed : writeNumber(value, locale);
  return (
    <TextField
      {...rest}
      value={text}
      inputMode={whole ? 'numeric' : 'decimal'}
      direction="ltr"
      autoComplete="off"
      onChange={(next) => {
        setTyped(next);
        onChange(parseNumber(next));
      }}
      onBlur={() => {
        setTyped(null);
        onBlur?.();
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

// Drawn again where it is given something else (useFormField).
const MemoNumberField = memo(NumberField);

type FormNumberFieldProps = Omit<NumberFieldProps, 'value' | 'onChange' | 'onBlur' | 'error' | 'name'> & {
  name: string;
};

/**
 * A number of a form, in the digits of any language. The form holds the number; null where the field is
 * empty, and what was typed where it is none, so that the schema can say so.
 */
export function FormNumberField({ name, label, ...rest }: FormNumberFieldProps): ReactNode {
  const field = useFormField<number | string | null>(name, label);
  return <MemoNumberField {...rest} {...field} name={name} label={label} />;
}
