import { describe, expect, it } from 'vitest';
import { DATE_TIME_FORMATS } from '../../../domain/account/index.ts';
import { DAY, HOUR } from '../../../domain/base/index.ts';
import { dateFormatterOf } from '../../../domain/base/index.ts';
import { createDateReader } from './dateText.ts';
import { unread } from './dateTimeValue.ts';
import { localText } from './zonedDays.ts';

describe('a date that is typed', () => {
  it('is read back as it was written, in every format and language, on every day of a year', () => {
    for (const language of ['en', 'ru', 'fa']) {
      const { format } = dateFormatterOf(language, 'Asia/Tehran');
      for (const pattern of DATE_TIME_FORMATS) {
        const read = createDateReader(language, pattern);
        for (let place = 0; place < 26; place++) {
          const instant = Date.UTC(2026, 0, 1, 3, 45) + place * (15 * DAY + HOUR);
          expect([language, pattern, read(format(instant, pattern))]).toEqual([
            language,
            pattern,
            `${localText(instant, 'Asia/Tehran')}:00`,
          ]);
        }
      }
    }
  });

  it('has 12 or 24 hours as the account has it', () => {
    const twelve = createDateReader('en', 'DD/MM/YYYY hh:mm A');
    expect(['1/3/2026 12:05 am', '01.03.2026 2:30PM', '01/03/2026 12:00 PM', '01/03/2026 14:30'].map(twelve)).toEqual([
      '2026-03-01T00:05:00',
      '2026-03-01T14:30:00',
      '2026-03-01T12:00:00',
      '2026-03-01T14:30:00',
    ]);
    expect(['01/03/2026 02:30', '01/03/2026 14:30 AM', '01/03/2026 25:00 PM'].map(twelve)).toEqual([null, null, null]);
    const both = createDateReader('en', 'DD/MM/YYYY HH:mm A');
    expect(
      [
        '01/03/2026 14:30 PM',
        '01/03/2026 14:30',
        '01/03/2026 02:30 PM',
        '01/03/2026 02:30',
        '01/03/2026 00:30 AM',
        '01/03/2026 00:30 PM',
      ].map(both),
    ).toEqual([
      '2026-03-01T14:30:00',
      '2026-03-01T14:30:00',
      '2026-03-01T14:30:00',
      '2026-03-01T02:30:00',
      '2026-03-01T00:30:00',
      null,
    ]);
  });

  it('has its day and month where the account has them, and names of months', () => {
    expect(createDateReader('en', 'MM/DD/YYYY hh:mm A')('03/10/2026 08:00 AM')).toBe('2026-03-10T08:00:00');
    expect(createDateReader('en', 'DD/MM/YYYY hh:mm A')('03/10/2026 08:00 AM')).toBe('2026-10-03T08:00:00');
    expect(createDateReader('en', 'DD MMM YYYY HH:mm')('3 march 2026 08:00')).toBe('2026-03-03T08:00:00');
    expect(createDateReader('ru', 'DD MMM YYYY HH:mm')('3 марта 2026 08:00')).toBe('2026-03-03T08:00:00');
  });

  it('is of the language’s calendar, in its digits or in Latin ones, and may come with marks of direction', () => {
    const read = createDateReader('fa', 'YYYY-MM-DD HH:mm');
    expect(['۱۴۰۵-۰۱-۰۱ ۰۸:۳۰', '1405-01-01 08:30', '\u200F1405-01-01 08:30\u200E'].map(read)).toEqual([
      '2026-03-21T08:30:00',
      '2026-03-21T08:30:00',
      '2026-03-21T08:30:00',
    ]);
    // 1405 has no 30th of Esfand; 1403 had one.
    expect(['1405-12-30 08:30', '1403-12-30 08:30'].map(read)).toEqual([null, '2025-03-20T08:30:00']);
  });

  it('is none while it is on its way, or where the day does not exist', () => {
    const read = createDateReader('en', 'DD/MM/YYYY HH:mm');
    expect(
      [
        '',
        'tomorrow',
        '1',
        '01/03/2026',
        '01/03/2026 8:3',
        '01/03/26 08:30',
        '31/04/2026 08:30',
        '29/02/2026 08:30',
        '01/03/2026 08:60',
        '01/03/2026 08:30 09',
      ].map(read),
    ).toEqual(Array.from({ length: 10 }, () => null));
  });

  it('is kept so that nobody takes it for a date of another country', () => {
    for (const text of ['10/03/2026 08:30', '2026-03-10T08:30', '', '1']) expect(Date.parse(unread(text))).toBeNaN();
  });
});
