import { parseDate, toCalendar, GregorianCalendar, type CalendarDate } from '@internationalized/date';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from 'react-aria-components/Calendar';
import { Heading } from 'react-aria-components/Heading';
import { useLocale } from 'react-aria-components/I18nProvider';
import { Button } from './Button.tsx';
import { useFirstWeekday } from './firstWeekday.ts';
import { BackIcon, CalendarIcon, ForwardIcon } from './icons.ts';
import { Popover } from './Overlay.tsx';
import './dayPicker.css';

export interface DayPickerProps {
  label: string;
  /** `2026-03-01`. */
  value: string;
  /** The chosen day in words, on the button. */
  text: string;
  earliest?: string;
  latest?: string;
  /** Days with something to see; left out, none is marked. */
  marked?: ReadonlySet<string>;
  /** What a mark means, below the days. */
  markedText?: string;
  /** Notified of the month that is in sight, as its first day, so that its marks can be asked for. */
  onMonth?: (first: string) => void;
  onChange: (day: string) => void;
}

/** The day in the calendar that computers share, whatever calendar was looked at. */
const keyOf = (date: CalendarDate): string => toCalendar(date, new GregorianCalendar()).toString();

/** Letters that a column has room for. */
const ROOM = 4;

/** Short names of the days of the week, or where these are long (Persian has none that are not) their letters. */
function weekdaysOf(locale: string): 'short' | 'narrow' {
  const names = new Intl.DateTimeFormat(locale, { weekday: 'short' });
  return Array.from({ length: 7 }, (_, day) => names.format(Date.UTC(2026, 0, 5 + day))).some(
    ({ length }) => length > ROOM,
  )
    ? 'narrow'
    : 'short';
}

/** A day, chosen in the calendar of the language. */
export function DayPicker({ text, onChange, ...rest }: DayPickerProps): ReactNode {
  const [open, setOpen] = useState(false);
  const { label } = rest;
  return (
    <Popover
      label={label}
      placement="bottom start"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="compact" icon={<CalendarIcon aria-hidden="true" />} aria-label={`${label}: ${text}`}>
          {text}
        </Button>
      }>
      <Days
        {...rest}
        onChange={(day) => {
          onChange(day);
          setOpen(false);
        }}
      />
    </Popover>
  );
}

/** The same at the end of a field that the day is also typed into. */
export function DayButton({ onChange, ...rest }: Omit<DayPickerProps, 'text'>): ReactNode {
  const [open, setOpen] = useState(false);
  const choose = (day: string): void => {
    onChange(day);
    setOpen(false);
  };
  return (
    <Popover
      label={rest.label}
      placement="bottom end"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <AriaButton className="field-button" aria-label={rest.label}>
          <CalendarIcon aria-hidden="true" />
        </AriaButton>
      }>
      <Days {...rest} onChange={choose} />
    </Popover>
  );
}

/** The calendar while it is open. The chosen day has the focus, so that a week back is one key away. */
function Days({
  label,
  value,
  earliest,
  latest,
  marked,
  markedText,
  onMonth,
  onChange,
}: Omit<DayPickerProps, 'text'>): ReactNode {
  const { locale } = useLocale();
  const firstDay = useFirstWeekday();
  const calendar = useRef<HTMLDivElement>(null);
  useEffect(() => calendar.current?.querySelector<HTMLElement>('.day-picker-day[tabindex="0"]')?.focus(), []);
  return (
    <Calendar
      ref={calendar}
      aria-label={label}
      className="day-picker"
      firstDayOfWeek={firstDay}
      defaultValue={parseDate(value)}
      minValue={earliest === undefined ? undefined : parseDate(earliest)}
      maxValue={latest === undefined ? undefined : parseDate(latest)}
      onFocusChange={(date) => onMonth?.(keyOf(date.set({ day: 1 })))}
      onChange={(date) => onChange(keyOf(date))}>
      <header className="day-picker-head">
        <AriaButton slot="previous" className="day-picker-turn">
          <BackIcon aria-hidden="true" className="icon-mirrored" />
        </AriaButton>
        <Heading className="day-picker-month" />
        <AriaButton slot="next" className="day-picker-turn">
          <ForwardIcon aria-hidden="true" className="icon-mirrored" />
        </AriaButton>
      </header>
      <CalendarGrid weekdayStyle={weekdaysOf(locale)}>
        <CalendarGridHeader>
          {(day) => <CalendarHeaderCell className="day-picker-weekday">{day}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>
          {(date) => (
            <CalendarCell date={date} className="day-picker-day">
              {({ formattedDate }) => (
                <>
                  {formattedDate}
                  {marked?.has(keyOf(date)) && (
                    <span className="day-picker-mark">
                      {markedText !== undefined && <span className="visually-hidden">{markedText}</span>}
                    </span>
                  )}
                </>
              )}
            </CalendarCell>
          )}
        </CalendarGridBody>
      </CalendarGrid>
      {markedText !== undefined && (
        <p className="day-picker-legend">
          <span className="day-picker-mark" aria-hidden="true" />
          {markedText}
        </p>
      )}
    </Calendar>
  );
}
