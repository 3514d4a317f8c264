import { expect, test } from '../support/journey.ts';
import type { Locator, Page } from 'playwright/test';
import { object } from 'yup';
import { labelsField } from '../../src/domain/base/index.ts';
import { goTo, sendPosition } from '../support/app.ts';
import { formsByOne } from '../support/formsByOne.ts';
import { claimForUnit, claimFromList, editedUnit, newUnit, renamedUnit, savedView } from '../support/forms/things.ts';
import { wordsOf } from '../support/formSpoilings.ts';
import { expectRefused, spoilPost, wrongLabel, type CallCounter } from '../support/formWalk.ts';
import type { PageCall } from '../support/pageCalls.ts';

// Every form of units, claiming and allocation, walked as those of people and accounts are.
// All wrong values: src/views/wrongValuesOfThings.test.tsx.

let page: Page;
let calls: CallCounter;
let call: PageCall;

const stamp = String(Date.now()).slice(-6);
const DAY = 86_400_000;

const { walk, note, dialog } = formsByOne((forms) => void ({ page, calls, call } = forms));

async function makeDevice(name: string): Promise<number> {
  return Number(
    (
      await call('device-service', 'createDevice', {
        name,
        device_model: 'Generic',
        unique_identifier: name.replaceAll(' ', '-').toLowerCase().slice(-16),
      })
    ).device_id,
  );
}

test('a new tracker is claimed and becomes a unit', async () => {
  await makeDevice(`Spare ${stamp}`);
  const identifier = `claim-${stamp}`;
  expect(await sendPosition(identifier, 48.1, 11.5)).toBe(400);
  await goTo(page, '/unit-creation');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.getByText(wordsOf('atLeastOneDevice', ''))).toBeVisible();
  const all = page.getByRole('button', { name: /^Show all/ });
  const claim = page.getByRole('button', { name: `Claim ${identifier}` });
  await expect(claim.or(all).first()).toBeVisible();
  if (await all.isVisible()) await all.click();
  await claim.click();
  await walk({
    ...claimForUnit(`Claimed ${stamp}`),
    within: (at) => at.getByRole('form', { name: `Claim tracker ${identifier}` }),
    prepare: async (at) => {
      await at.getByRole('combobox', { name: 'Device model' }).click();
      await at.getByRole('option').first().click();
    },
    done: (at) => expect(at.getByRole('list', { name: '1 chosen device' })).toContainText(`Claimed ${stamp}`),
  });
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await walk({
    ...newUnit(`Walked ${stamp}`),
    done: (at) => expect(at.getByText(`Walked ${stamp} has been created.`)).toBeVisible(),
  });
});

/** One for the whole file: what is typed must still be the same minute where it is compared. */
const NOW = Date.now();

/** A date as this person's account writes it. */
const inDays = (days: number): string => new Date(NOW + days * DAY).toISOString().slice(0, 16).replace('T', ' ');

interface AllocationUnderTest {
  readonly name: string;
  readonly method: 'allocateDevices' | 'allocateUnit' | 'allocateUnits';
  readonly open: () => Promise<void>;
  readonly done: () => Promise<void>;
  /** Days from now on: spans of one thing must not meet. */
  readonly from: number;
  /** True of the dialog that was walked with nothing in it already. */
  readonly isKnown?: boolean;
}

const account = (): Locator => dialog().getByRole('combobox', { name: 'Account' });
const allocate = (): Promise<void> => dialog().getByRole('button', { name: 'Allocate', exact: true }).click();
const date = (label: 'From' | 'Until'): Locator => dialog().getByLabel(label, { exact: true });

async function chooseAccount(place: number): Promise<void> {
  await account().click();
  await page.getByRole('listbox').getByRole('option').nth(place).click();
}

/** Nothing, no dates, an end before its start, a lost connection, and the good end. */
async function walkAllocation({ name, method, open, done, from, isKnown = false }: AllocationUnderTest): Promise<void> {
  const before = calls.of([method]);
  await open();
  if (!isKnown) {
    await allocate();
    await expectRefused(account(), wordsOf('required', 'Account'));
  }
  await chooseAccount(0);
  if (!isKnown) {
    await allocate();
    await expectRefused(date('From'), wordsOf('required', 'From'));
    await expectRefused(date('Until'), wordsOf('required', 'Until'));
  }
  await date('From').fill(inDays(from));
  await date('Until').fill(inDays(from - 1));
  await allocate();
  await expectRefused(date('Until'), wordsOf('interval', ''));
  await date('Until').fill(inDays(from));
  await expectRefused(date('Until'), wordsOf('interval', ''));
  await date('Until').fill(inDays(from + 1));
  await expect(date('Until')).not.toHaveAttribute('aria-invalid', 'true');
  expect(calls.of([method]), `${name} sends nothing that is wrong`).toBe(before);
  await page.context().setOffline(true);
  await allocate();
  await expect(dialog().getByRole('alert').filter({ hasText: 'The server cannot be reached' })).toBeVisible();
  await expect(account()).not.toHaveValue('');
  await expect(date('From')).toHaveValue(inDays(from));
  await page.context().setOffline(false);
  await allocate();
  await done();
  await expect(dialog()).toHaveCount(0);
  expect(calls.of([method])).toBe(before + 2);
  note({ form: `Allocation: ${name}`, fields: 3, spoilings: isKnown ? 2 : 5, lostConnection: 'kept' });
}

