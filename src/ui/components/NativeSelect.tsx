import { useId, type ReactNode } from 'react';
import { ExpandIcon } from './icons.ts';
import { classes } from './classes.ts';
import './field.css';

interface NativeOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** Language of the label. */
  readonly language?: string;
  /** Name of the group that it is in; neighbours of one name are together. */
  readonly group?: string;
}

export interface NativeSelectProps<Value extends string> {
  label: string;
  /** Shows the label above; otherwise it is only read out. */
  showLabel?: boolean;
  value: Value;
  options: readonly NativeOption<Value>[];
  onChange: (value: Value) => void;
  className?: string;
}

/**
 * The browser's own select: a phone shows its wheel, and a page that has nothing else to open,
 * such as sign-in, is spared the code of a drawn list.
 */
export function NativeSelect<Value extends string>({
  label,
  showLabel = false,
  value,
  options,
  onChange,
  className,
}: NativeSelectProps<Value>): ReactNode {
  const id = useId();
  return (
    <div className={classes('field', className)}>
      <label htmlFor={id} className={showLabel ? 'field-label' : 'visually-hidden'}>
        {label}
      </label>
      <span className="field-native-box">
        <select
          id={id}
          className="field-native"
          value={value}
          onChange={(event) => onChange(event.target.value as Value)}>
          {groupsOf(options).map(([group, grouped]) =>
            group === undefined ? (
              grouped.map(optionOf)
            ) : (
              <optgroup key={group} label={group}>
                {grouped.map(optionOf)}
              </optgroup>
            ),
          )}
        </select>
        <ExpandIcon aria-hidden="true" />
      </span>
    </div>
  );
}

function optionOf<Value extends string>({ value, label, language }: NativeOption<Value>): ReactNode {
  return (
    <option key={value} value={value} lang={language}>
      {label}
    </option>
  );
}

/** The options by group, in their order; those without one stand by themselves. */
const groupsOf = <Value extends string>(options: readonly NativeOption<Value>[]) => [
  ...Map.groupBy(options, ({ group }) => group),
];
