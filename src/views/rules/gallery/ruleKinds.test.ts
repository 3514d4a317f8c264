import { expect, it } from 'vitest';
import { CONDITION_KINDS, isComplete, newCondition, ruleSchema } from '../../../domain/rule/index.ts';
import { createI18n, loadInside } from '../../../i18n/index.ts';
import { RULE_KIND_GROUPS, ruleIcon } from './ruleKinds.ts';

const KINDS = RULE_KIND_GROUPS.flatMap(({ kinds }) => kinds);

it('kinds of rules differ, have words in every language, and use every kind of condition', async () => {
  expect(new Set(KINDS.map(({ key }) => key)).size).toBe(KINDS.length);
  for (const language of ['en', 'ru', 'fa'] as const) {
    const i18n = await createI18n({ language, strict: true });
    await loadInside(i18n);
    for (const { key } of KINDS)
      for (const part of ['name', 'lead']) expect(i18n.exists(`rules.gallery.${key}.${part}`)).toBe(true);
  }
  const used = new Set(KINDS.flatMap(({ conditions }) => conditions.map(({ kind }) => kind)));
  expect([...used].toSorted()).toEqual([...CONDITION_KINDS].toSorted());
});

it('what is left to fill in for a kind is a figure, a name or a place; the rest is a rule', () => {
  const open = KINDS.filter(({ conditions }) => !conditions.every(isComplete)).flatMap(({ conditions }) =>
    conditions.filter((condition) => !isComplete(condition)).map(({ kind }) => kind),
  );
  expect(new Set(open)).toEqual(new Set(['place', 'fact', 'sensor', 'parameter', 'counter', 'roadLimit']));
  for (const { conditions, hold } of KINDS.filter((each) => each.conditions.every(isComplete)))
    expect(ruleSchema.isValidSync({ name: 'A rule', all_units: true, conditions, hold })).toBe(true);
});

it('the picture of a rule is that of its fact, or of its first condition', () => {
  expect(ruleIcon([newCondition('place'), newCondition('speed')])).toBe(ruleIcon([newCondition('place')]));
  expect(ruleIcon([{ kind: 'fact', fact: 'offRoute' }])).not.toBe(ruleIcon([{ kind: 'fact', fact: 'fuelTheft' }]));
});
