import { describe, expect, it } from 'vitest';
import {
  combine,
  completeParts,
  holdsByInstant,
  leavesOf,
  newCondition,
  newGroup,
  placedParts,
  planOf,
  sensorPlaces,
  type RuleCondition,
  type RulePart,
  type RuleTest,
  type Truth,
} from './index.ts';

const speed = (limit: number): RuleCondition => ({ ...newCondition('speed'), limit });
const sensor = (name: string): RuleCondition => ({ ...newCondition('sensor'), sensor: name, minimum: 1 });
const braking: RuleCondition = { ...newCondition('alarm'), alarm: 'Hard_Braking' };
const not = (part: RulePart): RulePart => ({ ...part, negated: true });
const any = (...conditions: readonly RulePart[]) => newGroup(conditions);
const all = (...conditions: readonly RulePart[]) => newGroup(conditions, 'all');

/** Whether a rule holds where these are the truths of its conditions, from the first to the last. */
const holds = (match: RuleTest['match'], conditions: readonly RulePart[], ...truths: readonly Truth[]): Truth =>
  combine(planOf({ match, conditions }).root, truths);

describe('conditions and their groups', () => {
  const nested = [speed(1), any(speed(2), all(speed(3), speed(4))), speed(5)];

  it('are one list by place, and have a path in the form', () => {
    expect(leavesOf(nested).map(({ limit }) => limit)).toEqual([1, 2, 3, 4, 5]);
    expect(placedParts(nested).map(({ path }) => path)).toEqual([
      'conditions[0]',
      'conditions[1]',
      'conditions[1].conditions[0]',
      'conditions[1].conditions[1]',
      'conditions[1].conditions[1].conditions[0]',
      'conditions[1].conditions[1].conditions[1]',
      'conditions[2]',
    ]);
    const flat = [speed(1), speed(2)];
    expect(leavesOf(flat)).toBe(flat);
  });

  it('hold as they are joined, and what is not known decides nothing', () => {
    const two = [speed(1), speed(2)];
    expect(holds('all', two, true, true)).toBe(true);
    expect(holds('all', two, true, null)).toBeNull();
    expect(holds('all', two, null, false)).toBe(false);
    expect(holds('any', two, false, null)).toBeNull();
    expect(holds('any', two, null, true)).toBe(true);
    expect(holds('any', two, false, false)).toBe(false);
    expect(holds('all', nested, true, false, true, true, true)).toBe(true);
    expect(holds('all', nested, true, false, true, false, true)).toBe(false);
    expect(holds('all', nested, true, null, true, false, true)).toBeNull();
    expect(holds('all', nested, false, null, true, false, true)).toBe(false);
  });

  it('hold the other way round where they are reversed, but not where that is not known', () => {
    const outside = [not(any(speed(1), speed(2)))];
    expect(holds('all', outside, false, false)).toBe(true);
    expect(holds('all', outside, null, false)).toBeNull();
    expect(holds('all', outside, null, true)).toBe(false);
    const both = [not(all(speed(1), speed(2))), speed(3)];
    expect(holds('all', both, null, false, true)).toBe(true);
    expect(holds('all', both, null, true, true)).toBeNull();
    expect(holds('any', both, null, null, false)).toBeNull();
    expect(holds('all', [not(not(any(speed(1), speed(2))))], true, false)).toBe(false);
  });

  it('need a unit with the sensors without which they never hold, or never hold the other way round', () => {
    const has =
      (...names: readonly string[]) =>
      (name: string) =>
        names.indexOf(name);
    const of = (...conditions: readonly RulePart[]) => ({ match: 'all' as const, conditions });
    const either = of(speed(1), any(sensor('a'), sensor('b')));
    expect(sensorPlaces(either, has('b'))).toEqual([-1, -1, 0]);
    expect(sensorPlaces(either, has())).toBeNull();
    expect(sensorPlaces(of(not(any(sensor('a'), speed(1)))), has())).toBeNull();
    expect(sensorPlaces(of(not(all(sensor('a'), speed(1)))), has())).toEqual([-1, -1]);
    expect(sensorPlaces(of(any({ ...newCondition('place'), zone_ids: [1] }, sensor('a'))), has('a'))).toEqual([0, 0]);
  });

  it('of before conditions had their fields are complete', () => {
    const { silence: _, ...old } = speed(80);
    expect(completeParts([{ ...any(), conditions: [old as RuleCondition] }, old])).toEqual([any(speed(80)), speed(80)]);
  });
});

describe('what happens at an instant', () => {
  const byInstant = (
    match: RuleTest['match'],
    conditions: readonly RulePart[],
    ...truths: readonly Truth[]
  ): boolean => {
    const { root, instants } = planOf({ match, conditions });
    return instants !== null && holdsByInstant(root, truths, instants);
  };

  it('is enough where all else that it needs holds', () => {
    const rule = [any(braking, speed(90)), speed(5)];
    expect(byInstant('all', rule, true, false, true)).toBe(true);
    expect(byInstant('all', rule, true, true, true)).toBe(true);
    expect(byInstant('all', rule, true, true, false)).toBe(false);
    expect(byInstant('all', rule, false, true, true)).toBe(false);
    expect(byInstant('any', [speed(1), all(braking, speed(2))], true, true, false)).toBe(false);
    expect(byInstant('any', [speed(1), all(braking, speed(2))], true, true, true)).toBe(true);
  });

  it('is what an alarm of driving says, not what goes on', () => {
    expect(byInstant('all', [{ ...newCondition('alarm'), alarm: 'jamming' }], true)).toBe(false);
    expect(byInstant('all', [not(braking)], true)).toBe(false);
    expect(byInstant('all', [not(any(braking, speed(1)))], false, false)).toBe(false);
    expect(byInstant('all', [braking], true)).toBe(true);
  });
});
