import { useMemo, useState, type ReactNode } from 'react';
import { toIso, type Instant } from '../../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { DayButton, FieldClear, NativeSelect, TextField } from '../../../ui/index.ts';
import { createDateReader } from './dateText.ts';
import {
  boundDays,
  instantOf,
  isUnread,
  offsetName,
  onDay,
  readLocal,
  twins,
  unread,
  unreadText,
  type DateProblem,
  type DateRules,
} from './dateTimeValue.ts';
import { useNow } from './useNow.ts';
import { dayOf } from './zonedDays.ts';
import './dateTimeField.css';

export interface DateTimeFieldProps {
  label: string;
  /** ISO 8601; '' for none, and what {@link unread} makes of a text that is no date. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  error?: string;
  required?: boolean;
  /** A cross takes the date away. */
  clearable?: boolean;
  /** Bounds, both allowed themselves. They are said below the field. */
  earliest?: Instant;
  latest?: Instant;
  className?: string;
}

/**
 * A date with a time as the account writes them, in its time zone and the language's calendar: typed, or its
 * day picked. Of a time that comes twice, where clocks are put back, one says which is meant.
 */
export function DateTimeField({
  label,
  value,
  onChange,
  onBlur,
  error,
  required,
  clearable,
  earliest,
  latest,
  className,
}: DateTimeFieldProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const { timeZone } = formats.settings;
  const now = useNow();
  const rules: DateRules = { timeZone, earliest, latest };
  const { text, instant, reading, isTyping, type, put, leave } = useTypedDate(value, rules, onChange);
  const problem =
    reading?.problem === undefined || (isTyping && error === undefined) ? undefined : problemText(reading.problem);

  function problemText(found: DateProblem): string {
    if (found === 'skipped') return t('dateField.skipped');
    if (found === 'early' && earliest !== undefined)
      return t('dateField.earliest', { date: formats.dateTime(earliest) });
    if (found === 'late' && latest !== undefined) return t('dateField.latest', { date: formats.dateTime(latest) });
    return t('dateField.unread', { example: formats.dateTime(now) });
  }
  const bounds = [
    earliest !== undefined && t('dateField.earliest', { date: formats.dateTime(earliest) }),
    latest !== undefined && t('dateField.latest', { date: formats.dateTime(latest) }),
  ].filter((each) => each !== false);
  return (
    <div className={className}>
      <TextField
        label={label}
        value={text}
        required={required}
        error={problem ?? error}
        hint={bounds.length > 0 ? bounds.join(' · ') : undefined}
        placeholder={t('dateField.example', { date: formats.dateTime(now) })}
        direction="page"
        autoComplete="off"
        onChange={type}
        onBlur={() => {
          leave();
          onBlur?.();
        }}
        end={
          <>
            {clearable && value !== '' && (
              <FieldClear label={t('dateField.clear', { field: label })} onPress={() => put('')} />
            )}
            <DayButton
              label={t('dateField.pick', { field: label })}
              value={dayOf(instant ?? Math.min(Math.max(now, earliest ?? now), latest ?? Infinity), timeZone)}
              {...boundDays(rules)}
              onChange={(day) => put(onDay(day, instant, rules))}
            />
          </>
        }
      />
      {instant !== null && (
        <WhichOfTwo instant={instant} timeZone={timeZone} onChange={(chosen) => put(toIso(chosen))} />
      )}
    </div>
  );
}

/** What is in the field: the date as the account writes it, or what is being typed, and what typing makes of it. */
function useTypedDate(value: string, rules: DateRules, onChange: (value: string) => void) {
  const { i18n } = useTranslation();
  const formats = useFormats();
  const { dateTime } = formats.settings;
  const read = useMemo(() => createDateReader(i18n.language, dateTime), [i18n.language, dateTime]);
  /** As it is being typed: "1/2/2026 8:30" is rewritten only once it is left. */
  const [typed, setTyped] = useState<{ readonly text: string; readonly value: string } | null>(null);
  const [isTyping, setTyping] = useState(false);
  const instant = instantOf(value);
  const text =
    typed !== null && typed.value === value
      ? typed.text
      : isUnread(value)
        ? unreadText(value)
        : instant === null
          ? ''
          : formats.dateTime(instant);
  const reading = isUnread(value) ? readLocal(read(text), rules) : null;
  const type = (next: string): void => {
    const found = readLocal(read(next), rules);
    const meant =
      found.problem === undefined ? (found.instants.find((each) => each === instant) ?? found.instants[0]) : undefined;
    const made = next.trim() === '' ? '' : meant === undefined ? unread(next) : toIso(meant);
    setTyping(true);
    setTyped({ text: next, value: made });
    onChange(made);
  };
  const put = (next: string): void => {
    setTyped(null);
    setTyping(false);
    onChange(next);
  };
  const leave = (): void => {
    setTyping(false);
    if (!isUnread(value)) setTyped(null);
  };
  return { text, instant, reading, isTyping, type, put, leave };
}

/** Asks which of the two is meant where clocks show a time twice. */
function WhichOfTwo({
  instant,
  timeZone,
  onChange,
}: {
  instant: Instant;
  timeZone: string;
  onChange: (instant: Instant) => void;
}): ReactNode {
  const { t } = useTranslation();
  const both = twins(instant, timeZone);
  if (both.length === 0) return null;
  return (
    <NativeSelect
      label={t('dateField.twice')}
      showLabel
      value={String(instant)}
      onChange={(chosen: string) => onChange(Number(chosen))}
      className="date-time-twice"
      options={both.map((each, place) => ({
        value: String(each),
        label: t(place === 0 ? 'dateField.first' : 'dateField.second', { offset: offsetName(each, timeZone) }),
      }))}
    />
  );
}
