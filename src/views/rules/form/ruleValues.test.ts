import { describe, expect, it } from 'vitest';
import { newCondition, NO_LIMITS, ruleSchema } from '../../../domain/rule/index.ts';
import { validate } from '../../../ui/forms/issues.ts';
import { typedTest, type RuleValues, type TypedCondition } from './ruleValues.ts';

const NEW = { ...ruleSchema.getDefault(), all_units: true };
const HOT: TypedCondition = { ...newCondition('sensor'), sensor: 'Coolant temperature', maximum: 100 };
const ruleOf = (typed: RuleValues) => ruleSchema.validateSync(typed);
const values = (part: Partial<RuleValues> = {}): RuleValues => ({
  ...NEW,
  name: 'Hot engine',
  conditions: [HOT],
  ...part,
});
const of = (part: Partial<TypedCondition>) => values({ conditions: [{ ...HOT, ...part }] });
const problems = (part: Partial<RuleValues>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(validate(ruleSchema, values(part))).map(([field, issue]) => [
      field,
      (JSON.parse(issue) as { key: string }).key,
    ]),
  );

describe('the form of a rule', () => {
  it('is a rule once a bound is given', () => {
    expect(ruleOf(values())).toEqual({
      name: 'Hot engine',
      status: 'active',
      match: 'all',
      conditions: [HOT],
      hold: 0,
      ...NO_LIMITS,
      all_units: true,
      unit_ids: [],
      unit_group_ids: [],
    });
    expect(problems(of({ maximum: null }))).toEqual({ 'conditions[0].minimum': 'validation.oneBound' });
    expect(problems(of({ minimum: 120 }))).toEqual({ 'conditions[0].maximum': 'validation.minimumMaximum' });
    expect(problems(of({ minimum: 'ten' }))).toEqual({ 'conditions[0].minimum': 'validation.invalid' });
  });

  it('needs no time for which it lasts, and a whole number of seconds where there is one', () => {
    expect(ruleOf(values({ hold: null })).hold).toBe(0);
    expect(problems({ hold: 1.5 })).toEqual({ hold: 'validation.integer' });
    expect(problems({ hold: 'long' })).toEqual({ hold: 'validation.invalid' });
  });

  it('names units, or means all; a choice that does not count is not sent', () => {
    expect(problems({ all_units: false })).toEqual({ unit_ids: 'validation.ruleUnits' });
    expect(ruleOf(values({ all_units: false, unit_ids: [4] })).unit_ids).toEqual([4]);
    expect(ruleOf(values({ all_units: true, unit_ids: [4] })).unit_ids).toEqual([]);
  });

  it('asks for something as soon as its bounds make sense', () => {
    expect(typedTest(values({ hold: 300 }))).toEqual({ match: 'all', conditions: [HOT], hold: 300 });
    expect([
      typedTest(of({ maximum: null })),
      typedTest(of({ minimum: 120 })),
      typedTest(of({ minimum: '1x' })),
    ]).toEqual([null, null, null]);
    expect(typedTest(values({ hold: 'long' }))?.hold).toBe(0);
  });

  it('asks for nothing before every condition does', () => {
    const speed: TypedCondition = { ...newCondition('speed'), limit: null };
    expect(typedTest(values({ conditions: [HOT, speed] }))).toBeNull();
    expect(typedTest(values({ conditions: [HOT, { ...speed, limit: 'fast' }] }))).toBeNull();
    expect(typedTest(values({ conditions: [HOT, { ...speed, limit: 90, margin: null }] }))?.conditions[1]).toEqual({
      ...newCondition('speed'),
      limit: 90,
      margin: 0,
    });
    expect(typedTest(values({ conditions: [] }))).toBeNull();
  });
});

it('limits by the class of road are part of a test once each makes sense', () => {
  const byMap = newCondition('roadLimit');
  const of = (class_limits: Partial<TypedCondition['class_limits']>) =>
    typedTest(
      values({
        conditions: [{ ...byMap, limit_source: 'map', class_limits: { ...byMap.class_limits, ...class_limits } }],
      }),
    );
  expect(of({ primary: 80, service: null })).toMatchObject({
    conditions: [{ class_limits: { primary: 80, service: null } }],
  });
  expect(of({ primary: 'eighty' })).toBeNull();
});
