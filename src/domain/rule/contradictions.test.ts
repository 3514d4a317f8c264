import { describe, expect, it } from 'vitest';
import { chance } from '../base/testing/index.ts';
import { combine, evaluateCondition, planOf } from '../detection/rules/kinds/index.ts';
import { NO_LIMITS, type RuleLimits } from '../detection/rules/limits/index.ts';
import { IGNITION } from '../telemetry/index.ts';
import { neverAtWork } from './atWork.ts';
import { neverHolds } from './contradictions.ts';
import {
  alwaysHolds,
  createRuleReport,
  isBeyond,
  newCondition,
  newGroup,
  ruleSchema,
  type RuleCondition,
  type RulePart,
  type RuleTest,
} from './index.ts';

type Part = Partial<RuleCondition>;
const of = (part: Part): RuleCondition => ({ ...newCondition(part.kind ?? 'speed'), ...part });
const not = (part: RulePart): RulePart => ({ ...part, negated: !part.negated });
const any = (...parts: readonly RulePart[]) => newGroup(parts);
const all = (...parts: readonly RulePart[]) => newGroup(parts, 'all');
const never = (...conditions: readonly RulePart[]) => neverHolds({ match: 'all', conditions });
const pair = (one: Part, other: Part): boolean => never(of(one), of(other)) !== null;

const over = (limit: number, margin = 5): Part => ({ limit, margin });
const under = (limit: number, margin = 5): Part => ({ limit, margin, comparison: 'under' });
const inside = (...zones: readonly number[]): Part => ({ kind: 'place', zone_ids: [...zones] });
const sensor = (part: Part): Part => ({ kind: 'sensor', sensor: 'Hold', condition: 'inside', ...part });
const parameter = (part: Part): Part => ({ kind: 'parameter', parameter: 'door', ...part });

describe('conditions that can never hold at the same moment', () => {
  it.each<[string, Part, Part]>([
    ['speeds apart', over(90), under(50)],
    ['speeds that only margins part', over(90, 0), under(90, 0)],
    ['a speed and the same reversed', over(90), { ...over(90), negated: true }],
    ['ignition on and off', { kind: 'ignition' }, { kind: 'ignition', ignition: 'off' }],
    ['ignition on and not on', { kind: 'ignition' }, { kind: 'ignition', negated: true }],
    ['an input on and off', { kind: 'input' }, { kind: 'input', input_state: 'off' }],
    ['inside and outside a place', inside(1), { ...inside(1), negated: true }],
    ['inside a place, outside of it and others', inside(1), { ...inside(2, 1), negated: true }],
    ['a sensor within and without', sensor({ minimum: 5, maximum: 9 }), sensor({ sensor: 'HOLD', minimum: 10 })],
    ['a sensor on both sides', sensor({ maximum: 9 }), sensor({ condition: 'outside', maximum: 9 })],
    ['two alarms', { kind: 'alarm', alarm: 'sos' }, { kind: 'alarm', alarm: 'tow' }],
    ['an alarm and none', { kind: 'alarm', alarm: 'sos' }, { kind: 'alarm', negated: true }],
    ['moving and parked', { kind: 'motion' }, { kind: 'motion', motion: 'parked' }],
    [
      'parked and not stopped',
      { kind: 'motion', motion: 'parked' },
      { kind: 'motion', motion: 'stopped', negated: true },
    ],
    ['silent and heard', { kind: 'silence', silence: 600 }, { kind: 'silence', silence: 300, negated: true }],
    ['no position and one', { kind: 'fix' }, { kind: 'fix', negated: true }],
    ['two texts', parameter({ parameter_text: 'open' }), parameter({ parameter_text: 'shut' })],
    [
      'a figure beyond its range',
      parameter({ parameter_text: '5' }),
      parameter({ parameter_test: 'inside', minimum: 6 }),
    ],
    ['a driver and none', { kind: 'driver' }, { kind: 'driver', driver: 'nobody' }],
    ['an unknown key and nobody', { kind: 'driver', driver: 'unknownKey' }, { kind: 'driver', negated: true }],
    [
      'a driver and not that one',
      { kind: 'driver', driver: 'operators', operator_ids: [3] },
      { kind: 'driver', driver: 'operators', operator_ids: [3, 4], negated: true },
    ],
  ])('%s', (_, one, other) => expect([pair(one, other), pair(other, one)]).toEqual([true, true]));

  it.each<[string, Part, Part]>([
    ['speeds that a margin joins', over(90), under(88)],
    ['speeds that overlap', over(50), under(90)],
    ['places of which one may be in the other', inside(1), inside(2)],
    ['inside one of two, outside one of them', inside(1, 2), { ...inside(1), negated: true }],
    ['a sensor at the end of both ranges', sensor({ maximum: 9 }), sensor({ minimum: 9 })],
    ['a sensor that a margin joins', sensor({ maximum: 9, figure_margin: 2 }), sensor({ minimum: 10 })],
    ['other sensors', sensor({ maximum: 9 }), sensor({ sensor: 'Door', minimum: 10 })],
    ['an alarm and not another', { kind: 'alarm', alarm: 'sos' }, { kind: 'alarm', alarm: 'tow', negated: true }],
    [
      'two drivers',
      { kind: 'driver', driver: 'operators', operator_ids: [3] },
      { kind: 'driver', driver: 'operators', operator_ids: [4] },
    ],
    ['other inputs', { kind: 'input' }, { kind: 'input', input: 2, input_state: 'off' }],
    ['a trip and stopped', { kind: 'motion', motion: 'trip' }, { kind: 'motion', motion: 'stopped' }],
    [
      'heard lately and silent for a while',
      { kind: 'silence', silence: 300 },
      { kind: 'silence', silence: 600, negated: true },
    ],
  ])('but not %s', (_, one, other) => expect(pair(one, other)).toBe(false));
});

