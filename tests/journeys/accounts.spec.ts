import { expect, test } from '../support/journey.ts';
import type { Page } from 'playwright/test';
import { goTo, signIn, url } from '../support/app.ts';

/** Nothing may have to be scrolled sideways; downwards the content scrolls, the page itself never. */
async function expectToFit(page: Page): Promise<void> {
  const over = await page.evaluate(() => {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
    return { wider: scrollWidth - clientWidth, taller: scrollHeight - clientHeight };
  });
  expect(over.wider, page.url()).toBeLessThanOrEqual(0);
  expect(over.taller, page.url()).toBeLessThanOrEqual(0);
}

test('an owner makes a dealer: bad input is named, a reload loses nothing, and the dealer stands in list and audit', async ({
  page,
}) => {
  await signIn(page, 'owner', '/dealers');
  await page.getByRole('link', { name: 'New dealer' }).click();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('The Account name field is required')).toBeVisible();
  await page.getByLabel('Account name').fill('Harbour Telematics');
  await page.getByLabel("Administrator's email").fill('nobody');
  await expect(page.getByText('Please enter Valid email')).toBeVisible();

  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText(/have been restored/)).toBeVisible();
  await expect(page.getByLabel('Account name')).toHaveValue('Harbour Telematics');
  await page.getByRole('link', { name: 'Audit' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay here' }).click();

  await page.getByLabel("Administrator's email").fill('harbour@example.com');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/dealers$/);
  await expect(page.getByRole('link', { name: 'Harbour Telematics' })).toBeVisible();
  await page.getByRole('link', { name: 'Harbour Telematics' }).click();
  await page.getByLabel('Region').fill('North Sea');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Account saved')).toBeVisible();
  const id = new URL(page.url()).searchParams.get('account_id');
  await goTo(page, `/audit?account_id=${id}`);
  await expect(page.getByRole('rowheader', { name: /Changed the account.*Region.*North Sea/ })).toBeVisible();
});

test('a role is changed while its holder looks, and the menu changes with it', async ({ page, browser }) => {
  await signIn(page, 'consumer', '/roles-list');
  const holder = await browser.newPage();
  await signIn(holder, 'operator', '/units/list');
  await expect(holder.getByRole('link', { name: 'Map view' }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Edit Dispatcher' }).click();
  await page.getByRole('button', { name: 'Show the permissions of Units', exact: true }).click();
  await page.getByText('Menu entry', { exact: true }).click();
  await expect(page.getByRole('region', { name: 'Changes' })).toContainText('Units: Menu entry');
  // The page is reloaded two seconds after the word of it: who looks first is not known.
  const notice = holder.getByText('Your role has been updated').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await Promise.all([notice, expect(page.getByText('Role saved')).toBeVisible()]);
  await expect(holder.getByRole('link', { name: 'Map view' })).toHaveCount(0);
  await holder.close();
});

test('a new role is given to people at once', async ({ page }) => {
  await signIn(page, 'consumer', '/role/create');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('No Role Permissions: Please select at least one permission')).toBeVisible();
  await page.getByLabel('Role name').fill('Night shift');
  await page.locator('.permission-row', { hasText: 'Alerts' }).locator('label').last().click();
  await page.getByRole('button', { name: 'Save and add users' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add users to Night shift' });
  await dialog
    .getByText('operator', { exact: false })
    .or(dialog.locator('li label:not([data-disabled])'))
    .first()
    .click();
  await dialog.getByRole('button', { name: /Give the role/ }).click();
  await expect(page.getByText('1 person with this role')).toBeVisible();
  await page.getByRole('button', { name: 'Delete role' }).click();
  await expect(page.getByText(/Please assign users to other roles first/)).toBeVisible();
});

test('blocking an account makes its open window leave', async ({ page, browser }) => {
  await signIn(page, 'dealer', '/accounts');
  const inside = await browser.newPage();
  await signIn(inside, 'restricted', '/units/list');
  const name =
    (await inside.locator('.navbar-account').innerText())
      .replace(/^Account: /, '')
      .split('\n')
      .at(-1) ?? '';
  await page.getByRole('button', { name: `Status of ${name}` }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText('Blocked', { exact: true }).click();
  await expect(dialog.getByText(/sessions of \d+ (person|people)/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Block' }).click();
  await expect(inside.getByText('Your access has been blocked. Please contact your administrator.')).toBeVisible();
  await expect(
    page.getByRole('row').filter({ has: page.getByRole('button', { name: `Status of ${name}` }) }),
  ).toContainText('Blocked');
  await page.getByRole('button', { name: `Status of ${name}` }).click();
  await dialog.getByText('Active', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Activate' }).click();
  await expect(page.getByText(`${name} is active`)).toBeVisible();
  await inside.close();
});

test('who belongs to several accounts switches from the bar', async ({ page }) => {
  await page.goto(url('/login'));
  await page.getByLabel('Username or email').fill('multi');
  await page.getByLabel('Password', { exact: true }).fill('Demo#2026');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('list', { name: 'Your accounts' }).getByRole('button').first().click();
  const switcher = page.getByRole('button', { name: /switch account$/ });
  await expect(switcher).toBeVisible();
  const before = await switcher.getAttribute('aria-label');
  await switcher.click();
  await page
    .getByRole('list', { name: 'Your accounts' })
    .getByRole('button')
    .and(page.locator(':not([aria-current]):not([aria-disabled])'))
    .first()
    .click();
  await expect(switcher).not.toHaveAttribute('aria-label', before ?? '');
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
});

test('every screen of the area fits 360 px and is mirrored from right to left', async ({ browser }) => {
  const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
  await page.addInitScript(() => localStorage.setItem('wayline.preferences', JSON.stringify({ language: 'en' })));
  await page.goto(url('/login'));
  await page.getByLabel('Username or email').fill('owner');
  await page.getByLabel('Password', { exact: true }).fill('Demo#2026');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  const paths = [
    '/dashboard',
    '/users',
    '/roles-list',
    '/role/create',
    '/dealers',
    '/accounts',
    '/dealer/create',
    '/account/update',
    '/audit',
  ];
  for (const path of paths) {
    await goTo(page, path);
    await expect(page.getByRole('main').locator('h1').first()).toBeAttached();
    await expect(page.locator('.skeleton')).toHaveCount(0);
    await expectToFit(page);
  }
  await page.addInitScript(() => localStorage.setItem('wayline.preferences', JSON.stringify({ language: 'fa' })));
  await page.reload();
  for (const path of paths) {
    await goTo(page, path);
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await expect(page.locator('.skeleton')).toHaveCount(0);
    await expectToFit(page);
  }
  await page.close();
});
