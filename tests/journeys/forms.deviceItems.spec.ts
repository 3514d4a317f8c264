import { expect, test, type Locator, type Page } from 'playwright/test';
import { deviceCommandSchema } from '../../src/domain/command/index.ts';
import { LENGTH } from '../../src/domain/base/index.ts';
import { parseExpression, sensorSchema } from '../../src/domain/sensor/index.ts';
import { url } from '../support/app.ts';
import { chooseIn } from '../support/choose.ts';
import { formsByOne } from '../support/formsByOne.ts';
import { wordsOf, type TypedFields } from '../support/formSpoilings.ts';
import { expectRefused, type CallCounter, type WrongChoice } from '../support/formWalk.ts';
import type { PageCall } from '../support/pageCalls.ts';

// What a device carries, walked as the forms of devices themselves are: its sensors and its commands; one person, one page.

let page: Page;
let calls: CallCounter;
let call: PageCall;

const stamp = String(Date.now()).slice(-8);
/** A device of a known model that no unit carries. */
let tracker = 0;

const { walk, note, dialog } = formsByOne(async (forms) => {
  ({ page, calls, call } = forms);
  tracker = await makeDevice('items', 'FMB920');
});

async function makeDevice(name: string, model: string): Promise<number> {
  return Number(
    (
      await call('device-service', 'createDevice', {
        name: `${name} ${stamp}`,
        device_model: model,
        unique_identifier: `${name}-${stamp}`,
      })
    ).device_id,
  );
}

const tab = (name: string): Promise<unknown> => page.goto(url(`/device/${tracker}?tab=${name}`));

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

