import { deviceCommandSchema } from '../../../src/domain/command/index.ts';
import { LENGTH } from '../../../src/domain/base/index.ts';
import { parseExpression, sensorSchema } from '../../../src/domain/sensor/index.ts';
import { wordsOf, type TypedFields } from '../formSpoilings.ts';
import type { FormFields } from './formFields.ts';

// The forms of what a device carries: its sensors with their tables, and its commands.

/** Texts that are no expression, and what is said of each; characters count from one. */
const EXPRESSIONS = [
  ['adc1 *', 'expressionIncomplete'],
  ['(adc1', 'expressionUnclosed'],
  ['adc1 ) 2', 'expressionUnexpected'],
  ['alert(1)', 'expressionUnexpected'],
  ['1..2', 'expressionNumber'],
  ['adc1:99', 'expressionBit'],
  ['[ ]', 'expressionName'],
  ['('.repeat(40), 'expressionTooDeep'],
] as const;

const namedFields = (name: string, field: string): TypedFields => ({
  name: { label: 'Sensor name', valid: name, like: 'sensor_name' },
  field: { label: 'Field', valid: field, like: 'sensor_field' },
});
const sensorFields = (name: string, field: string): TypedFields => ({
  ...namedFields(name, field),
  description: { label: 'Description', valid: 'In the tank' },
  parameter: {
    label: 'Parameter',
    valid: 'adc1',
    wrong: EXPRESSIONS.map(([value, key]) => {
      const parsed = parseExpression(value);
      return {
        rule: 'expression',
        value,
        message: wordsOf(key, '', { position: parsed.ok ? 0 : parsed.error.position + 1 }),
      };
    }),
  },
  minimum: { label: 'Minimum', valid: '0' },
  maximum: {
    label: 'Maximum',
    valid: '100',
    wrong: [{ rule: 'order', value: '-1', message: wordsOf('minimumMaximum', '') }],
  },
});
const SENSOR = { schema: sensorSchema, submit: 'Save', keepsDraft: true } as const;
const CHOSEN = ['type', 'visible', 'data_type', 'multiplier', 'table'];

export const NEW_SENSOR: FormFields = {
  ...SENSOR,
  name: 'Sensor',
  methods: ['createSensor'],
  fields: sensorFields('Plain one', 'plain'),
  chosen: CHOSEN,
};
export const EDITED_SENSOR: FormFields = {
  ...NEW_SENSOR,
  name: 'Edit sensor',
  isKnown: true,
  methods: ['updateSensor'],
  fields: sensorFields('Plain two', 'plain'),
};
const withTable = (name: string, called: string, field: string): FormFields => ({
  ...SENSOR,
  name,
  isKnown: true,
  methods: ['createSensor'],
  fields: namedFields(called, field),
  chosen: [...CHOSEN, 'description', 'parameter', 'minimum', 'maximum'],
});

/**
 * A table of texts: what is written into it, the cell that says what is wrong (null: the whole table), and its words.
 */
interface WrongTable {
  readonly what: string;
  readonly message: string;
  readonly at: string | null;
  readonly rows: readonly (readonly string[])[];
}
const wrong = (what: string, message: string, at: string | null, ...rows: string[][]): WrongTable => ({
  what,
  message,
  at,
  rows,
});

/** A kind of table: its name, its columns, rows that are right, and rows that are not. */
export interface TableKind {
  readonly group: string;
  readonly columns: readonly string[];
  readonly good: readonly (readonly string[])[];
  readonly wrong: readonly WrongTable[];
  readonly form: FormFields;
}
export const PAIRS: TableKind = {
  group: 'XY pairs',
  columns: ['Raw (X)', 'Value (Y)'],
  form: withTable('Sensor by pairs', 'Tank', 'tank'),
  good: [
    ['0', '0'],
    ['5', '60'],
  ],
  wrong: [
    wrong('no number', wordsOf('invalid', 'Value (Y) 2'), 'Value (Y) 2', ['0', '0'], ['5', 'much']),
    wrong('no pair', wordsOf('tablePoints', '', { min: 2 }), null),
    wrong('one pair', wordsOf('tablePoints', '', { min: 2 }), null, ['0', '0']),
    wrong('nothing', wordsOf('required', 'Raw (X) 2'), 'Raw (X) 2', ['0', '0'], ['', '5']),
    wrong('too large', wordsOf('max', 'Value (Y) 2', { max: 1e12 }), 'Value (Y) 2', ['0', '0'], ['5', '1000000000001']),
    wrong('x twice', wordsOf('increasing', ''), 'Raw (X) 2', ['5', '0'], ['5', '60']),
    wrong('a tank that falls', wordsOf('increasing', ''), 'Value (Y) 2', ['0', '60'], ['5', '10']),
  ],
};
export const RANGES: TableKind = {
  group: 'Ranges',
  columns: ['From', 'Up to', 'Value'],
  form: withTable('Sensor by ranges', 'Gear', 'gear'),
  good: [
    ['', '10', '1'],
    ['10', '', '2'],
  ],
  wrong: [
    wrong('overlap', wordsOf('overlap', ''), 'From 2', ['0', '10', '1'], ['5', '20', '2']),
    wrong('no range', wordsOf('tableRows', ''), null),
    wrong('end before start', wordsOf('rangeOrder', ''), 'Up to 1', ['10', '5', '1']),
    wrong('open in the middle', wordsOf('rangeOpen', ''), 'Up to 1', ['0', '', '1'], ['10', '20', '2']),
    wrong('a later start left open', wordsOf('rangeOpen', ''), 'From 2', ['0', '10', '1'], ['', '20', '2']),
    wrong('no number', wordsOf('rangeNumber', ''), 'Value 1', ['0', '10', 'half']),
    wrong('a word too long', wordsOf('maxLength', 'Value 1', LENGTH.sensorLabel), 'Value 1', [
      '0',
      '10',
      'x'.repeat(LENGTH.sensorLabel.max + 1),
    ]),
  ],
};

