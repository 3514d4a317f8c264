import { describe, expect, it } from 'vitest';
import type { AttributeValue } from '../../../../telemetry/index.ts';
import { newCondition, figureOf, type RuleCondition } from '../index.ts';
import { evaluate, report } from '../testing/conditions.ts';

describe('a parameter of the report', () => {
  const of = (condition: Partial<RuleCondition>, value: AttributeValue | undefined) =>
    evaluate(
      { ...newCondition('parameter'), parameter: 'door', ...condition },
      { attribute: (name) => (name === 'door' ? value : undefined) },
    );

  it('equals a text, whatever its case', () => {
    const open = { parameter_text: 'Open' };
    expect(['OPEN', 'open ', 'closed', undefined, ''].map((value) => of(open, value))).toEqual([
      true,
      false,
      false,
      null,
      null,
    ]);
    expect([of({ parameter_text: 'true' }, true), of({ parameter_text: '1' }, 1)]).toEqual([true, true]);
    expect(of({ ...open, parameter: 'other' }, 'open')).toBeNull();
  });

  it('or is a number within or beyond bounds', () => {
    const within = { parameter_test: 'inside', minimum: 1, maximum: 2 } as const;
    expect([1, 2, 2.1, '1.5', 'x', true].map((value) => of(within, value))).toEqual([
      true,
      true,
      false,
      true,
      null,
      true,
    ]);
    expect(of({ ...within, parameter_test: 'outside' }, 2.1)).toBe(true);
  });

  it('has a figure where it is compared as a number', () => {
    const said = report({ attribute: () => 11.2 });
    const low = { ...newCondition('parameter'), parameter: 'volts', parameter_test: 'outside', minimum: 12 } as const;
    expect([figureOf(low, said, -1), figureOf({ ...low, parameter_test: 'equal' }, said, -1)]).toEqual([11.2, null]);
  });
});
