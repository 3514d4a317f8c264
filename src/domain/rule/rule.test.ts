import { describe, expect, it } from 'vitest';
import { LENGTH, RULE, SENSOR } from '../base/index.ts';
import { meetsCondition, ruleSchema } from './index.ts';

const GOOD = { name: 'Too hot', sensor: 'Coolant', maximum: 100, all_units: true };
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
    expect(await problems({ name: 'ab' })).toEqual(['name validation.minLength']);
    expect(await problems({ name: 'x'.repeat(LENGTH.ruleName.max + 1) })).toEqual(['name validation.maxLength']);
    expect(await problems({ sensor: ' ' })).toContain('sensor validation.required');
    expect(await problems({ maximum: null })).toEqual(['minimum validation.oneBound']);
    expect(await problems({ maximum: '' })).toEqual(['minimum validation.oneBound']);
    expect(await problems({ minimum: 101 })).toEqual(['maximum validation.minimumMaximum']);
    expect(await problems({ minimum: 100 })).toEqual([]);
    expect(await problems({ all_units: false })).toEqual(['unit_ids validation.ruleUnits']);
  });

  it('waits for nothing where nothing is said of it', () => {
    for (const hold of ['', null, undefined])
      expect(ruleSchema.validateSync({ ...GOOD, hold })).toMatchObject({ hold: 0 });
  });

  it('keeps every figure within its bounds', async () => {
    expect(await problems({ maximum: SENSOR.magnitude * 10 })).toEqual(['maximum validation.max']);
    expect(await problems({ hold: RULE.hold.max + 1 })).toEqual(['hold validation.max']);
    expect(await problems({ hold: -1 })).toEqual(['hold validation.min']);
    expect(await problems({ hold: 1.5 })).toEqual(['hold validation.integer']);
    expect(
      await problems({ all_units: false, unit_ids: Array.from({ length: RULE.units + 1 }, (_, index) => index + 1) }),
    ).toEqual(['unit_ids validation.maxItems']);
    expect(await problems({ status: 'blocked' })).toEqual(['status validation.oneOf']);
    expect(await problems({ condition: 'above' })).toEqual(['condition validation.oneOf']);
  });
});

describe('its condition', () => {
  const beyond = { condition: 'outside', minimum: -5, maximum: 8 } as const;

  it('is that the value lies beyond the bounds, which do not count as beyond', () => {
    expect([-5.1, -5, 0, 8, 8.1].map((value) => meetsCondition(beyond, value))).toEqual([
      true,
      false,
      false,
      false,
      true,
    ]);
    expect([-100, 8, 9].map((value) => meetsCondition({ ...beyond, minimum: null }, value))).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('or within them, which belong to it', () => {
    const within = { ...beyond, condition: 'inside' } as const;
    expect([-5.1, -5, 8, 8.1].map((value) => meetsCondition(within, value))).toEqual([false, true, true, false]);
    expect([-100, 8, 9].map((value) => meetsCondition({ ...within, minimum: null }, value))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('never holds of no value', () => {
    for (const condition of ['inside', 'outside'] as const)
      expect(meetsCondition({ ...beyond, condition }, Number.NaN)).toBe(false);
  });
});
