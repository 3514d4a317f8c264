import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../base/index.ts';
import { compareFirings, loudest, summarize, type PastFiring, type UnitPast } from './index.ts';

const FROM = Date.UTC(2026, 2, 1);
const INTERVAL = { from: FROM, to: FROM + 7 * DAY };
const firing = (unitId: number, minute: number, lasting = 1): PastFiring => ({
  unitId,
  since: FROM + minute * MINUTE,
  at: FROM + minute * MINUTE,
  end: FROM + (minute + lasting) * MINUTE,
  value: null,
  place: null,
});
const past = (unitId: number, count: number, more: Partial<UnitPast> = {}, lasting = 0): UnitPast => ({
  unitId,
  reports: 1_000,
  first: FROM,
  last: FROM + 7 * DAY,
  found: [{ isWatched: true, count, lasting, firings: [] }],
  ...more,
});

describe('the summary of a back-test', () => {
  it('counts by unit, most first, over the days of which there are reports', () => {
    const late = { first: FROM + 2 * DAY };
    const summary = summarize([past(1, 3, late), past(2, 40, late), past(3, 0, { reports: 0 })], 0, INTERVAL);
    expect(summary).toMatchObject({ units: 2, watched: 2, reports: 2_000, count: 43, days: 5, oddity: null });
    expect(summary.byUnit.map(({ unitId }) => unitId)).toEqual([2, 1]);
  });

  it('names few units only where they raise half of all', () => {
    const of = (...counts: number[]) =>
      loudest(
        summarize(
          counts.map((count, at) => past(at, count)),
          0,
          INTERVAL,
        ),
      );
    expect(of(50, 40, 5, 3, 2)).toEqual({ units: 1, count: 50 });
    expect(of(30, 30, 10, 10, 10, 10)).toEqual({ units: 2, count: 60 });
    expect([of(10), of(5, 5), of(4, 4, 4, 4, 4, 4, 4, 4)]).toEqual([null, { units: 1, count: 5 }, null]);
  });

  it('says what is odd of a rule', () => {
    const oddityOf = (count: number, lasting = 0, more: Partial<UnitPast> = {}) =>
      summarize([past(1, count, more, lasting)], 0, INTERVAL).oddity;
    expect([oddityOf(0), oddityOf(300), oddityOf(1, 7 * DAY), oddityOf(0, HOUR)]).toEqual([
      'never',
      'often',
      'always',
      null,
    ]);
    expect(oddityOf(0, 0, { reports: 10 })).toBeNull();
  });
});

it('an edit adds firings, takes some away and leaves those that overlap', () => {
  const before = [firing(1, 0, 10), firing(1, 60, 10), firing(2, 5)];
  const after = [firing(1, 4, 10), firing(1, 120), firing(3, 7)];
  expect(compareFirings(before, after).map(({ unitId, at, change }) => [unitId, (at - FROM) / MINUTE, change])).toEqual(
    [
      [1, 4, 'same'],
      [2, 5, 'gone'],
      [3, 7, 'added'],
      [1, 60, 'gone'],
      [1, 120, 'added'],
    ],
  );
});
