import { object, type InferType } from 'yup';
import { MINUTE, RULE, optionalWholeWithin } from '../../../../base/index.ts';
import { negatedWords, type ConditionKind } from '../kind.ts';

export const messagesFields = {
  /** More than so many reports. */
  messages: optionalWholeWithin(RULE.messages, RULE.messages.usual),
  /** Minutes in which they are counted. */
  period: optionalWholeWithin(RULE.period, RULE.period.usual),
};
const parameters = object(messagesFields);
type MessagesParameters = InferType<typeof parameters>;

/**
 * More reports in a period than are wanted (kind 44): each costs traffic. Periods follow one another from midnight
 * UTC on, so that the same
 * reports count together wherever one begins to look. It is over when its period is.
 */
export const messagesKind: ConditionKind<MessagesParameters> = {
  fields: messagesFields,
  lasts: true,
  /** The period, how many came in it, and the last of them: the same report again is no other. */
  memory: 3,
  problems: ({ messages, period }) => [
    ...(messages === null ? [{ field: 'messages', message: 'validation.required' }] : []),
    ...(period === null ? [{ field: 'period', message: 'validation.required' }] : []),
  ],
  leadIn: ({ period }) => (period ?? 0) * MINUTE,
  evaluate({ messages, period }, { time }, _, __, memory) {
    if (messages === null || period === null) return null;
    const current = Math.floor(time / (period * MINUTE));
    if (memory[0] !== current) {
      memory[0] = current;
      memory[1] = 0;
    }
    if (memory[2] !== time) memory[1]++;
    memory[2] = time;
    return memory[1] > messages;
  },
  foresee({ period }, { time }, foresight, truth) {
    if (truth !== true || period === null) return;
    foresight.at = (Math.floor(time / (period * MINUTE)) + 1) * period * MINUTE;
    foresight.truth = false;
  },
  valueOf: (_, __, ___, memory) => memory[1],
  words: ({ messages, period }, isNegated, speech) =>
    negatedWords(
      speech.translate('rules.words.messages', {
        messages: messages === null ? '–' : speech.number(messages),
        duration: period === null ? '–' : speech.duration(period * MINUTE),
      }),
      isNegated,
      speech,
    ),
};
