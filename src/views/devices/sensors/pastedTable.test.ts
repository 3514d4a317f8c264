import { describe, expect, it } from 'vitest';
import { pastedPoints, pastedRows } from './pastedTable.ts';

describe('a table pasted from a spreadsheet', () => {
  it('becomes pairs, without its headings, whatever separates them', () => {
    const points = [
      { x: '0', y: '0' },
      { x: '0.5', y: '12.5' },
    ];
    expect(pastedPoints('V\tlitres\r\n0\t0\r\n0.5\t12.5\r\n')).toEqual(points);
    expect(pastedPoints('0;0\n0,5;12,5')).toEqual(points);
    expect(pastedPoints('0,0\n0.5,12.5')).toEqual(points);
    expect(pastedPoints('0 0\n0.5 12.5')).toEqual(points);
    expect(pastedPoints('۰\t۰\n۰٫۵\t۱۲٫۵')).toEqual(points);
  });

  it('becomes ranges with open ends', () => {
    expect(pastedRows('from\tto\tmeaning\n\t10\tlow\n10\t\thigh')).toEqual([
      { from: '', to: '10', value: 'low' },
      { from: '10', to: '', value: 'high' },
    ]);
  });

  it('is left alone when it is one figure or some words', () => {
    expect(pastedPoints('12.5')).toBeNull();
    expect(pastedRows('10\t20')).toBeNull();
  });
});
