import { expect, test } from '../support/journey.ts';
import { signInByForm, url } from '../support/app.ts';

test.use({ newProfile: true });

test('a wrong password is named, with a correlation id, and what was typed stays', async ({ page }) => {
  await page.goto(url('/login'));
  await page.getByLabel('Username or email').fill('nobody-here');
  await page.getByLabel('Password', { exact: true }).fill('wrong-password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Incorrect username or password')).toBeVisible();
  await expect(page.getByText(/Correlation ID: [0-9a-f-]{36}/)).toBeVisible();
  await expect(page.getByLabel('Username or email')).toHaveValue('nobody-here');
});

test('empty fields are named before the server is asked', async ({ page }) => {
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api') && request.postData()?.includes('"signin"')) calls++;
  });
  await page.goto(url('/login'));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText(/field is required/).first()).toBeVisible();
  expect(calls).toBe(0);
});

test('a screen asked for before signing in is opened after it, with its query', async ({ page }) => {
  await signInByForm(page, 'dealer', '/units/map?camera=35.7,51.4,9');
  await expect(page).toHaveURL(/\/units\/map\?camera=35\.7/);
});

test('a dealer lands on the dashboard, a consumer on the map of the account', async ({ page, browser }) => {
  await signInByForm(page, 'dealer');
  await expect(page).toHaveURL(/\/dashboard/);
  const other = await browser.newPage();
  await signInByForm(other, 'consumer');
  await expect(other).toHaveURL(/\/units\/map/);
  await other.close();
});

test('someone of several accounts chooses one, and signing out ends the session in the other tab too', async ({
  page,
  context,
}) => {
  await page.goto(url('/login'));
  await page.getByLabel('Username or email').fill('multi');
  await page.getByLabel('Password', { exact: true }).fill('Demo#2026');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/select-account/);
  await page.getByRole('main').getByRole('button').first().click();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  const second = await context.newPage();
  await second.goto(url('/units/list'));
  await expect(second.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByText('You have signed out.')).toBeVisible();
  await expect(second).toHaveURL(/\/login/);
});

test('an unknown path is a page not found, and a guarded one asks to sign in', async ({ page }) => {
  await page.goto(url('/no/such/thing'));
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await page.goto(url('/units/list'));
  await expect(page).toHaveURL(/\/login/);
});

test('the sign-in page is light: at most 200 KB of script, none of it map code', async ({ page }) => {
  const scripts: { url: string; size: Promise<{ responseBodySize: number }>; text: Promise<string> }[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() !== 'script') return;
    scripts.push({
      url: request.url(),
      size: request.sizes(),
      text: request.response().then((response) => response?.text() ?? ''),
    });
  });
  await page.goto(url('/login'));
  await expect(page.getByLabel('Username or email')).toBeVisible();
  await page.waitForLoadState('networkidle');
  let total = 0;
  for (const { url: address, size, text } of scripts) {
    total += (await size).responseBodySize;
    expect(await text, `${address} carries map code`).not.toMatch(/maplibregl-canvas|luma\.gl/);
  }
  expect(scripts.length).toBeGreaterThan(0);
  expect(total / 1_024, `${scripts.length} scripts`).toBeLessThan(200);
  // The map, which comes now, is not awaited to its end.
  page.removeAllListeners('requestfinished');
  // Scripts prefetched while somebody types leave the line to the call that signs in.
  await page.getByLabel('Username or email').fill('d');
  await expect(page.locator('link[rel="modulepreload"][href*="/UnitMapScreen-"]')).toHaveAttribute(
    'fetchpriority',
    'low',
  );
});
