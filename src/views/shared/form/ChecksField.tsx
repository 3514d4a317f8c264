import { useId, type ReactNode } from 'react';
import { Checkbox } from '../../../ui/index.ts';
import { useFormField } from '../../../ui/forms/index.ts';

interface ChecksFieldProps<Value extends string> {
  readonly name: string;
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly hint?: string;
}

/** Some of a few values, in the order in which they are offered. */
export function ChecksField<Value extends string>({ name, label, options, hint }: ChecksFieldProps<Value>): ReactNode {
  const field = useFormField<readonly Value[]>(name, label);
  const note = useId();
  const text = field.error ?? hint;
  const choose = (value: Value, isChosen: boolean): void =>
    field.onChange(
      options.map((option) => option.value).filter((each) => (each === value ? isChosen : field.value.includes(each))),
    );
  return (
    <fieldset className="choice-field" {...(text !== undefined && { 'aria-describedby': note })}>
      <legend className="field-label">{label}</legend>
      <div className="group-options">
        {options.map(({ value, label: words }) => (
          <Checkbox
            key={value}
            selected={field.value.includes(value)}
            invalid={field.error !== undefined}
            onChange={(isChosen) => choose(value, isChosen)}
            onBlur={field.onBlur}>
            {words}
          </Checkbox>
        ))}
      </div>
      {text !== undefined && (
        <p id={note} className={field.error === undefined ? 'field-hint' : 'field-error'}>
          {text}
        </p>
      )}
    </fieldset>
  );
}
