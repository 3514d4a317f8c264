import { describe, expect, it } from 'vitest';
import { object } from 'yup';
import { fromIso } from '../../../base/index.ts';
import { limitFields, NO_LIMITS, type RuleHours, type RuleLimits } from './fields.ts';
import { WeekHours } from './weekHours.ts';

const NIGHTS: RuleHours = { days: [1, 2, 3, 4, 5], from: '18:00', until: '08:00' };
const WEEKEND: RuleHours = { days: [6, 7], from: '00:00', until: '00:00' };
const hoursOf = (limits: Partial<RuleLimits>, zone = 'Europe/Berlin') =>
  new WeekHours({ ...NO_LIMITS, during: 'inside', ...limits }, zone);
const at = (hours: WeekHours, time: string) => {
  const { isOpen, from, until } = hours.at(fromIso(time));
  const iso = (instant: number): string | number =>
    Number.isFinite(instant) ? new Date(instant).toISOString() : instant;
  return [isOpen, iso(from), iso(until)];
};

describe('hours of the week', () => {
  it('go on over midnight, and into each other', () => {
    const hours = hoursOf({ hours: [NIGHTS, WEEKEND] });
    // A Friday in June: two hours ahead of UTC.
    expect(at(hours, '2026-06-05T15:59:59Z').slice(0, 1)).toEqual([false]);
    expect(hours.at(fromIso('2026-06-05T16:00:00Z')).isOpen).toBe(true);
    for (const time of ['2026-06-05T23:00:00Z', '2026-06-06T12:00:00Z', '2026-06-07T20:00:00Z'])
      expect(hours.at(fromIso(time)).isOpen, time).toBe(true);
    // Monday begins at midnight, and its night at 18:00.
    expect(at(hours, '2026-06-08T04:00:00Z')).toEqual([false, '2026-06-07T22:00:00.000Z', '2026-06-08T16:00:00.000Z']);
    expect(hoursOf({ during: 'outside', hours: [NIGHTS] }).at(fromIso('2026-06-08T10:00:00Z')).isOpen).toBe(true);
  });

  it('follow the clock where it is changed', () => {
    const hours = hoursOf({ hours: [{ days: [7], from: '02:30', until: '04:00' }] });
    // On 29 March 2026 the clock goes from 02:00 to 03:00.
    expect(at(hours, '2026-03-29T01:45:00Z')).toEqual([true, '2026-03-29T01:30:00.000Z', '2026-03-29T02:00:00.000Z']);
  });

  it('count from the first day to the end of the last', () => {
    const hours = hoursOf({ during: 'always', valid_from: '2026-06-02', valid_until: '2026-06-03' });
    expect(at(hours, '2026-06-01T21:59:59Z')).toEqual([false, Number.NEGATIVE_INFINITY, '2026-06-01T22:00:00.000Z']);
    expect(at(hours, '2026-06-01T22:00:00Z')).toEqual([true, '2026-06-01T22:00:00.000Z', '2026-06-03T22:00:00.000Z']);
    expect(at(hours, '2026-06-03T22:00:00Z')).toEqual([false, '2026-06-03T22:00:00.000Z', Number.POSITIVE_INFINITY]);
  });

  it('leave no instant out', () => {
    const hours = hoursOf({ hours: [NIGHTS, WEEKEND], valid_from: '2026-06-01', valid_until: '2026-07-01' });
    let instant = fromIso('2026-05-20T00:00:00Z');
    let isBefore = true;
    for (let step = 0; step < 200 && Number.isFinite(instant); step++) {
      const window = hours.at(instant);
      expect(window.from <= instant && window.until > instant).toBe(true);
      isBefore &&= !window.isOpen;
      instant = window.until;
    }
    expect([isBefore, instant]).toEqual([false, Number.POSITIVE_INFINITY]);
  });
});

describe('limits as they are filled in', () => {
  const schema = object(limitFields);
  const problems = (data: object): Promise<string[]> =>
    schema.validate(data, { abortEarly: false }).then(
      () => [],
      (error: { inner: { path?: string; message: string }[] }) =>
        error.inner.map(({ path, message }) => `${path} ${message}`),
    );

  it('are none at first', async () => {
    expect(schema.validateSync({ repeat_after: '', most_a_day: null, valid_from: '' })).toEqual(NO_LIMITS);
  });

  it('need hours where hours count, and days in each of them', async () => {
    expect(await problems({ during: 'inside' })).toEqual(['hours validation.ruleHours']);
    expect(await problems({ during: 'inside', hours: [{ days: [] }] })).toEqual(['hours[0].days validation.ruleDays']);
    expect(await problems({ during: 'inside', hours: [{ from: '24:00' }] })).toEqual([
      'hours[0].from validation.invalid',
    ]);
    expect(schema.validateSync({ hours: [{}] }).hours).toEqual([]);
  });

  it('end no earlier than they begin, and keep within their bounds', async () => {
    expect(await problems({ valid_from: '2026-06-02', valid_until: '2026-06-01' })).toEqual([
      'valid_until validation.ruleUntil',
    ]);
    expect(await problems({ valid_from: '2026-06-02', valid_until: '2026-06-02' })).toEqual([]);
    expect(await problems({ valid_from: '2026-6-2' })).toEqual(['valid_from validation.invalid']);
    expect(await problems({ repeat_after: 10_081, most_a_day: 1.5 })).toEqual([
      'repeat_after validation.max',
      'most_a_day validation.integer',
    ]);
  });
});
