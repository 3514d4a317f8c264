import { expect, it } from 'vitest';
import { MINUTE, SECOND } from '../../base/index.ts';
import { chance } from '../../base/testing/index.ts';
import { probeOf } from '../../geometry/index.ts';
import { IGNITION } from '../../telemetry/index.ts';
import { createRuleReport, newCondition, newGroup, type RuleCondition, type RulePart } from './kinds/index.ts';
import { PlaceSet } from './places/index.ts';
import { RuleInputs } from './ruleInputs.ts';
import { RuleWatch, type WatchedRule } from './ruleWatch.ts';

const of = (parts: Partial<RuleCondition>): RuleCondition => ({ ...newCondition(parts.kind ?? 'speed'), ...parts });
const SPEED = of({ limit: 50 });
const DOOR = of({ kind: 'parameter', parameter: 'door', parameter_text: 'open' });
const WARM = of({ kind: 'sensor', sensor: 'Cargo', maximum: 5, condition: 'outside' });
const TESTS: readonly (readonly RulePart[])[] = [
  [SPEED],
  [DOOR],
  [WARM],
  [DOOR, WARM],
  [of({ kind: 'ignition' }), { ...DOOR, negated: true }],
  [newGroup([SPEED, WARM]), DOOR],
  [of({ kind: 'place', zone_ids: [1] })],
  [of({ kind: 'silence', silence: 120 })],
  [of({ kind: 'input', input_state: 'changed' }), WARM],
];
const ZONE = new PlaceSet([{ probe: probeOf({ type: 'circle', center: [13, 52], radius: 500 }), limit: null }]);

const rules = (sight: WatchedRule['sight']): WatchedRule[] =>
  TESTS.flatMap((conditions) =>
    (['all', 'any'] as const).flatMap((match) => [0, 90].map((hold) => ({ test: { match, hold, conditions }, sight }))),
  ).map((rule, ruleId) => ({
    ...rule,
    ruleId,
    from: 0,
    sensors: rule.test.conditions.flatMap((part) =>
      part.kind === 'group' ? [-1, 0] : part.kind === 'sensor' ? 0 : part.kind === 'place' ? 0 : -1,
    ),
    places: [ZONE],
  }));

it('rules that skip reports without their inputs fire as those that are evaluated for every report', () => {
  const random = chance(4);
  // Where a span bounds what its account sees, a rule is evaluated for all.
  const watches = [rules(null), rules([{ from: 0, to: Number.MAX_SAFE_INTEGER }])].map((each) => new RuleWatch(each));
  const report = createRuleReport();
  const column = [Number.NaN];
  report.columns = [column];
  for (let step = 1; step < 4_000; step++) {
    const has = (share: number): boolean => random() < share;
    report.time = step * 20 * SECOND + (has(0.02) ? 9 * MINUTE : 0);
    report.speed = has(0.6) ? random() * 100 : Number.NaN;
    report.latitude = report.longitude = Number.NaN;
    if (has(0.5)) [report.latitude, report.longitude] = [52 + random() * 0.01, 13];
    report.ignition = has(0.3) ? (has(0.5) ? IGNITION.on : IGNITION.off) : IGNITION.unknown;
    column[0] = has(0.2) ? random() * 10 : Number.NaN;
    const door = has(0.1) ? (has(0.5) ? 'open' : 'shut') : undefined;
    const input = has(0.1) ? (has(0.5) ? 1 : 0) : undefined;
    report.attribute = (name) => (name === 'door' ? door : name === 'digital_inputs' ? input : undefined);
    for (const watch of watches) {
      if (has(0.01)) watch.advance(report.time - 1);
      watch.accept(report, () => null);
    }
  }
  const [passing, hearing] = watches.map(({ found }) => found);
  expect(passing).toEqual(hearing);
  expect(new Set(passing.map(({ ruleId }) => ruleId)).size).toBeGreaterThan(25);
});

it('a rule is evaluated for every report where one of its conditions is', () => {
  const inputs = new RuleInputs();
  expect(inputs.add({ conditions: [of({ kind: 'silence' }), SPEED] }, [-1, -1])).toBe(0);
  const speed = inputs.add({ conditions: [SPEED] }, [-1]);
  expect(inputs.add({ conditions: [SPEED, DOOR] }, [-1, -1])).toBeGreaterThan(speed);
  expect(inputs.add({ conditions: [SPEED] }, [-1])).toBe(speed);
  const report = createRuleReport();
  report.speed = 40;
  expect(inputs.carriedBy(report)).toBe(speed);
  // Of very many inputs the last are always evaluated.
  const many = Array.from({ length: 40 }, (_, place) => of({ kind: 'parameter', parameter: `p${place}` }));
  const bits = many.map((condition) => inputs.add({ conditions: [condition] }, [-1]));
  expect([bits.filter((bit) => bit === 0).length, bits.every((bit) => bit >= 0)]).toEqual([12, true]);
});
