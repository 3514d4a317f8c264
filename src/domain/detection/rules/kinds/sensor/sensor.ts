import { number, string, type InferType, object } from 'yup';
import { LENGTH, SENSOR, optionalFigureField, optionalText } from '../../../../base/index.ts';
import { CERTAINTY } from '../../certainty/reportColumns.ts';
import type { ConditionKind, ConditionSpeech, ParameterProblem, Truth } from '../kind.ts';

/** Where a value has to lie: within the bounds, which belong to them, or beyond. */
export const RULE_CONDITIONS = ['inside', 'outside'] as const;

/** By how much a figure has to come back beyond its bounds before the condition holds no more. */
export const figureMarginField = () =>
  number()
    .typeError('validation.invalid')
    .transform((value: unknown, original: unknown) => (original === '' || original === null ? 0 : value))
    .min(0, 'validation.min')
    .max(SENSOR.magnitude, 'validation.max')
    .default(0);

export const sensorFields = {
  /** Name of the sensor, which is looked for at each unit without regard to case. */
  sensor: optionalText(LENGTH.sensorName),
  condition: string().oneOf(RULE_CONDITIONS, 'validation.oneOf').default('outside'),
  /** Null: open below, or above; one of them is there. */
  minimum: optionalFigureField(),
  maximum: optionalFigureField(),
  /** In the measure of the sensor. */
  figure_margin: figureMarginField(),
};
const parameters = object(sensorFields);
type SensorParameters = InferType<typeof parameters>;

/** The value of a sensor (kinds 19, 24, 25 and 28), which may swing around a bound without firing each time. */
export const sensorKind: ConditionKind<SensorParameters> = {
  fields: sensorFields,
  problems: (asked) => [
    ...(asked.sensor === '' ? [{ field: 'sensor', message: 'validation.required' }] : []),
    ...boundProblems(asked, asked.condition === 'inside'),
  ],
  input: (_, sensor) => ({ part: 'sensor', of: sensor }),
  evaluate(asked, { columns, row }, sensor, before) {
    const value = sensor < 0 ? Number.NaN : columns[sensor][row];
    return Number.isNaN(value) ? null : meetsBounds(value, asked, asked.condition === 'inside', before);
  },
  certainty(asked, { start, end, sensors }, sensor, into) {
    if (sensor < 0) return true;
    const values = sensors[sensor];
    const isInside = asked.condition === 'inside';
    for (let row = start; row < end; row++) {
      const value = values[row];
      if (Number.isNaN(value)) continue;
      const isMet = meetsBounds(value, asked, isInside, false);
      // Between the bounds and where it ends it depends on what was before.
      const isOpen = !isMet && meetsBounds(value, asked, isInside, true);
      into[row] = isOpen ? CERTAINTY.open : isMet ? CERTAINTY.yes : CERTAINTY.no;
    }
    return true;
  },
  valueOf: ({ columns, row }, sensor) => (sensor < 0 ? Number.NaN : columns[sensor][row]),
  /** Values not inside are outside, so that the opposite has words of its own. */
  words: (own, isNegated, speech) => boundWords(own, (own.condition === 'inside') !== isNegated, speech),
};

type Bounds = Pick<SensorParameters, 'minimum' | 'maximum' | 'figure_margin'>;

/**
 * Whether a value lies within bounds, which belong to what is within, or beyond them; null: open. A match lasts until
 * the value is the margin back beyond the bound.
 */
export function meetsBounds(
  value: number,
  { minimum, maximum, figure_margin: margin }: Bounds,
  isInside: boolean,
  before: Truth,
): boolean {
  const slack = before !== true || margin === 0 ? 0 : isInside ? margin : -margin;
  const isWithin = (minimum === null || value >= minimum - slack) && (maximum === null || value <= maximum + slack);
  return isWithin === isInside;
}

/** What keeps bounds from making sense. */
export function boundProblems(
  { minimum, maximum, figure_margin: margin }: Bounds,
  isInside: boolean,
): ParameterProblem[] {
  if (minimum === null && maximum === null) return [{ field: 'minimum', message: 'validation.oneBound' }];
  if (minimum === null || maximum === null) return [];
  if (minimum > maximum) return [{ field: 'maximum', message: 'validation.minimumMaximum' }];
  // Beyond bounds that are nearer to each other, what began would never end.
  return !isInside && minimum + margin > maximum - margin
    ? [{ field: 'figure_margin', message: 'validation.marginTooWide' }]
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
