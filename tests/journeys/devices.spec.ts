import { expect, test } from '../support/journey.ts';
import type { Page } from 'playwright/test';
import { goTo, sendPosition, signIn } from '../support/app.ts';
import { chooseIn } from '../support/choose.ts';

let counter = 0;
/** Numbers that no earlier run used. */
const fresh = (): string => `8${String(Date.now()).slice(-9)}${test.info().workerIndex}${counter++}`;

async function addDevice(page: Page, name: string): Promise<string> {
  await goTo(page, '/device/create');
  await page.getByLabel('Device name').fill(name);
  await page.getByLabel('Unique identifier').fill(fresh());
  await chooseIn(page, 'Device model', 'Teltonika FMB920');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(/\/device\/\d+$/);
  return page.url();
}

test('a tracker that reported is set up: details, the usual sensors, a command, and it is in the list', async ({
  page,
}) => {
  const identifier = fresh();
  const name = `Tracker ${identifier.slice(-6)}`;
  await sendPosition(identifier, 52.5, 13.4);
  await signIn(page, 'dealer', '/devices');
  await goTo(page, '/devices');
  const all = page.getByRole('button', { name: /^Show all/ });
  await expect(page.getByText('Unclaimed trackers')).toBeVisible();
  if (await all.isVisible()) await all.click();
  await page.getByRole('link', { name: `Set up ${identifier}` }).click();
  await expect(page.getByLabel('Unique identifier')).toHaveValue(identifier);
  await page.getByLabel('Device name').fill(name);
  await chooseIn(page, 'Device model', 'Teltonika FMB920');
  await page.getByRole('button', { name: 'Save and next' }).click();
  await page
    .getByRole('button', { name: /suggested sensors/ })
    .first()
    .click();
  await page
    .getByRole('alertdialog', { name: 'Set up the trip detector?' })
    .getByRole('button', { name: 'Later' })
    .click();
  await expect(page.getByRole('row', { name: /Ignition/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('row', { name: /Ignition/ })).toBeVisible();
  await page.getByRole('button', { name: 'Next: commands' }).click();
  await page.getByRole('button', { name: 'Use: Show firmware version' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText(/queued until the device connects/)).toBeVisible();
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.getByRole('tab', { name: 'Command log' }).click();
  await expect(page.getByRole('row', { name: /getver/ })).toContainText('Queued');
  await page
    .getByRole('row', { name: /getver/ })
    .getByRole('button', { name: 'Cancel' })
    .click();
  await expect(page.getByRole('row', { name: /getver/ })).toContainText('Cancelled');
  await goTo(page, `/devices?search=${identifier}`);
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
});

test('a look of the list is kept and comes back; a status is given to a device and taken back', async ({ page }) => {
  const name = `Kept ${fresh().slice(-6)}`;
  await signIn(page, 'dealer');
  await addDevice(page, name);
  await goTo(page, `/devices?search=${encodeURIComponent(name)}`);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: 'Save view…' }).click();
  await page.getByLabel('View name').fill(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await goTo(page, '/devices');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name, exact: true }).click();
  await expect(page).toHaveURL(/search=Kept/);
  await expect(page.getByText('1 entry', { exact: true })).toBeVisible();

  await page
    .getByRole('row', { name: new RegExp(name) })
    .getByText(`Select ${name}`)
    .click({ force: true });
  await page.getByRole('button', { name: 'Set status' }).click();
  await page.getByRole('menuitem', { name: /Blocked/ }).click();
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Blocked');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Active');
});

test('a device is given to an account below, and that is ended', async ({ page }) => {
  await signIn(page, 'dealer');
  const device = await addDevice(page, `Lent ${fresh().slice(-6)}`);
  await page.goto(`${device}?tab=allocation`);
  await page.getByRole('button', { name: 'Allocate…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Allocate', exact: true }).click();
  await expect(dialog.getByText('The Account field is required')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Account' }).fill('Pars Logistics');
  await page
    .getByRole('option', { name: /^Pars Logistics/ })
    .first()
    .click();
  await dialog.getByRole('button', { name: 'This week' }).click();
  await dialog.getByRole('button', { name: 'Allocate', exact: true }).click();
  const row = page.getByRole('row', { name: /Pars Logistics/ });
  await expect(row).toContainText('Now');
  await row.getByRole('button', { name: /End the allocation/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End now' }).click();
  await expect(row).toContainText('Ended');
});

test('a SIM card is added, found, sits in the device that names its number, and is deleted', async ({ page }) => {
  const number = fresh();
  await signIn(page, 'dealer');
  await goTo(page, '/sim/create');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('The SIM number field is required')).toBeVisible();
  await page.getByLabel('SIM number').fill(number);
  await page.getByLabel('SIM operator').fill('Orange');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { name: number })).toBeVisible();
  await page.getByRole('link', { name: 'Connection' }).click();
  await expect(page.getByText('Not assigned to a device.', { exact: false })).toBeVisible();
  await goTo(page, `/sim?search=${number}&use=free`);
  await page.getByRole('link', { name: number, exact: true }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page).toHaveURL(/\/sim$/);
});
