import { describe, expect, it } from 'vitest';
import { SECOND } from '../../../../base/index.ts';
import type { AttributeValue } from '../../../../telemetry/index.ts';
import { evaluate, follow, of, problemsOf } from '../testing/conditions.ts';

describe('a digital input', () => {
  it('is a bit of all inputs, or an attribute of its own', () => {
    const third = of('input', { input: 3 });
    const at = (said: Record<string, AttributeValue>) => evaluate(third, { said });
    expect([at({ digital_inputs: 4 }), at({ digital_inputs: 3 }), at({})]).toEqual([true, false, null]);
    expect([at({ in3: 1 }), at({ in3: false, digital_inputs: 4 }), at({ in3: 'ON' }), at({ in3: '?' })]).toEqual([
      true,
      false,
      true,
      null,
    ]);
    expect(evaluate(of('input', { input: 32 }), { said: { digital_inputs: 2 ** 31 } })).toBe(true);
    expect([-1, 1.5, 'x'].map((bits) => at({ digital_inputs: bits }))).toEqual([null, null, null]);
    expect(evaluate({ ...third, input_state: 'off' }, { said: { digital_inputs: 3 } })).toBe(true);
  });

  it('changes with a report, each time again, and not with the first', () => {
    const states = [1, 1, 0, 1, 1, undefined, 0];
    const run = follow(
      of('input', { input_state: 'changed' }),
      states.map((state, time) => ({
        time: time * SECOND,
        said: state === undefined ? {} : { digital_inputs: state },
      })),
    );
    expect(run).toEqual([
      [null, null],
      [null, false],
      [false, true],
      [false, true],
      [false, false],
      [false, false],
      [false, true],
    ]);
  });
});

it('refuses values that make no sense, each at its field', async () => {
  expect(await problemsOf('input', { input: 33 })).toEqual(['input validation.max']);
  expect(await problemsOf('input', { input: 1.5 })).toEqual(['input validation.integer']);
});
