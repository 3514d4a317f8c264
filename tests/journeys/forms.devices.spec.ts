import { expect, test, type Locator, type Page } from 'playwright/test';
import { deviceCommandSchema } from '../../src/domain/command/index.ts';
import { filterSettingsSchema, fuelSettingsSchema, tripDetectorSchema } from '../../src/domain/detection/index.ts';
import { LENGTH } from '../../src/domain/base/index.ts';
import { createDeviceSchema } from '../../src/domain/device/index.ts';
import { parseExpression, sensorSchema } from '../../src/domain/sensor/index.ts';
import { simSchema } from '../../src/domain/sim/index.ts';
import { sendPosition, url } from '../support/app.ts';
import { formsByOne } from '../support/formsByOne.ts';
import { wordsOf, type TypedFields } from '../support/formSpoilings.ts';
import { WRONG_LABELS, expectRefused, spoilPost, type CallCounter, type WrongChoice } from '../support/formWalk.ts';
import type { PageCall } from '../support/pageCalls.ts';

// Every form of devices and SIM cards, walked as those of people and accounts are; one person, one page.

let page: Page;
let calls: CallCounter;
let call: PageCall;

const stamp = String(Date.now()).slice(-8);
const numberOf = (index: number): string => `49${stamp}${index}`;
/** A device of a known model that no unit carries. */
let tracker = 0;

const { walk, note, dialog } = formsByOne(async (forms) => {
  ({ page, calls, call } = forms);
  tracker = await makeDevice('forms', 'FMB920');
});

async function makeDevice(name: string, model: string): Promise<number> {
  return Number((await call('device-service', 'createDevice', { name: `${name} ${stamp}`, device_model: model, unique_identifier: `${name}-${stamp}` })).device_id);
}

const tab = (name: string): Promise<unknown> => page.goto(url(`/device/${tracker}?tab=${name}`));

/** A page that still scrolls closes the list (a list would stand beside its field): then it is typed again, as a person does. */
async function choose(label: string, option: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label, exact: true });
  await expect(async () => {
    await field.fill(option);
    await page.getByRole('option', { name: option, exact: true }).click({ timeout: 3_000 });
    await expect(field).toHaveValue(option, { timeout: 3_000 });
  }).toPass();
}

const deviceFields = (name: string): TypedFields => ({
  name: { label: 'Device name', valid: name },
  unique_identifier: { label: 'Unique identifier', valid: `id-${stamp}` },
  device_model: { label: 'Model', valid: 'Trackmaster 5' },
  manufacturer: { label: 'Manufacturer', valid: 'Trackmaster' },
  version: { label: 'Version', valid: '4.2' },
  sim_number_1: { label: 'SIM number 1', valid: numberOf(1) },
  sim_operator_1: { label: 'SIM operator 1', valid: 'Orange' },
  sim_number_2: { label: 'SIM number 2', valid: numberOf(2) },
  sim_operator_2: { label: 'SIM operator 2', valid: 'Telia' },
  device_password: { label: 'Device password', valid: 'secret' },
});

test('a device', async () => {
  await page.goto(url('/device/create'));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('combobox', { name: 'Device model' })).toHaveAccessibleDescription(wordsOf('required', 'Device model'));
  const device = { schema: createDeviceSchema, submit: 'Save', chosen: ['labels', 'clock_offset'], survivesReload: true, done: (at: Page) => expect(at).toHaveURL(/\/device\/\d+$/) };
  await walk({
    ...device, name: 'New device', methods: ['createDevice'], fields: deviceFields('Walked one'), alsoWrong: WRONG_LABELS,
    prepare: () => choose('Device model', 'Another model…'),
  });
  await page.goto(`${page.url()}/edit`);
  await expect(page.getByLabel('Device name')).toHaveValue('Walked one');
  await walk({ ...device, name: 'Edit device', isKnown: true, methods: ['updateDevice'], fields: deviceFields('Walked two'), alsoWrong: WRONG_LABELS.slice(0, 1) });
});

const SIM_FIELDS: TypedFields = {
  sim_number: { label: 'SIM number', valid: numberOf(3) },
  sim_operator: { label: 'SIM operator', valid: 'Orange' },
  iccid: { label: 'Card number (ICCID)', valid: '8949020000000000001' },
  apn: { label: 'Access point (APN)', valid: 'internet' },
  note: { label: 'Note', valid: 'In the drawer' },
};