const command = (name: string, method: FormFields['methods'][number], code: string): FormFields => ({
  name,
  schema: deviceCommandSchema,
  keepsDraft: true,
  submit: 'Save',
  methods: [method],
  fields: {
    code: { label: 'Command', valid: code, like: 'command' },
    description: { label: 'Description', valid: 'Every morning' },
    text: { label: 'Text', valid: 'getver', like: 'command_text' },
  },
});
export const NEW_COMMAND = command('New command', 'createDeviceCommand', 'Morning');
export const EDITED_COMMAND: FormFields = {
  ...command('Edit command', 'updateDeviceCommand', 'Evening'),
  isKnown: true,
};

/** A place of a command, values that are refused with what is said of each, and one that is good. */
type Place = readonly [label: string, good: string, ...wrong: (readonly [value: string, message: string])[]];

/** A command of the library that is filled in, and what goes out. */
export interface FilledIn {
  readonly model: string;
  readonly command: string;
  readonly places: readonly Place[];
  readonly goesOut: string;
  /** What is shown of it, where that is less. */
  readonly shown?: string;
  /** It is sent only after a tick. */
  readonly isDangerous?: true;
}

const whole = (label: string, min: number, max: number, good: string): Place => [
  label,
  good,
  ['', wordsOf('required', label)],
  ['1.5', wordsOf('integer', label)],
  [String(min - 1), wordsOf('min', label, { min })],
  [String(max + 1), wordsOf('max', label, { max })],
];

export const READ_SETTING: FilledIn = {
  model: 'FMB920',
  command: 'Read setting',
  places: [
    [
      'Number',
      '10050',
      ['', wordsOf('required', 'Number')],
      ['ten', wordsOf('integer', 'Number')],
      ['1.5', wordsOf('integer', 'Number')],
      ['0', wordsOf('min', 'Number', { min: 1 })],
      ['65536', wordsOf('max', 'Number', { max: 65_535 })],
    ],
  ],
  goesOut: 'getparam 10050',
};

/** Each protocol writes its commands by a pattern of its own. */
export const COMMAND_PATTERNS: readonly FilledIn[] = [
  READ_SETTING,
  {
    model: 'FMB920',
    command: 'Change setting',
    isDangerous: true,
    places: [
      ['Number', '10050'],
      ['Value', '30', ['', wordsOf('required', 'Value')], ['x'.repeat(61), wordsOf('maxLength', 'Value', { max: 60 })]],
    ],
    goesOut: 'setparam 10050:30',
  },
  {
    model: 'GT06N',
    command: 'Set report interval',
    places: [whole('Seconds', 5, 18_000, '030'), whole('Seconds while parked', 5, 18_000, '300')],
    goesOut: 'TIMER,30,300#',
  },
  {
    model: 'GT06N',
    command: 'Change server',
    isDangerous: true,
    goesOut: 'SERVER,1,fleet.example.com,5023,0#',
    places: [
      [
        'Host',
        'fleet.example.com',
        ['', wordsOf('required', 'Host')],
        ['ab', wordsOf('minLength', 'Host', { min: 3 })],
        ['fleet,1', wordsOf('invalid', 'Host')],
      ],
      whole('Port', 1, 65_535, '5023'),
    ],
  },
  {
    model: 'GT06N',
    command: 'Set emergency number',
    places: [
      [
        'Phone number',
        '+4917012345',
        ['', wordsOf('required', 'Phone number')],
        ['call me', wordsOf('invalid', 'Phone number')],
      ],
    ],
    goesOut: 'SOS,A,+4917012345#',
  },
  {
    model: 'TK103',
    command: 'Set report interval',
    places: [whole('Seconds', 5, 65_535, '30')],
    goesOut: 'AR00001E0000',
  },
  {
    model: 'GL200',
    command: 'Locate now',
    places: [
      [
        'Device password',
        'abc1',
        ['a b', wordsOf('invalid', 'Device password')],
        ['x'.repeat(21), wordsOf('maxLength', 'Device password', { max: 20 })],
      ],
    ],
    goesOut: 'AT+GTRTO=abc1,1,,,,,,FFFF$',
    shown: 'AT+GTRTO=•••,1,,,,,,FFFF$',
  },
  {
    model: 'JT808',
    command: 'Track closely',
    places: [whole('Seconds', 1, 65_535, '20'), whole('Duration in seconds', 10, 86_400, '600')],
    goesOut: 'track:20,600',
  },
  {
    model: 'JT808',
    command: 'Send message',
    places: [
      [
        'Text',
        'Please call',
        ['', wordsOf('required', 'Text')],
        ['x'.repeat(201), wordsOf('maxLength', 'Text', { max: 200 })],
      ],
    ],
    goesOut: 'text:Please call',
  },
];
