import { expect, test } from '../support/journey.ts';
import type { Locator, Page } from 'playwright/test';
import { goTo } from '../support/app.ts';
import { chooseIn } from '../support/choose.ts';
import { formsByOne } from '../support/formsByOne.ts';
import {
  COMMAND_PATTERNS,
  EDITED_COMMAND,
  EDITED_SENSOR,
  NEW_COMMAND,
  NEW_SENSOR,
  PAIRS,
  RANGES,
  READ_SETTING,
  type FilledIn,
  type TableKind,
} from '../support/forms/deviceItems.ts';
import { wordsOf } from '../support/formSpoilings.ts';
import { expectRefused, type CallCounter, type WrongChoice } from '../support/formWalk.ts';
import type { PageCall } from '../support/pageCalls.ts';

// What a device carries, walked as the forms of devices themselves are: its sensors and its commands; one person, one
// page.

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

const tab = (name: string): Promise<unknown> => goTo(page, `/device/${tracker}?tab=${name}`);

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
/** The first wrong table of a kind. */
const wrongTable = ({
  group,
  columns,
  good,
  wrong: [{ what, message, at, rows: written }],
}: TableKind): WrongChoice => ({
  what,
  message,
  spoil: rows(columns, written),
  mend: rows(columns, good),
  place: (scope) => (at === null ? scope.getByRole('group', { name: group }) : scope.getByLabel(at, { exact: true })),
});

const addSensor = async (type: string): Promise<void> => {
  await page.getByRole('button', { name: 'Add sensor' }).click();
  await chooseIn(page, 'Type', type);
};
test('a plain sensor, made and edited', async () => {
  await tab('sensors');
  await addSensor('Custom');
  await walk({ ...NEW_SENSOR, alsoTyped: ['parameter'], done: inList('Plain one') });
  await page.getByRole('button', { name: 'Edit Plain one' }).click();
  await walk({ ...EDITED_SENSOR, isReloaded: true, done: inList('Plain two') });
});

test('a sensor by pairs', async () => {
  await addSensor('Fuel level');
  await walk({
    ...PAIRS.form,
    alsoWrong: [wrongTable(PAIRS)],
    done: inList('Tank'),
    prepare: async (at) => {
      await at.getByText(PAIRS.group, { exact: true }).click();
      await rows(PAIRS.columns, PAIRS.good)(at);
    },
  });
});

test('a sensor by ranges', async () => {
  await addSensor('Custom');
  await walk({
    ...RANGES.form,
    alsoWrong: [wrongTable(RANGES)],
    done: inList('Gear'),
    prepare: async (at) => {
      await at.getByLabel('Parameter', { exact: true }).fill('adc2');
      await at.getByText(RANGES.group, { exact: true }).click();
      await rows(RANGES.columns, RANGES.good)(at);
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

/** Opens a command of the library and fills it in: a wrong value is named at its place, and nothing is sent. */
async function fillIn({ command, places, isDangerous, model }: FilledIn): Promise<void> {
  const before = calls.of(['executeDeviceCommand']);
  await page.getByRole('button', { name: `Use: ${command}`, exact: true }).click();
  if (isDangerous)
    await dialog()
      .getByText(/^Yes, send it to/)
      .click();
  for (const [index, [label, good, ...wrong]] of places.entries()) {
    const field = dialog().getByLabel(label, { exact: true });
    for (const [value, message] of index === 0 ? wrong.slice(0, 1) : []) {
      await field.fill(value);
      await send();
      await expectRefused(field, message);
    }
    await field.fill(good);
    await expect(field).not.toHaveAttribute('aria-invalid', 'true');
  }
  expect(calls.of(['executeDeviceCommand']), `${command} is not sent while it is wrong`).toBe(before);
  note({ form: `Command of ${model}: ${command}`, fields: places.length, spoilings: 1 });
}

test('commands: kept ones, and one that is filled in and sent', async () => {
  await tab('commands');
  await page.getByRole('button', { name: 'Add command' }).click();
  await walk({
    ...NEW_COMMAND,
    within: dialog,
    done: (at) => expect(at.getByRole('button', { name: 'Edit Morning' })).toBeVisible(),
  });
  await page.getByRole('button', { name: 'Edit Morning' }).click();
  await walk({
    ...EDITED_COMMAND,
    within: dialog,
    done: (at) => expect(at.getByRole('button', { name: 'Edit Evening' })).toBeVisible(),
  });

  const before = calls.of(['executeDeviceCommand']);
  await fillIn(READ_SETTING);
  await page.context().setOffline(true);
  await send();
  await expect(dialog().getByRole('alert').filter({ hasText: 'The server cannot be reached' })).toBeVisible();
  await expect(dialog().getByLabel('Number', { exact: true })).toHaveValue('10050');
  await page.context().setOffline(false);
  await send();
  await expect(page.getByText(/queued until the device connects/)).toBeVisible();
  await expect(dialog()).toHaveCount(0);
  expect(calls.of(['executeDeviceCommand'])).toBe(before + 2);
});

test('a command that may lose the device goes out as its protocol writes it', async () => {
  const pattern = COMMAND_PATTERNS.find(({ isDangerous, model }) => isDangerous && model === 'GT06N');
  if (pattern === undefined) throw new Error('No pattern of another protocol is dangerous');
  await goTo(page, `/device/${await makeDevice('gt06n', pattern.model)}?tab=commands`);
  const before = calls.of(['executeDeviceCommand']);
  await fillIn(pattern);
  await expect(dialog().getByText(pattern.goesOut, { exact: true })).toBeVisible();
  await send();
  await expect(dialog()).toHaveCount(0);
  expect(calls.of(['executeDeviceCommand'])).toBe(before + 1);
});