it('a range of a sensor may lie beyond what the sensor gives at all', () => {
  const beyond = (part: Part, minimum: number | null, maximum: number | null) =>
    isBeyond(of(sensor(part)), { minimum, maximum });
  expect(beyond({ minimum: 120 }, 0, 100)).toBe(true);
  expect(beyond({ minimum: 100 }, 0, 100)).toBe(false);
  expect(beyond({ minimum: 120 }, 0, null)).toBe(false);
  expect(beyond({ condition: 'outside', minimum: 0, maximum: 100 }, 0, 100)).toBe(true);
  expect(beyond({ minimum: 0, maximum: 100, negated: true }, 0, 100)).toBe(true);
  expect(beyond({ minimum: -50, maximum: -1 }, 0, null)).toBe(true);
});

describe('a rule that can never hold', () => {
  it('is refused at the condition that contradicts another', () => {
    expect(never(of({ kind: 'ignition' }), of(over(90)), of(under(50)))).toEqual({
      path: 'conditions[2].kind',
      message: 'validation.ruleContradictsFirst',
      params: { position: 2 },
    });
    expect(never(of(over(90)), any(all(of(over(60)), of(under(20))), of({ kind: 'ignition' })))).toMatchObject({
      path: 'conditions[1].conditions[0].conditions[1].kind',
      message: 'validation.ruleContradictsThird',
      params: { position: 2, second: 1, third: 1 },
    });
    expect(never(of(over(90)), all(of({ kind: 'ignition' }), of(under(50))))).toMatchObject({
      path: 'conditions[1].conditions[1].kind',
      params: { position: 1 },
    });
  });

  it('is refused as a whole where none of its ways is possible', () => {
    expect(never(of(over(90)), any(of(under(50)), not(of(over(95)))))).toBeNull();
    expect(never(of(over(90)), any(of(under(50)), of(under(20))))).toEqual({
      path: 'conditions',
      message: 'validation.ruleNeverTogether',
    });
    expect(never(of({ kind: 'ignition' }), not(any(of({ kind: 'ignition' }), of(over(90)))))).toMatchObject({
      path: 'conditions[1].conditions[0].kind',
    });
    expect(never(any(all(of(over(90)), any(of(under(50)), of(under(20)))), of({ kind: 'fix' })))).toMatchObject({
      path: 'conditions[0].conditions[0].conditions',
    });
  });

  it('is refused where one condition is enough for that', () => {
    expect(never(any(of(under(0)), of(over(90))))).toEqual({
      path: 'conditions[0].conditions[0].kind',
      message: 'validation.ruleNever',
    });
    expect(never(of({ ...under(0), negated: true }))).toBeNull();
  });

  it('is refused by the schema, once all its fields make sense', async () => {
    const problems = (data: object) =>
      ruleSchema.validate({ name: 'Rule', all_units: true, ...data }, { abortEarly: false }).then(
        () => [],
        (error: { inner: { path?: string; message: string }[] }) =>
          error.inner.map(({ path, message }) => `${path} ${message}`),
      );
    const apart = [over(90), under(50)].map((each) => ({ kind: 'speed', ...each }));
    expect(await problems({ conditions: apart })).toEqual(['conditions[1].kind validation.ruleContradictsFirst']);
    expect(await problems({ conditions: apart, match: 'any' })).toEqual([]);
    expect(await problems({ conditions: [...apart, { kind: 'speed' }] })).toEqual([
      'conditions[2].limit validation.required',
    ]);
    const hours = [{ days: [1], from: '08:00', until: '09:00' }];
    expect(await problems({ conditions: [apart[0]], during: 'inside', hours, hold: 7_201 })).toEqual([
      'hold validation.ruleHoldHours',
    ]);
  });
});

