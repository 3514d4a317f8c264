import { object, type InferType } from 'yup';
import { RULE, optionalWithin } from '../../../../base/index.ts';
import { endsAtOnce, negatedWords, type ConditionKind, type RuleReport } from '../kind.ts';

export const rollbackFields = {
  /** km that the odometer has to go back at least: it counts in steps, and not all devices round alike. */
  rollback: optionalWithin(RULE.rollback, RULE.rollback.usual),
};
const parameters = object(rollbackFields);

/**
 * The odometer shows less than in the report before (kind 48): somebody turned it back, or the device lost its count.
 */
export const rollbackKind: ConditionKind<InferType<typeof parameters>> = {
  fields: rollbackFields,
  instant: () => true,
  problems: ({ rollback }) => (rollback === null ? [{ field: 'rollback', message: 'validation.required' }] : []),
  evaluate({ rollback }, report) {
    const back = backOf(report);
    return rollback === null || Number.isNaN(back) ? null : back >= rollback;
  },
  foresee: (_, { time }, foresight, truth) => endsAtOnce(foresight, time, truth),
  valueOf: backOf,
  valueType: 'mileage',
  words: ({ rollback }, isNegated, speech) =>
    negatedWords(
      speech.translate('rules.words.rollback', { value: rollback === null ? '–' : speech.number(rollback) }),
      isNegated,
      speech,
    ),
};

/** km that it went back; NaN where two reports do not say. */
function backOf({ mileage, mileageBefore }: RuleReport): number {
  return mileageBefore - mileage;
}
