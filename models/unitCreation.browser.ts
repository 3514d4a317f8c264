import type { Locator, Page } from 'playwright';
import type { Device } from '../src/domain/device/index.ts';
import { ERROR } from '../src/domain/errors/index.ts';
import type { UnitDetails } from '../src/domain/unit/index.ts';
import { createBrowserServer, freshIdentifier, type Answer, type BrowserServer } from './browserServer.ts';
import { leaveToDashboard, LIST_OF_UNITS, openFromDashboard } from './browserVisit.ts';
import type { UnitCreationModelEvent } from './unitCreation.model.ts';

export interface BrowserCreationOptions {
  readonly page: Page;
  readonly baseUrl: string;
  /** Lets a tracker report that nobody knows. */
  readonly report: (identifier: string) => Promise<unknown>;
}

/** What a walk is based on: a free device of its own, and a tracker that nobody knows. */
interface Ground {
  device: Device | null;
  /** Empty once it is claimed. */
  tracker: string;
  /** Lets a tracker that nobody knows report, and takes it as the walk's own. */
  meetTracker(): Promise<void>;
}

/**
 * Drives the wizard in the real client. The server is the real one; only a refusal and its being away are
 * put in its place. A unit that was "created on an earlier visit" is made by a call.
 */
export function createBrowserCreation({ page, baseUrl, report }: BrowserCreationOptions) {
  const server = createBrowserServer(page);
  const ground: Ground = {
    device: null,
    tracker: '',
    async meetTracker() {
      ground.tracker = freshIdentifier();
      await report(ground.tracker);
    },
  };
  const open = (query: string) => openFromDashboard(page, new URL(`/app/unit-creation${query}`, baseUrl).toString());
  return {
    start: server.start,
    /** Each start has a free device and an unknown tracker of its own, and none of the drafts before it. */
    async restart(): Promise<void> {
      // A path may end in the dialog of an allocation.
      const cancel = page.getByRole('dialog').getByRole('button', { name: 'Cancel' });
      if (await cancel.isVisible()) await cancel.click();
      // Toasts of earlier paths would lie over the wizard's last button.
      const toasts = page.getByRole('button', { name: 'Dismiss', exact: true });
      await toasts.evaluateAll((all: HTMLElement[]) => all.forEach((each) => each.click()));
      await leaveToDashboard(page);
      await page.evaluate(() => sessionStorage.clear());
      const unique_identifier = freshIdentifier();
      ground.device = await server.call<Device>('device-service', 'createDevice', {
        name: `Free ${unique_identifier}`,
        device_model: 'FMB920',
        unique_identifier,
      });
      await ground.meetTracker();
    },
    acts: {
      ...openings(page, server, ground, open),
      ...deviceActs(page, server, ground),
      ...unitActs(page, server),
    } satisfies Record<UnitCreationModelEvent, () => Promise<void>>,
    looks: looksOf(page, ground),
  };
}

/** The button that removes a chosen device, with its name: until that is known, it shows a number. */
const REMOVE = /^Remove (?!\d+$)(.*)$/;

type Acts = Partial<Record<UnitCreationModelEvent, () => Promise<void>>>;

const idOf = ({ device }: Ground): number => device?.device_id ?? 0;

function openings(page: Page, server: BrowserServer, ground: Ground, open: (query: string) => Promise<unknown>) {
  const openUnit = async (): Promise<void> => {
    const unit = await server.call<UnitDetails>('unit-service', 'createUnit', {
      name: `Earlier ${freshIdentifier()}`,
      device_ids: [idOf(ground)],
    });
    await open(`?unit=${unit.unit_id}`);
  };
  const away = (): void => server.put('getUnit', 'away');
  return {
    'open.new': async () => void (await open('')),
    'open.details': async () => void (await open(`?devices=${idOf(ground)}&step=details`)),
    'open.unit': openUnit,
    async 'open.unitAway'() {
      away();
      await openUnit();
    },
    'retry.found': () => page.getByRole('button', { name: 'Try again' }).click(),
    async 'retry.away'() {
      away();
      await page.getByRole('button', { name: 'Try again' }).click();
    },
  } satisfies Acts;
}

