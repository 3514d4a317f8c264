import { parseDate, toCalendar, GregorianCalendar, type CalendarDate } from '@internationalized/date';
import { useState, type ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Calendar, CalendarCell, CalendarGrid, CalendarGridBody, CalendarGridHeader, CalendarHeaderCell } from 'react-aria-components/Calendar';
import { Heading } from 'react-aria-components/Heading';
import { Button } from './Button.tsx';
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
  /** Told of the month that is in sight, as its first day, so that its marks can be asked for. */
  onMonth?: (first: string) => void;
  onChange: (day: string) => void;
}

/** The day in the calendar that computers share, whatever calendar was looked at. */
const keyOf = (date: CalendarDate): string => toCalendar(date, new GregorianCalendar()).toString();

/** A day, chosen in the calendar of the language. */
export function DayPicker({ label, value, text, earliest, latest, marked, markedText, onMonth, onChange }: DayPickerProps): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      label={label} placement="bottom start" open={open} onOpenChange={setOpen}
      trigger={<Button size="compact" icon={<CalendarIcon aria-hidden="true" />} aria-label={`${label}: ${text}`}>{text}</Button>}
    >
      <Calendar
        aria-label={label} className="day-picker" defaultValue={parseDate(value)} minValue={earliest === undefined ? undefined : parseDate(earliest)}
        maxValue={latest === undefined ? undefined : parseDate(latest)}
        onFocusChange={(date) => onMonth?.(keyOf(date.set({ day: 1 })))}
        onChange={(date) => {
          onChange(keyOf(date));
          setOpen(false);
        }}
      >
        <header className="day-picker-head">
          <AriaButton slot="previous" className="day-picker-turn"><BackIcon aria-hidden="true" className="icon-mirrored" /></AriaButton>
          <Heading className="day-picker-month" />
          <AriaButton slot="next" className="day-picker-turn"><ForwardIcon aria-hidden="true" className="icon-mirrored" /></AriaButton>
        </header>
        <CalendarGrid weekdayStyle="short">
          <CalendarGridHeader>{(day) => <CalendarHeaderCell className="day-picker-weekday">{day}</CalendarHeaderCell>}</CalendarGridHeader>
          <CalendarGridBody>
            {(date) => (
              <CalendarCell date={date} className="day-picker-day">
                {({ formattedDate }) => (
                  <>
                    {formattedDate}
                    {marked?.has(keyOf(date)) && <span className="day-picker-mark">{markedText !== undefined && <span className="visually-hidden">{markedText}</span>}</span>}
                  </>
                )}
              </CalendarCell>
            )}
          </CalendarGridBody>
        </CalendarGrid>
        {markedText !== undefined && <p className="day-picker-legend"><span className="day-picker-mark" aria-hidden="true" />{markedText}</p>}
      </Calendar>
    </Popover>
  );
}
