import { strict as assert } from 'node:assert';
import type { Locator, Page } from 'playwright';
import type { ReplyEnvelope } from '../src/api/contract/index.ts';
import type { Device } from '../src/domain/device/index.ts';
import { ERROR } from '../src/domain/errors/index.ts';
import type { DeviceSetupModelEvent } from './deviceSetup.model.ts';
import { answer, type Answer } from './session.browser.ts';

/** A call as the client sent it last: what a test needs to call the server itself. */
interface Sent {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly header: object;
}

let counter = 0;
/** An identifier that no earlier path used. */
const freshIdentifier = (): string => `4${String(Date.now()).slice(-9)}${String(counter++).padStart(4, '0')}`;

/**
 * Drives the wizard in the real client. The server is the real one; only a refusal and its being away are
 * put in its place. Devices that were "left half way" are made by a call, as another visit would have.
 */
export function createBrowserSetup(page: Page, baseUrl: string) {
  const answers = new Map<string, Answer[]>();
  const put = (method: string, given: Answer): void => void answers.set(method, [given]);
  let sent: Sent | null = null;
  page.on('request', (request) => {
    if (!request.url().endsWith('/api')) return;
    const { header } = request.postDataJSON() as { header: object };
    sent = { url: request.url(), headers: request.headers(), header };
  });
  // Paths are left wherever they end: what was typed there is of no more use.
  page.on('dialog', (dialog) => void dialog.accept());
  const call = async <Reply>(service: string, method: string, data: object): Promise<Reply> => {
    assert.ok(sent, 'The client has not called the server yet.');
    const reply = await page.request.post(sent.url, { headers: sent.headers, data: { header: { ...sent.header, service, method }, data } });
    const { error, data: value } = (await reply.json()) as ReplyEnvelope<Reply>;
    assert.equal(error, null, error?.message);
    return value as Reply;
  };
  const open = (path: string) => page.goto(new URL(`/app/${path}`, baseUrl).toString());
  const openStep = async (step: string): Promise<void> => {
    const identifier = freshIdentifier();
    const device = await call<Device>('device-service', 'createDevice', { name: `Half way ${identifier}`, device_model: 'FMB920', manufacturer: 'Teltonika', unique_identifier: identifier });
    await open(`device/create/${device.device_id}?step=${step}`);
  };
  const looks = looksOf(page);
  return {
    /** Must be called before the first page is opened. */
    start: () => page.route('**/api', (route) => answer(route, answers)),
    acts: actsOf(page, put, open, openStep),
    looks,
  };
}

function actsOf(page: Page, put: (method: string, given: Answer) => void, open: (path: string) => Promise<unknown>, openStep: (step: string) => Promise<void>): Record<DeviceSetupModelEvent, () => Promise<void>> {
  const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: typeof name === 'string' });
  const press = (name: string | RegExp) => () => button(name).click();
  const isNew = (): boolean => page.url().endsWith('/device/create');
  const fill = async (): Promise<void> => {
    if (!isNew()) return;
    await page.getByLabel('Device name').fill('Van of the model');
    await page.getByLabel('Unique identifier').fill(freshIdentifier());
    await choose('Device model', 'Teltonika FMB920');
  };
  const choose = async (label: string, option: string): Promise<void> => {
    await page.getByRole('combobox', { name: label }).fill(option);
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
  const inDialog = (name: string) => () => page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();
  return {
    'open.new': async () => void (await open('device/create')),
    'open.details': () => openStep('details'),
    'open.sensors': () => openStep('sensors'),
    'open.commands': () => openStep('commands'),
    async 'open.away'() {
      put('getDevice', 'away');
      await openStep('details');
    },
    'retry.found': press('Try again'),
    async 'retry.away'() {
      put('getDevice', 'away');
      await button('Try again').click();
    },
    'save.next': save('Save and Next'),
    'save.done': save('Save'),
    'save.refused': save('Save and Next', { code: ERROR.validation }),
    'save.serverAway': save('Save and Next', 'away'),
    async 'model.changed'() {
      await choose('Device model', 'Concox GT06N');
      await button('Save and Next').click();
    },
    'model.confirmed': inDialog('Change and delete'),
    async 'model.confirmedRefused'() {
      put('updateDevice', { code: ERROR.conflict });
      await inDialog('Change and delete')();
    },
    'model.kept': inDialog('Cancel'),
    'sensor.plain': addSensor('Ignition'),
    'sensor.gps': addSensor('GPS position'),
    'sensor.fuel': addSensor('Fuel level'),
    'prompt.accepted': inDialog('Set up now'),
    'prompt.later': inDialog('Later'),
    'settings.saved': press('Save'),
    'settings.later': press('Later'),
    next: press(/^(Next: commands|Sensors)$|2 ?Sensors/),
    back: press('Back'),
    finished: press('Finish'),
    left: press('Cancel'),
  };
}

function looksOf(page: Page): Record<string, () => Promise<void>> {
  const seen = (locator: Locator) => () => locator.first().waitFor();
  const heading = (name: string | RegExp): Locator => page.getByRole('heading', { name });
  const atUrl = (pattern: RegExp) => () => page.waitForURL(pattern);
  const details = async (): Promise<void> => {
    await page.waitForURL(/\/device\/create\/\d+\?step=details/);
    await page.getByRole('button', { name: 'Save and Next' }).waitFor();
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
    commands: seen(heading('Kept commands')),
    done: atUrl(/\/device\/\d+$/),
    list: atUrl(/\/devices$/),
  };
}
