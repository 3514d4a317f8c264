import { DAY, HOUR, MINUTE, SECOND, normaliseCourse, type Instant } from '../domain/base/index.ts';
import type { AccountSettings } from '../domain/account/index.ts';
import { dateFormatterOf } from './dates.ts';

/** How an account wants dates; the language is the user's. */
export interface FormatSettings {
  /** IANA name, for example `Asia/Tehran`. */
  readonly timeZone: string;
  readonly date: string;
  readonly time: string;
  readonly dateTime: string;
  /** False: no relative times ("5 minutes ago"), always the full date. */
  readonly relative: boolean;
}

/** Defaults (specification, chapter 9: default date format, time and time zone). */
export const DEFAULT_FORMATS: FormatSettings = {
  timeZone: 'UTC',
  date: 'DD/MM/YYYY',
  time: 'hh:mm A',
  dateTime: 'DD/MM/YYYY hh:mm A',
  relative: true,
};

/**
 * What an account's settings ask for (specification, chapter 3, "Account settings"); a person's own time zone goes
 * before the account's.
 */
export function formatsOfAccount(
  { timezone, date_format: date, time_format: time, date_time_format: dateTime, skipFormat }: AccountSettings,
  ownZone = '',
): FormatSettings {
  return { timeZone: ownZone || timezone, date, time, dateTime, relative: !skipFormat };
}

export type Translate = (key: string, values?: Record<string, unknown>) => string;

/** Everything a view shows as a figure, in the user's language and the account's format. */
export interface Formats {
  readonly language: string;
  readonly settings: FormatSettings;
  /** `digits` after the point, none when left out. */
  number(value: number, digits?: number): string;
  /** A share of 1. */
  percent(share: number): string;
  /** Metres; kilometres from 1,000 m on. */
  distance(metres: number): string;
  /** Square metres; hectares from 10,000 m² on, square kilometres from 1 km² on. */
  area(squareMetres: number): string;
  /** km/h, whole. */
  speed(kilometresPerHour: number): string;
  /** Degrees and the wind it points to: "45° NE". */
  course(degrees: number): string;
  /** Metres, whole. */
  altitude(metres: number): string;
  /** Milliseconds as at most two parts: "1 h 5 min". */
  duration(milliseconds: number): string;
  /** "35.68920, 51.38900": Latin digits in every language, because people paste it elsewhere. */
  coordinates(latitude: number, longitude: number): string;
  date(instant: Instant): string;
  time(instant: Instant): string;
  dateTime(instant: Instant): string;
  /** The account's time with its seconds: 12 or 24 hours as the account has it. */
  timeWithSeconds(instant: Instant): string;
  /** Date and time with seconds, for the timeline, where a minute is too coarse. */
  preciseTime(instant: Instant): string;
  /**
   * Specification, chapter 9: under 59 minutes relative, under 1440 calendar ("Today at …"),
   * under 2880 weekday and time, else the full date.
   */
  relative(instant: Instant, now: Instant): string;
}

const WINDS = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const;
const DASH = '–';

