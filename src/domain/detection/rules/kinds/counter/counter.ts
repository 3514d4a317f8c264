import { boolean, object, string, type InferType } from 'yup';
import { RULE, optionalWithin } from '../../../../base/index.ts';
import { endsAtOnce, negatedWords, type ConditionKind, type RuleReport } from '../kind.ts';

/** Counters of a unit: km of its mileage sensor or odometer, hours of its engine. */
export const COUNTERS = ['mileage', 'engineHours'] as const;

export const counterFields = {
  counter: string().oneOf(COUNTERS, 'validation.oneOf').default('mileage'),
  /** km or hours. */
  counter_at: optionalWithin(RULE.counter),
  /** Each time that it has grown by so much; else once, when it gets there. */
  counter_repeats: boolean().typeError('validation.invalid').default(true),
};
const parameters = object(counterFields);
type CounterParameters = InferType<typeof parameters>;

/** A counter reached a figure, or a multiple of it, between the last two reports (kind 42). */
export const counterKind: ConditionKind<CounterParameters> = {
  fields: counterFields,
  instant: () => true,
  problems: ({ counter_at: at }) => (at === null ? [{ field: 'counter_at', message: 'validation.required' }] : []),
  evaluate({ counter, counter_at: at, counter_repeats: repeats }, report) {
    const now = nowOf(counter, report);
    const before = counter === 'mileage' ? report.mileageBefore : report.engineHoursBefore;
    if (at === null || Number.isNaN(now) || Number.isNaN(before)) return null;
    return repeats ? Math.floor(now / at) > Math.floor(before / at) : before < at && now >= at;
  },
  foresee: (_, { time }, foresight, truth) => endsAtOnce(foresight, time, truth),
  valueOf: (report, _, { counter }) => nowOf(counter, report),
  valueType: ({ counter }) => (counter === 'mileage' ? 'mileage' : 'engine_hours'),
  words: ({ counter, counter_at: at, counter_repeats: repeats }, isNegated, speech) =>
    negatedWords(
      speech.translate(`rules.words.counter.${counter}.${repeats ? 'each' : 'once'}`, {
        value: at === null ? '–' : speech.number(at),
      }),
      isNegated,
      speech,
    ),
};

const nowOf = (counter: CounterParameters['counter'], { mileage, engineHours }: RuleReport): number =>
  counter === 'mileage' ? mileage : engineHours;
