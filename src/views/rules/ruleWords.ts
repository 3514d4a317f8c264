import { SECOND } from '../../domain/base/index.ts';
import type { RuleTest } from '../../domain/rule/index.ts';

/** What words for a rule are made with. */
export interface RuleSpeech {
  readonly translate: (key: string, values: Record<string, string>) => string;
  /** A bound, with its measure where that is known. */
  readonly figure: (value: number) => string;
  /** Milliseconds in words. */
  readonly duration: (milliseconds: number) => string;
}

/** What a rule asks for, in words: "Coolant temperature above 100 for 5 min". */
export function ruleWords(test: RuleTest, speech: RuleSpeech): string {
  const words = boundWords(test, speech);
  return test.hold > 0
    ? speech.translate('rules.words.lasting', { words, duration: speech.duration(test.hold * SECOND) })
    : words;
}

/** Bounds belong to what lies inside: only beyond them is a value above or below. */
function boundWords({ sensor, condition, minimum, maximum }: RuleTest, { translate, figure }: RuleSpeech): string {
  const isInside = condition === 'inside';
  if (minimum !== null && maximum !== null)
    return translate(isInside ? 'rules.words.between' : 'rules.words.beyond', {
      sensor,
      minimum: figure(minimum),
      maximum: figure(maximum),
    });
  if (minimum !== null)
    return translate(isInside ? 'rules.words.atLeast' : 'rules.words.below', { sensor, bound: figure(minimum) });
  return translate(isInside ? 'rules.words.atMost' : 'rules.words.above', {
    sensor,
    bound: maximum === null ? '–' : figure(maximum),
  });
}
