import { describe, expect, it } from 'vitest';
import { fromIso, type UnitId } from '../../../domain/base/index.ts';
import type { UnitEvent } from '../../../domain/unitEvent/index.ts';
import { DEFAULT_FORMATS, createFormats, createI18n, loadInside } from '../../../i18n/index.ts';
import { eventDetail, eventLines, eventSpots, linesWithin } from './eventLines.ts';

const event = (kind: UnitEvent['kind'], part: Partial<UnitEvent> = {}): UnitEvent => ({
  unit_id: 7 as UnitId,
  kind,
  time: '2026-06-01T08:00:00Z',
  position: { latitude: 35.7, longitude: 51.4 },
  detail: '',
  driver: '',
  values: {},
  ...part,
});

describe('events', () => {
  it('of one instant stay distinct', () => {
    const keys = eventLines([event('alarm'), event('alarm'), event('parked')]).map(({ key }) => key);
    expect(new Set(keys).size).toBe(3);
  });

  it('that end a trip and begin a parking at one instant are one line', () => {
    const ended = event('tripEnded', { values: { distance: 900, duration: 300 } });
    const parked = event('parked', { values: { duration: 600 } });
    const elsewhere = event('parked', { unit_id: 8 as UnitId });
    const lines = eventLines([parked, ended, elsewhere]);
    expect(lines.map(({ kind, parkedFor }) => [kind, parkedFor])).toEqual([
      ['arrived', 600],
      ['parked', null],
    ]);
    expect(eventLines([ended, event('parked', { time: '2026-06-01T08:00:01Z' })])).toHaveLength(2);
  });

  it('of kinds that only a newer page knows are left out', () => {
    expect(eventLines([event('alarm'), event('ofNextYear' as UnitEvent['kind'])]).map(({ kind }) => kind)).toEqual([
      'alarm',
    ]);
  });

  it('are found by their interval, its ends included', () => {
    const lines = eventLines(
      ['08:03', '08:02', '08:02', '08:00'].map((time) => event('alarm', { time: `2026-06-01T${time}:00Z` })),
    );
    const within = (from: string, to: string) => {
      const { start, end } = linesWithin(lines, {
        from: fromIso(`2026-06-01T${from}:00Z`),
        to: fromIso(`2026-06-01T${to}:00Z`),
      });
      return lines.slice(start, end).map(({ event: { time } }) => time.slice(11, 16));
    };
    expect(within('07:00', '09:00')).toEqual(['08:03', '08:02', '08:02', '08:00']);
    expect(within('08:00', '08:02')).toEqual(['08:02', '08:02', '08:00']);
    expect(within('08:02', '08:03')).toEqual(['08:03', '08:02', '08:02']);
    for (const [from, to] of [
      ['08:01', '08:01'],
      ['07:00', '07:30'],
      ['08:30', '09:00'],
    ])
      expect(within(from, to)).toEqual([]);
  });

  it('are marked on the map where their place is known, the grave ones apart, the chosen one larger', () => {
    const lines = eventLines([event('fuelTheft'), event('parked'), event('noData', { position: null })]);
    expect(eventSpots(lines, lines[1].key).map(({ look, chosen }) => [look, chosen])).toEqual([
      ['alarm', false],
      ['event', true],
    ]);
  });

  it('say what came with them', async () => {
    const i18n = await createI18n({ language: 'en', strict: true });
    await loadInside(i18n);
    const formats = createFormats('en', DEFAULT_FORMATS, (key, values) => i18n.t(key, values ?? {}));
    const textOf = (each: UnitEvent): string =>
      eventDetail(eventLines([each])[0], formats, (key, values) => i18n.t(key, values)).replaceAll(/\s/g, ' ');
    expect(textOf(event('tripEnded', { values: { distance: 12_345, duration: 1_200 } }))).toBe('12.3 km in 20 min');
    expect(textOf(event('fuelTheft', { values: { volume: -18.4 } }))).toBe('18.4 l');
    expect(textOf(event('fuelFault', { values: { before: 77, after: 0 } }))).toBe('77.0 l → 0.0 l');
    expect(textOf(event('alarm', { detail: 'sos' }))).toBe('sos');
    expect(textOf(event('rule', { detail: 'Overheated', values: { value: 104.5 } }))).toBe('Overheated: 104.5');
    expect(textOf(event('parked', { values: { duration: 600 } }))).toBe('for 10 min');
    const [arrived] = eventLines([
      event('tripEnded', { values: { distance: 900, duration: 300 } }),
      event('parked', { values: { duration: 600 } }),
    ]);
    expect(eventDetail(arrived, formats, (key, values) => i18n.t(key, values)).replaceAll(/\s/g, ' ')).toBe(
      '900 m in 5 min · parked for 10 min',
    );
  });
});
