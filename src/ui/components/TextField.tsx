import { useState, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Group } from 'react-aria-components/Group';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { SearchField as AriaSearchField } from 'react-aria-components/SearchField';
import { Text } from 'react-aria-components/Text';
import { TextField as AriaTextField } from 'react-aria-components/TextField';
import { Button as AriaButton } from 'react-aria-components/Button';
import { CloseIcon, HideIcon, SearchIcon, ShowIcon } from './icons.ts';
import { classes } from './classes.ts';
import './field.css';

interface FieldProps {
  label: string;
  /** Only heard, where its place already says what the field is. */
  labelHidden?: boolean;
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  name?: string;
  /** One sentence below the field. */
  hint?: string;
  /** Shown in place of the hint; informs assistive technology that the value is refused. */
  error?: string;
  required?: boolean;
  disabled?: boolean;
  readOnly?: boolean;
  /** Where a page or a dialog of one task begins: who opens it types here. */
  takesFocus?: boolean;
  autoComplete?: string;
  /** What kind of keyboard a phone shows. */
  inputMode?: 'text' | 'email' | 'tel' | 'numeric' | 'decimal' | 'search' | 'url';
  maxLength?: number;
  placeholder?: string;
  /**
   * `ltr`: identifiers and addresses, which read so in every language. `page`: what the language itself writes, such as
   * dates.
   */
  direction?: 'ltr' | 'page';
  className?: string;
  ref?: Ref<HTMLInputElement>;
}

export interface TextFieldProps extends FieldProps {
  type?: 'text' | 'email' | 'password' | 'tel' | 'url';
  /** Something at the end of the field, for example a button. */
  end?: ReactNode;
  /** For keys that mean more than what they type. */
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/** A field of one line with its label above and hint or error below. */
export function TextField({
  label,
  labelHidden,
  hint,
  error,
  required,
  disabled,
  readOnly,
  type = 'text',
  end,
  direction,
  placeholder,
  className,
  takesFocus,
  onKeyDown,
  ref,
  ...rest
}: TextFieldProps): ReactNode {
  return (
    <AriaTextField
      {...rest}
      // By its own word only, for the reason that is at the property.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus={takesFocus}
      type={type}
      isRequired={required}
      // A faulty field can be mended, in use or not: else nothing of its form could be saved.
      isDisabled={disabled && error === undefined}
      isReadOnly={readOnly}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      className={classes('field', className)}>
      <Label className={labelHidden ? 'visually-hidden' : 'field-label'}>{label}</Label>
      <Group className="field-box">
        {/* A name is written from its own side; an empty field follows the page. */}
        <Input
          ref={ref}
          className="field-input"
          dir={direction === 'ltr' || (direction === undefined && rest.value) ? (direction ?? 'auto') : undefined}
          placeholder={placeholder}
          onKeyDown={onKeyDown}
        />
        {end}
      </Group>
      <FieldNote hint={hint} error={error} />
    </AriaTextField>
  );
}

/** A cross at the end of a field, which takes away what is in it. */
export function FieldClear({ label, onPress }: { label: string; onPress: () => void }): ReactNode {
  return (
    <AriaButton className="field-button" aria-label={label} onPress={onPress}>
      <CloseIcon aria-hidden="true" />
    </AriaButton>
  );
}

/** Hint or error of a field; both are announced with it. */
export function FieldNote({ hint, error }: { hint?: string; error?: string }): ReactNode {
  if (error !== undefined) return <FieldError className="field-error">{error}</FieldError>;
  return hint === undefined ? null : (
    <Text slot="description" className="field-hint">
      {hint}
    </Text>
  );
}

export interface PasswordFieldProps extends FieldProps {
  showLabel: string;
  hideLabel: string;
}

/** A password that its owner may look at. */
export function PasswordField({ showLabel, hideLabel, ...rest }: PasswordFieldProps): ReactNode {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...rest}
      direction="ltr"
      type={shown ? 'text' : 'password'}
      end={
        <AriaButton
          slot={null}
          className="field-button"
          aria-label={shown ? hideLabel : showLabel}
          aria-pressed={shown}
          onPress={() => setShown(!shown)}>
          {shown ? <HideIcon aria-hidden="true" /> : <ShowIcon aria-hidden="true" />}
        </AriaButton>
      }
    />
  );
}

export interface SearchFieldProps {
  label: string;
  clearLabel: string;
  value: string;
  onChange: (value: string) => void;
  onSubmit?: (value: string) => void;
  /** Arrow down: to the first of what was found. */
  onDown?: () => void;
  placeholder?: string;
  maxLength?: number;
  className?: string;
  ref?: Ref<HTMLInputElement>;
}

/** Search: the label is read out, not shown; Escape and the cross clear it. */
export function SearchField({
  label,
  clearLabel,
  placeholder,
  className,
  ref,
  onDown,
  ...rest
}: SearchFieldProps): ReactNode {
  const onKeyDown = (event: { readonly key: string; preventDefault(): void }): void => {
    if (event.key !== 'ArrowDown' || onDown === undefined) return;
    event.preventDefault();
    onDown();
  };
  return (
    <AriaSearchField
      {...rest}
      onKeyDown={onKeyDown}
      aria-label={label}
      className={classes('field', 'field-search', className)}>
      <Group className="field-box">
        <SearchIcon aria-hidden="true" className="field-icon" />
        <Input ref={ref} className="field-input" placeholder={placeholder ?? label} />
        <AriaButton className="field-button field-clear" aria-label={clearLabel}>
          <CloseIcon aria-hidden="true" />
        </AriaButton>
      </Group>
    </AriaSearchField>
  );
}
