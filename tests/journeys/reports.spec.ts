import fs from 'node:fs';
import { expect, test } from '../support/journey.ts';
import { signIn } from '../support/app.ts';

const stamp = String(Date.now()).slice(-8);
/** A spreadsheet is an archive. */
const ARCHIVE = 'PK';

test('a report of trips is generated, leads to the timeline, and comes as a file', async ({ page }) => {
  const name = `Trips ${stamp}`;
  await signIn(page, 'consumer', '/report');
  await page.getByRole('link', { name: 'Trips', exact: true }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: /Period/ }).click();
  await page.getByRole('option', { name: 'Last 7 days' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.getByRole('button', { name: 'Generate', exact: true }).click();

  // The state comes by itself, with the file.
  const spreadsheet = page.getByRole('button', { name: 'Download Spreadsheet' }).first();
  await expect(spreadsheet).toBeVisible({ timeout: 60_000 });
  const [file] = await Promise.all([page.waitForEvent('download'), spreadsheet.click()]);
  expect(file.suggestedFilename()).toBe(`${name}.xlsx`);
  expect(fs.readFileSync(await file.path(), { encoding: 'latin1' }).slice(0, 2)).toBe(ARCHIVE);

  await page.getByRole('tab', { name: 'Trips' }).click();
  await page
    .getByRole('link', { name: /: Show on the timeline$/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/units\/trips\?/);
  await expect(page.getByRole('region', { name: 'Unit details' })).toBeVisible();
});