function deviceActs(page: Page, server: BrowserServer, ground: Ground) {
  const press = (name: string | RegExp) => () =>
    page
      .getByRole('button', { name, exact: typeof name === 'string' })
      .first()
      .click();
  const claim = async (): Promise<void> => {
    if (ground.tracker === '') await ground.meetTracker();
    const form = page.getByRole('form', { name: `Claim tracker ${ground.tracker}` });
    const opener = page.getByRole('button', { name: `Claim ${ground.tracker}` });
    const all = page.getByRole('button', { name: /^Show all/ });
    await page.getByRole('heading', { name: /Unclaimed trackers/ }).waitFor();
    // One that reported only now is listed a moment later.
    await opener.or(form).or(all).first().waitFor();
    if (await all.isVisible()) await all.click();
    if (!(await form.isVisible())) await opener.click();
    await form.getByLabel('Device name').fill('Tracker of the model');
    const model = form.getByRole('combobox', { name: 'Device model' });
    if (await model.isVisible()) {
      // A refused claim keeps what was chosen. Its form leads the focus to what it refuses, which would close a list
      // that opens now.
      if ((await model.inputValue()) === '') {
        // By key: the list of trackers above may grow at any moment, and a click would land beside the field.
        await model.press('ArrowDown');
        await page.getByRole('option').first().click();
      }
    } else await form.getByLabel('Device model').fill('Phone');
    await form.getByRole('button', { name: 'Claim and choose' }).click();
  };
  return {
    'device.chosen': () => page.getByRole('button', { name: `Choose ${ground.device?.name}` }).click(),
    /** Done when it is on offer again: until then the list grows, and moves what a next act presses. */
    async 'device.removed'() {
      const remove = page.getByRole('button', { name: REMOVE }).first();
      const [, name] = REMOVE.exec((await remove.getAttribute('aria-label')) ?? '') ?? [];
      await remove.click();
      await page
        .getByRole('button', { name: `Choose ${name}` })
        .first()
        .waitFor();
    },
    /** Done when the tracker has left the list, which would move what a next act presses. */
    async 'claim.done'() {
      await claim();
      await page.getByRole('form', { name: `Claim tracker ${ground.tracker}` }).waitFor({ state: 'detached' });
      ground.tracker = '';
    },
    async 'claim.refused'() {
      server.put('createDevice', { code: ERROR.conflict });
      await claim();
    },
    'next.empty': press('Next'),
    next: press('Next'),
    back: press('Back'),
    /** A dialog may ask about the typed values. */
    async left() {
      await press('Cancel')();
      const question = page.getByRole('alertdialog').getByRole('button', { name: 'Leave' });
      await Promise.race([page.waitForURL(LIST_OF_UNITS, { waitUntil: 'commit' }), question.waitFor()]);
      if (await question.isVisible()) await question.click();
    },
  } satisfies Acts;
}

function unitActs(page: Page, server: BrowserServer) {
  const press = (name: string) => () => page.getByRole('button', { name, exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  const save = (given?: Answer) => async () => {
    if (given) server.put('createUnit', given);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`Unit ${freshIdentifier()}`);
    await press('Create unit')();
  };
  const allocate = async (): Promise<void> => {
    await dialog.getByRole('combobox').click();
    await page.getByRole('option').first().click();
    await dialog.getByRole('button', { name: 'Next week' }).click();
    await dialog.getByRole('button', { name: 'Allocate', exact: true }).click();
  };
  return {
    'save.done': save(),
    'save.refused': save({ code: ERROR.validation }),
    'save.serverAway': save('away'),
    'save.deviceTaken': save({
      code: ERROR.conflict,
      fields: [{ field: 'device_ids', message: 'Refused by the test' }],
    }),
    'allocate.opened': press('Allocate'),
    'allocate.done': allocate,
    async 'allocate.refused'() {
      server.put('allocateUnit', { code: ERROR.conflict });
      await allocate();
    },
    'allocate.closed': () => dialog.getByRole('button', { name: 'Cancel' }).click(),
    'device.setUp': () =>
      page
        .getByRole('button', { name: /^Set up / })
        .first()
        .click(),
    later: press('Set up later'),
    finished: press('Finish'),
  } satisfies Acts;
}

function looksOf(page: Page, ground: Ground): Record<string, () => Promise<void>> {
  const seen = (locator: Locator) => () => locator.first().waitFor();
  const refused = page.getByRole('alert').filter({ hasText: /Refused by the test|reach|connect/i });
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
  const chosen = page.getByRole('list', { name: /^1 chosen device/ });
  const both =
    (...parts: Locator[]) =>
    async () => {
      for (const part of parts) await part.first().waitFor();
    };
  const offered = async (): Promise<void> => {
    await button('Set up later').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  return {
    outside: async () => undefined,
    unreachable: seen(button('Try again')),
    empty: both(
      page.getByText('No device chosen yet.'),
      page.getByRole('button', { name: `Choose ${ground.device?.name ?? ''}` }),
    ),
    missing: seen(page.getByText('Please choose at least one device')),
    claimRefused: seen(refused),
    chosen: seen(chosen),
    writing: seen(button('Create unit')),
    writingRefused: both(refused, button('Create unit')),
    taken: both(refused, chosen),
    offered,
    allocating: seen(page.getByRole('dialog')),
    allocatingRefused: seen(page.getByRole('dialog').getByText(/Refused by the test/)),
    allocated: seen(button('Finish')),
    handedOver: () => page.waitForURL(/\/device\/create\/\d+/),
    done: () => page.waitForURL(/\/unit\/\d+\/view/),
    left: () => page.waitForURL(LIST_OF_UNITS),
  };
}
