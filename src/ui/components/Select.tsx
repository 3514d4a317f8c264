import { useContext, useMemo, type ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { ComboBox as AriaComboBox, ComboBoxStateContext } from 'react-aria-components/ComboBox';
import { Group } from 'react-aria-components/Group';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select';
import { FieldNote } from './TextField.tsx';
import { CheckIcon, ExpandIcon } from './icons.ts';
import { classes } from './classes.ts';
import './field.css';
import './overlay.css';

export interface Option<Value extends string> {
  value: Value;
  label: string;
  /** A second, dimmer line. */
  note?: string;
  icon?: ReactNode;
  disabled?: boolean;
}

interface ChoiceProps<Value extends string> {
  label: string;
  options: readonly Option<Value>[];
  value: Value | null;
  onChange: (value: Value) => void;
  onBlur?: () => void;
  name?: string;
  hint?: string;
  error?: string;
  required?: boolean;
  disabled?: boolean;
  placeholder?: string;
  /** Hides the label from the eye only. */
  labelHidden?: boolean;
  className?: string;
}

/** One row of the list. */
function OptionRow<Value extends string>({ option }: { option: Option<Value> }): ReactNode {
  return (
    <ListBoxItem id={option.value} textValue={option.label} isDisabled={option.disabled} className="list-item">
      {option.icon}
      <span className="list-text">
        {option.label}
        {option.note !== undefined && <span className="list-note">{option.note}</span>}
      </span>
      <CheckIcon aria-hidden="true" className="list-check" />
    </ListBoxItem>
  );
}

const withIds = <Value extends string>(options: readonly Option<Value>[]) =>
  options.map((option) => ({ ...option, id: option.value }));

/** One of a few known values. */
export function Select<Value extends string>({
  label,
  options,
  value,
  onChange,
  hint,
  error,
  required,
  disabled,
  labelHidden,
  placeholder,
  className,
  ...rest
}: ChoiceProps<Value>): ReactNode {
  return (
    <AriaSelect
      {...rest}
      value={value}
      onChange={(key) => key !== null && onChange(String(key) as Value)}
      isRequired={required}
      isDisabled={disabled}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      placeholder={placeholder}
      className={classes('field', className)}>
      <Label className={labelHidden ? 'visually-hidden' : 'field-label'}>{label}</Label>
      <AriaButton className="field-box select-button">
        <SelectValue className="select-value" />
        <ExpandIcon aria-hidden="true" className="select-mark" />
      </AriaButton>
      <FieldNote hint={hint} error={error} />
      <Popover className="overlay overlay-list" offset={4}>
        <ListBox className="list" items={withIds(options)}>
          {(option) => <OptionRow option={option} />}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}

export interface ComboBoxProps<Value extends string> extends ChoiceProps<Value> {
  /** Shown when nothing matches. */
  emptyText: string;
  /** Accessible name of the button that opens the list. */
  openLabel: string;
  /** Called with the text of the field, for lists that are longer than what is offered at once. */
  onType?: (text: string) => void;
}

/**
 * Opens the list when it is pressed, typed into, or asked by an arrow. Focus alone opens nothing: an
 * open list hides the rest of the page from screen readers, which nobody asked for who only passes by
 * with Tab or is led to what a form refuses (WCAG 3.2.1).
 */
function OpeningInput({ placeholder }: { placeholder?: string }): ReactNode {
  const state = useContext(ComboBoxStateContext);
  return <Input className="field-input" placeholder={placeholder} onClick={() => state?.open(null, 'manual')} />;
}

/** One of many values, found by typing. */
export function ComboBox<Value extends string>({
  label,
  options,
  value,
  onChange,
  hint,
  error,
  required,
  disabled,
  labelHidden,
  placeholder,
  emptyText,
  openLabel,
  onType,
  className,
  ...rest
}: ComboBoxProps<Value>): ReactNode {
  // A long list is rebuilt only when it changed, not with every key typed elsewhere in the form.
  const items = useMemo(() => withIds(options), [options]);
  return (
    <AriaComboBox
      {...rest}
      defaultItems={items}
      value={value}
      onChange={(key) => key !== null && onChange(String(key) as Value)}
      onInputChange={onType}
      isRequired={required}
      isDisabled={disabled}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      allowsEmptyCollection
      className={classes('field', className)}>
      <Label className={labelHidden ? 'visually-hidden' : 'field-label'}>{label}</Label>
      <Group className="field-box">
        <OpeningInput placeholder={placeholder} />
        <AriaButton className="field-button" aria-label={openLabel}>
          <ExpandIcon aria-hidden="true" />
        </AriaButton>
      </Group>
      <FieldNote hint={hint} error={error} />
      <Popover className="overlay overlay-list" offset={4}>
        <ListBox<Option<Value>> className="list" renderEmptyState={() => <p className="list-empty">{emptyText}</p>}>
          {(option) => <OptionRow option={option} />}
        </ListBox>
      </Popover>
    </AriaComboBox>
  );
}
