import { SECOND } from '../../domain/base/index.ts';
import { isInstant, type RuleTest } from '../../domain/rule/index.ts';
import { listWords, type PartSpeech } from '../shared/rules/partWords.ts';

/** What words for a rule are made with. */
export interface RuleSpeech extends Pick<PartSpeech, 'translate'> {
  readonly condition: (condition: Parameters<PartSpeech['condition']>[0]) => string;
  /** Milliseconds in words. */
  readonly duration: (milliseconds: number) => string;
}

/**
 * What a rule asks for, in words: "speed over 90 km/h and ignition off for 5 min". Where it has to last, what happens
 * at an
 * instant is said to count at once.
 */
export function ruleWords(test: RuleTest, { translate, condition, duration }: RuleSpeech): string {
  const { hold } = test;
  const words = listWords(test, {
    translate,
    condition: (each, isReversed) =>
      hold > 0 && !isReversed && isInstant(each)
        ? translate('rules.words.atOnce', { words: condition(each) })
        : condition(each),
  });
  return hold > 0 ? translate('rules.words.lasting', { words, duration: duration(hold * SECOND) }) : words;
}
