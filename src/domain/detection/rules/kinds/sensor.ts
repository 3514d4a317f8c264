import { string, type InferType, object } from 'yup';
import { LENGTH, optionalFigureField, optionalText } from '../../../base/index.ts';
import { CERTAINTY } from '../certainty/reportColumns.ts';
import type { ConditionKind, ConditionSpeech, ParameterProblem } from './kind.ts';

/** Where a value has to lie: within the bounds, which belong to them, or beyond. */
export const RULE_CONDITIONS = ['inside', 'outside'] as const;

export const sensorFields = {
  /** Name of the sensor, which is looked for at each unit without regard to case. */
  sensor: optionalText(LENGTH.sensorName),
  condition: string().oneOf(RULE_CONDITIONS, 'validation.oneOf').default('outside'),
  /** Null: open below, or above; one of them is there. */
  minimum: optionalFigureField(),
  maximum: optionalFigureField(),
};
const parameters = object(sensorFields);
type SensorParameters = InferType<typeof parameters>;

/** The value of a sensor (kinds 19, 24, 25 and 28). */
export const sensorKind: ConditionKind<SensorParameters> = {
  fields: sensorFields,
  problems: ({ sensor, minimum, maximum }) => [
    ...(sensor === '' ? [{ field: 'sensor', message: 'validation.required' }] : []),
    ...boundProblems(minimum, maximum),
  ],
  input: (_, sensor) => ({ part: 'sensor', of: sensor }),
  evaluate({ condition, minimum, maximum }, { columns, row }, sensor) {
    const value = sensor < 0 ? Number.NaN : columns[sensor][row];
    if (Number.isNaN(value)) return null;
    return isWithin(value, minimum, maximum) === (condition === 'inside');
  },
  certainty({ condition, minimum, maximum }, { start, end, sensors }, sensor, into) {
    if (sensor < 0) return true;
    const values = sensors[sensor];
    const [within, beyond] = condition === 'inside' ? [CERTAINTY.yes, CERTAINTY.no] : [CERTAINTY.no, CERTAINTY.yes];
    const [least, most] = [minimum ?? Number.NEGATIVE_INFINITY, maximum ?? Number.POSITIVE_INFINITY];
    for (let row = start; row < end; row++) {
      const value = values[row];
      if (!Number.isNaN(value)) into[row] = isWithin(value, least, most) ? within : beyond;
    }
    return true;
  },
  valueOf: ({ columns, row }, sensor) => (sensor < 0 ? Number.NaN : columns[sensor][row]),
  /** What is not inside is outside, so that the opposite has words of its own. */
  words: (own, isNegated, speech) => boundWords(own, (own.condition === 'inside') !== isNegated, speech),
};

/** Whether a value lies within bounds, which belong to what is within; null: open. */
export const isWithin = (value: number, minimum: number | null, maximum: number | null): boolean =>
  value >= (minimum ?? Number.NEGATIVE_INFINITY) && value <= (maximum ?? Number.POSITIVE_INFINITY);

/** What keeps bounds from making sense. */
export function boundProblems(minimum: number | null, maximum: number | null): ParameterProblem[] {
  if (minimum === null && maximum === null) return [{ field: 'minimum', message: 'validation.oneBound' }];
  return minimum !== null && maximum !== null && minimum > maximum
    ? [{ field: 'maximum', message: 'validation.minimumMaximum' }]
    : [];
}

/** Bounds on a figure in words. They belong to what lies inside: only beyond them is a value above or below. */
export function boundWords(
  { sensor, minimum, maximum }: Pick<SensorParameters, 'sensor' | 'minimum' | 'maximum'>,
  isInside: boolean,
  { translate, figure }: ConditionSpeech,
): string {
  if (minimum !== null && maximum !== null)
    return translate(isInside ? 'rules.words.between' : 'rules.words.beyond', {
      sensor,
      minimum: figure(minimum, sensor),
      maximum: figure(maximum, sensor),
    });
  if (minimum !== null)
    return translate(isInside ? 'rules.words.atLeast' : 'rules.words.below', {
      sensor,
      bound: figure(minimum, sensor),
    });
  return translate(isInside ? 'rules.words.atMost' : 'rules.words.above', {
    sensor,
    bound: maximum === null ? '–' : figure(maximum, sensor),
  });
}
