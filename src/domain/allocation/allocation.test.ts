import { describe, expect, it } from 'vitest';
import type { AccountId } from '../base/index.ts';
import { allocationProblem, allocationSchema, allocationState, coversInstant, overlaps } from './index.ts';

const OWNER = 1 as AccountId;
const HOLDER = 2 as AccountId;
const OTHER = 3 as AccountId;
const span = (from: number, to: number, accountId = HOLDER) => ({ from, to, accountId });

describe('a span', () => {
  it('includes its start and excludes its end', () => {
    expect([9, 10, 19, 20].map((instant) => coversInstant(span(10, 20), instant))).toEqual([false, true, true, false]);
    expect([9, 10, 19, 20].map((instant) => allocationState(span(10, 20), instant))).toEqual([
      'upcoming',
      'current',
      'current',
      'ended',
    ]);
    expect(allocationState(span(10, Number.POSITIVE_INFINITY), 1e15)).toBe('current');
  });

  it('may touch another without being in its way', () => {
    expect(overlaps(span(10, 20), span(20, 30))).toBe(false);
    expect(overlaps(span(10, 20), span(19, 30))).toBe(true);
    expect(overlaps(span(10, Number.POSITIVE_INFINITY), span(1_000, 1_001))).toBe(true);
  });
});

describe('whether a unit may be allocated', () => {
  it('not to its owner, not twice to one account, not while another has it', () => {
    expect(allocationProblem(span(10, 20, OWNER), OWNER, [])).toEqual({ code: 'owner' });
    expect(allocationProblem(span(10, 20), OWNER, [span(15, 30)])).toEqual({ code: 'sameAccount' });
    expect(allocationProblem(span(10, 20), OWNER, [span(15, 30, OTHER)])).toEqual({
      code: 'taken',
      span: { from: 15, to: 30 },
    });
  });

  it('before, between and after other spans', () => {
    const existing = [span(10, 20, OTHER), span(30, 40)];
    for (const [from, to] of [
      [0, 10],
      [20, 30],
      [40, 50],
    ] as const)
      expect(allocationProblem(span(from, to), OWNER, existing)).toBeNull();
  });
});

describe('the form', () => {
  const form = { account_id: 2, start_date: '2026-05-01T00:00:00Z', end_date: '2026-05-02T00:00:00Z' };
  const problems = async (changes: object) =>
    allocationSchema.validate({ ...form, ...changes }, { abortEarly: false }).then(
      () => [],
      (error: { errors: string[] }) => error.errors,
    );

  it('asks for an account and two dates in order', async () => {
    expect(await problems({})).toEqual([]);
    expect(await problems({ account_id: undefined })).toEqual(['validation.required']);
    expect(await problems({ end_date: undefined })).toEqual(['validation.required']);
    expect(await problems({ start_date: 'tomorrow' })).toEqual(['validation.date']);
    expect(await problems({ end_date: form.start_date })).toEqual(['validation.interval']);
  });
});
