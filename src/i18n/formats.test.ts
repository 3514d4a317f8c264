import { beforeAll, describe, expect, it } from 'vitest';
import type { i18n as I18n } from 'i18next';
import { DEFAULT_SETTINGS } from '../domain/account/index.ts';
import { HOUR, MINUTE } from '../domain/base/index.ts';
import { dateFormatterOf } from './dates.ts';
import { DEFAULT_FORMATS, createFormats, formatsOfAccount, type Formats } from './formats.ts';
import { MissingTextError, WrongNumberError, changeLanguage, createI18n, loadInside } from './i18n.ts';
import { direction, pickLanguage } from './languages.ts';

/** Friday afternoon. */
const NOW = Date.parse('2026-03-20T14:05:09Z');

async function formatsOf(language: 'en' | 'ru' | 'fa', timeZone = 'UTC'): Promise<Formats> {
  const i18n = await createI18n({ language, strict: true });
  await loadInside(i18n);
  return createFormats(language, { ...DEFAULT_FORMATS, timeZone }, (key, values) => i18n.t(key, values ?? {}));
}

/** Spaces that Intl chooses differ between versions of its data; people see a space. */
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f\u2009]/g, ' ').replaceAll(/[\u200e\u200f]/g, '');

describe('English', () => {
  let formats: Formats;
  beforeAll(async () => {
    formats = await formatsOf('en');
  });

  it.each([
    [NOW, 'just now'],
    [NOW - 59_999, 'just now'],
    [NOW - MINUTE, '1 minute ago'],
    [NOW - 58 * MINUTE - 59_000, '58 minutes ago'],
    [NOW - 59 * MINUTE, 'Today at 01:06 PM'],
    [NOW - 14 * HOUR, 'Today at 12:05 AM'],
    [NOW - 15 * HOUR, 'Yesterday at 11:05 PM'],
    [NOW - 1440 * MINUTE + 1, 'Yesterday at 02:05 PM'],
    [NOW - 1440 * MINUTE, 'Thursday 02:05 PM'],
    [NOW - 2880 * MINUTE + 1, 'Wednesday 02:05 PM'],
    [NOW - 2880 * MINUTE, '18/03/2026 02:05 PM'],
    [NOW + 5 * MINUTE, 'in 5 minutes'],
    [NOW + 12 * HOUR, 'Tomorrow at 02:05 AM'],
  ])('%d reads "%s"', (instant, text) => {
    expect(plain(formats.relative(instant, NOW))).toBe(text);
  });

  it('writes measures with their unit', () => {
    expect(formats.speed(63.4)).toBe('63 km/h');
    expect(formats.distance(940)).toBe('940 m');
    expect(formats.distance(12_345)).toBe('12.3 km');
    expect(formats.distance(1_234_567)).toBe('1,235 km');
    expect(formats.course(44)).toBe('44° NE');
    expect(formats.course(359)).toBe('359° N');
    expect(formats.course(-90)).toBe('270° W');
    expect(formats.percent(0.425)).toBe('43%');
    expect(formats.coordinates(35.6892, 51.389)).toBe('35.68920, 51.38900');
  });

  it('shows a dash for what was not sent', () => {
    for (const text of [
      formats.speed(Number.NaN),
      formats.altitude(Number.NaN),
      formats.course(Number.NaN),
      formats.duration(Number.NaN),
    ]) {
      expect(text).toBe('–');
    }
  });

  it.each([
    [0, '0 sec'],
    [59_400, '59 sec'],
    [65 * MINUTE, '1 hr 5 min'],
    [2 * HOUR + 9_000, '2 hr'],
    [49 * HOUR, '2 days 1 hr'],
  ])('%d ms last "%s"', (milliseconds, text) => {
    expect(plain(formats.duration(milliseconds))).toBe(text);
  });
});

