import { object, type InferType } from 'yup';
import { RULE, SECOND, optionalWholeWithin } from '../../../../base/index.ts';
import type { ConditionKind } from '../kind.ts';

export const silenceFields = {
  /** Seconds without a report. */
  silence: optionalWholeWithin(RULE.silence, RULE.silence.usual),
};
const parameters = object(silenceFields);

/**
 * No report came for so long (kind 30, connection lost). It ends with the next report. A unit that is silent when the
 * rule is made counts from then.
 */
export const silenceKind: ConditionKind<InferType<typeof parameters>> = {
  fields: silenceFields,
  lasts: true,
  problems: ({ silence }) => (silence === null ? [{ field: 'silence', message: 'validation.required' }] : []),
  evaluate: () => false,
  foresee({ silence }, { time }, foresight) {
    if (silence === null) return;
    foresight.at = time + silence * SECOND;
    foresight.truth = true;
  },
  foreseeSilence: ({ silence }, from) => (silence === null ? Number.POSITIVE_INFINITY : from + silence * SECOND),
  valueOf: null,
  words: ({ silence }, isNegated, { translate, duration }) =>
    translate(`rules.words.silence.${isNegated ? 'heard' : 'silent'}`, {
      duration: silence === null ? '–' : duration(silence * SECOND),
    }),
};
