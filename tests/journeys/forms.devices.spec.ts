import { expect, test } from '../support/journey.ts';
import type { Page } from 'playwright/test';
import { goTo, sendPosition } from '../support/app.ts';
import { chooseIn } from '../support/choose.ts';
import { formsByOne } from '../support/formsByOne.ts';
import {
  FILTERS,
  FUEL,
  TRIP_DETECTOR,
  editedDevice,
  editedSim,
  newDevice,
  newSim,
  type DeviceNumbers,
} from '../support/forms/things.ts';
import { wordsOf } from '../support/formSpoilings.ts';
import { expectRefused, spoilPost, wrongLabel } from '../support/formWalk.ts';
import type { PageCall } from '../support/pageCalls.ts';

// Every form of devices and SIM cards, walked as those of people and accounts are; one person, one page.
// All wrong values: src/views/wrongValuesOfThings.test.tsx.

let page: Page;
let call: PageCall;

const stamp = String(Date.now()).slice(-8);
const numberOf = (index: number): string => `49${stamp}${index}`;
/** A device of a known model that no unit carries. */
let tracker = 0;

const { walk, note } = formsByOne(async (forms) => {
  ({ page, call } = forms);
  tracker = await makeDevice('forms', 'FMB920');
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

const NUMBERS: DeviceNumbers = { identifier: `id-${stamp}`, sims: [numberOf(1), numberOf(2)] };

test('a device', async () => {
  await goTo(page, '/device/create');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('combobox', { name: 'Device model' })).toHaveAccessibleDescription(
    wordsOf('required', 'Device model'),
  );
  const device = { done: (at: Page) => expect(at).toHaveURL(/\/device\/\d+$/) };
  await walk({
    ...newDevice('Walked one', NUMBERS),
    ...device,
    isReloaded: true,
    prepare: () => chooseIn(page, 'Device model', 'Another model…'),
  });
  await goTo(page, `${page.url()}/edit`);
  await expect(page.getByLabel('Device name')).toHaveValue('Walked one');
  await walk({ ...editedDevice('Walked two', NUMBERS), ...device });
});

test('a SIM card', async () => {
  await goTo(page, '/sim/create');
  const card = { done: (at: Page) => expect(at).toHaveURL(/\/sim\/\d+\/view/) };
  await walk({ ...newSim(numberOf(3)), ...card, alsoTyped: ['note'], alsoWrong: [wrongLabel('Groups')] });
  await goTo(page, page.url().replace('/view', '/edit'));
  await expect(page.getByLabel('SIM number')).toHaveValue(numberOf(3));
  await walk({ ...editedSim(numberOf(3)), ...card });
});

test('trip detector, fuel and filters', async () => {
  const saved = (at: Page): Promise<void> => expect(at.getByText('Settings saved').first()).toBeVisible();
  const gone = async (): Promise<void> => {
    // A notice stays as long as the pointer is on it, and may have come where the button was pressed.
    await page.mouse.move(2, 2);
    await expect(page.getByText('Settings saved')).toHaveCount(0);
  };
  const form = { done: saved };
  await tab('tripDetector');
  await walk({ ...TRIP_DETECTOR, ...form });
  await gone();
  await tab('fuel');
  await walk({
    ...FUEL,
    ...form,
    prepare: async (at) => {
      await at.getByRole('button', { name: 'Older settings' }).click();
      await at.getByText('Ignore levels outside the thresholds').click();
    },
  });
  await gone();
  await tab('filters');
  await walk({ ...FILTERS, ...form, prepare: (at) => at.getByText('Hold position while stopped').click() });
  const { settings: kept } = await call('device-service', 'getDevice', { device_id: tracker });
  expect(kept).toMatchObject({
    trip_detector: { min_park_time: 120 },
    fuel: { theft: { min_theft: 12 }, threshold: { max_threshold: 90 } },
    filters: { max_speed: 180, static_drift: { enable: true, distance: 40 } },
  });
});

/** Where the past is tried, and a field whose value must survive a look at another day. */
const TUNED = [
  { tab: 'tripDetector', label: 'Parking time', typed: '120' },
  { tab: 'fuel', label: 'Minimum theft', typed: '12' },
  { tab: 'filters', label: 'Maximum speed', typed: '180' },
  { tab: 'sensors&sensor=new', label: 'Sensor name', typed: 'Tried' },
] as const;

test('days of the past: none that is still to come, and one of which nothing is recorded', async () => {
  const device = await makeDevice('days', 'Generic');
  await call('unit-service', 'createUnit', { name: `Days ${stamp}`, kind: 'car', device_ids: [device] });
  expect(await sendPosition(`days-${stamp}`, 48.1, 11.5)).toBe(200);
  const tuning = page.getByRole('region', { name: 'Test on past data' });
  const day = tuning.getByRole('button', { name: /^Day:/ });
  const focused = page.getByRole('application', { name: /^Day,/ }).locator('.day-picker-day:focus');
  for (const { tab: name, label, typed } of TUNED) {
    await goTo(page, `/device/${device}?tab=${name}`);
    await page.getByLabel(label, { exact: true }).fill(typed);
    // The calendar is opened once today's reports are shown: while they load, nothing says whether there are any.
    await expect(tuning.getByRole('button', { name: 'Day after' })).toBeVisible();
    await expect(tuning.locator('.tuning-waiting')).toHaveCount(0);
    await expect(tuning.getByText('No reports on this day')).toHaveCount(0);
    const today = (await day.textContent()) ?? '';
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
  const read = (method: string) => (): Promise<unknown> =>
    call(
      'device-service',
      method,
      method === 'getDeviceList' ? { limit: 1, search: `spoilt-${stamp}` } : { device_id: tracker },
    );
  const trips = {
    m_source: 'auto',
    min_m_speed: 3,
    min_park_time: 5,
    gps_correct: true,
    max_dist_in_msgs: 1000,
    max_intrl_in_msgs: 300,
    min_trip_time: 60,
    min_trip_dist: 200,
    min_satellites: 4,
  };
  const cases = [
    {
      what: 'a device',
      open: '/device/create',
      type: ['Device name', `spoilt-${stamp}`],
      method: 'createDevice',
      spoilt: { sim_number_1: '12ab', name: 'x' },
      field: 'SIM number 1',
      message: /SIM number/,
      read: read('getDeviceList'),
      prepare: async () => {
        await chooseIn(page, 'Device model', 'Teltonika FMB920');
        await page.getByLabel('Unique identifier').fill(`spoilt-${stamp.slice(-4)}`);
      },
    },
    {
      what: 'a sensor',
      open: `/device/${tracker}?tab=sensors&sensor=new`,
      type: ['Sensor name', 'Spoilt'],
      method: 'createSensor',
      spoilt: { parameter: 'alert(1)' },
      field: 'Parameter',
      message: wordsOf('expressionUnexpected', '', { position: 6 }),
      read: read('getSensors'),
      async prepare() {
        await chooseIn(page, 'Type', 'Custom');
        await page.getByLabel('Parameter', { exact: true }).fill('adc2');
      },
    },
    {
      what: 'the trip detector',
      open: `/device/${tracker}?tab=tripDetector`,
      type: ['Maximum distance between messages', '3000'],
      method: 'updateDeviceSettings',
      spoilt: { trip_detector: trips },
      field: 'Parking time',
      message: /must be at least 10$/,
      read: read('getDevice'),
    },
  ] as const;
  for (const {
    what,
    open,
    type: [label, value],
    method,
    spoilt,
    field,
    message,
    read: stored,
    ...rest
  } of cases) {
    const before = await stored();
    await goTo(page, open);
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
