import { isComplete, type RuleCondition, type RuleForm, type RuleTest } from '../../../domain/rule/index.ts';

/** A figure while it is typed: null where there is none, the text where it makes no figure. */
type TypedFigure = number | string | null;

type Figures = 'minimum' | 'maximum' | 'limit' | 'margin';

/** A condition as the form holds it. */
export type TypedCondition = Omit<RuleCondition, Figures> & Readonly<Record<Figures, TypedFigure>>;

/** A rule as its form holds it. */
export type RuleValues = Omit<RuleForm, 'conditions' | 'hold'> & {
  conditions: readonly TypedCondition[];
  hold: TypedFigure;
};

/** What the rule asks for as it is typed; null as long as a condition lacks something, or makes no sense. */
export function typedTest({ match, conditions, hold }: Pick<RuleValues, keyof RuleTest>): RuleTest | null {
  const typed = conditions.map(typedCondition).filter((condition) => condition !== null);
  if (typed.length === 0 || typed.length < conditions.length) return null;
  return { match, conditions: typed, hold: typeof hold === 'number' && hold > 0 ? hold : 0 };
}

function typedCondition({ minimum, maximum, limit, margin, ...rest }: TypedCondition): RuleCondition | null {
  if ([minimum, maximum, limit, margin].some((figure) => typeof figure === 'string')) return null;
  const figures = { minimum, maximum, limit, margin: margin ?? 0 } as Pick<RuleCondition, Figures>;
  const condition = { ...rest, ...figures };
  return isComplete(condition) ? condition : null;
}
