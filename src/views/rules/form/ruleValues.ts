import type { RuleForm, RuleTest } from '../../../domain/rule/index.ts';

/** A figure while it is typed: null where there is none, the text where it makes no figure. */
type TypedFigure = number | string | null;

/** A rule as its form holds it. */
export type RuleValues = Omit<RuleForm, 'minimum' | 'maximum' | 'hold'> &
  Record<'minimum' | 'maximum' | 'hold', TypedFigure>;

/** What the rule asks for as it is typed; null as long as there is no bound, or none that makes sense. */
export function typedTest({
  sensor,
  condition,
  minimum,
  maximum,
  hold,
}: Pick<RuleValues, keyof RuleTest>): RuleTest | null {
  if (typeof minimum === 'string' || typeof maximum === 'string') return null;
  if (minimum === null && maximum === null) return null;
  if (minimum !== null && maximum !== null && minimum > maximum) return null;
  return { sensor, condition, minimum, maximum, hold: typeof hold === 'number' && hold > 0 ? hold : 0 };
}
