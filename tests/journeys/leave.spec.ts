import { expect, test } from '../support/journey.ts';
import { signIn } from '../support/app.ts';

test('the browser’s own Back asks before it leaves what was typed', async ({ page }) => {
  await signIn(page, 'dealer', '/consumers');
  await page.getByRole('link', { name: 'New consumer' }).click();
  const name = page.getByLabel('Account name');
  await name.fill('Nord Freight');
  const entries = await page.evaluate(() => history.length);

  const back = (): Promise<void> => page.evaluate(() => history.back());
  await back();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay here' }).click();
  await expect(page).toHaveURL(/\/consumer\/create$/);
  await expect(name).toHaveValue('Nord Freight');

  await back();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/consumers$/);
  await expect(page.getByRole('link', { name: 'New consumer' })).toBeVisible();
  expect(await page.evaluate(() => history.length), 'the question costs no step of the history').toBe(entries);

  // Nothing is unsaved any more: the way on and back is free.
  await page.goForward();
  await expect(page).toHaveURL(/\/consumer\/create$/);
});

test('Back is free where nothing was typed', async ({ page }) => {
  await signIn(page, 'dealer', '/consumers');
  await page.getByRole('link', { name: 'New consumer' }).click();
  await expect(page.getByLabel('Account name')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/consumers$/);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});
