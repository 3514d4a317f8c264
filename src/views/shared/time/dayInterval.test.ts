import { describe, expect, it } from 'vitest';
import { dayOf, dayStart, isReversed } from './zonedDays.ts';
import { dayInterval } from './dayInterval.ts';

describe('days of the account', () => {
  it('begin at midnight of its zone', () => {
    expect(new Date(dayStart('2026-06-01', 'Asia/Tehran') ?? 0).toISOString()).toBe('2026-05-31T20:30:00.000Z');
    expect(dayStart('2026-13-01', 'UTC')).toBeNull();
    expect(dayStart('yesterday', 'UTC')).toBeNull();
  });

  it('are as long as they are when clocks change', () => {
    expect(dayInterval('2026-03-29', '2026-03-29', 'Europe/Berlin')).toEqual({
      from: '2026-03-28T23:00:00.000Z',
      to: '2026-03-29T22:00:00.000Z',
    });
    expect(dayInterval('2026-10-25', '2026-10-25', 'Europe/Berlin')).toEqual({
      from: '2026-10-24T22:00:00.000Z',
      to: '2026-10-25T23:00:00.000Z',
    });
  });

  it('leave out what was not given', () => {
    expect(dayInterval('', '2026-01-31', 'UTC')).toEqual({ to: '2026-02-01T00:00:00.000Z' });
    expect(dayInterval('', '', 'UTC')).toEqual({});
  });

  it('name today and days before it', () => {
    const late = Date.UTC(2026, 5, 1, 22);
    expect([dayOf(late, 'UTC'), dayOf(late, 'Asia/Tehran'), dayOf(late, 'UTC', -7)]).toEqual([
      '2026-06-01',
      '2026-06-02',
      '2026-05-25',
    ]);
  });

  it('know an end before the beginning', () => {
    expect([
      isReversed('2026-02-01', '2026-01-31'),
      isReversed('2026-02-01', '2026-02-01'),
      isReversed('2026-02-01', ''),
      isReversed(),
    ]).toEqual([true, false, false, false]);
  });
});