const sensorFields = (name: string, field: string): TypedFields => ({
  name: { label: 'Sensor name', valid: name, like: 'sensor_name' },
  field: { label: 'Field', valid: field, like: 'sensor_field' },
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
const SENSOR = { schema: sensorSchema, submit: 'Save', survivesReload: true } as const;
const SENSOR_CHOSEN = ['type', 'visible', 'data_type', 'multiplier', 'table'];
const inList = (name: string) => (at: Page) => expect(at.getByRole('row', { name: new RegExp(name) })).toBeVisible();

/** Empties the table of the sensor and writes these rows into it. */
const rows =
  (columns: readonly string[], written: readonly (readonly string[])[]) =>
  async (scope: Page | Locator): Promise<void> => {
    const first = scope.getByRole('button', { name: 'Remove row 1', exact: true });
    while ((await first.count()) > 0) await first.click();
    for (const [index, row] of written.entries()) {
      await scope.getByRole('button', { name: 'Add row' }).click();
      for (const [column, value] of row.entries())
        await scope.getByLabel(`${columns[column]} ${index + 1}`, { exact: true }).fill(value);
    }
  };
const PAIRS = ['Raw (X)', 'Value (Y)'];
const RANGES = ['From', 'Up to', 'Value'];
const GOOD_PAIRS = rows(PAIRS, [
  ['0', '0'],
  ['5', '60'],
]);
const GOOD_RANGES = rows(RANGES, [
  ['', '10', '1'],
  ['10', '', '2'],
]);

/** A table that is refused, and the cell (or the whole of it) that says so. */
const wrongPairs = (what: string, message: string, at: string | null, ...written: string[][]): WrongChoice => ({
  what,
  message,
  spoil: rows(PAIRS, written),
  mend: GOOD_PAIRS,
  place: (scope) =>
    at === null ? scope.getByRole('group', { name: 'XY pairs' }) : scope.getByLabel(at, { exact: true }),
});
const wrongRanges = (what: string, message: string, at: string | null, ...written: string[][]): WrongChoice => ({
  what,
  message,
  spoil: rows(RANGES, written),
  mend: GOOD_RANGES,
  place: (scope) =>
    at === null ? scope.getByRole('group', { name: 'Ranges' }) : scope.getByLabel(at, { exact: true }),
});

const PAIR_CASES = [
  wrongPairs('no pair', wordsOf('tablePoints', '', { min: 2 }), null),
  wrongPairs('one pair', wordsOf('tablePoints', '', { min: 2 }), null, ['0', '0']),
  wrongPairs('no number', wordsOf('invalid', 'Value (Y) 2'), 'Value (Y) 2', ['0', '0'], ['5', 'much']),
  wrongPairs('nothing', wordsOf('required', 'Raw (X) 2'), 'Raw (X) 2', ['0', '0'], ['', '5']),
  wrongPairs(
    'too large',
    wordsOf('max', 'Value (Y) 2', { max: 1e12 }),
    'Value (Y) 2',
    ['0', '0'],
    ['5', '1000000000001'],
  ),
  wrongPairs('x twice', wordsOf('increasing', ''), 'Raw (X) 2', ['5', '0'], ['5', '60']),
  wrongPairs('a tank that falls', wordsOf('increasing', ''), 'Value (Y) 2', ['0', '60'], ['5', '10']),
];
const RANGE_CASES = [
  wrongRanges('no range', wordsOf('tableRows', ''), null),
  wrongRanges('overlap', wordsOf('overlap', ''), 'From 2', ['0', '10', '1'], ['5', '20', '2']),
  wrongRanges('end before start', wordsOf('rangeOrder', ''), 'Up to 1', ['10', '5', '1']),
  wrongRanges('open in the middle', wordsOf('rangeOpen', ''), 'Up to 1', ['0', '', '1'], ['10', '20', '2']),
  wrongRanges('a later start left open', wordsOf('rangeOpen', ''), 'From 2', ['0', '10', '1'], ['', '20', '2']),
  wrongRanges('no number', wordsOf('rangeNumber', ''), 'Value 1', ['0', '10', 'half']),
  wrongRanges('a word too long', wordsOf('maxLength', 'Value 1', LENGTH.sensorLabel), 'Value 1', [
    '0',
    '10',
    'x'.repeat(LENGTH.sensorLabel.max + 1),
  ]),
];

const addSensor = async (type: string): Promise<void> => {
  await page.getByRole('button', { name: 'Add sensor' }).click();
  await chooseIn(page, 'Type', type);
};
const named = (name: string, field: string): TypedFields => ({
  name: { label: 'Sensor name', valid: name, like: 'sensor_name' },
  field: { label: 'Field', valid: field, like: 'sensor_field' },
});
/** What was walked with the plain sensor already. */
const KNOWN = [...SENSOR_CHOSEN, 'description', 'parameter', 'minimum', 'maximum'];

test('a plain sensor, made and edited', async () => {
  await tab('sensors');
  await addSensor('Custom');
  await walk({
    ...SENSOR,
    name: 'Sensor',
    methods: ['createSensor'],
    fields: sensorFields('Plain one', 'plain'),
    chosen: SENSOR_CHOSEN,
    done: inList('Plain one'),
  });
  await page.getByRole('button', { name: 'Edit Plain one' }).click();
  await walk({
    ...SENSOR,
    name: 'Edit sensor',
    isKnown: true,
    methods: ['updateSensor'],
    fields: sensorFields('Plain two', 'plain'),
    chosen: SENSOR_CHOSEN,
    done: inList('Plain two'),
  });
});

test('a sensor by pairs', async () => {
  await addSensor('Fuel level');
  await walk({
    ...SENSOR,
    name: 'Sensor by pairs',
    isKnown: true,
    methods: ['createSensor'],
    fields: named('Tank', 'tank'),
    chosen: KNOWN,
    alsoWrong: PAIR_CASES,
    done: inList('Tank'),
    prepare: async (at) => {
      await at.getByText('XY pairs', { exact: true }).click();
      await GOOD_PAIRS(at);
    },
  });
});

test('a sensor by ranges', async () => {
  await addSensor('Custom');
  await walk({
    ...SENSOR,
    name: 'Sensor by ranges',
    isKnown: true,
    methods: ['createSensor'],
    fields: named('Gear', 'gear'),
    chosen: KNOWN,
    alsoWrong: RANGE_CASES,
    done: inList('Gear'),
    prepare: async (at) => {
      await at.getByLabel('Parameter', { exact: true }).fill('adc2');
      await at.getByText('Ranges', { exact: true }).click();
      await GOOD_RANGES(at);
    },
  });
  const { sensors } = await call('device-service', 'getSensors', { device_id: tracker });
  expect(sensors).toMatchObject([
    { name: 'Plain two', parameter: 'adc1', minimum: 0, maximum: 100 },
    {
      name: 'Tank',
      table: {
        kind: 'xy',
        points: [
          { x: 0, y: 0 },
          { x: 5, y: 60 },
        ],
      },
    },
    {
      name: 'Gear',
      table: {
        kind: 'range',
        rows: [
          { from: null, to: 10, value: 1 },
          { from: 10, to: null, value: 2 },
        ],
      },
    },
  ]);
});

test('what is wrong among sensors is said at its field, and nothing is saved', async () => {
  const before = await call('device-service', 'getSensors', { device_id: tracker });
  await tab('sensors');
  await page.getByRole('button', { name: 'Edit Gear' }).click();
  const cases = [
    ['Sensor name', 'plain TWO', 'Gear', wordsOf('sensorNameTaken', '')],
    ['Field', 'tank', 'gear', wordsOf('sensorFieldTaken', '', { other: 'Tank' })],
    ['Parameter', '[Nobody] * 2', 'adc2', wordsOf('sensorUnknown', '', { name: 'Nobody' })],
    ['Parameter', '[Gear] + 1', 'adc2', wordsOf('sensorCycle', '', { path: 'Gear → Gear' })],
  ] as const;
  for (const [label, value, good, message] of cases) {
    await page.getByLabel(label, { exact: true }).fill(value);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expectRefused(page.getByLabel(label, { exact: true }), message);
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
    await page.getByLabel(label, { exact: true }).fill(good);
  }
  expect(await call('device-service', 'getSensors', { device_id: tracker })).toEqual(before);
  note({ form: 'Sensors among each other', fields: 3, spoilings: cases.length, sent: cases.length });
});

const send = (): Promise<void> => dialog().getByRole('button', { name: 'Send', exact: true }).click();

/** A place of a command, values that are refused with what is said of each, and one that is good. */
type Place = readonly [label: string, good: string, ...wrong: (readonly [value: string, message: string])[]];
const whole = (label: string, min: number, max: number, good: string): Place => [
  label,
  good,
  ['', wordsOf('required', label)],
  ['1.5', wordsOf('integer', label)],
  [String(min - 1), wordsOf('min', label, { min })],
  [String(max + 1), wordsOf('max', label, { max })],
];

interface FilledIn {
  readonly command: string;
  readonly places: readonly Place[];
  /** It is sent only after a tick. */
  readonly isDangerous?: true;
  /** The model whose library it is of, where that is told in the table at the end. */
  readonly model?: string;
  readonly lostConnection?: 'kept' | '–';
}

/** Opens a command of the library and fills it in: every wrong value is named at its place, and nothing is sent. */
async function fillIn({ command, places, isDangerous, model, lostConnection = '–' }: FilledIn): Promise<void> {
  const before = calls.of(['executeDeviceCommand']);
  await page.getByRole('button', { name: `Use: ${command}`, exact: true }).click();
  if (isDangerous)
    await dialog()
      .getByText(/^Yes, send it to/)
      .click();
  for (const [label, good, ...wrong] of places) {
    const field = dialog().getByLabel(label, { exact: true });
    for (const [value, message] of wrong) {
      await field.fill(value);
      await send();
      await expectRefused(field, message);
    }
    await field.fill(good);
    await expect(field).not.toHaveAttribute('aria-invalid', 'true');
  }
  expect(calls.of(['executeDeviceCommand']), `${command} is not sent while it is wrong`).toBe(before);
  const spoilings = places.reduce((sum, [, , ...wrong]) => sum + wrong.length, 0);
  note({
    form: `Command${model === undefined ? '' : ` of ${model}`}: ${command}`,
    fields: places.length,
    spoilings,
    lostConnection,
  });
}

test('commands: kept ones, and one that is filled in and sent', async () => {
  await tab('commands');
  const fields = (code: string): TypedFields => ({
    code: { label: 'Command', valid: code, like: 'command' },
    description: { label: 'Description', valid: 'Every morning' },
    text: { label: 'Text', valid: 'getver', like: 'command_text' },
  });
  const kept = { schema: deviceCommandSchema, submit: 'Save', within: dialog, survivesReload: true } as const;
  await page.getByRole('button', { name: 'Add command' }).click();
  await walk({
    ...kept,
    name: 'New command',
    methods: ['createDeviceCommand'],
    fields: fields('Morning'),
    done: (at) => expect(at.getByRole('button', { name: 'Edit Morning' })).toBeVisible(),
  });
  await page.getByRole('button', { name: 'Edit Morning' }).click();
  await walk({
    ...kept,
    name: 'Edit command',
    isKnown: true,
    methods: ['updateDeviceCommand'],
    fields: fields('Evening'),
    done: (at) => expect(at.getByRole('button', { name: 'Edit Evening' })).toBeVisible(),
  });

  const before = calls.of(['executeDeviceCommand']);
  const number: Place = [
    'Number',
    '10050',
    ['', wordsOf('required', 'Number')],
    ['ten', wordsOf('integer', 'Number')],
    ['1.5', wordsOf('integer', 'Number')],
    ['0', wordsOf('min', 'Number', { min: 1 })],
    ['65536', wordsOf('max', 'Number', { max: 65_535 })],
  ];
  await fillIn({ command: 'Read setting', places: [number], lostConnection: 'kept' });
  await page.context().setOffline(true);
  await send();
  await expect(dialog().getByRole('alert').filter({ hasText: 'The server cannot be reached' })).toBeVisible();
  await expect(dialog().getByLabel('Number', { exact: true })).toHaveValue('10050');
  await page.context().setOffline(false);
  await send();
  await expect(page.getByText(/queued until the device connects/)).toBeVisible();
  await expect(dialog()).toHaveCount(0);
  expect(calls.of(['executeDeviceCommand'])).toBe(before + 2);

  await fillIn({
    command: 'Change setting',
    isDangerous: true,
    places: [
      ['Value', '30', ['', wordsOf('required', 'Value')], ['x'.repeat(61), wordsOf('maxLength', 'Value', { max: 60 })]],
    ],
  });
});

/** Each protocol writes its commands by a pattern of its own: what is filled in, and what goes out. */
const PATTERNS: readonly (FilledIn & { readonly model: string; readonly goesOut: string })[] = [
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

test('commands by the patterns of other protocols', async () => {
  let shown = '';
  for (const { goesOut, ...filled } of PATTERNS) {
    const { model } = filled;
    if (model !== shown) await page.goto(url(`/device/${await makeDevice(model.toLowerCase(), model)}?tab=commands`));
    shown = model;
    const before = calls.of(['executeDeviceCommand']);
    await fillIn(filled);
    await expect(dialog().getByText(goesOut, { exact: true })).toBeVisible();
    await send();
    await expect(dialog()).toHaveCount(0);
    expect(calls.of(['executeDeviceCommand'])).toBe(before + 1);
  }
});
