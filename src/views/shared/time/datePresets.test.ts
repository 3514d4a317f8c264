import { describe, expect, it } from 'vitest';
import { toIso } from '../../../domain/base/index.ts';
import { presetSpan, type DatePreset } from './datePresets.ts';
import { localInstant, localText } from './zonedDays.ts';

/** A Wednesday, in Tehran already half past three in the morning of the next day. */
const NOW = Date.UTC(2026, 5, 17, 22);
const days = (preset: DatePreset, zone = 'UTC', language = 'en'): string[] =>
  Object.values(presetSpan(preset, NOW, zone, language)).map((instant) => localText(instant, zone));

describe('date presets', () => {
  it('are whole days, weeks, months and years of the zone', () => {
    expect(days('today')).toEqual(['2026-06-17T00:00', '2026-06-18T00:00']);
    expect(days('today', 'Asia/Tehran')).toEqual(['2026-06-18T00:00', '2026-06-19T00:00']);
    expect(days('yesterday')).toEqual(['2026-06-16T00:00', '2026-06-17T00:00']);
    expect(days('thisWeek')).toEqual(['2026-06-15T00:00', '2026-06-22T00:00']);
    expect(days('lastWeek')).toEqual(['2026-06-08T00:00', '2026-06-15T00:00']);
    expect(days('nextWeek')).toEqual(['2026-06-22T00:00', '2026-06-29T00:00']);
    expect(days('thisMonth')).toEqual(['2026-06-01T00:00', '2026-07-01T00:00']);
    expect(days('lastMonth')).toEqual(['2026-05-01T00:00', '2026-06-01T00:00']);
    expect(days('nextMonth')).toEqual(['2026-07-01T00:00', '2026-08-01T00:00']);
    expect(days('thisYear')).toEqual(['2026-01-01T00:00', '2027-01-01T00:00']);
  });

  it('follow the calendar of the language: Persian weeks begin on Saturday, months on their own first', () => {
    expect(days('thisWeek', 'UTC', 'fa')).toEqual(['2026-06-13T00:00', '2026-06-20T00:00']);
    // 1 Khordad to 1 Tir 1405, and Nowruz.
    expect(days('thisMonth', 'UTC', 'fa')).toEqual(['2026-05-22T00:00', '2026-06-22T00:00']);
    expect(days('thisYear', 'UTC', 'fa')[0]).toBe('2026-03-21T00:00');
  });

  it('keep their days where the clocks change', () => {
    const { from, to } = presetSpan('today', Date.UTC(2026, 2, 29, 12), 'Europe/Berlin', 'en');
    expect([toIso(from), toIso(to)]).toEqual(['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z']);
  });
});

describe('a time of the zone', () => {
  it('is read and written as the browser’s field has it', () => {
    expect(localInstant('2026-06-01T08:30', 'Asia/Tehran')).toBe(Date.UTC(2026, 5, 1, 5));
    expect(localText(Date.UTC(2026, 5, 1, 5), 'Asia/Tehran')).toBe('2026-06-01T08:30');
    expect(localInstant('soon', 'UTC')).toBeNull();
  });
});
