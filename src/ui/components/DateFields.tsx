import { GregorianCalendar, parseDate, parseTime, toCalendar } from '@internationalized/date';
import type { ReactNode } from 'react';
import { DateField as AriaDateField, DateInput, DateSegment } from 'react-aria-components/DateField';
import { Group } from 'react-aria-components/Group';
import { Label } from 'react-aria-components/Label';
import { TimeField as AriaTimeField } from 'react-aria-components/TimeField';
import { DayButton } from './DayPicker.tsx';
import { FieldClear, FieldNote } from './TextField.tsx';
import { classes } from './classes.ts';
import './dateFields.css';

interface SegmentedFieldProps {
  readonly label: string;
  /** Only heard, where its place already says what the field is. */
  readonly labelHidden?: boolean;
  readonly onBlur?: () => void;
  readonly error?: string | undefined;
  readonly required?: boolean;
  readonly className?: string;
}

export interface DayFieldProps extends SegmentedFieldProps {
  /** `2026-03-01`; null: none. */
  readonly value: string | null;
  readonly onChange: (day: string | null) => void;
  /** The day with which the calendar opens while the field is empty. */
  readonly today: string;
  /** What the button of the calendar is called. */
  readonly pickLabel: string;
  /** What the cross is called that clears the day; absent: there is none. */
  readonly clearLabel?: string;
}

/** A day in the calendar of the language: typed part by part, or picked. */
export function DayField(props: DayFieldProps): ReactNode {
  const { label, labelHidden, value, onChange, onBlur, error, required, className, today, pickLabel, clearLabel } =
    props;
  const day = value === null ? null : dayOf(value);
  return (
    <AriaDateField
      className={classes('field', className)}
      value={day}
      onChange={(next) => onChange(next === null ? null : toCalendar(next, new GregorianCalendar()).toString())}
      onBlur={onBlur}
      isRequired={required}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      shouldForceLeadingZeros>
      <Label className={labelHidden ? 'visually-hidden' : 'field-label'}>{label}</Label>
      <Group className="field-box">
        <Segments />
        {clearLabel !== undefined && day !== null && <FieldClear label={clearLabel} onPress={() => onChange(null)} />}
        <DayButton label={pickLabel} value={day?.toString() ?? today} onChange={onChange} />
      </Group>
      <FieldNote error={error} />
    </AriaDateField>
  );
}

/** The text of a draft or a link may be no day. */
function dayOf(text: string) {
  try {
    return parseDate(text);
  } catch {
    return null;
  }
}

export interface ClockFieldProps extends SegmentedFieldProps {
  /** `08:30`; null: none. */
  readonly value: string | null;
  readonly onChange: (clock: string | null) => void;
}

/** A time of day, hours and minutes, of 24 hours. */
export function ClockField({
  label,
  labelHidden,
  value,
  onChange,
  onBlur,
  error,
  required,
  className,
}: ClockFieldProps): ReactNode {
  return (
    <AriaTimeField
      className={classes('field', className)}
      value={value === null ? null : clockOf(value)}
      onChange={(next) => onChange(next === null ? null : next.toString().slice(0, 5))}
      onBlur={onBlur}
      hourCycle={24}
      isRequired={required}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      shouldForceLeadingZeros>
      <Label className={labelHidden ? 'visually-hidden' : 'field-label'}>{label}</Label>
      <Group className="field-box">
        <Segments />
      </Group>
      <FieldNote error={error} />
    </AriaTimeField>
  );
}

function clockOf(text: string) {
  try {
    return parseTime(text);
  } catch {
    return null;
  }
}

/** Figures of dates and clocks run from left to right in every language. */
function Segments(): ReactNode {
  return (
    <DateInput className="date-segments figures">
      {(segment) => <DateSegment segment={segment} className="date-segment" />}
    </DateInput>
  );
}
