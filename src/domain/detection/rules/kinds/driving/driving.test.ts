import { describe, expect, it } from 'vitest';
import { MINUTE } from '../../../../base/index.ts';
import { ConditionMemory, figureOf, type RuleCondition } from '../index.ts';
import { createMotion } from '../../../trips/index.ts';
import { follow, of, problemsOf, report, truthsOf, type Said } from '../testing/conditions.ts';

describe('driving time', () => {
  const limit = of('driving', { driving_minutes: 60, rest_minutes: 15 });
  const drive = (minute: number, moves: boolean, driver: number | null = null): Said => ({
    time: minute * MINUTE,
    motion: { ...createMotion(), status: moves ? 'moving' : 'standing' },
    driver: driver === null ? null : { hasKey: driver > 0, isKnown: true, operators: driver > 0 ? [driver] : [] },
  });
  /** A report every five minutes in each of the stretches, of so many minutes. */
  function tour(stretches: readonly (readonly [moves: boolean, minutes: number, driver?: number])[]): Said[] {
    let minute = 0;
    return [
      ...stretches.flatMap(([moves, minutes, driver]) => {
        const begin = minute;
        const own = [];
        for (; minute < begin + minutes; minute += 5) own.push(drive(minute, moves, driver ?? null));
        return own;
      }),
      drive(minute, stretches[0][0]),
    ];
  }
  const firstTrue = (condition: RuleCondition, reports: readonly Said[]): number =>
    truthsOf(condition, reports).indexOf(true) * 5;

  it('adds up through pauses, and begins again after a rest', () => {
    expect(firstTrue(limit, tour([[true, 90]]))).toBe(60);
    expect(
      firstTrue(
        limit,
        tour([
          [true, 50],
          [false, 10],
          [true, 30],
        ]),
      ),
    ).toBe(70);
    expect(
      truthsOf(
        limit,
        tour([
          [true, 50],
          [false, 20],
          [true, 50],
        ]),
      ),
    ).not.toContain(true);
  });

  it('begins again with another driver, and not with the same who comes back', () => {
    expect(
      truthsOf(
        limit,
        tour([
          [true, 50, 7],
          [true, 50, 8],
        ]),
      ),
    ).not.toContain(true);
    expect(
      firstTrue(
        limit,
        tour([
          [true, 50, 7],
          [false, 10, 0],
          [true, 50, 7],
        ]),
      ),
    ).toBe(70);
  });

  it('is not what nobody reported, and ends by the clock while it rests', () => {
    expect(truthsOf(limit, [drive(0, true), drive(90, true), drive(91, true)])).toEqual([false, false, false]);
    const over = [...tour([[true, 60]]).slice(0, -1), drive(60, true), drive(61, false), drive(120, false)];
    expect(follow(limit, over).at(-1)).toEqual([false, false]);
    expect(follow(limit, over).at(-2)).toEqual([true, true]);
  });

  it('over the limit comes by the clock, as long as reports are not too old', () => {
    const test = { match: 'all', hold: 0, conditions: [limit] } as const;
    const memory = new ConditionMemory(test, { truths: [null] });
    for (const said of tour([[true, 58]]).slice(0, -1)) memory.hear(report(said), [-1]);
    expect(memory.next).toBe(60 * MINUTE);
  });

  it('is followed by a rest that is too short', () => {
    const rest = of('driving', { driving: 'rest', rest_minutes: 60 });
    const restOf = (minutes: number) =>
      truthsOf(
        rest,
        tour([
          [true, 30],
          [false, minutes],
          [true, 20],
        ]),
      );
    expect(restOf(40).indexOf(true)).toBe(14);
    expect([restOf(10), restOf(60)].flat()).not.toContain(true);
  });

  it('has hours for a figure', () => {
    const test = { match: 'all', hold: 0, conditions: [limit] } as const;
    const memory = new ConditionMemory(test, { truths: [null] });
    for (const said of tour([[true, 90]])) memory.hear(report(said), [-1]);
    expect(figureOf(limit, report(), -1, memory.memories[0])).toBe(1.5);
  });
});

it('refuses values that make no sense, each at its field', async () => {
  expect(await problemsOf('driving', { driving_minutes: null, rest_minutes: null })).toEqual([
    'driving_minutes validation.required',
    'rest_minutes validation.required',
  ]);
  expect(await problemsOf('driving', { driving: 'rest', rest_minutes: 15 })).toEqual([
    'rest_minutes validation.ruleRest',
  ]);
});
