import { number, object, string, type InferType } from 'yup';
import { RULE, SPEED_SCALE, emptyIsNull } from '../../../../base/index.ts';
import { NO_SPEED } from '../../../../telemetry/index.ts';
import { CERTAINTY, ROW } from '../../certainty/reportColumns.ts';
import { negatedWords, type ConditionKind } from '../kind.ts';

/** On which side of the limit the speed lies. */
export const COMPARISONS = ['over', 'under'] as const;

const speedField = (bounds: { readonly min: number; readonly max: number }) =>
  number().typeError('validation.invalid').min(bounds.min, 'validation.min').max(bounds.max, 'validation.max');

export const speedFields = {
  comparison: string().oneOf(COMPARISONS, 'validation.oneOf').default('over'),
  /** km/h. */
  limit: speedField(RULE.limit).transform(emptyIsNull).nullable().default(null),
  /** km/h by which the speed has to come back beyond the limit before the condition holds no more. */
  margin: speedField(RULE.margin)
    .transform((value: unknown, original: unknown) => (original === '' || original === null ? 0 : value))
    .default(RULE.margin.usual),
};
const parameters = object(speedFields);
type SpeedParameters = InferType<typeof parameters>;

/** The speed of the unit (kinds 6 and 9), which swings around a limit without firing each time. */
export const speedKind: ConditionKind<SpeedParameters> = {
  fields: speedFields,
  problems: ({ limit }) => (limit === null ? [{ field: 'limit', message: 'validation.required' }] : []),
  input: () => ({ part: 'speed' }),
  evaluate({ comparison, limit, margin }, { speed }, _, before) {
    if (Number.isNaN(speed) || limit === null) return null;
    const slack = before === true ? margin : 0;
    return comparison === 'over' ? speed > limit - slack : speed < limit + slack;
  },
  certainty({ comparison, limit, margin }, { start, end, marks, track: { speeds } }, _, into) {
    if (limit === null) return true;
    const isOver = comparison === 'over';
    // Between these two it depends on what was before.
    const [low, high] = isOver ? [limit - margin, limit] : [limit, limit + margin];
    const [above, below] = isOver ? [CERTAINTY.yes, CERTAINTY.no] : [CERTAINTY.no, CERTAINTY.yes];
    for (let row = start; row < end; row++) {
      if ((marks[row] & ROW.speed) === 0 || speeds[row] === NO_SPEED) continue;
      const speed = speeds[row] / SPEED_SCALE;
      if (isOver ? speed > high : speed >= high) into[row] = above;
      else into[row] = (isOver ? speed > low : speed >= low) ? CERTAINTY.open : below;
    }
    return true;
  },
  valueOf: ({ speed }) => speed,
  valueType: 'speed',
  words: ({ comparison, limit }, isNegated, speech) =>
    negatedWords(
      speech.translate(`rules.words.speed.${comparison}`, { limit: limit === null ? '–' : speech.speed(limit) }),
      isNegated,
      speech,
    ),
};
