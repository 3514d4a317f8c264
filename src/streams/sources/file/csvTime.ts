import { MINUTE } from '../../../domain/base/index.ts';

/** Which number of a date like 3/4/2022 is the day; `unknown`: the table does not show. */
export type DateOrder = 'dayFirst' | 'monthFirst' | 'unknown';

const CLOCK = String.raw`(\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s*(?:[ap]\.?m\.?)?)`;
const ZONE = String.raw`(Z|UTC|GMT|[+-]\d{2}:?\d{2})?`;
const LATER = String.raw`(?:[T ,]+${CLOCK}\s*${ZONE})?$`;
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${LATER}`, 'i');
const NUMBERS = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})${LATER}`, 'i');
const NAMED_MONTH = new RegExp(String.raw`^(\d{1,2})[- ]([a-z]{3})[a-z]*[- ](\d{4}|\d{2})${LATER}`, 'i');
/** Six or eight digits, as loggers write them: year, month, day. Six alone may be a time of day. */
const DIGITS = new RegExp(
  String.raw`^((?:\d\d)?\d\d)(\d\d)(\d\d)[T ,]+(\d{1,2}:?\d{2}:?\d{2}(?:[.,]\d+)?(?:\s*[ap]\.?m\.?)?)\s*${ZONE}$`,
  'i',
);
/** As Java and C write it: Mon Jun 12 09:09:22 PDT 2017. */
const SPELT = /^[a-z]{3},? ([a-z]{3}) +(\d{1,2}) (\d{1,2}:\d{2}:\d{2}) (?:([a-z]{2,4}|[+-]\d{2}:?\d{2}) )?(\d{4})$/i;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Hours from UTC of the abbreviations that dates are spelt with. */
const ZONES: Readonly<Record<string, number>> = {
  Z: 0,
  UTC: 0,
  GMT: 0,
  WET: 0,
  BST: 1,
  WEST: 1,
  CET: 1,
  CEST: 2,
  EET: 2,
  EEST: 3,
  MSK: 3,
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
  AKST: -9,
  AKDT: -8,
  HST: -10,
};

/**
 * A time as tools write it: ISO 8601, Unix seconds or milliseconds, `2022/01/31 23:00:00`, `31.01.2022 23:00`,
 * `1/31/2022 11:00 PM`, `31-Jan-22 23:00`, `220131 230000`, `Mon Jan 31 23:00:00 PST 2022`. Without a zone it is UTC.
 * NaN when it is none of these. Of `3/4/2022`, `order` says the day; unknown, it is the first number, but the second
 * beside a 12-hour clock, as it is written where these are in use.
 */
export function readTime(text: string, order: DateOrder = 'unknown'): number {
  const written = text.trim();
  if (/^\d{9,10}(\.\d+)?$/.test(written)) return Math.round(Number(written) * 1_000);
  if (/^\d{12,13}$/.test(written)) return Number(written);
  const yearFirst = YEAR_FIRST.exec(written);
  if (yearFirst !== null) return compose(yearFirst[1], yearFirst[2], yearFirst[3], yearFirst[4], yearFirst[5]);
  const numbers = NUMBERS.exec(written);
  if (numbers !== null) {
    const [, first, separator, second, year, clock, zone] = numbers;
    const isMonthFirst =
      separator !== '.' &&
      (order === 'monthFirst' || (order === 'unknown' && Number(first) <= 12 && /m/i.test(clock ?? '')));
    return isMonthFirst ? compose(year, first, second, clock, zone) : compose(year, second, first, clock, zone);
  }
  const named = NAMED_MONTH.exec(written);
  if (named !== null) return compose(named[3], monthOf(named[2]), named[1], named[4], named[5]);
  const digits = DIGITS.exec(written);
  if (digits !== null) return compose(digits[1], digits[2], digits[3], digits[4], digits[5]);
  const spelt = SPELT.exec(written);
  return spelt === null ? Number.NaN : compose(spelt[5], monthOf(spelt[1]), spelt[2], spelt[3], spelt[4]);
}

/** What the dates of a table show of their order: a number above 12 is a day. */
export function dateOrderOf(cells: Iterable<string>): DateOrder {
  for (const cell of cells) {
    const [, first, second] = /^\s*(\d{1,2})[-/](\d{1,2})[-/]\d{2,4}\b/.exec(cell) ?? [];
    if (Number(first) > 12) return 'dayFirst';
    if (Number(second) > 12) return 'monthFirst';
  }
  return 'unknown';
}

const monthOf = (name: string): string => String(MONTHS.indexOf(name.toLowerCase()) + 1);

function compose(year: string, month: string, day: string, clock = '00:00:00', zone = 'Z'): number {
  const fullYear = Number(year) + (year.length > 2 ? 0 : Number(year) < 70 ? 2_000 : 1_900);
  const whole = Date.UTC(fullYear, Number(month) - 1, Number(day));
  // 31 February is no day: the date must come back as it was written.
  if (new Date(whole).getUTCMonth() !== Number(month) - 1) return Number.NaN;
  return whole + timeOfDay(clock) - offsetOf(zone.toUpperCase());
}

/** Milliseconds since midnight; NaN when it is no time of day. */
function timeOfDay(clock: string): number {
  const plain = /^\d{4,6}(\.\d+)?$/.test(clock) ? clock.replace(/^(\d\d?)(\d\d)(\d\d)/, '$1:$2:$3') : clock;
  const half = /([ap])\.?m/i.exec(plain)?.[1].toLowerCase();
  const [hours, minutes, seconds = '0'] = plain
    .replace(/\s*[ap]\.?m\.?/i, '')
    .replace(',', '.')
    .split(':');
  const isHour = half === undefined ? Number(hours) <= 24 : Number(hours) >= 1 && Number(hours) <= 12;
  if (!isHour || Number(minutes) > 59 || Number(seconds) >= 61) return Number.NaN;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half === 'p' ? 12 : 0);
  return Math.round(((hour * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000);
}

/** Milliseconds from UTC; NaN of a zone that nobody knows. */
function offsetOf(zone: string): number {
  if (!/^[+-]/.test(zone)) return (ZONES[zone] ?? Number.NaN) * 60 * MINUTE;
  return (zone.startsWith('-') ? -1 : 1) * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2))) * MINUTE;
}
