import type { ConditionKind } from '../kind.ts';

/** Reports come without a valid position (kind 31): whoever asks for how long says so of the whole rule. */
export const fixKind: ConditionKind<object> = {
  fields: {},
  problems: () => [],
  evaluate: (_, { hasFix }) => !hasFix,
  valueOf: null,
  words: (_, isNegated, { translate }) => translate(`rules.words.fix.${isNegated ? 'valid' : 'lost'}`, {}),
};