describe('a rule that holds at every report', () => {
  it('is known as such', () => {
    const always = (match: RuleTest['match'], ...conditions: readonly RulePart[]) => alwaysHolds({ match, conditions });
    expect(always('all', not(of(under(0))))).toBe(true);
    expect(always('any', of(over(50, 0)), of(under(60, 0)))).toBe(true);
    expect(always('any', of({ kind: 'ignition' }), of({ kind: 'ignition', ignition: 'off' }))).toBe(true);
    expect(always('all', not(all(of(over(90)), of(under(50)))))).toBe(true);
    expect(always('all', of(over(0)))).toBe(false);
    expect(always('any', of(over(60, 0)), of(under(50, 0)))).toBe(false);
    expect(always('all', of({ kind: 'ignition' }), of({ kind: 'ignition', ignition: 'off' }))).toBe(false);
  });
});

describe('hours in which a rule can never fire', () => {
  const problem = (limits: Partial<RuleLimits>, hold = 0) => neverAtWork({ ...NO_LIMITS, ...limits }, hold);
  const everyDay = [1, 2, 3, 4, 5, 6, 7];
  const of24 = [{ days: everyDay, from: '06:00', until: '06:00' }];

  it('cover the week, so that nothing is outside of them', () => {
    expect(problem({ during: 'outside', hours: of24 })).toMatchObject({ path: 'hours' });
    expect(problem({ during: 'inside', hours: of24 })).toBeNull();
    expect(problem({ during: 'outside', hours: [{ days: everyDay, from: '06:00', until: '05:59' }] })).toBeNull();
    const halves = [
      { days: everyDay, from: '06:00', until: '18:00' },
      { days: everyDay, from: '18:00', until: '06:00' },
    ];
    expect(problem({ during: 'outside', hours: halves })).toMatchObject({ message: 'validation.ruleHoursAll' });
  });

  it('are on none of its days', () => {
    const sunday = { during: 'inside' as const, hours: [{ days: [7], from: '08:00', until: '18:00' }] };
    // The first of June 2026 is a Monday.
    expect(problem({ ...sunday, valid_from: '2026-06-01', valid_until: '2026-06-06' })).toMatchObject({
      path: 'hours',
      message: 'validation.ruleHoursNever',
    });
    expect(problem({ ...sunday, valid_from: '2026-06-01', valid_until: '2026-06-07' })).toBeNull();
    expect(problem({ ...sunday, valid_from: '2026-06-01' })).toBeNull();
    const night = [{ days: [7], from: '22:00', until: '04:00' }];
    expect(problem({ ...sunday, hours: night, valid_from: '2026-06-01', valid_until: '2026-06-01' })).toBeNull();
  });

  it('are shorter than it has to last', () => {
    const night = { during: 'inside' as const, hours: [{ days: everyDay, from: '22:00', until: '02:00' }] };
    expect(problem(night, 4 * 3_600)).toBeNull();
    // One of them may be longer by an hour, when clocks are put back.
    expect(problem(night, 5 * 3_600)).toBeNull();
    expect(problem(night, 5 * 3_600 + 1)).toEqual({
      path: 'hold',
      message: 'validation.ruleHoldHours',
      params: { max: 4 * 3_600 },
    });
    const overTheWeek = [
      { days: [7], from: '20:00', until: '00:00' },
      { days: [1], from: '00:00', until: '04:00' },
    ];
    expect(problem({ during: 'inside', hours: overTheWeek }, 8 * 3_600)).toBeNull();
  });
});