test('a SIM card', async () => {
  await page.goto(url('/sim/create'));
  const card = { schema: simSchema, submit: 'Save', chosen: ['status', 'labels'], survivesReload: true, done: (at: Page) => expect(at).toHaveURL(/\/sim\/\d+\/view/) };
  await walk({ ...card, name: 'New SIM card', methods: ['createSim'], fields: SIM_FIELDS, alsoWrong: WRONG_LABELS });
  await page.goto(page.url().replace('/view', '/edit'));
  await expect(page.getByLabel('SIM number')).toHaveValue(numberOf(3));
  await walk({ ...card, name: 'Edit SIM card', isKnown: true, methods: ['updateSim'], fields: { ...SIM_FIELDS, sim_operator: { label: 'SIM operator', valid: 'Telia' } }, alsoWrong: WRONG_LABELS.slice(0, 1) });
});

/** Texts that are no expression, and what is said of each; characters count from one. */
const EXPRESSIONS = [
  ['adc1 *', 'expressionIncomplete'], ['(adc1', 'expressionUnclosed'], ['adc1 ) 2', 'expressionUnexpected'], ['alert(1)', 'expressionUnexpected'],
  ['1..2', 'expressionNumber'], ['adc1:99', 'expressionBit'], ['[ ]', 'expressionName'], ['('.repeat(40), 'expressionTooDeep'],
] as const;

const sensorFields = (name: string, field: string): TypedFields => ({
  name: { label: 'Sensor name', valid: name, like: 'sensor_name' },
  field: { label: 'Field', valid: field, like: 'sensor_field' },
  description: { label: 'Description', valid: 'In the tank' },
  parameter: {
    label: 'Parameter', valid: 'adc1',
    wrong: EXPRESSIONS.map(([value, key]) => {
      const parsed = parseExpression(value);
      return { rule: 'expression', value, message: wordsOf(key, '', { position: parsed.ok ? 0 : parsed.error.position + 1 }) };
    }),
  },
  minimum: { label: 'Minimum', valid: '0' },
  maximum: { label: 'Maximum', valid: '100', wrong: [{ rule: 'order', value: '-1', message: wordsOf('minimumMaximum', '') }] },
});
const SENSOR = { schema: sensorSchema, submit: 'Save', survivesReload: true } as const;
const SENSOR_CHOSEN = ['type', 'visible', 'data_type', 'multiplier', 'table'];
const inList = (name: string) => (at: Page) => expect(at.getByRole('row', { name: new RegExp(name) })).toBeVisible();

/** Empties the table of the sensor and writes these rows into it. */
const rows = (columns: readonly string[], written: readonly (readonly string[])[]) => async (scope: Page | Locator): Promise<void> => {
  const first = scope.getByRole('button', { name: 'Remove row 1', exact: true });
  while ((await first.count()) > 0) await first.click();
  for (const [index, row] of written.entries()) {
    await scope.getByRole('button', { name: 'Add row' }).click();
    for (const [column, value] of row.entries()) await scope.getByLabel(`${columns[column]} ${index + 1}`, { exact: true }).fill(value);
  }
};
const PAIRS = ['Raw (X)', 'Value (Y)'];
const RANGES = ['From', 'Up to', 'Value'];
const GOOD_PAIRS = rows(PAIRS, [['0', '0'], ['5', '60']]);
const GOOD_RANGES = rows(RANGES, [['', '10', '1'], ['10', '', '2']]);

/** A table that is refused, and the cell (or the whole of it) that says so. */
const wrongPairs = (what: string, message: string, at: string | null, ...written: string[][]): WrongChoice => ({
  what, message, spoil: rows(PAIRS, written), mend: GOOD_PAIRS, place: (scope) => (at === null ? scope.getByRole('group', { name: 'XY pairs' }) : scope.getByLabel(at, { exact: true })),
});
const wrongRanges = (what: string, message: string, at: string | null, ...written: string[][]): WrongChoice => ({
  what, message, spoil: rows(RANGES, written), mend: GOOD_RANGES, place: (scope) => (at === null ? scope.getByRole('group', { name: 'Ranges' }) : scope.getByLabel(at, { exact: true })),
});

