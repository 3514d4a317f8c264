import { object, string, type InferType } from 'yup';
import { RULE, optionalWholeWithin } from '../../../../base/index.ts';
import type { AttributeValue } from '../../../../telemetry/index.ts';
import { endsAtOnce, negatedWords, type ConditionKind, type RuleReport, type Truth } from '../kind.ts';

/** What is asked of a digital input: that it is on, that it is off, or that it changed with this report. */
export const INPUT_STATES = ['on', 'off', 'changed'] as const;

export const inputFields = {
  /** Number of the input, as it is printed on the device. */
  input: optionalWholeWithin(RULE.input, RULE.input.min),
  input_state: string().oneOf(INPUT_STATES, 'validation.oneOf').default('on'),
};
const parameters = object(inputFields);

/** All inputs of a device as bits, the first is the lowest. */
const BITS = 'digital_inputs';
/** Made once: names are looked up for every report. */
const NAMES = Array.from({ length: RULE.input.max + 1 }, (_, input) => `in${input}`);

/**
 * A digital input of the device (kind 20). What it said last lasts: many devices report inputs only when they change.
 */
export const inputKind: ConditionKind<InferType<typeof parameters>> = {
  fields: inputFields,
  lasts: true,
  instant: ({ input_state: asked }) => asked === 'changed',
  /** 1 or 0: what it said last. */
  memory: 1,
  problems: ({ input }) => (input === null ? [{ field: 'input', message: 'validation.required' }] : []),
  attributes: ({ input }) => [BITS, NAMES[input ?? 0]],
  evaluate({ input, input_state: asked }, report, _, __, memory) {
    const isOn = input === null ? null : inputOf(report, input);
    if (isOn === null) return null;
    if (asked !== 'changed') return isOn === (asked === 'on');
    const [last] = memory;
    memory[0] = isOn ? 1 : 0;
    return Number.isNaN(last) ? null : last !== memory[0];
  },
  foresee({ input_state: asked }, { time }, foresight, truth) {
    if (asked === 'changed') endsAtOnce(foresight, time, truth);
  },
  valueOf: null,
  words({ input, input_state: asked }, isNegated, speech) {
    const { translate } = speech;
    const named = { input: input === null ? '–' : speech.number(input) };
    if (asked === 'changed') return negatedWords(translate('rules.words.input.changed', named), isNegated, speech);
    return translate(`rules.words.input.${(asked === 'on') === isNegated ? 'off' : 'on'}`, named);
  },
};

/**
 * Whether the input is on: by its own attribute, or by its bit among all of them; null where the report says neither.
 */
function inputOf(report: RuleReport, input: number): Truth {
  const own = report.attribute(NAMES[input], report.row);
  if (own !== undefined) return isOnValue(own);
  const bits = Number(report.attribute(BITS, report.row) ?? Number.NaN);
  // More than 31 bits are no bits of a number any more for operators of the language.
  return Number.isInteger(bits) && bits >= 0 ? Math.floor(bits / 2 ** (input - 1)) % 2 === 1 : null;
}

function isOnValue(value: AttributeValue): Truth {
  if (typeof value === 'boolean') return value;
  const text = String(value).toLowerCase();
  if (text === 'on' || text === 'true') return true;
  if (text === 'off' || text === 'false') return false;
  const figure = text === '' ? Number.NaN : Number(text);
  return Number.isNaN(figure) ? null : figure >= 1;
}