describe('account format and time zone', () => {
  it("shows the same instant in the account's zone", async () => {
    const tehran = await formatsOf('en', 'Asia/Tehran');
    expect(plain(tehran.dateTime(NOW))).toBe('20/03/2026 05:35 PM');
    const auckland = await formatsOf('en', 'Pacific/Auckland');
    expect(auckland.date(NOW)).toBe('21/03/2026');
  });

  it.each([
    ['hh:mm A', '02:05:09 PM'],
    ['hh:mm:ss A', '02:05:09 PM'],
    ['HH:mm', '14:05:09'],
    ['HH:mm:ss', '14:05:09'],
  ])('writes seconds as the time format %s has its hours', (time, text) => {
    const formats = createFormats('en', { ...DEFAULT_FORMATS, time }, (key) => key);
    expect(plain(formats.timeWithSeconds(NOW))).toBe(text);
    expect(plain(formats.preciseTime(NOW))).toBe(`20/03/2026 ${text}`);
  });

  it("puts a person's own zone before the account's", () => {
    expect(formatsOfAccount(DEFAULT_SETTINGS).timeZone).toBe('UTC');
    expect(formatsOfAccount(DEFAULT_SETTINGS, 'Asia/Tehran').timeZone).toBe('Asia/Tehran');
  });

  it('reads every token', () => {
    const dates = dateFormatterOf('en', 'UTC');
    expect(dates.format(NOW, 'YYYY-MM-DD HH:mm:ss')).toBe('2026-03-20 14:05:09');
    expect(dates.format(NOW, 'ddd D MMM YY [at] h:mm a')).toBe('Fri 20 Mar 26 at 2:05 pm');
    expect(dates.format(NOW, 'dddd M/D H')).toBe('Friday 3/20 14');
    expect(dates.format(Date.parse('2026-01-01T00:07:03Z'), 'DD/MM/YYYY HH:mm A hh:mm')).toBe(
      '01/01/2026 00:07 AM 12:07',
    );
  });

  it('makes the formatter of a language and a zone once', () => {
    expect(dateFormatterOf('en', 'Asia/Tehran')).toBe(dateFormatterOf('en', 'Asia/Tehran'));
    expect(dateFormatterOf('en', 'UTC')).not.toBe(dateFormatterOf('en', 'Asia/Tehran'));
    expect(dateFormatterOf('fa', 'UTC')).not.toBe(dateFormatterOf('en', 'UTC'));
  });

  it('refuses an unknown zone', () => {
    expect(() => dateFormatterOf('en', 'Mars/Olympus')).toThrow(RangeError);
  });
});

describe('other languages', () => {
  it('Russian', async () => {
    const formats = await formatsOf('ru');
    expect(formats.speed(63)).toBe('63 км/ч');
    expect(plain(formats.distance(1_234_567))).toBe('1 235 км');
    expect(formats.relative(NOW - 5 * MINUTE, NOW)).toBe('5 минут назад');
    expect(dateFormatterOf('ru', 'UTC').format(NOW, 'D MMMM YYYY')).toBe('20 марта 2026');
  });

  it('Persian has its digits and calendar', async () => {
    const formats = await formatsOf('fa');
    expect(formats.speed(63)).toBe('۶۳ ک‌م/س');
    expect(formats.date(NOW)).toBe('۲۹/۱۲/۱۴۰۴');
    expect(formats.relative(NOW - 5 * MINUTE, NOW)).toBe('۵ دقیقه پیش');
    expect(formats.coordinates(35.6892, 51.389)).toBe('35.68920, 51.38900');
  });
});

