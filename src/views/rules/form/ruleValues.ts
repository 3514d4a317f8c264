import {
  isComplete,
  type RuleCondition,
  type RuleForm,
  type RuleGroup,
  type RuleLimits,
  type RulePart,
  type RuleTest,
} from '../../../domain/rule/index.ts';

/** A figure while it is typed: null where there is none, the text where it makes no figure. */
type TypedFigure = number | string | null;

const FIGURES = [
  'minimum',
  'maximum',
  'figure_margin',
  'limit',
  'margin',
  'latitude',
  'longitude',
  'radius',
  'litres',
  'kilometres',
  'minutes',
  'metres',
  'megabytes',
  'expiry_days',
  'silence',
  'excess',
  'force',
  'input',
  'driving_minutes',
  'rest_minutes',
  'counter_at',
  'rollback',
  'messages',
  'period',
] as const;
type Figures = (typeof FIGURES)[number];

/** A condition as the form holds it. */
export type TypedCondition = Omit<RuleCondition, Figures | 'class_limits'> &
  Readonly<Record<Figures, TypedFigure>> & {
    readonly class_limits: Readonly<Record<keyof RuleCondition['class_limits'], TypedFigure>>;
  };

/** A group as the form holds it. */
export type TypedGroup = Omit<RuleGroup, 'conditions'> & { readonly conditions: readonly TypedPart[] };
export type TypedPart = TypedCondition | TypedGroup;

/** A rule as its form holds it. */
export type RuleValues = Omit<RuleForm, 'conditions' | 'hold' | 'repeat_after' | 'most_a_day'> & {
  conditions: readonly TypedPart[];
  hold: TypedFigure;
  repeat_after: TypedFigure;
  most_a_day: TypedFigure;
};

/** What the rule asks for as it is typed; null as long as a condition lacks something, or makes no sense. */
export function typedTest({ match, conditions, hold }: Pick<RuleValues, keyof RuleTest>): RuleTest | null {
  const typed = typedParts(conditions);
  return typed && { match, conditions: typed, hold: typeof hold === 'number' && hold > 0 ? hold : 0 };
}

/** Null where one lacks something, or there is none. */
function typedParts(parts: readonly TypedPart[]): RulePart[] | null {
  const typed = parts.map(typedPart).filter((part) => part !== null);
  return typed.length === 0 || typed.length < parts.length ? null : typed;
}

function typedPart(part: TypedPart): RulePart | null {
  if (!isTypedGroup(part)) return typedCondition(part);
  const conditions = typedParts(part.conditions);
  return conditions && { ...part, conditions };
}

export const isTypedGroup = (part: TypedPart): part is TypedGroup => part.kind === 'group';

/** What holds the rule back as it is typed, as far as that makes sense. */
export const typedLimits = ({ during, hours, valid_from, valid_until, ...counts }: RuleValues): RuleLimits => ({
  during: hours.length === 0 ? 'always' : during,
  hours,
  valid_from: valid_from === '' ? null : valid_from,
  valid_until: valid_until === '' ? null : valid_until,
  repeat_after: typeof counts.repeat_after === 'number' ? counts.repeat_after : 0,
  most_a_day: typeof counts.most_a_day === 'number' ? counts.most_a_day : 0,
});

/** Null where it lacks something, or makes no sense. */
export function typedCondition(typed: TypedCondition): RuleCondition | null {
  const figures = [...FIGURES.map((field) => typed[field]), ...Object.values(typed.class_limits)];
  if (figures.some((figure) => typeof figure === 'string')) return null;
  const condition = {
    ...typed,
    margin: typed.margin ?? 0,
    figure_margin: typed.figure_margin ?? 0,
    excess: typed.excess ?? 0,
  } as RuleCondition;
  return isComplete(condition) ? condition : null;
}
