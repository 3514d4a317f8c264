import { SECOND } from '../../domain/base/index.ts';
import type { RuleCondition, RuleTest } from '../../domain/rule/index.ts';

/** What words for a rule are made with. */
export interface RuleSpeech {
  readonly translate: (key: string, values: Record<string, string>) => string;
  readonly condition: (condition: RuleCondition) => string;
  /** Milliseconds in words. */
  readonly duration: (milliseconds: number) => string;
}

/** What a rule asks for, in words: "Speed over 90 km/h and ignition off for 5 min". */
export function ruleWords(
  { match, conditions, hold }: RuleTest,
  { translate, condition, duration }: RuleSpeech,
): string {
  const words = conditions.map(condition).reduce((before, next) => translate(`rules.words.${match}`, { before, next }));
  return hold > 0 ? translate('rules.words.lasting', { words, duration: duration(hold * SECOND) }) : words;
}
