import type { Instant } from './time.ts';

/**
 * Dates in an account's format. Formats are written as the account settings hold them (`DD/MM/YYYY hh:mm A`); digits,
 * month names and the calendar are the language's (Persian dates are in the Persian calendar). By Intl alone: texts of
 * the sign-in page have dates, and luxon is a tenth of what that page may load.
 */
export interface DateFormatter {
  /** `pattern` is one of the settings' formats. */
  format(instant: Instant, pattern: string): string;
  /** Calendar days from `b` to `a` in the time zone: 0 = same day, −1 = `a` is the day before. */
  daysBetween(a: Instant, b: Instant): number;
}

const TOKEN = /YYYY|YY|MMMM|MMM|MM|M|DD|D|dddd|ddd|HH|H|hh|h|mm|ss|A|a|\[[^\]]*\]/g;

/** One time part under the options that a token needs. */
type Part = (instant: Instant) => string;

/** Tokens of a pattern, as Intl options and the part of the result that is wanted. */
const TOKENS: Readonly<Record<string, [Intl.DateTimeFormatOptions, Intl.DateTimeFormatPartTypes]>> = {
  YYYY: [{ year: 'numeric' }, 'year'],
  YY: [{ year: '2-digit' }, 'year'],
  // With a day beside it the month takes the form it has in a date ("5 июня", not "июнь").
  MMMM: [{ month: 'long', day: 'numeric' }, 'month'],
  MMM: [{ month: 'short', day: 'numeric' }, 'month'],
  MM: [{ month: '2-digit' }, 'month'],
  M: [{ month: 'numeric' }, 'month'],
  DD: [{ day: '2-digit' }, 'day'],
  D: [{ day: 'numeric' }, 'day'],
  dddd: [{ weekday: 'long' }, 'weekday'],
  ddd: [{ weekday: 'short' }, 'weekday'],
  HH: [{ hour: '2-digit', hourCycle: 'h23' }, 'hour'],
  H: [{ hour: 'numeric', hourCycle: 'h23' }, 'hour'],
  hh: [{ hour: '2-digit', hourCycle: 'h12' }, 'hour'],
  h: [{ hour: 'numeric', hourCycle: 'h12' }, 'hour'],
  mm: [{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, 'minute'],
  ss: [{ minute: '2-digit', second: '2-digit' }, 'second'],
  A: [{ hour: 'numeric', hourCycle: 'h12' }, 'dayPeriod'],
};
const TWO_DIGITS: ReadonlySet<string> = new Set(['MM', 'DD', 'HH', 'hh', 'mm', 'ss', 'YY']);

/** By language and time zone: Intl takes up to a tenth of a millisecond for each of its own, and rows of lists ask. */
const FORMATTERS = new Map<string, DateFormatter>();

/** Throws a RangeError when the runtime does not know the time zone. */
export function dateFormatterOf(language: string, timeZone: string): DateFormatter {
  const key = `${language} ${timeZone}`;
  const formatter = FORMATTERS.get(key) ?? createDateFormatter(language, timeZone);
  FORMATTERS.set(key, formatter);
  return formatter;
}

function createDateFormatter(language: string, timeZone: string): DateFormatter {
  const parts = new Map<string, Part>();
  const zero = new Intl.NumberFormat(language, { useGrouping: false }).format(0);
  const day = new Intl.DateTimeFormat('en-US-u-ca-gregory', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  });

  const partOf = (token: string): Part => {
    const known = parts.get(token);
    if (known) return known;
    const [options, type] = TOKENS[token];
    const format = new Intl.DateTimeFormat(language, { ...options, timeZone });
    const width = TWO_DIGITS.has(token) ? 2 : 0;
    const part: Part = (instant) => {
      const text = format.formatToParts(instant).find((piece) => piece.type === type)?.value ?? '';
      return text.padStart(width, zero);
    };
    parts.set(token, part);
    return part;
  };

  const dayNumber = (instant: Instant): number => {
    const found = Object.fromEntries(day.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
    return Date.UTC(found.year, found.month - 1, found.day) / 86_400_000;
  };

  return {
    format: (instant, pattern) =>
      pattern.replace(TOKEN, (token) => {
        if (token.startsWith('[')) return token.slice(1, -1);
        if (token === 'a') return partOf('A')(instant).toLowerCase();
        return partOf(token)(instant);
      }),
    daysBetween: (a, b) => dayNumber(a) - dayNumber(b),
  };
}
