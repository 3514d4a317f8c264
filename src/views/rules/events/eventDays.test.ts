import { expect, it } from 'vitest';
import { dayInterval } from '../../shared/time/dayInterval.ts';
import { eventDays, withDays } from './eventDays.ts';

const NOW = Date.UTC(2026, 5, 1, 12);
const days = (text: string) => eventDays(new URLSearchParams(text), NOW, 'UTC');
const put = (text: string, part: Parameters<typeof withDays>[1]): string =>
  withDays(new URLSearchParams(text), part).toString();

it('an address that says no days means the last seven, and today is never over', () => {
  expect(days('rule_id=4')).toEqual({ from: '2026-05-26', to: '' });
  expect(dayInterval('2026-05-26', '', 'UTC')).toEqual({ from: '2026-05-26T00:00:00.000Z' });
  expect(days('from=2026-01-01&to=2026-01-31')).toEqual({ from: '2026-01-01', to: '2026-01-31' });
});

it('all days can be asked for, and others of the address stay', () => {
  expect(put('rule_id=4&page=3&from=2026-01-01&to=2026-01-31', { from: '', to: '' })).toBe('rule_id=4&from=any');
  const { from, to } = days('from=any');
  expect(dayInterval(from, to, 'UTC')).toEqual({});
  expect(put('from=2026-01-01', { to: '2026-01-31' })).toBe('from=2026-01-01&to=2026-01-31');
});
