import { describe, expect, it } from 'vitest';
import {
  dateAt,
  decimalAt,
  degreesAt,
  digitsAt,
  hexAt,
  latestWithTime,
  nearestWithTime,
  TextFields,
  timeOfDayAt,
} from './index.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
/** Applies a reader to a whole text that is between other bytes. */
const within =
  (read: (bytes: Uint8Array, start: number, end: number) => number) =>
  (text: string): number =>
    read(bytes(`9${text}9`), 1, 1 + text.length);

describe('numbers without text', () => {
  it.each([
    ['0', 0],
    ['000.27', 0.27],
    ['-0.10', -0.1],
    ['+22', 22],
    [' 46.0 ', 46],
    ['5.', 5],
    ['.5', 0.5],
    ['69129336', 69_129_336],
    ['', Number.NaN],
    ['-', Number.NaN],
    ['.', Number.NaN],
    ['1.2.3', Number.NaN],
    ['1e5', Number.NaN],
    ['12a', Number.NaN],
    ['123456789012345678', Number.NaN],
  ])('decimal %j is %d', (text, value) => {
    expect(within(decimalAt)(text)).toBe(value);
  });

  it.each([
    ['FFFFFBFF', 0xfffffbff],
    ['d75b', 0xd75b],
    [' c9', 0xc9],
    ['', Number.NaN],
    ['0Y', Number.NaN],
    ['00000000000000', Number.NaN],
  ])('hexadecimal %j is %d', (text, value) => {
    expect(within(hexAt)(text)).toBe(value);
  });

  it.each([
    ['0042', 42],
    ['', Number.NaN],
    ['-1', Number.NaN],
    [' 1', Number.NaN],
  ])('digits %j are %d', (text, value) => {
    expect(within(digitsAt)(text)).toBe(value);
  });
});

describe('places', () => {
  it.each([
    ['4807.038', 'N', 48.1173],
    ['01131.000', 'E', 11.516667],
    ['01131.000', 'W', -11.516667],
    ['701.8915', 'S', -7.031525],
    ['37573392', 'N', 37.955653],
    ['122253456', 'W', -122.422427],
    ['-23-29.0095', 'S', -23.483492],
    [' 8415.4076', 'W', -84.256793],
    ['9000.0000', 'N', 90],
    ['9000.0001', 'N', Number.NaN],
    ['18000.0001', 'E', Number.NaN],
    ['4860.000', 'N', Number.NaN],
    ['4807.038', 'X', Number.NaN],
    ['', 'N', Number.NaN],
    ['7', 'N', Number.NaN],
    ['48.07.038', 'N', Number.NaN],
    ['ab07.038', 'N', Number.NaN],
  ])('%j %s is %d', (text, letter, degrees) => {
    const found = within((data, start, end) => degreesAt(data, start, end, letter.charCodeAt(0)))(text);
    if (Number.isNaN(degrees)) expect(found).toBeNaN();
    else expect(found).toBeCloseTo(degrees, 5);
  });
});

describe('dates and times', () => {
  it.each([
    ['235959', 86_399_000],
    ['123519.25', 45_319_250],
    ['235960', 86_400_000],
    ['240000', Number.NaN],
    ['126000', Number.NaN],
    ['12351', Number.NaN],
    ['1235-1', Number.NaN],
    ['1235 1', Number.NaN],
  ])('%s is %d ms after midnight', (text, value) => {
    expect(within(timeOfDayAt)(text)).toBe(value);
  });

  it('have two orders and no thirteenth month', () => {
    const read = (text: string, order: 'day first' | 'year first'): number =>
      within((data, start, end) => dateAt(data, start, end, order))(text);
    expect(read('221215', 'day first')).toBe(Date.UTC(2015, 11, 22));
    expect(read('151222', 'year first')).toBe(Date.UTC(2015, 11, 22));
    for (const text of ['221315', '310415', '290215', '1222', '12121a'])
      expect(read(text, 'day first'), text).toBeNaN();
  });

  it('without a date are of the nearest or of the latest day', () => {
    const midnight = Date.UTC(2026, 5, 2);
    expect(nearestWithTime(86_399_000, midnight + 1000)).toBe(midnight - 1000);
    expect(nearestWithTime(1000, midnight - 1000)).toBe(midnight + 1000);
    expect(latestWithTime(3_600_000, midnight)).toBe(midnight - 23 * 3_600_000);
    // A clock that is a little ahead is not of yesterday.
    expect(latestWithTime(60_000, midnight)).toBe(midnight + 60_000);
  });
});

describe('fields', () => {
  const fields = new TextFields();

  it('are found without making text of them, and a later line forgets an earlier', () => {
    fields.read(bytes('a,b,c,d,e'), 0, 9);
    fields.read(bytes('xx*HQ,, 7 ,A#xx'), 3, 12);
    expect(fields.count).toBe(4);
    expect([0, 1, 2, 3, 4].map((index) => fields.text(index))).toEqual(['HQ', '', '7', 'A', '']);
    expect([fields.number(2), fields.number(4), fields.length(1), fields.single(3), fields.single(0)]).toEqual([
      7,
      Number.NaN,
      0,
      0x41,
      0,
    ]);
    expect([fields.is(0, 'HQ'), fields.is(0, 'H'), fields.startsWith(0, 'H'), fields.startsWith(9, '')]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect([fields.span(0, 2), fields.span(2, 1), fields.span(2, 99)]).toEqual(['HQ,, 7 ', '', ' 7 ,A']);
  });

  it('of a line with too many end in one that holds the rest', () => {
    const line = bytes(','.repeat(1000));
    fields.read(line, 0, line.length);
    expect(fields.count).toBe(256);
    expect(fields.end(255)).toBe(1000);
  });
});