describe('languages', () => {
  it('Persian runs from right to left', () => {
    expect(direction('fa')).toBe('rtl');
    expect(direction('fa-IR')).toBe('rtl');
    expect([direction('en'), direction('ru')]).toEqual(['ltr', 'ltr']);
  });

  it('takes the first wanted language that exists', () => {
    expect(pickLanguage([null, 'de-DE', 'ru-RU', 'fa'])).toBe('ru');
    expect(pickLanguage(['xx'])).toBe('en');
  });

  it('a missing text is an error while developing, and the key for a user', async () => {
    const strict = await createI18n({ language: 'en', strict: true });
    expect(() => strict.t('units.list.nothingOfTheKind')).toThrow(MissingTextError);
    const lenient = await createI18n({ language: 'en', strict: false });
    expect(lenient.t('units.list.nothingOfTheKind')).toBe('units.list.nothingOfTheKind');
  });

  it('loads a language when it is first wanted and counts by its rules', async () => {
    const i18n: I18n = await createI18n({ language: 'en', strict: true });
    expect(() => i18n.t('units.list.count', { count: 1 })).toThrow(MissingTextError);
    await loadInside(i18n);
    expect(i18n.t('units.list.count', { count: 1 })).toBe('1 unit');
    await changeLanguage(i18n, 'ru');
    expect([1, 3, 5, 21].map((count) => i18n.t('units.list.count', { count }))).toEqual([
      '1 объект',
      '3 объекта',
      '5 объектов',
      '21 объект',
    ]);
    await changeLanguage(i18n, 'fa');
    expect(i18n.t('units.list.count', { count: 1234 })).toBe('۱٬۲۳۴ واحد');
  });

  it('keeps a text without values for its language only, and not the key of one that was still to come', async () => {
    const i18n = await createI18n({ language: 'en', strict: false });
    const asked = (key: string): string[] => [i18n.t(key), i18n.getFixedT(i18n.language, 'entrance')(key)];
    expect(asked('units.list.title')).toEqual(['units.list.title', 'units.list.title']);
    await loadInside(i18n);
    expect(asked('units.list.title')).toEqual(['Units', 'Units']);
    expect(asked('common.save')).toEqual(['Save', 'Save']);
    await changeLanguage(i18n, 'ru');
    expect(asked('common.save')).toEqual(['Сохранить', 'Сохранить']);
    expect(i18n.t('common.save', { lng: 'en' })).toBe('Save');
    expect(i18n.t('welcome.by', { name: 'Kaveh' })).not.toBe(i18n.t('welcome.by', { name: 'Nora' }));
  });

  it('looks a text without values up once', async () => {
    let lookups = 0;
    const common = {
      get save() {
        lookups++;
        return 'Save';
      },
    };
    const i18n = await createI18n({ language: 'en', strict: true, load: async () => ({ common }) });
    const before = lookups;
    const texts = Array.from({ length: 5 }, () => i18n.t('common.save'));
    expect(texts).toEqual(['Save', 'Save', 'Save', 'Save', 'Save']);
    const once = lookups - before;
    expect(i18n.t('common.save', { count: 1 })).toBe('Save');
    expect(lookups - before).toBe(2 * once);
  });

  it('what is put into a line from right to left keeps its own direction, and a number stays a number', async () => {
    const i18n = await createI18n({ language: 'fa', strict: true });
    expect(i18n.t('welcome.by', { name: 'Kaveh Moradi' })).toBe('دعوت‌کننده: \u2068Kaveh Moradi\u2069');
    expect(i18n.t('common.correlationId', { id: '۱۲' })).not.toContain('\u2068');
    expect(i18n.t('invite.count', { count: 4, most: 20 })).toBe('۴ از ۲۰');
    await changeLanguage(i18n, 'ru');
    expect(i18n.t('welcome.by', { name: 'Kaveh' })).toBe('Кто пригласил: Kaveh');
  });

  it('a number that comes as text is an error while developing: Persian digits would be shown as no number', async () => {
    const strict = await createI18n({ language: 'fa', strict: true });
    expect(() => strict.t('invite.count', { count: '۴', most: '۲۰' })).toThrow(WrongNumberError);
  });

  it('stays as it was when a language cannot be loaded', async () => {
    const i18n = await createI18n({ language: 'en', strict: true });
    await expect(changeLanguage(i18n, 'ru', () => Promise.reject(new Error('offline')))).rejects.toThrow('offline');
    expect(i18n.language).toBe('en');
  });
});

describe('settings of an account', () => {
  it('choose zone and formats, and full dates instead of relative ones', async () => {
    const i18n = await createI18n({ language: 'en', strict: true });
    const settings = formatsOfAccount({
      timezone: 'Asia/Tehran',
      date_format: 'YYYY-MM-DD',
      time_format: 'HH:mm',
      date_time_format: 'YYYY-MM-DD HH:mm',
      skipFormat: true,
    });
    const formats = createFormats('en', settings, (key, values) => i18n.t(key, values ?? {}));
    const noon = Date.UTC(2026, 0, 5, 12, 0);
    expect(formats.dateTime(noon)).toBe('2026-01-05 15:30');
    expect(formats.relative(noon, noon + 60_000)).toBe('2026-01-05 15:30');
    const relative = createFormats('en', { ...settings, relative: true }, (key, values) => i18n.t(key, values ?? {}));
    expect(relative.relative(noon, noon + 120_000)).toBe('2 minutes ago');
  });
});