test('allocations of a device, a unit and several units', async () => {
  const device = await makeDevice(`Lent ${stamp}`);
  const notified = (text: RegExp) => (): Promise<void> => expect(page.getByText(text).first()).toBeVisible();
  await goTo(page, `/device/${device}?tab=allocation`);
  const open = (button: RegExp | string) => (): Promise<void> =>
    page.getByRole('button', { name: button, exact: true }).first().click();
  await walkAllocation({
    name: 'a device',
    method: 'allocateDevices',
    open: open('Allocate…'),
    done: notified(/^1 device allocated to/),
    from: 3,
  });

  const [first, second] = [`Walked ${stamp}`, `Second ${stamp}`];
  await call('unit-service', 'createUnit', {
    name: second,
    kind: 'van',
    device_ids: [await makeDevice(`Device 2 ${stamp}`)],
  });
  await goTo(page, `/units/list?search=${stamp}`);
  await page.getByRole('link', { name: first, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: first })).toBeVisible();
  await walkAllocation({
    name: 'a unit',
    method: 'allocateUnit',
    isKnown: true,
    open: open('Allocate'),
    done: notified(/^Unit allocated to/),
    from: 3,
  });

  // Problems that only the server can know are said at their field, as are times before the unit was there; the dialog
  // and what is in it stay.
  const unit = Number(/unit\/(\d+)\//.exec(page.url())?.[1]);
  const before = await call('unit-service', 'getUnitAllocations', { unit_id: unit, limit: 50 });
  await open('Allocate')();
  await chooseAccount(1);
  const refused = [
    [3, 4, date('From'), /This unit is already allocated from .* You cannot reallocate it/],
    [-9, -8, date('From'), /^Not before/],
  ] as const;
  for (const [from, to, field, message] of refused) {
    await date('From').fill(inDays(from));
    await date('Until').fill(inDays(to));
    await allocate();
    await expectRefused(field, message);
  }
  const restore = await spoilPost(page, 'allocateUnit', { end_date: 'tomorrow' });
  await date('From').fill(inDays(20));
  await date('Until').fill(inDays(21));
  await allocate();
  await expectRefused(date('Until'), /is not a valid date and time/);
  await restore();
  expect(await call('unit-service', 'getUnitAllocations', { unit_id: unit, limit: 50 })).toEqual(before);
  await dialog().getByRole('button', { name: 'Cancel' }).click();

  await goTo(page, `/units/list?search=${stamp}`);
  for (const name of [first, second])
    await page
      .getByRole('row', { name: new RegExp(name) })
      .getByRole('checkbox')
      .click();
  const acts = page.getByRole('region', { name: 'Actions for selected units' });
  await walkAllocation({
    name: 'several units',
    method: 'allocateUnits',
    isKnown: true,
    open: () => acts.getByRole('button', { name: 'Allocate' }).click(),
    done: notified(/^2 units allocated to/),
    from: 10,
  });
});

test('labels of units, a name of a view, and a unit that is changed', async () => {
  await goTo(page, `/units/list?search=${stamp}`);
  await page
    .getByRole('row', { name: new RegExp(`Walked ${stamp}`) })
    .getByRole('checkbox')
    .click();
  await page
    .getByRole('region', { name: 'Actions for selected units' })
    .getByRole('button', { name: 'Groups' })
    .click();
  const night = async (scope: Page | Locator): Promise<void> => {
    await scope.getByRole('textbox', { name: 'Add', exact: true }).fill('night');
    await scope.getByRole('textbox', { name: 'Add', exact: true }).press('Enter');
  };
  const label = wrongLabel('Add');
  await walk({
    name: 'Groups of units',
    schema: object({ add: labelsField }),
    submit: 'Save',
    methods: ['changeLabels'],
    within: dialog,
    fields: {},
    chosen: ['add'],
    prepare: () => night(dialog()),
    alsoWrong: [
      {
        ...label,
        async mend(scope) {
          await label.mend(scope);
          await night(scope);
        },
      },
    ],
    done: () => expect(dialog()).toHaveCount(0),
  });

  await goTo(page, `/sim?search=${stamp}`);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: 'Save view…' }).click();
  await walk({ ...savedView(`Mine ${stamp}`), within: dialog, done: () => expect(dialog()).toHaveCount(0) });

  await goTo(page, `/units/list?search=${stamp}`);
  await page.getByRole('link', { name: `Second ${stamp}`, exact: true }).click();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(`Second ${stamp}`);
  await walk({
    ...editedUnit(`Third ${stamp}`),
    done: (at) => expect(at.getByRole('heading', { level: 1, name: `Third ${stamp}` })).toBeVisible(),
  });
});

test('a unit is renamed on the map', async () => {
  // The page is that of the unit that was changed.
  await goTo(page, `/units/map?units=${/unit\/(\d+)\//.exec(page.url())?.[1]}`);
  await page.getByRole('button', { name: 'Rename unit', exact: true }).click();
  await walk({
    ...renamedUnit(`Renamed ${stamp}`),
    within: (at) => at.getByRole('form', { name: 'Rename unit' }),
    done: (at) => expect(at.getByRole('heading', { level: 2, name: `Renamed ${stamp}` })).toBeVisible(),
  });
});

test('a tracker is claimed from the list of units', async () => {
  const identifier = `second-${stamp}`;
  expect(await sendPosition(identifier, 48.1, 11.5)).toBe(400);
  await goTo(page, '/units/list');
  await page.getByRole('button', { name: 'Unclaimed trackers' }).click();
  await dialog()
    .getByRole('button', { name: `Claim ${identifier}` })
    .click();
  await walk({
    ...claimFromList(`Fourth ${stamp}`),
    within: dialog,
    done: () => expect(dialog().getByText(`Fourth ${stamp} has been created`)).toBeVisible(),
  });
});
