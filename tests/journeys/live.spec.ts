import { expect, test } from '../support/journey.ts';
import type { Page } from 'playwright/test';
import { sendPosition, signIn, url } from '../support/app.ts';
import { callAs } from '../support/pageCalls.ts';

/** Positions that the list shows, by the unit's name. */
async function placesInList(page: Page): Promise<Map<string, string>> {
  const rows = await page
    .getByRole('row')
    .evaluateAll((all) =>
      all.map((row) =>
        [...row.querySelectorAll('[role=gridcell], [role=rowheader]')].map((cell) => cell.textContent ?? ''),
      ),
    );
  return new Map(
    rows.flatMap((cells): [string, string][] => {
      const place = cells.find((text) => /^-?\d+\.\d{5}, -?\d+\.\d{5}$/.test(text));
      const name = cells.find((text) => text.trim() !== '' && text !== place);
      return place !== undefined && name !== undefined ? [[name, place]] : [];
    }),
  );
}

test('the demo fleet drives: units move, and their positions change', async ({ page }) => {
  await signIn(page, 'dealer', '/units/list');
  const moving = page.getByRole('button', { name: /Moving/ });
  await expect
    .poll(async () => Number((await moving.innerText()).match(/\d+/)?.[0] ?? 0), { timeout: 30_000 })
    .toBeGreaterThan(0);
  await moving.click();
  const before = await placesInList(page);
  expect(before.size).toBeGreaterThan(0);
  // Of those in view: the first may stand at a light, or have reported just before.
  await expect
    .poll(
      async () =>
        [...(await placesInList(page))].some(([name, place]) => before.has(name) && before.get(name) !== place),
      { timeout: 40_000 },
    )
    .toBe(true);
  // One connection a page, however often React drew it before it showed it.
  expect(page.workers().filter((worker) => worker.url().includes('/live.worker'))).toHaveLength(1);
});

test("a tracker of one's own is refused, listed, claimed, and shown as it reports", async ({ page }) => {
  const identifier = `phone-${Date.now() % 1_000_000}`;
  expect(await sendPosition(identifier, 52.5163, 13.3777)).toBe(400);
  await signIn(page, 'dealer', '/units/list');
  await page.getByRole('button', { name: 'Unclaimed trackers' }).click();
  await page.getByRole('button', { name: `Claim ${identifier}` }).click();
  await page.getByRole('button', { name: 'Create unit' }).click();
  await expect(page.getByText(/field is required/)).toBeVisible();
  await page.getByLabel('Unit name').fill(`Mine ${identifier}`);
  await page.getByRole('button', { name: 'Create unit' }).click();
  await expect(page.getByText(`Mine ${identifier} has been created`)).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('searchbox').fill(identifier);
  const row = page.getByRole('row', { name: new RegExp(identifier) });
  await expect(row).toContainText('Never reported');
  // By the feed alone: what was asked of the server meanwhile would have been the way of a list that is read again.
  const asked: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api') asked.push(request.postDataJSON()?.header?.service);
  });
  for (const latitude of [52.5163, 52.5173, 52.5183]) {
    expect(await sendPosition(identifier, latitude, 13.3777)).toBe(200);
    await row.getByText(`${latitude.toFixed(5)}, 13.37770`).waitFor();
  }
  await expect(row).toContainText('Moving');
  expect(asked).not.toContain('unit-service');
});

test('a broken connection says so at once and comes back by itself', async ({ page, context }) => {
  await signIn(page, 'dealer', '/units/list');
  const status = page.getByRole('status', { name: 'Connection' });
  await expect(status).toContainText('Live');
  await context.setOffline(true);
  await expect(status).toContainText('Connection lost', { timeout: 30_000 });
  await context.setOffline(false);
  await expect(status).toContainText('Live', { timeout: 40_000 });
});

test('what is changed between the first reading of a screen and the joining of the feed is shown', async ({ page }) => {
  const stamp = String(Date.now()).slice(-8);
  await signIn(page, 'dealer', '/units/list');
  const call = await callAs(page);
  const tracker = { name: `Before ${stamp}`, device_model: 'Traccar Client', unique_identifier: `early-${stamp}` };
  const { device_id } = await call('device-service', 'createDevice', tracker);
  const joining = Promise.withResolvers<void>();
  await page.route(/live\.worker/, (route) => joining.promise.then(() => route.continue()));
  await page.goto(url(`/devices?search=${stamp}`));
  await expect(page.getByRole('row', { name: new RegExp(tracker.name) })).toBeVisible();
  await expect(page.getByRole('status', { name: 'Connection' })).toContainText('Connecting');
  await call('device-service', 'updateDevice', { ...tracker, device_id, name: `After ${stamp}` });
  joining.resolve();
  await expect(page.getByRole('row', { name: new RegExp(`After ${stamp}`) })).toBeVisible();
});

test('a viewer sees no way to register trackers or rename units', async ({ page }) => {
  await signIn(page, 'viewer', '/units/list');
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Unclaimed trackers' })).toHaveCount(0);
});

test('languages change at run time, with the direction', async ({ page }) => {
  await signIn(page, 'dealer', '/units/list');
  for (const [name, language, direction] of [
    ['فارسی', 'fa', 'rtl'],
    ['Русский', 'ru', 'ltr'],
  ] as const) {
    await page.getByRole('banner').getByRole('button').nth(1).click();
    await page.getByRole('menuitemradio', { name }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.locator('html')).toHaveAttribute('dir', direction);
  }
});

test('nothing is asked of another host, and the console stays clean', async ({ page }) => {
  const foreign: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(process.env.WAYLINE_URL ?? '') && !/^(data|blob):/.test(request.url()))
      foreign.push(request.url());
  });
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  // Waited for from the start: the map may have its tiles before anybody looks.
  const tile = page.waitForResponse(/\/basemap\/.*\.mvt/);
  await signIn(page, 'dealer', '/units/map');
  await expect(page.locator('canvas').first()).toBeVisible();
  await tile;
  await page.goto(url('/units/list'));
  await expect(page.getByRole('grid')).toBeVisible();
  expect(foreign).toEqual([]);
  expect(complaints).toEqual([]);
});
