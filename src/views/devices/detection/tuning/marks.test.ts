import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../../../domain/base/index.ts';
import { marksOf } from './marks.ts';

const MIDNIGHT = Date.UTC(2026, 2, 1, 20, 30);

describe('times below the chart', () => {
  it('are round ones of the day that is looked at, wherever its midnight lies', () => {
    expect(
      marksOf({ from: MIDNIGHT, to: MIDNIGHT + DAY }, MIDNIGHT, 8).map((mark) => (mark - MIDNIGHT) / HOUR),
    ).toEqual([0, 3, 6, 9, 12, 15, 18, 21]);
  });

  it('are nearer to one another where less is in sight', () => {
    const from = MIDNIGHT + 7 * HOUR + 4 * MINUTE;
    expect(
      marksOf({ from, to: from + 31 * MINUTE }, MIDNIGHT, 8).map((mark) => (mark - MIDNIGHT) / MINUTE - 420),
    ).toEqual([5, 10, 15, 20, 25, 30]);
  });
});
