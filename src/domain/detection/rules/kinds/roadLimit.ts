import { number, object, string, type InferType } from 'yup';
import { LENGTH, optionalText, RULE } from '../../../base/index.ts';
import { negatedWords, type ConditionKind } from './kind.ts';
import { speedFields } from './speed.ts';

/** In which measure a device reports the speed limit of the road. */
export const ROAD_LIMIT_UNITS = ['kmh', 'mph', 'knots'] as const;
const KMH: Readonly<Record<(typeof ROAD_LIMIT_UNITS)[number], number>> = { kmh: 1, mph: 1.609344, knots: 1.852 };

export const roadLimitFields = {
  /** Name of the attribute that says the speed limit of the road. */
  limit_parameter: optionalText(LENGTH.parameterName).default('speed_limit'),
  limit_unit: string().oneOf(ROAD_LIMIT_UNITS, 'validation.oneOf').default('kmh'),
  /** km/h over the limit that are let pass. */
  excess: number()
    .typeError('validation.invalid')
    .transform((value: unknown, original: unknown) => (original === '' || original === null ? 0 : value))
    .min(RULE.excess.min, 'validation.min')
    .max(RULE.excess.max, 'validation.max')
    .default(RULE.excess.usual),
  margin: speedFields.margin,
};
const parameters = object(roadLimitFields);

/** Faster than the limit of the road that the device reports (kind 8). Without a limit, or with 0, it is not known. */
export const roadLimitKind: ConditionKind<InferType<typeof parameters>> = {
  fields: roadLimitFields,
  problems: ({ limit_parameter: parameter }) =>
    parameter === '' ? [{ field: 'limit_parameter', message: 'validation.required' }] : [],
  attributes: ({ limit_parameter: parameter }) => [parameter],
  input: ({ limit_parameter: parameter }) => ({ part: 'attribute', of: parameter }),
  evaluate({ limit_parameter: parameter, limit_unit: unit, excess, margin }, report, _, before) {
    const { speed } = report;
    if (Number.isNaN(speed)) return null;
    const value = report.attribute(parameter, report.row);
    const limit = value === undefined || value === '' || typeof value === 'boolean' ? Number.NaN : Number(value);
    if (!(limit > 0)) return null;
    return speed > limit * KMH[unit] + excess - (before === true ? margin : 0);
  },
  valueOf: ({ speed }) => speed,
  valueType: 'speed',
  words: ({ excess }, isNegated, speech) =>
    negatedWords(
      speech.translate(`rules.words.roadLimit.${excess > 0 ? 'over' : 'any'}`, { excess: speech.speed(excess) }),
      isNegated,
      speech,
    ),
};
