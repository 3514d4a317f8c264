import { describe, expect, it } from 'vitest';
import { LENGTH, RULE, SENSOR } from '../base/index.ts';
import { newCondition, newGroup, ruleSchema } from './index.ts';

const HOT = { sensor: 'Coolant', maximum: 100 };
const GOOD = { name: 'Too hot', conditions: [HOT], all_units: true };
const of = (condition: object) => ({ conditions: [{ ...HOT, ...condition }] });
const problems = (data: object) =>
  ruleSchema.validate({ ...GOOD, ...data }, { abortEarly: false }).then(
    () => [],
    (error: { inner: { path?: string; message: string }[] }) =>
      error.inner.map(({ path, message }) => `${path} ${message}`),
  );

describe('a rule', () => {
  it('asks for a sensor, one bound at least and some units', async () => {
    expect(await problems({})).toEqual([]);
    expect(await problems({ all_units: false, unit_ids: [7] })).toEqual([]);
    expect(await problems({ all_units: false, unit_group_ids: [7] })).toEqual([]);
    expect(await problems({ name: 'ab' })).toEqual(['name validation.minLength']);
    expect(await problems({ name: 'x'.repeat(LENGTH.ruleName.max + 1) })).toEqual(['name validation.maxLength']);
    expect(await problems(of({ sensor: ' ' }))).toContain('conditions[0].sensor validation.required');
    expect(await problems(of({ maximum: null }))).toEqual(['conditions[0].minimum validation.oneBound']);
    expect(await problems(of({ maximum: '' }))).toEqual(['conditions[0].minimum validation.oneBound']);
    expect(await problems(of({ minimum: 101 }))).toEqual(['conditions[0].maximum validation.minimumMaximum']);
    expect(await problems(of({ minimum: 100 }))).toEqual([]);
    expect(await problems({ all_units: false })).toEqual(['unit_ids validation.ruleUnits']);
  });

  it('waits for nothing where nothing is said of it', () => {
    for (const hold of ['', null, undefined])
      expect(ruleSchema.validateSync({ ...GOOD, hold })).toMatchObject({ hold: 0 });
  });

  it('keeps every figure within its bounds', async () => {
    expect(await problems(of({ maximum: SENSOR.magnitude * 10 }))).toEqual(['conditions[0].maximum validation.max']);
    expect(await problems({ hold: RULE.hold.max + 1 })).toEqual(['hold validation.max']);
    expect(await problems({ hold: -1 })).toEqual(['hold validation.min']);
    expect(await problems({ hold: 1.5 })).toEqual(['hold validation.integer']);
    expect(
      await problems({ all_units: false, unit_ids: Array.from({ length: RULE.units + 1 }, (_, index) => index + 1) }),
    ).toEqual(['unit_ids validation.maxItems']);
    expect(await problems({ status: 'blocked' })).toEqual(['status validation.oneOf']);
    expect(await problems(of({ condition: 'above' }))).toEqual(['conditions[0].condition validation.oneOf']);
  });

  it('has one to eight conditions, each with the parameters of its kind', async () => {
    const speed = { kind: 'speed', limit: 90 };
    expect(await problems({ conditions: [speed, { kind: 'ignition' }, { kind: 'alarm' }] })).toEqual([]);
    expect(await problems({ conditions: [] })).toEqual(['conditions validation.ruleConditions']);
    expect(await problems({ conditions: Array.from({ length: 9 }, () => HOT) })).toEqual([
      'conditions validation.maxItems',
    ]);
    expect(await problems({ conditions: [HOT, { kind: 'speed' }] })).toEqual([
      'conditions[1].limit validation.required',
    ]);
    expect(await problems({ conditions: [{ ...speed, limit: RULE.limit.max + 1, margin: -1 }] })).toEqual([
      'conditions[0].margin validation.min',
      'conditions[0].limit validation.max',
    ]);
    expect(await problems({ conditions: [{}] })).toEqual([
      'conditions[0].sensor validation.required',
      'conditions[0].minimum validation.oneBound',
    ]);
    expect(await problems({ conditions: [{ kind: 'weather' }] })).toEqual(['conditions[0].kind validation.oneOf']);
    expect(await problems({ match: 'most' })).toEqual(['match validation.oneOf']);
  });

  it('has groups of conditions, three levels and so many conditions at most', async () => {
    const speed = { kind: 'speed', limit: 90 };
    const group = (...conditions: object[]) => ({ kind: 'group', match: 'any', conditions });
    expect(await problems({ conditions: [speed, group(speed, group(speed, { ...speed, negated: true }))] })).toEqual(
      [],
    );
    const [kept] = ruleSchema.validateSync({ ...GOOD, conditions: [{ ...group(speed), limit: 4, x: 1 }] }).conditions;
    expect(kept).toEqual({ ...newGroup([{ ...newCondition('speed'), limit: 90 }]) });
    expect(ruleSchema.validateSync({ ...GOOD, conditions: [{ ...speed, match: 'any' }] }).conditions).toEqual([
      { ...newCondition('speed'), limit: 90 },
    ]);
    expect(await problems({ conditions: [group(group(group(speed)))] })).toEqual([
      'conditions[0].conditions[0].conditions[0].kind validation.ruleLevels',
    ]);
    expect(await problems({ conditions: [group()] })).toEqual(['conditions[0].conditions validation.ruleConditions']);
    expect(await problems({ conditions: [{ kind: 'group' }] })).toEqual([
      'conditions[0].conditions validation.ruleConditions',
    ]);
    expect(await problems({ conditions: [group(speed, { kind: 'speed', limit: -1 })] })).toEqual([
      'conditions[0].conditions[1].limit validation.min',
    ]);
    expect(await problems({ conditions: [{ ...group(speed), match: 'most' }] })).toEqual([
      'conditions[0].match validation.oneOf',
    ]);
    const eight = Array.from({ length: 8 }, () => speed);
    expect(await problems({ conditions: [group(...eight), group(...eight), group(...eight)] })).toEqual([]);
    expect(await problems({ conditions: [group(...eight), group(...eight), group(...eight), speed] })).toEqual([
      'conditions validation.ruleConditionsInAll',
    ]);
  });

  it.each([[{ kind: 'group', conditions: 'all' }], [[null]], ['x'], [[{ kind: 'group', conditions: [null] }]]])(
    'refuses what is no tree of conditions: %j',
    async (conditions) => expect(await problems({ conditions })).not.toEqual([]),
  );

  it('keeps nothing that was filled in for another kind', () => {
    const { conditions } = ruleSchema.validateSync({ ...GOOD, conditions: [{ ...HOT, kind: 'speed', limit: 90 }] });
    expect(conditions).toEqual([{ ...newCondition('speed'), limit: 90 }]);
  });

  it('asks for facts alone: any of them, not reversed, and for no time', async () => {
    const fact = { kind: 'fact', fact: 'fuelTheft', litres: 20 };
    expect(await problems({ conditions: [fact] })).toEqual([]);
    expect(await problems({ conditions: [fact, { kind: 'fact', fact: 'offRoute' }], match: 'any' })).toEqual([]);
    expect(await problems({ conditions: [fact, fact] })).toEqual(['match validation.factAny']);
    expect(await problems({ conditions: [fact, { kind: 'ignition' }] })).toEqual([
      'conditions[1].kind validation.factAlone',
    ]);
    const group = (...conditions: object[]) => ({ kind: 'group', match: 'any', conditions });
    expect(await problems({ conditions: [group(fact, group(fact))] })).toEqual([]);
    expect(await problems({ conditions: [group(fact, { kind: 'ignition' })] })).toEqual([
      'conditions[0].conditions[1].kind validation.factAlone',
    ]);
    expect(await problems({ conditions: [{ ...group(fact), negated: true }] })).toEqual([
      'conditions[0].negated validation.factNegated',
    ]);
    expect(await problems({ conditions: [{ ...group(fact, fact), match: 'all' }] })).toEqual([
      'conditions[0].match validation.factAny',
    ]);
    expect(await problems({ conditions: [{ ...fact, negated: true }] })).toEqual([
      'conditions[0].negated validation.factNegated',
    ]);
    expect(await problems({ conditions: [fact], hold: 60 })).toEqual(['hold validation.factHold']);
  });
});
