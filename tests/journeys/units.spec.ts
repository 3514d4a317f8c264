import { expect, test } from '../support/journey.ts';
import type { Page } from 'playwright/test';
import { goTo, sendPosition, signIn } from '../support/app.ts';

let counter = 0;
const fresh = (): string => `phone-${Date.now() % 1_000_000}${counter++}`;

/** Makes a unit of a tracker that nobody knows, by the wizard, up to where the rest may wait. */
async function createUnit(page: Page, identifier: string, name: string): Promise<void> {
  expect(await sendPosition(identifier, 48.137, 11.575)).toBe(400);
  await goTo(page, '/unit-creation');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Please choose at least one device')).toBeVisible();
  const claim = page.getByRole('button', { name: `Claim ${identifier}` });
  await page.getByRole('heading', { name: /Unclaimed trackers/ }).waitFor();
  if (!(await claim.isVisible())) await page.getByRole('button', { name: /^Show all/ }).click();
  await claim.click();
  await page.getByLabel('Device name').fill(`Phone of ${name}`);
  await page.getByRole('combobox', { name: 'Device model' }).click();
  await page.getByRole('option').first().click();
  await page.getByRole('button', { name: 'Claim and choose' }).click();
  await expect(page.getByRole('list', { name: '1 chosen device' })).toContainText(`Phone of ${name}`);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
}

test('a tracker becomes a unit, is given to an account for next week, and is seen at its first report', async ({
  page,
}) => {
  const identifier = fresh();
  const name = `Journey ${identifier}`;
  await signIn(page, 'dealer', '/units/list');
  await createUnit(page, identifier, name);
  await page.getByText('Boat', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Groups' }).fill('harbour,');

  // A reload loses nothing of it.
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(name);
  await expect(page.getByRole('radio', { name: 'Boat' })).toBeChecked();
  await page.getByRole('button', { name: 'Create unit' }).click();
  await expect(page.getByText(`${name} has been created.`)).toBeVisible();

  await page.getByRole('button', { name: 'Allocate', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Allocate', exact: true }).click();
  await expect(dialog.getByText('The Account field is required')).toBeVisible();
  await dialog.getByRole('combobox').click();
  await page.getByRole('option').first().click();
  await dialog.getByRole('button', { name: 'Next week' }).click();
  await dialog.getByRole('button', { name: 'Allocate', exact: true }).click();
  await page.getByRole('button', { name: 'Finish' }).click();

  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Allocations' })).toContainText('Planned');
  await expect(
    page.getByText(`${name} unit do not have position co-ordinates`, { exact: false }).first(),
  ).toBeVisible();
  expect(await sendPosition(identifier, 48.137, 11.575)).toBe(200);
  await expect(page.getByText('48.13700, 11.57500')).toBeVisible();
  // The same mark as on the map of the fleet.
  await expect(page.locator('.place-map .unit-view-mark svg')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Show on map' })).toHaveAttribute('href', /units=\d+/);

  // The same span again, and what is said of it.
  await page.getByRole('button', { name: 'Allocate', exact: true }).click();
  await dialog.getByRole('combobox').click();
  await page.getByRole('listbox').getByRole('option').first().click();
  await dialog.getByRole('button', { name: 'Next week' }).click();
  await dialog.getByRole('button', { name: 'Allocate', exact: true }).click();
  await expect(dialog.getByText('Already allocated to the same account').first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: /^Withdraw/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('Never allocated')).toBeVisible();
});

test('units are found by label, given another status and their own one back, labelled and deleted', async ({
  page,
}) => {
  const identifier = fresh();
  const name = `Bulk ${identifier}`;
  await signIn(page, 'dealer', '/units/list');
  await createUnit(page, identifier, name);
  await page.getByRole('textbox', { name: 'Groups' }).fill(`${identifier},`);
  await page.getByRole('button', { name: 'Create unit' }).click();
  await page.getByRole('button', { name: 'Set up later' }).click();
  await goTo(page, `/units/list?label=${identifier}`);
  const row = page.getByRole('row', { name: new RegExp(name) });
  await expect(row).toContainText('Active');
  await expect(page.getByText('1 of', { exact: false }).first()).toBeVisible();

  await row.getByRole('checkbox').click();
  const acts = page.getByRole('region', { name: 'Actions for selected units' });
  await acts.getByRole('button', { name: 'Set status' }).click();
  await page.getByRole('menuitem', { name: /^Blocked/ }).click();
  await expect(row).toContainText('Blocked');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toContainText('Active');

  await acts.getByRole('button', { name: 'Show on map' }).click();
  await expect(page.getByText(`${name} unit do not have position co-ordinates`)).toBeVisible();

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByText('Groups', { exact: true }).last().click();
  await page.keyboard.press('Escape');
  await acts.getByRole('button', { name: 'Groups' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Add' }).fill('night shift');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(row).toContainText('night shift');

  await row.getByRole('checkbox').click();
  await acts.getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('alertdialog', { name: 'Delete 1 unit?' })
    .getByRole('button', { name: 'Delete 1 unit' })
    .click();
  await expect(page.getByText('No unit matches')).toBeVisible();
});

test('who may only look sees a unit with its devices, and no way to change it', async ({ page }) => {
  await signIn(page, 'viewer', '/units/list');
  // One of the demo's own, whose names are Persian here: other journeys leave units without sensors.
  await page
    .getByRole('gridcell')
    .getByRole('link', { name: /[\u0600-\u06ff]/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: /^1 device$/ })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Sensors' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await goTo(page, page.url().replace(/view$/, 'edit'));
  await expect(page.getByText('Un-authorized action')).toBeVisible();
});
