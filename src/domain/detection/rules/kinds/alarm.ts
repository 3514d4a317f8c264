import { object, type InferType } from 'yup';
import { LENGTH, optionalText } from '../../../base/index.ts';
import type { ConditionKind } from './kind.ts';

export const alarmFields = {
  /** The alarm's word as the device reports it, whatever its case; empty: any. */
  alarm: optionalText(LENGTH.alarmWord),
};
const parameters = object(alarmFields);

/** An alarm of the device (kinds 26 and 29). It lasts as long as reports carry its word. */
export const alarmKind: ConditionKind<InferType<typeof parameters>> = {
  fields: alarmFields,
  problems: () => [],
  evaluate: ({ alarm }, report) =>
    report.alarm !== '' &&
    (alarm === '' || alarm === report.alarm || alarm.toLowerCase() === report.alarm.toLowerCase()),
  valueOf: null,
  words: ({ alarm }, isNegated, { translate }) =>
    translate(`rules.words.alarm.${alarm === '' ? (isNegated ? 'none' : 'any') : isNegated ? 'isNot' : 'is'}`, {
      alarm,
    }),
};