it('no rule that holds at any report is taken to be impossible, and none that does not for one that always holds', () => {
  const random = chance(22);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)];
  const leaf = (): RulePart =>
    of({
      negated: random() < 0.3,
      ...pick<Part>([
        over(pick([30, 50, 70]), pick([0, 10])),
        under(pick([30, 50, 70]), pick([0, 10])),
        { kind: 'ignition', ignition: pick(['on', 'off'] as const) },
        { kind: 'alarm', alarm: pick(['', 'sos', 'tow']) },
        sensor({
          sensor: 'a',
          condition: pick(['inside', 'outside'] as const),
          minimum: pick([20, 40]),
          maximum: pick([40, 60, null]),
        }),
        parameter({
          parameter_test: pick(['equal', 'inside'] as const),
          parameter_text: pick(['5', 'open']),
          minimum: pick([4, 6]),
        }),
      ]),
    });
  const tree = (level: number): RulePart =>
    level === 0 || random() < 0.4
      ? leaf()
      : {
          ...newGroup(
            Array.from({ length: 1 + Math.floor(random() * 3) }, () => tree(level - 1)),
            pick(['all', 'any'] as const),
          ),
          negated: random() < 0.3,
        };
  const reports = Array.from({ length: 120 }, () => ({
    ...createRuleReport(),
    speed: Math.floor(random() * 100),
    ignition: pick([IGNITION.on, IGNITION.off]),
    alarm: pick(['', 'sos', 'tow']),
    columns: [[Math.floor(random() * 80)]],
    attribute: (
      (value) => () =>
        value
    )(pick(['5', 'open', '7', '3'])),
  }));
  let [impossible, certain] = [0, 0];
  for (let round = 0; round < 900; round++) {
    const test = {
      match: pick(['all', 'any'] as const),
      conditions: Array.from({ length: 1 + Math.floor(random() * 4) }, () => tree(2)),
    };
    const flaw = neverHolds(test);
    const isAlways = alwaysHolds(test);
    // Else it is one of a group, beside which the rule may hold.
    const isWhole = flaw !== null && /^conditions(\[\d+\]\.kind)?$/.test(flaw.path);
    impossible += isWhole ? 1 : 0;
    certain += isAlways ? 1 : 0;
    if (!isWhole && !isAlways) continue;
    const { leaves, root } = planOf(test);
    const truths: (boolean | null)[] = leaves.map(() => null);
    for (const report of reports) {
      for (const [place, condition] of leaves.entries())
        truths[place] = evaluateCondition(condition, report, 0, truths[place]) ?? truths[place];
      const holds = combine(root, truths);
      if (isWhole) expect(holds, JSON.stringify(test)).not.toBe(true);
      if (isAlways) expect(holds, JSON.stringify(test)).not.toBe(false);
    }
  }
  expect(impossible).toBeGreaterThan(20);
  expect(certain).toBeGreaterThan(10);
});