const PAIR_CASES = [
  wrongPairs('no pair', wordsOf('tablePoints', '', { min: 2 }), null),
  wrongPairs('one pair', wordsOf('tablePoints', '', { min: 2 }), null, ['0', '0']),
  wrongPairs('no number', wordsOf('invalid', 'Value (Y) 2'), 'Value (Y) 2', ['0', '0'], ['5', 'much']),
  wrongPairs('nothing', wordsOf('required', 'Raw (X) 2'), 'Raw (X) 2', ['0', '0'], ['', '5']),
  wrongPairs('too large', wordsOf('max', 'Value (Y) 2', { max: 1e12 }), 'Value (Y) 2', ['0', '0'], ['5', '1000000000001']),
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
  wrongRanges('a word too long', wordsOf('maxLength', 'Value 1', LENGTH.sensorLabel), 'Value 1', ['0', '10', 'x'.repeat(LENGTH.sensorLabel.max + 1)]),
];

test('sensors: plain, by pairs and by ranges', async () => {
  await tab('sensors');
  const add = async (type: string): Promise<void> => {
    await page.getByRole('button', { name: 'Add sensor' }).click();
    await choose('Type', type);
  };
  await add('Custom');
  await walk({ ...SENSOR, name: 'Sensor', methods: ['createSensor'], fields: sensorFields('Plain one', 'plain'), chosen: SENSOR_CHOSEN, done: inList('Plain one') });
  await page.getByRole('button', { name: 'Edit Plain one' }).click();
  await walk({ ...SENSOR, name: 'Edit sensor', isKnown: true, methods: ['updateSensor'], fields: sensorFields('Plain two', 'plain'), chosen: SENSOR_CHOSEN, done: inList('Plain two') });

  const named = (name: string, field: string): TypedFields => ({ name: { label: 'Sensor name', valid: name, like: 'sensor_name' }, field: { label: 'Field', valid: field, like: 'sensor_field' } });
  const rest = [...SENSOR_CHOSEN, 'description', 'parameter', 'minimum', 'maximum'];
  await add('Fuel level');
  await walk({
    ...SENSOR, name: 'Sensor by pairs', isKnown: true, methods: ['createSensor'], fields: named('Tank', 'tank'), chosen: rest, alsoWrong: PAIR_CASES, done: inList('Tank'),
    prepare: async (at) => {
      await at.getByText('XY pairs', { exact: true }).click();
      await GOOD_PAIRS(at);
    },
  });
  await add('Custom');
  await walk({
    ...SENSOR, name: 'Sensor by ranges', isKnown: true, methods: ['createSensor'], fields: named('Gear', 'gear'), chosen: rest, alsoWrong: RANGE_CASES, done: inList('Gear'),
    prepare: async (at) => {
      await at.getByLabel('Parameter', { exact: true }).fill('adc2');
      await at.getByText('Ranges', { exact: true }).click();
      await GOOD_RANGES(at);
    },
  });
  const { sensors } = await call('device-service', 'getSensors', { device_id: tracker });
  expect(sensors).toMatchObject([
    { name: 'Plain two', parameter: 'adc1', minimum: 0, maximum: 100 },
    { name: 'Tank', table: { kind: 'xy', points: [{ x: 0, y: 0 }, { x: 5, y: 60 }] } },
    { name: 'Gear', table: { kind: 'range', rows: [{ from: null, to: 10, value: 1 }, { from: 10, to: null, value: 2 }] } },
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

test('commands: kept ones, and one that is filled in and sent', async () => {
  await tab('commands');
  const fields = (code: string): TypedFields => ({
    code: { label: 'Command', valid: code, like: 'command' }, description: { label: 'Description', valid: 'Every morning' }, text: { label: 'Text', valid: 'getver', like: 'command_text' },
  });
  const kept = { schema: deviceCommandSchema, submit: 'Save', within: dialog, survivesReload: true } as const;
  await page.getByRole('button', { name: 'Add command' }).click();
  await walk({ ...kept, name: 'New command', methods: ['createDeviceCommand'], fields: fields('Morning'), done: (at) => expect(at.getByRole('button', { name: 'Edit Morning' })).toBeVisible() });
  await page.getByRole('button', { name: 'Edit Morning' }).click();
  await walk({ ...kept, name: 'Edit command', isKnown: true, methods: ['updateDeviceCommand'], fields: fields('Evening'), done: (at) => expect(at.getByRole('button', { name: 'Edit Evening' })).toBeVisible() });

  const places = [
    { command: 'Reads one setting', label: 'Number', good: '10050', wrong: [['', wordsOf('required', 'Number')], ['ten', wordsOf('integer', 'Number')], ['1.5', wordsOf('integer', 'Number')], ['0', wordsOf('min', 'Number', { min: 1 })], ['65536', wordsOf('max', 'Number', { max: 65_535 })]] },
    { command: 'Changes one setting', label: 'Value', good: '30', wrong: [['', wordsOf('required', 'Value')], ['x'.repeat(61), wordsOf('maxLength', 'Value', { max: 60 })]] },
  ];
  for (const { command, label, good, wrong } of places) {
    const before = calls.of(['executeDeviceCommand']);
    await page.getByRole('button', { name: `Use: ${command}` }).click();
    const tick = dialog().getByRole('checkbox');
    if ((await tick.count()) > 0) await dialog().getByText(/^Yes, send it to/).click();
    const field = dialog().getByLabel(label, { exact: true });
    for (const [value, message] of wrong) {
      await field.fill(value);
      await send();
      await expectRefused(field, message);
    }
    await field.fill(good);
    expect(calls.of(['executeDeviceCommand']), `${command} is not sent while it is wrong`).toBe(before);
    note({ form: `Command: ${command}`, fields: 1, spoilings: wrong.length, lostConnection: label === 'Value' ? '–' : 'kept' });
    if (label === 'Value') break;
    await page.context().setOffline(true);
    await send();
    await expect(dialog().getByRole('alert').filter({ hasText: 'The server cannot be reached' })).toBeVisible();
    await expect(field).toHaveValue(good);
    await page.context().setOffline(false);
    await send();
    await expect(page.getByText(/goes out when the device connects/)).toBeVisible();
    await expect(dialog()).toHaveCount(0);
    expect(calls.of(['executeDeviceCommand'])).toBe(before + 2);
  }
});

/** A place of a command, values that are refused with what is said of each, and one that is good. */
type Place = readonly [label: string, good: string, ...wrong: (readonly [value: string, message: string])[]];
const whole = (label: string, min: number, max: number, good: string): Place =>
  [label, good, ['', wordsOf('required', label)], ['1.5', wordsOf('integer', label)], [String(min - 1), wordsOf('min', label, { min })], [String(max + 1), wordsOf('max', label, { max })]];

/** Each protocol writes its commands by a pattern of its own: what is filled in, and what goes out. */
const PATTERNS: readonly { readonly model: string; readonly command: string; readonly places: readonly Place[]; readonly goesOut: string; readonly isDangerous?: true }[] = [
  { model: 'GT06N', command: 'Sets how often it reports', places: [whole('Seconds', 5, 18_000, '030'), whole('Seconds while parked', 5, 18_000, '300')], goesOut: 'TIMER,30,300#' },
  {
    model: 'GT06N', command: 'Sends the device to another server', isDangerous: true, goesOut: 'SERVER,1,fleet.example.com,5023,0#',
    places: [['Host', 'fleet.example.com', ['', wordsOf('required', 'Host')], ['ab', wordsOf('minLength', 'Host', { min: 3 })], ['fleet,1', wordsOf('invalid', 'Host')]], whole('Port', 1, 65_535, '5023')],
  },
  { model: 'GT06N', command: 'Sets the emergency number', places: [['Phone number', '+4917012345', ['', wordsOf('required', 'Phone number')], ['call me', wordsOf('invalid', 'Phone number')]]], goesOut: 'SOS,A,+4917012345#' },
  { model: 'TK103', command: 'Sets how often it reports', places: [whole('Seconds', 5, 65_535, '30')], goesOut: 'AR00001E0000' },
  { model: 'GL200', command: 'Asks for the position now', places: [['Device password', 'abc1', ['a b', wordsOf('invalid', 'Device password')], ['x'.repeat(21), wordsOf('maxLength', 'Device password', { max: 20 })]]], goesOut: 'AT+GTRTO=abc1,1,,,,,,FFFF$' },
  { model: 'JT808', command: 'Reports more often for a while', places: [whole('Seconds', 1, 65_535, '20'), whole('Duration in seconds', 10, 86_400, '600')], goesOut: 'track:20,600' },
  { model: 'JT808', command: 'Sends a message', places: [['Text', 'Please call', ['', wordsOf('required', 'Text')], ['x'.repeat(201), wordsOf('maxLength', 'Text', { max: 200 })]]], goesOut: 'text:Please call' },
];

test('commands by the patterns of other protocols', async () => {
  let shown = '';
  for (const { model, command, places, goesOut, isDangerous } of PATTERNS) {
    if (model !== shown) await page.goto(url(`/device/${await makeDevice(model.toLowerCase(), model)}?tab=commands`));
    shown = model;
    const before = calls.of(['executeDeviceCommand']);
    await page.getByRole('button', { name: `Use: ${command}`, exact: true }).click();
    if (isDangerous) await dialog().getByText(/^Yes, send it to/).click();
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
    await expect(dialog().getByText(goesOut, { exact: true })).toBeVisible();
    expect(calls.of(['executeDeviceCommand']), `${command} is not sent while it is wrong`).toBe(before);
    note({ form: `Command of ${model}: ${command}`, fields: places.length, spoilings: places.reduce((sum, [, , ...wrong]) => sum + wrong.length, 0) });
    await send();
    await expect(dialog()).toHaveCount(0);
    expect(calls.of(['executeDeviceCommand'])).toBe(before + 1);
  }
});

/** Settings are numbers: a label and a value that is neither the one before nor a usual one. */
const settings = (list: Readonly<Record<string, readonly [label: string, valid: string]>>): TypedFields =>
  Object.fromEntries(Object.entries(list).map(([name, [label, valid]]) => [name, { label, valid, byName: true }]));

test('trip detector, fuel and filters', async () => {
  const saved = (at: Page): Promise<void> => expect(at.getByText('Settings saved').first()).toBeVisible();
  const gone = (): Promise<void> => expect(page.getByText('Settings saved')).toHaveCount(0);
  const form = { submit: 'Save', methods: ['updateDeviceSettings'], survivesReload: true, done: saved } as const;
  await tab('tripDetector');
  await walk({
    ...form, name: 'Trip detector', schema: tripDetectorSchema, chosen: ['m_source', 'gps_correct'],
    fields: settings({
      min_m_speed: ['Moving from', '4.5'], min_satellites: ['Satellites, at least', '7'], min_park_time: ['Parking time', '120'], min_trip_time: ['Trip lasts at least', '90'],
      min_trip_dist: ['Trip is at least', '250'], max_intrl_in_msgs: ['Longest silence', '600'], max_dist_in_msgs: ['Longest jump', '2000'],
    }),
  });
  await gone();
  await tab('fuel');
  await walk({
    ...form, name: 'Fuel theft and refill', schema: fuelSettingsSchema, chosen: ['theft.enable', 'refill.enable', 'threshold.enable'],
    fields: settings({
      'theft.min_theft': ['Theft, at least', '12'], 'theft.observe_time': ['Observed for', '240'], 'theft.km_per_liter': ['Kilometres per litre', '4.5'], 'theft.hour_per_liter': ['Hours of idling per litre', '2'],
      'refill.min_refill': ['Refill, at least', '15'], 'refill.observe_time': ['Observed for', '260'], 'refill.min_change': ['Noise', '3'],
      'threshold.min_threshold': ['Lowest level', '5'], 'threshold.max_threshold': ['Highest level', '90'],
    }),
    prepare: async (at) => {
      await at.getByRole('button', { name: 'Older settings' }).click();
      await at.getByText('Leave out levels outside of thresholds').click();
    },
  });
  await gone();
  await tab('filters');
  await walk({
    ...form, name: 'Validity filters', schema: filterSettingsSchema, chosen: ['skip_zero', 'skip_duplicate', 'skip_future', 'static_drift.enable'],
    fields: settings({
      max_speed: ['Fastest', '180'], min_satellites: ['Satellites, at least', '4'], max_hdop: ['Highest HDOP', '5.5'], max_accuracy: ['Accuracy, at worst', '80'],
      'static_drift.distance': ['Wanders within', '40'], 'static_drift.speed': ['Slower than', '4'],
    }),
    prepare: (at) => at.getByText('Keep a standing unit in its place').click(),
  });
  const { settings: kept } = await call('device-service', 'getDevice', { device_id: tracker });
  expect(kept).toMatchObject({ trip_detector: { min_park_time: 120 }, fuel: { theft: { min_theft: 12 }, threshold: { max_threshold: 90 } }, filters: { max_speed: 180, static_drift: { enable: true, distance: 40 } } });
});

/** Where the past is tried, and a field whose value must survive a look at another day. */
const TUNED = [
  { tab: 'tripDetector', label: 'Parking time', typed: '120' }, { tab: 'fuel', label: 'Theft, at least', typed: '12' }, { tab: 'filters', label: 'Fastest', typed: '180' }, { tab: 'sensors&sensor=new', label: 'Sensor name', typed: 'Tried' },
] as const;

test('days of the past: none that is still to come, and one of which nothing is recorded', async () => {
  const device = await makeDevice('days', 'Generic');
  await call('unit-service', 'createUnit', { name: `Days ${stamp}`, kind: 'car', device_ids: [device] });
  expect(await sendPosition(`days-${stamp}`, 48.1, 11.5)).toBe(200);
  const tuning = page.getByRole('region', { name: 'Tune on the past' });
  const day = tuning.getByRole('button', { name: /^Day:/ });
  const focused = page.getByRole('application', { name: /^Day,/ }).locator('.day-picker-day:focus');
  for (const { tab: name, label, typed } of TUNED) {
    await page.goto(url(`/device/${device}?tab=${name}`));
    await page.getByLabel(label, { exact: true }).fill(typed);
    await expect(tuning.getByText('No reports on this day')).toHaveCount(0);
    const today = await day.textContent() ?? '';
    await expect(tuning.getByRole('button', { name: 'Day after' })).toBeDisabled();
    // A week on is still to come: the calendar stays at today.
    await day.click();
    await expect(focused).toHaveAttribute('aria-label', /selected/);
    await page.keyboard.press('ArrowDown');
    await expect(focused).toHaveAttribute('aria-label', /selected/);
    await page.keyboard.press('ArrowUp');
    await expect(focused).not.toHaveAttribute('aria-label', /selected/);
    await page.keyboard.press('Enter');
    await expect(tuning.getByText('No reports on this day. Choose another one.')).toBeVisible();
    await expect(day).not.toHaveText(today);
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(typed);
    note({ form: `Day of ${name}`, fields: 1, spoilings: 2 });
  }
});

test('what gets past the browser is refused by the server at the same field, and nothing of it is saved', async () => {
  const read = (method: string) => (): Promise<unknown> => call('device-service', method, method === 'getDeviceList' ? { limit: 1, search: `spoilt-${stamp}` } : { device_id: tracker });
  const trips = { m_source: 'auto', min_m_speed: 3, min_park_time: 5, gps_correct: true, max_dist_in_msgs: 1000, max_intrl_in_msgs: 300, min_trip_time: 60, min_trip_dist: 200, min_satellites: 4 };
  const cases = [
    {
      what: 'a device', open: '/device/create', type: ['Device name', `spoilt-${stamp}`], method: 'createDevice', spoilt: { sim_number_1: '12ab', name: 'x' }, field: 'SIM number 1', message: /SIM number/, read: read('getDeviceList'),
      prepare: async () => {
        await choose('Device model', 'Teltonika FMB920');
        await page.getByLabel('Unique identifier').fill(`spoilt-${stamp.slice(-4)}`);
      },
    },
    {
      what: 'a sensor', open: `/device/${tracker}?tab=sensors&sensor=new`, type: ['Sensor name', 'Spoilt'], method: 'createSensor', spoilt: { parameter: 'alert(1)' }, field: 'Parameter', message: wordsOf('expressionUnexpected', '', { position: 6 }),
      read: read('getSensors'),
      async prepare() {
        await choose('Type', 'Custom');
        await page.getByLabel('Parameter', { exact: true }).fill('adc2');
      },
    },
    { what: 'the trip detector', open: `/device/${tracker}?tab=tripDetector`, type: ['Longest jump', '3000'], method: 'updateDeviceSettings', spoilt: { trip_detector: trips }, field: 'Parking time', message: /must be at least 10$/, read: read('getDevice') },
  ] as const;
  for (const { what, open, type: [label, value], method, spoilt, field, message, read: stored, ...rest } of cases) {
    const before = await stored();
    await page.goto(url(open));
    await expect(page.getByLabel(label, { exact: true })).toBeVisible();
    if ('prepare' in rest) await rest.prepare();
    await page.getByLabel(label, { exact: true }).fill(value);
    const restore = await spoilPost(page, method, spoilt);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expectRefused(page.getByLabel(field, { exact: true }), message);
    await expect(page.getByLabel(label, { exact: true }), what).toHaveValue(value);
    await restore();
    expect(await stored(), `${what} is as it was`).toEqual(before);
  }
});
