import type { AttributeValue } from '../../../../telemetry/index.ts';
import {
  ConditionMemory,
  conditionsField,
  createRuleReport,
  evaluateCondition,
  newCondition,
  type ConditionKindName,
  type RuleCondition,
  type RuleReport,
  type Truth,
} from '../index.ts';

/** A report, with raw attributes by name. */
export type Said = Partial<RuleReport> & { readonly said?: Readonly<Partial<Record<string, AttributeValue>>> };
export const report = ({ said = {}, ...more }: Said = {}): RuleReport => ({
  ...createRuleReport(),
  attribute: (name) => said[name],
  ...more,
});
/** Whether the condition holds after a report; a sensor reads the first of its columns. */
export const evaluate = (condition: RuleCondition, said: Said, before: Truth = null): Truth =>
  evaluateCondition(condition, report(said), said.columns ? 0 : -1, before);
export const of = (kind: ConditionKindName, more: Partial<RuleCondition> = {}): RuleCondition => ({
  ...newCondition(kind),
  ...more,
});

/** What a rule of this condition alone makes of reports one after another, and of the time between them. */
export function follow(condition: RuleCondition, reports: readonly Said[]): readonly (readonly [Truth, Truth])[] {
  const test = { match: 'all', hold: 0, conditions: [condition] } as const;
  let memory = new ConditionMemory(test, { truths: [null] });
  return reports.map((said) => {
    const heard = report(said);
    if (memory.next < heard.time) memory.pass(heard.time - 1);
    const [before] = memory.truths;
    memory.hear(heard, [-1]);
    // As a restart between any two reports does.
    memory = new ConditionMemory(test, JSON.parse(JSON.stringify(memory.state())));
    return [before, memory.truths[0]];
  });
}
export const truthsOf = (condition: RuleCondition, reports: readonly Said[]) =>
  follow(condition, reports).map(([, truth]) => truth);

/** What is wrong with a condition of the kind, by field. */
export async function problemsOf(kind: ConditionKindName, more: object): Promise<string[]> {
  const condition = { ...newCondition(kind), ...more };
  return conditionsField.validate([condition], { abortEarly: false }).then(
    () => [],
    ({ inner }: { inner: { path: string; message: string }[] }) =>
      inner.map(({ path, message }) => `${path.replace(/^\[0\]\./, '')} ${message}`),
  );
}
