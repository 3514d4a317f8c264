import { object, string, type InferType } from 'yup';
import { IGNITION } from '../../../../telemetry/index.ts';
import type { ConditionKind } from '../kind.ts';

export const IGNITION_CHOICES = ['on', 'off'] as const;

export const ignitionFields = { ignition: string().oneOf(IGNITION_CHOICES, 'validation.oneOf').default('on') };
const parameters = object(ignitionFields);

/** Whether the ignition is on (kinds 10 and 11); a device without the wire does not say. */
export const ignitionKind: ConditionKind<InferType<typeof parameters>> = {
  fields: ignitionFields,
  problems: () => [],
  input: () => ({ part: 'ignition' }),
  evaluate({ ignition }, report) {
    if (report.ignition === IGNITION.unknown) return null;
    return (report.ignition === IGNITION.on) === (ignition === 'on');
  },
  valueOf: null,
  /** Ignition that is not on is off. */
  words: ({ ignition }, isNegated, { translate }) =>
    translate(`rules.words.ignition.${(ignition === 'on') === isNegated ? 'off' : 'on'}`, {}),
};
