import { describe, expect, it } from 'vitest';
import { HOUR } from '../../../domain/base/index.ts';
import { dayAfter, dayAt, dayOf } from './days.ts';

describe('days of a time zone', () => {
  it('hold the instants between two midnights there', () => {
    const day = dayOf(Date.UTC(2026, 5, 1, 22), 'Asia/Tehran');
    expect(day).toEqual({
      key: '2026-06-02',
      span: { from: Date.UTC(2026, 5, 1, 20, 30), to: Date.UTC(2026, 5, 2, 20, 30) },
    });
    expect(dayAt('2026-06-02', 'Asia/Tehran')).toEqual(day);
    expect(dayAfter(day, -2, 'Asia/Tehran').key).toBe('2026-05-31');
  });

  it('are shorter and longer where the clock is changed', () => {
    const length = (key: string): number => {
      const { span } = dayAt(key, 'Europe/Berlin');
      return (span.to - span.from) / HOUR;
    };
    expect([length('2026-03-29'), length('2026-10-25'), length('2026-06-01')]).toEqual([23, 25, 24]);
  });
});