/** Throws a RangeError when the time zone is unknown. */
export function createFormats(language: string, settings: FormatSettings, translate: Translate): Formats {
  const dates = dateFormatterOf(language, settings.timeZone);
  const { numbers, ago, share } = figuresOf(language);
  const number = (value: number, digits = 0): string => (Number.isFinite(value) ? numbers(digits).format(value) : DASH);
  const measured = (key: string, value: number, digits = 0): string =>
    Number.isFinite(value) ? translate(`measure.${key}`, { value: number(value, digits) }) : DASH;
  const withTime = (key: string, instant: Instant): string =>
    translate(`time.${key}`, { time: dates.format(instant, settings.time) });

  const relative = (instant: Instant, now: Instant): string => {
    if (!settings.relative) return dates.format(instant, settings.dateTime);
    const elapsed = now - instant;
    const minutes = Math.abs(elapsed) / MINUTE;
    if (minutes < 1) return translate('time.justNow');
    if (minutes < 59) return ago.format(-Math.sign(elapsed) * Math.floor(minutes), 'minute');
    if (minutes < 1440) return calendar(dates.daysBetween(instant, now), instant);
    if (minutes < 2880) return dates.format(instant, `dddd ${settings.time}`);
    return dates.format(instant, settings.dateTime);
  };
  const calendar = (days: number, instant: Instant): string =>
    withTime(days === 0 ? 'today' : days < 0 ? 'yesterday' : 'tomorrow', instant);

  return {
    language,
    settings,
    number,
    percent: (value) => (Number.isFinite(value) ? share.format(value) : DASH),
    distance: (metres) =>
      metres < 1_000 ? measured('m', metres) : measured('km', metres / 1_000, metres < 100_000 ? 1 : 0),
    area: (value) => {
      if (value < 10_000) return measured('m2', value);
      return value < 1e6 ? measured('ha', value / 10_000, 1) : measured('km2', value / 1e6, value < 1e8 ? 1 : 0);
    },
    speed: (value) => measured('kmh', value),
    course: (degrees) =>
      Number.isFinite(degrees)
        ? `${measured('degrees', Math.round(normaliseCourse(degrees)) % 360)} ${translate(`compass.${WINDS[Math.round(normaliseCourse(degrees) / 45) % 8]}`)}`
        : DASH,
    altitude: (metres) => measured('m', metres),
    duration: (milliseconds) => formatDuration(language, milliseconds),
    coordinates: (latitude, longitude) => `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`,
    date: (instant) => dates.format(instant, settings.date),
    time: (instant) => dates.format(instant, settings.time),
    dateTime: (instant) => dates.format(instant, settings.dateTime),
    timeWithSeconds: (instant) => dates.format(instant, withSeconds(settings.time)),
    preciseTime: (instant) => dates.format(instant, `${settings.date} ${withSeconds(settings.time)}`),
    relative,
  };
}

/** A time pattern with seconds after its minutes: `hh:mm A` becomes `hh:mm:ss A`. */
const withSeconds = (pattern: string): string => (pattern.includes('ss') ? pattern : pattern.replace('mm', 'mm:ss'));

/** What Intl needs to write figures in a language. */
interface Figures {
  /** By digits after the point. */
  readonly numbers: (digits: number) => Intl.NumberFormat;
  /** By unit of time. */
  readonly spans: (unit: string) => Intl.NumberFormat;
  readonly ago: Intl.RelativeTimeFormat;
  readonly share: Intl.NumberFormat;
}

const FIGURES = new Map<string, Figures>();

/** Made once for each language, as date formatters are. */
function figuresOf(language: string): Figures {
  const known = FIGURES.get(language);
  if (known) return known;
  const figures: Figures = {
    numbers: madeOnce(
      (digits) => new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
    ),
    spans: madeOnce((unit) => new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' })),
    ago: new Intl.RelativeTimeFormat(language, { numeric: 'always' }),
    share: new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }),
  };
  FIGURES.set(language, figures);
  return figures;
}

function madeOnce<Key, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const made = new Map<Key, Made>();
  return (key) => {
    const found = made.get(key) ?? make(key);
    made.set(key, found);
    return found;
  };
}

const UNITS = [
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
  ['second', SECOND],
] as const;

/** The largest unit that fits and the next one below it; parts that are zero are left out. */
function formatDuration(language: string, milliseconds: number): string {
  if (!Number.isFinite(milliseconds)) return DASH;
  let rest = Math.round(Math.abs(milliseconds) / SECOND) * SECOND;
  const first = Math.max(
    0,
    UNITS.findIndex(([, length]) => rest >= length),
  );
  const shown = rest < SECOND ? [UNITS[3]] : UNITS.slice(first, first + 2);
  const texts = shown.flatMap(([unit, length], index) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    if (count === 0 && index > 0) return [];
    return [figuresOf(language).spans(unit).format(count)];
  });
  return texts.join(' ');
}
