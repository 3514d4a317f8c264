import { object, type InferType } from 'yup';
import { LENGTH, optionalText } from '../../../../base/index.ts';
import { CERTAINTY } from '../../certainty/reportColumns.ts';
import type { ConditionKind } from '../kind.ts';

export const alarmFields = {
  /** The alarm's word as the device reports it, whatever its case; empty: any. */
  alarm: optionalText(LENGTH.alarmWord),
};
const parameters = object(alarmFields);

/** Words of alarms that report what happened at an instant; the others may go on, such as jamming. */
const INSTANTS: ReadonlySet<string> = new Set(['hard_braking', 'hard_acceleration', 'hard_cornering', 'accident']);

/** An alarm of the device (kinds 26 and 29). It lasts as long as reports carry its word. */
export const alarmKind: ConditionKind<InferType<typeof parameters>> = {
  fields: alarmFields,
  instant: ({ alarm }) => INSTANTS.has(alarm.toLowerCase()),
  problems: () => [],
  evaluate: ({ alarm }, report) =>
    report.alarm !== '' &&
    (alarm === '' || alarm === report.alarm || alarm.toLowerCase() === report.alarm.toLowerCase()),
  certainty(_, { start, end, alarms }, __, into) {
    into.fill(CERTAINTY.no, start, end);
    if (!alarms) return true;
    const { present } = alarms;
    for (let row = start; row < end; row++) if (!present || present[row] !== 0) into[row] = CERTAINTY.open;
    return true;
  },
  isSettled: () => true,
  valueOf: null,
  words: ({ alarm }, isNegated, { translate }) =>
    translate(`rules.words.alarm.${alarm === '' ? (isNegated ? 'none' : 'any') : isNegated ? 'isNot' : 'is'}`, {
      alarm,
    }),
};
