import { useId, type ReactNode } from 'react';
import { ExpandIcon } from './icons.ts';
import { classes } from './classes.ts';
import './field.css';

export interface NativeSelectProps<Value extends string> {
  label: string;
  /** Shows the label above; otherwise it is only read out. */
  showLabel?: boolean;
  value: Value;
  options: readonly { value: Value; label: string; /** Language of the label. */ language?: string }[];
  onChange: (value: Value) => void;
  className?: string;
}

/**
 * The browser's own select: a phone shows its wheel, and a page that has nothing else to open,
 * such as sign-in, is spared the code of a drawn list.
 */
export function NativeSelect<Value extends string>({ label, showLabel = false, value, options, onChange, className }: NativeSelectProps<Value>): ReactNode {
  const id = useId();
  return (
    <div className={classes('field', className)}>
      <label htmlFor={id} className={showLabel ? 'field-label' : 'visually-hidden'}>
        {label}
      </label>
      <span className="field-native-box">
        <select id={id} className="field-native" value={value} onChange={(event) => onChange(event.target.value as Value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value} lang={option.language}>
              {option.label}
            </option>
          ))}
        </select>
        <ExpandIcon aria-hidden="true" />
      </span>
    </div>
  );
}
