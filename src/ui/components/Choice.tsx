import type { ReactNode } from 'react';
import { Checkbox as AriaCheckbox } from 'react-aria-components/Checkbox';
import { Label } from 'react-aria-components/Label';
import { Radio, RadioGroup as AriaRadioGroup } from 'react-aria-components/RadioGroup';
import { Slider as AriaSlider, SliderOutput, SliderThumb, SliderTrack } from 'react-aria-components/Slider';
import { Switch as AriaSwitch } from 'react-aria-components/Switch';
import { FieldNote } from './TextField.tsx';
import { CheckIcon, MinusIcon } from './icons.ts';
import { classes } from './classes.ts';
import './field.css';
import './choice.css';

interface ToggleProps {
  children: ReactNode;
  selected: boolean;
  onChange: (selected: boolean) => void;
  onBlur?: () => void;
  disabled?: boolean;
  name?: string;
  className?: string;
}

export interface CheckboxProps extends ToggleProps {
  /** Some but not all of what it stands for. */
  indeterminate?: boolean;
  invalid?: boolean;
  /** In a grid, which has the focus for all its rows and their boxes. */
  excludeFromTabOrder?: boolean;
}

/** Yes or no, saved with the form. */
export function Checkbox({
  children,
  selected,
  disabled,
  indeterminate,
  invalid,
  className,
  ...rest
}: CheckboxProps): ReactNode {
  return (
    <AriaCheckbox
      {...rest}
      isSelected={selected}
      isDisabled={disabled}
      isIndeterminate={indeterminate}
      isInvalid={invalid}
      className={classes('choice', className)}>
      <span className="choice-mark" aria-hidden="true">
        {indeterminate ? <MinusIcon /> : selected && <CheckIcon />}
      </span>
      {children}
    </AriaCheckbox>
  );
}

/** On or off, at once. */
export function Switch({ children, selected, disabled, className, ...rest }: ToggleProps): ReactNode {
  return (
    <AriaSwitch {...rest} isSelected={selected} isDisabled={disabled} className={classes('choice', className)}>
      <span className="switch-track" aria-hidden="true" />
      {children}
    </AriaSwitch>
  );
}

interface RadioOption<Value extends string> {
  value: Value;
  label: string;
  icon?: ReactNode;
  disabled?: boolean;
}

export interface RadioGroupProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly RadioOption<Value>[];
  onChange: (value: Value) => void;
  onBlur?: () => void;
  name?: string;
  hint?: string;
  error?: string;
  disabled?: boolean;
  /** `segments` draws each option as a small button. */
  look?: 'radios' | 'segments';
  labelHidden?: boolean;
  className?: string;
}

/** One of a few values, all in sight. */
export function RadioGroup<Value extends string>({
  label,
  options,
  onChange,
  hint,
  error,
  disabled,
  look = 'radios',
  labelHidden,
  className,
  ...rest
}: RadioGroupProps<Value>): ReactNode {
  const segments = look === 'segments';
  return (
    <AriaRadioGroup
      {...rest}
      onChange={(value) => onChange(value as Value)}
      isDisabled={disabled}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      className={classes('group', className)}>
      <Label className={labelHidden ? 'visually-hidden' : 'field-label'}>{label}</Label>
      <div className={segments ? 'segments' : 'group-options'}>
        {options.map((option) => (
          <Radio
            key={option.value}
            value={option.value}
            isDisabled={option.disabled}
            className={segments ? 'segment' : 'choice'}>
            {!segments && <span className="choice-mark choice-round" aria-hidden="true" />}
            {option.icon}
            {option.label}
          </Radio>
        ))}
      </div>
      <FieldNote hint={hint} error={error} />
    </AriaRadioGroup>
  );
}

export interface SliderProps {
  label: string;
  value: number;
  onChange: (value: number) => void;
  onChangeEnd?: (value: number) => void;
  minimum: number;
  maximum: number;
  step?: number;
  /** The value in words, shown and read out. */
  format: (value: number) => string;
  labelHidden?: boolean;
  disabled?: boolean;
  className?: string;
}

/** A number within bounds. */
export function Slider({
  label,
  minimum,
  maximum,
  format,
  labelHidden,
  disabled,
  className,
  onChange,
  onChangeEnd,
  ...rest
}: SliderProps): ReactNode {
  return (
    <AriaSlider
      {...rest}
      minValue={minimum}
      maxValue={maximum}
      isDisabled={disabled}
      onChange={(value) => onChange(Number(value))}
      onChangeEnd={onChangeEnd && ((value) => onChangeEnd(Number(value)))}
      className={classes('slider', className)}>
      <Label className={labelHidden ? 'visually-hidden' : 'field-label'}>{label}</Label>
      <SliderOutput className={labelHidden ? 'visually-hidden' : 'slider-output'}>
        {({ state }) => format(state.values[0])}
      </SliderOutput>
      <SliderTrack className="slider-track">
        <SliderThumb className="slider-thumb" />
      </SliderTrack>
    </AriaSlider>
  );
}
