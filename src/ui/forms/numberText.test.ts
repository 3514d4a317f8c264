import { describe, expect, it } from 'vitest';
import { parseNumber, writeNumber } from './numberText.ts';

describe('numbers as people type them', () => {
  it('are read in Latin, Persian and Arabic digits, with a comma or a point', () => {
    expect(['12', ' 3,5 ', '۱۲۰', '٣٫٥', '-0.25', '−4', '7.'].map(parseNumber)).toEqual([
      12, 3.5, 120, 3.5, -0.25, -4, 7,
    ]);
  });

  it('stay what they are where they are none, and are nothing where nothing is typed', () => {
    expect(['', '  ', 'abc', '1 2', '1.2.3', '-', '1e5'].map(parseNumber)).toEqual([
      null,
      null,
      'abc',
      '1 2',
      '1.2.3',
      '-',
      '1e5',
    ]);
  });

  it('are written without groups in the digits of the language, and read back as themselves', () => {
    expect(writeNumber(12_345.5, 'en')).toBe('12345.5');
    expect(writeNumber(0.0000001, 'en')).toBe('0.0000001');
    for (const locale of ['en', 'ru', 'fa']) expect(parseNumber(writeNumber(1_234.25, locale))).toBe(1_234.25);
    expect([writeNumber(null, 'en'), writeNumber('abc', 'fa')]).toEqual(['', 'abc']);
  });
});
