import { describe, expect, it } from 'vitest';
import { periodDays, reportWindows, reports, windowAt, type ReportForm } from './index.ts';

const NONE = { from: '', to: '' };
const days = (period: ReportForm['period'], today: string, language = 'en'): string => {
  const { from, to } = periodDays(period, NONE, today, language);
  return `${from} ${to}`;
};

describe('the days of a period', () => {
  it('are those of the calendar, up to today', () => {
    expect(days('yesterday', '2026-03-01')).toBe('2026-02-28 2026-02-28');
    expect(days('thisMonth', '2026-03-15')).toBe('2026-03-01 2026-03-15');
    expect(days('lastMonth', '2026-03-15')).toBe('2026-02-01 2026-02-28');
    expect(days('lastSevenDays', '2026-03-03')).toBe('2026-02-25 2026-03-03');
    // A Saturday.
    expect(days('thisWeek', '2026-11-28')).toBe('2026-11-23 2026-11-28');
    expect(days('lastWeek', '2026-11-28')).toBe('2026-11-16 2026-11-22');
  });

  it('are months and weeks of the Persian calendar in Persian', () => {
    // 7 Azar 1405, a Saturday.
    expect(days('thisMonth', '2026-11-28', 'fa')).toBe('2026-11-22 2026-11-28');
    expect(days('lastMonth', '2026-11-28', 'fa')).toBe('2026-10-23 2026-11-21');
    expect(days('thisWeek', '2026-11-28', 'fa')).toBe('2026-11-28 2026-11-28');
  });
});

describe('the windows of a report', () => {
  it('are days of the zone, an hour shorter where clocks are put forward', () => {
    const windows = reportWindows({ from: '2026-03-28', to: '2026-03-29' }, 'Europe/Berlin', null);
    expect(windows.map(({ day, from, to }) => [day, (to - from) / 3_600_000])).toEqual([
      ['2026-03-28', 24],
      ['2026-03-29', 23],
    ]);
  });

  it('are the hours of a shift on each day, up to midnight where it ends then', () => {
    const [window] = reportWindows({ from: '2026-03-01', to: '2026-03-01' }, 'Asia/Tehran', {
      from: '22:00',
      to: '00:00',
    });
    expect([window.from, window.to]).toEqual([Date.UTC(2026, 2, 1, 18, 30), Date.UTC(2026, 2, 1, 20, 30)]);
    expect(windowAt([window], window.from)).toBe(window);
    expect(windowAt([window], window.to)).toBeNull();
  });
});

describe('the form of a report', () => {
  const problem = (form: Partial<ReportForm>): string => {
    try {
      reports.schema.validateSync({ name: 'Weekly', type: 'trips', ...form });
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };

  it('needs a name, days, and a shift that ends after it begins', () => {
    expect(problem({})).toBe('');
    expect(problem({ name: 'A name of twenty-one c' })).toBe('validation.reportName');
    expect(problem({ period: 'own' })).toBe('validation.required');
    expect(problem({ period: 'own', from_day: '2026-03-02', to_day: '2026-03-01' })).toBe('validation.interval');
    expect(problem({ period: 'own', from_day: '2024-03-02', to_day: '2026-03-01' })).toBe('validation.reportDays');
    expect(problem({ by_shift: true })).toBe('validation.required');
    expect(problem({ by_shift: true, shift_from: '08:00', shift_to: '07:00' })).toBe('validation.interval');
    expect(problem({ by_shift: true, shift_from: '08:00', shift_to: '00:00' })).toBe('');
    expect(problem({ all_units: false })).toBe('validation.ruleUnits');
  });
});
