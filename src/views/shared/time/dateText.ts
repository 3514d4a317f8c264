import { DateTime } from 'luxon';
import { CLOCK, dayOfCalendar, inCalendar } from './calendarDays.ts';

/** Parts of an account's format that are typed, in the order in which the format has them. */
const TOKEN = /YYYY|MMM|MM|DD|HH|hh|mm|ss|A/g;
/** Figures, and words with the dots that an abbreviation carries ("ب.ظ.", "янв."). */
const PIECE = /\d+|[\p{L}\p{M}][\p{L}\p{M}.\u200C]*/gu;
/** Marks that turn the direction of writing: they come along with what is copied. */
const DIRECTION_MARKS = /[\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069]/g;
const CLOCK_FACE = 12;

/**
 * Reads dates as an account writes them (`DD/MM/YYYY hh:mm A`), in the language's calendar, names and digits; Latin
 * digits too. Answers what clocks and calendars of the zone show then, as `2026-03-01T08:30:00`, whatever the zone is;
 * null where the text is no such date. Separators are free, and seconds may be left out.
 */
export function createDateReader(language: string, pattern: string): (text: string) => string | null {
  const tokens = pattern.match(TOKEN) ?? [];
  const names = wordsOf(language);
  return (text) => {
    const parts = take(tokens, piecesOf(text, names.digits), names);
    if (parts === null) return null;
    const day = dayOfCalendar(parts.YYYY ?? NaN, parts.MM ?? NaN, parts.DD ?? NaN, language);
    const hour = hourOf(parts);
    const minute = parts.mm ?? NaN;
    const second = parts.ss ?? 0;
    if (day === null || hour === null || !(minute < CLOCK.minutes) || second >= CLOCK.seconds) return null;
    return `${day}T${[hour, minute, second].map((part) => String(part).padStart(2, '0')).join(':')}`;
  };
}

type Parts = Partial<Record<'YYYY' | 'MM' | 'DD' | 'HH' | 'hh' | 'mm' | 'ss' | 'half', number>>;

interface Words {
  readonly digits: ReadonlyMap<string, string>;
  /** Names of months, short and long, to their number. */
  readonly months: ReadonlyMap<string, number>;
  /** What halves of a day are called: 0 the first, 1 the second. */
  readonly halves: ReadonlyMap<string, 0 | 1>;
}

/** Each figure and word of the text, digits in Latin. */
const piecesOf = (text: string, digits: Words['digits']): string[] =>
  [...text.replaceAll(DIRECTION_MARKS, '')]
    .map((letter) => digits.get(letter) ?? letter)
    .join('')
    .match(PIECE) ?? [];

/** A word without what people leave out. */
const plain = (word: string): string => word.toLowerCase().replaceAll(/[.\u200C\s]/g, '');

/** Gives each piece to its part of the format; null where one is left over or wanting. */
function take(tokens: readonly string[], pieces: readonly string[], words: Words): Parts | null {
  const parts: Parts = {};
  const rest = [...pieces];
  const half = rest.findIndex((piece) => words.halves.has(plain(piece)));
  if (half >= 0) parts.half = words.halves.get(plain(rest.splice(half, 1)[0] ?? ''));
  for (const token of tokens) {
    if (token === 'A') continue;
    const piece = rest.shift();
    if (piece === undefined && token === 'ss') continue;
    const value = valueOf(token, piece, words);
    if (value === null) return null;
    parts[partOf(token)] = value;
  }
  return rest.length > 0 ? null : parts;
}

const partOf = (token: string): keyof Parts =>
  token === 'MMM'
    ? 'MM'
    : token === 'YYYY' || token === 'MM' || token === 'DD' || token === 'HH' || token === 'hh' || token === 'mm'
      ? token
      : 'ss';

function valueOf(token: string, piece: string | undefined, { months }: Words): number | null {
  if (piece === undefined) return null;
  const named = token === 'MMM' ? months.get(plain(piece)) : undefined;
  if (named !== undefined) return named;
  if (!/^\d+$/.test(piece)) return null;
  // "8:3" is on its way to 8:30, and "2" to 2026.
  const isWhole =
    token === 'YYYY' ? piece.length === 4 : token === 'mm' || token === 'ss' ? piece.length === 2 : piece.length <= 2;
  return isWhole ? Number(piece) : null;
}

/** The hour of the day, 0 to 23. Formats may have 24 hours and a half of the day ("14:30 PM"). */
function hourOf({ HH, hh, half }: Parts): number | null {
  const hour = HH ?? hh;
  if (hour === undefined || hour >= CLOCK.hours) return null;
  if (hh !== undefined && half === undefined && hour <= CLOCK_FACE) return null;
  if (half === undefined) return hour;
  // Afternoon hours that are written in full are no hours of a morning.
  if (hour > CLOCK_FACE || hour === 0) return Math.floor(hour / CLOCK_FACE) === half ? hour : null;
  return (hour % CLOCK_FACE) + half * CLOCK_FACE;
}

/** Days of one year, near enough to each other that every month of any calendar has some. */
const DAYS = Array.from({ length: 37 }, (_, index) => DateTime.utc(2026).plus({ days: 10 * index }));

function wordsOf(language: string): Words {
  const digits = new Map<string, string>();
  for (const system of [language, 'fa', 'ar-EG-u-nu-arab']) {
    const format = new Intl.NumberFormat(system, { useGrouping: false });
    for (let digit = 0; digit <= 9; digit++) digits.set(format.format(digit), String(digit));
  }
  const months = new Map<string, number>();
  for (const day of DAYS) {
    const { month } = inCalendar(day.toISODate() ?? '', language);
    for (const name of monthNames(day.toMillis(), language)) months.set(plain(name), month);
  }
  const halves = new Map<string, 0 | 1>([
    ['am', 0],
    ['pm', 1],
  ]);
  for (const half of [0, 1] as const) halves.set(plain(halfName(half, language)), half);
  return { digits, months, halves };
}

function monthNames(day: number, language: string): string[] {
  return (['short', 'long'] as const).flatMap((month) =>
    partIn(new Intl.DateTimeFormat(language, { month, day: 'numeric', timeZone: 'UTC' }), day, 'month'),
  );
}

const halfName = (half: 0 | 1, language: string): string =>
  partIn(
    new Intl.DateTimeFormat(language, { hour: 'numeric', hourCycle: 'h12', timeZone: 'UTC' }),
    Date.UTC(2026, 0, 1, half * CLOCK_FACE + 3),
    'dayPeriod',
  )[0] ?? '';

const partIn = (format: Intl.DateTimeFormat, instant: number, type: Intl.DateTimeFormatPartTypes): string[] =>
  format
    .formatToParts(instant)
    .filter((part) => part.type === type)
    .map(({ value }) => value);
