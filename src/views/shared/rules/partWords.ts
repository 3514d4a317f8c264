import { isGroup, type RuleCondition, type RulePart, type RuleTest } from '../../../domain/rule/index.ts';

/** What words for conditions and groups of them are made with. */
export interface PartSpeech {
  readonly translate: (key: string, values: Record<string, string>) => string;
  /** `isReversed`: it is in a group that is. */
  readonly condition: (condition: RuleCondition, isReversed: boolean) => string;
}

/** Conditions in words, groups in brackets: "outside Town and (alarm “hard_braking” or speed over 90 km/h)". */
export function listWords(
  { match, conditions }: Pick<RuleTest, 'match' | 'conditions'>,
  speech: PartSpeech,
  isReversed = false,
): string {
  const [first] = conditions;
  // A single group needs no brackets.
  if (conditions.length === 1 && isGroup(first) && !first.negated) return listWords(first, speech, isReversed);
  return conditions
    .map((part) => partWords(part, speech, isReversed))
    .reduce((before, next) => speech.translate(`rules.words.${match}`, { before, next }));
}

/** A condition, or a group, in words. A group of one condition needs no brackets. */
export function partWords(part: RulePart, speech: PartSpeech, isReversed = false): string {
  if (!isGroup(part)) return speech.condition(part, isReversed);
  const words = listWords(part, speech, isReversed || part.negated);
  if (part.negated) return speech.translate('rules.words.notGroup', { words });
  return part.conditions.length > 1 ? speech.translate('rules.words.group', { words }) : words;
}
