import type { Locator, Page } from 'playwright';
import type { Device } from '../src/domain/device/index.ts';
import { ERROR } from '../src/domain/errors/index.ts';
import { createBrowserServer, freshIdentifier, type Answer } from './browserServer.ts';
import { leaveToDashboard, openFromDashboard } from './browserVisit.ts';
import type { DeviceSetupModelEvent } from './deviceSetup.model.ts';

const LIST_OF_DEVICES = /\/devices$/;

/** Two models that devices of a tour change between. */
const DEVICE_MODELS = ['Teltonika FMB920', 'Concox GT06N'] as const;

/** What a walk is based on: the model that the device was saved with. */
interface Ground {
  model: (typeof DEVICE_MODELS)[number];
}

const otherModel = ({ model }: Ground) => DEVICE_MODELS.find((each) => each !== model) ?? model;

/**
 * Drives the wizard in the real client. The server is the real one; only a refusal and its being away are
 * put in its place. Devices that were "left half way" are made by a call, as another visit would have. `home`: the list
 * that the wizard is left to; for a consumer there is none of devices (specification, chapter 6).
 */
export function createBrowserSetup(page: Page, baseUrl: string, home = LIST_OF_DEVICES) {
  const { start, put, call } = createBrowserServer(page);
  const ground: Ground = { model: DEVICE_MODELS[0] };
  const open = async (path: string, before: () => void = () => undefined): Promise<void> => {
    ground.model = DEVICE_MODELS[0];
    // A path may end where a sensor asks for its settings.
    const later = page.getByRole('alertdialog').getByRole('button', { name: 'Later' });
    if (await later.isVisible()) await later.click();
    await leaveToDashboard(page);
    before();
    await openFromDashboard(page, new URL(`/app/${path}`, baseUrl).toString());
    // What an earlier path typed and did not save is offered again.
    const discard = page.getByRole('button', { name: 'Discard' });
    if (await discard.isVisible()) await discard.click();
  };
  const openStep = async (step: string, before?: () => void): Promise<void> => {
    const identifier = freshIdentifier();
    const device = await call<Device>('device-service', 'createDevice', {
      name: `Half way ${identifier}`,
      device_model: 'FMB920',
      manufacturer: 'Teltonika',
      unique_identifier: identifier,
    });
    await open(`device/create/${device.device_id}?step=${step}`, before);
  };
  const looks = looksOf(page, home);
  return { start, restart: async () => undefined, acts: actsOf({ page, put, open, openStep, ground }), looks };
}

interface Hands {
  readonly page: Page;
  readonly put: (method: string, given: Answer) => void;
  readonly open: (path: string) => Promise<void>;
  readonly openStep: (step: string, before?: () => void) => Promise<void>;
  readonly ground: Ground;
}

function actsOf({ page, put, open, openStep, ground }: Hands): Record<DeviceSetupModelEvent, () => Promise<void>> {
  const button = (name: string | RegExp): Locator =>
    page.getByRole('button', { name, exact: typeof name === 'string' });
  const press = (name: string | RegExp) => () => button(name).click();
  const isNew = (): boolean => page.url().endsWith('/device/create');
  const fill = async (): Promise<void> => {
    if (!isNew()) return;
    await page.getByLabel('Device name').fill('Van of the model');
    await page.getByLabel('Unique identifier').fill(freshIdentifier());
    await choose('Device model', ground.model);
  };
  const choose = async (label: string, option: string): Promise<void> => {
    const box = page.getByRole('combobox', { name: label });
    // The same text typed again opens nothing: a press does.
    await box.click();
    await box.fill(option);
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  const save = (name: string, refusal?: Answer) => async () => {
    await fill();
    if (refusal) put(isNew() ? 'createDevice' : 'updateDevice', refusal);
    await button(name).click();
  };
  const addSensor = (type: string) => async () => {
    await button('Add sensor').first().click();
    await choose('Type', type);
    await button('Save').click();
  };
  const inDialog = (name: string) => () =>
    page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();
  return {
    'open.new': () => open('device/create'),
    'open.details': () => openStep('details'),
    'open.sensors': () => openStep('sensors'),
    'open.commands': () => openStep('commands'),
    // Not earlier: the page that is shown may ask for its own device again.
    'open.away': () => openStep('details', () => put('getDevice', 'away')),
    'retry.found': press('Try again'),
    async 'retry.away'() {
      put('getDevice', 'away');
      await button('Try again').click();
    },
    'save.next': save('Save and next'),
    'save.done': save('Save'),
    'save.refused': save('Save and next', { code: ERROR.validation }),
    'save.serverAway': save('Save and next', 'away'),
    async 'model.changed'() {
      await choose('Device model', otherModel(ground));
      await button('Save and next').click();
    },
    async 'model.confirmed'() {
      await inDialog('Change and delete')();
      ground.model = otherModel(ground);
    },
    async 'model.confirmedRefused'() {
      put('updateDevice', { code: ERROR.conflict });
      await inDialog('Change and delete')();
    },
    async 'model.kept'() {
      await inDialog('Cancel')();
      // A list that is opened before the focus is back is closed by it.
      await button('Save and next').and(page.locator(':focus')).waitFor();
    },
    'sensor.plain': addSensor('Ignition'),
    'sensor.gps': addSensor('GPS position'),
    'sensor.fuel': addSensor('Fuel level'),
    'prompt.accepted': inDialog('Set up now'),
    'prompt.later': inDialog('Later'),
    'settings.saved': press('Save'),
    'settings.later': press('Later'),
    reloaded: async () => void (await page.reload()),
    next: () => button(page.url().includes('step=sensors') ? 'Next: commands' : 'Sensors').click(),
    back: press('Back'),
    finished: press('Finish'),
    left: press('Cancel'),
  };
}

function looksOf(page: Page, home: RegExp): Record<string, () => Promise<void>> {
  const seen = (locator: Locator) => () => locator.first().waitFor();
  const heading = (name: string | RegExp): Locator => page.getByRole('heading', { name });
  const atUrl = (pattern: RegExp) => () => page.waitForURL(pattern, { waitUntil: 'commit' });
  const details = async (): Promise<void> => {
    await page.waitForURL(/\/device\/create\/\d+\?step=details/, { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Save and next' }).waitFor();
  };
  const question = (name: string) => seen(page.getByRole('alertdialog', { name }));
  const settings = (name: string) => async () => {
    await heading(name).waitFor();
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  };
  const refused = seen(page.getByRole('alert').filter({ hasText: /Refused by the test|reach|connect/i }));
  const fitted = seen(heading('1 sensor'));
  return {
    outside: async () => undefined,
    unreachable: seen(page.getByRole('button', { name: 'Try again' })),
    new: seen(heading('New device')),
    newRefused: refused,
    details,
    sensors: seen(heading('No sensors yet')),
    promptTrips: question('Set up the trip detector?'),
    promptFuel: question('Set up fuel theft and refill?'),
    settingTrips: settings('Set up the trip detector?'),
    settingFuel: settings('Set up fuel theft and refill?'),
    fitted,
    fittedDetails: details,
    fittedRefused: refused,
    confirming: question('Change the model?'),
    commands: seen(heading('Saved commands')),
    done: atUrl(/\/device\/\d+$/),
    list: atUrl(home),
  };
}
