import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, SHARE } from '../base/index.ts';
import { refusedInterval, shareSchema, shareState, trailFrom } from './share.ts';

const NOW = Date.UTC(2026, 4, 1, 8);
const interval = { from: NOW, to: NOW + HOUR };

describe('the state of a share', () => {
  it.each([
    [-1, 'upcoming'],
    [0, 'active'],
    [HOUR - 1, 'active'],
    [HOUR, 'expired'],
    [DAY, 'expired'],
  ] as const)('%i ms after its start is %s', (after, state) =>
    expect(shareState(interval, null, NOW + after)).toBe(state),
  );

  it('is revoked from then on, whatever the clock says', () => {
    for (const after of [-HOUR, 0, DAY]) expect(shareState(interval, NOW, NOW + after)).toBe('revoked');
  });
});

describe('the interval of a share', () => {
  it('ends after it begins, and has not ended yet', () => {
    expect(refusedInterval(interval, NOW)).toBeNull();
    expect(refusedInterval({ from: NOW + DAY, to: NOW + HOUR }, NOW)).toBe('reversed');
    expect(refusedInterval({ from: NOW - DAY, to: NOW }, NOW)).toBe('over');
  });

  it('is bounded in length, and does not begin too far ahead', () => {
    const longest = { from: NOW, to: NOW + SHARE.days * DAY };
    expect(refusedInterval(longest, NOW)).toBeNull();
    expect(refusedInterval({ ...longest, to: longest.to + 1 }, NOW)).toBe('tooLong');
    const from = NOW + SHARE.ahead * DAY;
    expect(refusedInterval({ from, to: from + HOUR }, NOW)).toBeNull();
    expect(refusedInterval({ from: from + 1, to: from + HOUR }, NOW)).toBe('tooFarAhead');
  });
});

it('shows no trail from before the share began, and at most so many hours of it', () => {
  expect(trailFrom(NOW - MINUTE, NOW)).toBe(NOW - MINUTE);
  expect(trailFrom(NOW - 3 * DAY, NOW)).toBe(NOW - SHARE.trailHours * HOUR);
});

describe('a new share', () => {
  const problem = (form: object): string | null => {
    try {
      shareSchema.validateSync({ name: 'Delivery', unit_ids: [1], to: '2026-05-01T09:00:00Z', ...form });
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  };

  it('has a name, an end, and from one to so many different units', () => {
    expect(problem({})).toBeNull();
    expect(problem({ name: ' ' })).toBe('validation.required');
    expect(problem({ to: '' })).toBe('validation.required');
    expect(problem({ unit_ids: [] })).toBe('validation.required');
    expect(problem({ unit_ids: [1, 1] })).toBe('validation.invalid');
    expect(problem({ unit_ids: Array.from({ length: SHARE.units + 1 }, (_, index) => index + 1) })).toBe(
      'validation.maxItems',
    );
  });

  it('shows nothing more than positions unless that is chosen', () => {
    expect(shareSchema.cast({ name: 'A', unit_ids: [1], to: 'x' })).toMatchObject({
      from: null,
      trail: false,
      zones: false,
      driver: false,
    });
  });
});
