import { expect, test } from '../support/journey.ts';
import type { Page } from 'playwright/test';
import { HOUR, MINUTE, toIso } from '../../src/domain/base/index.ts';
import { goTo, sendPosition, signIn, url } from '../support/app.ts';
import { callAs, createUnit } from '../support/pageCalls.ts';

/** A unit of its own that has just reported; answers its number and the tracker's. */
async function createReporting(page: Page, name: string): Promise<{ unitId: number; identifier: string }> {
  const call = await callAs(page);
  const identifier = `SH${Date.now() % 1e9}`;
  const { unitId } = await createUnit(call, identifier, { name });
  await expect(async () => expect(await sendPosition(identifier, 51.5, -0.1, 20)).toBe(200)).toPass();
  return { unitId, identifier };
}

test('a unit is shared from its card, seen without a login, and gone when the link is revoked', async ({
  page,
  browser,
}) => {
  const name = `Shared ${Date.now() % 1_000_000}`;
  await signIn(page, 'consumer');
  const { unitId, identifier } = await createReporting(page, name);
  await goTo(page, `/units/map?units=${unitId}`);
  const card = page.getByRole('region', { name: 'Unit details' });
  await card.getByRole('button', { name: 'Share location' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share location' });
  await expect(dialog.getByRole('radio', { name: '1 hour' })).toBeChecked();
  await dialog.getByText('Trail since the start').click();
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = await dialog.getByRole('region', { name: 'Link', exact: true }).getByRole('link').textContent();

  const visitor = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const visit = await visitor.newPage();
  const scripts: string[] = [];
  const fed: string[] = [];
  visit.on('request', (request) => void scripts.push(request.url()));
  visit.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => void fed.push(String(payload))));
  await visit.goto(link ?? '');
  await expect(visit.getByRole('heading', { name })).toBeVisible();
  await expect(visit.getByText(/ · 5\d min \d+ sec left$/)).toBeVisible();
  const units = visit.getByRole('listitem');
  await expect(units).toHaveCount(1);
  // 20 knots as phones report them.
  await expect(units).toContainText('37 km/h');
  await expect(visit.getByRole('img', { name })).toBeVisible();
  await sendPosition(identifier, 51.51, -0.1, 40);
  await expect(units).toContainText('74 km/h');
  // Pings of the connection come between.
  expect(fed.filter((frame) => frame.includes('latitude')).at(-1)).toContain('"latitude":51.51');
  // Nothing of the signed-in product came along.
  await visit.getByRole('heading', { name }).click();
  expect(scripts.filter((each) => /\/(SignedIn|UnitMapScreen|UnitListScreen)-/.test(each))).toEqual([]);

  const line = dialog.getByRole('region', { name: 'Open links' }).getByRole('listitem').filter({ hasText: name });
  await line.getByRole('button', { name: `Revoke ${name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(line).toHaveCount(0);
  await expect(visit.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  await expect(visit).toHaveURL(url('/location/invalid'));
  await visitor.close();
});

test('a dated link counts down before it begins', async ({ page, browser }) => {
  await signIn(page, 'consumer');
  const name = `Later ${Date.now() % 1_000_000}`;
  const { unitId } = await createReporting(page, name);
  const call = await callAs(page);
  const now = Date.now();
  const { url: link } = await call('share-service', 'createShare', {
    name,
    unit_ids: [unitId],
    from: toIso(now + 5 * MINUTE),
    to: toIso(now + HOUR),
  });
  const visitor = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const visit = await visitor.newPage();
  await visit.goto(String(link));
  await expect(visit.getByRole('heading', { name: 'Not shared yet' })).toBeVisible();
  await expect(visit).toHaveURL(/\/location\/upcoming/);
  await expect(visit.getByText(name)).toBeVisible();
  await expect(visit.getByRole('timer')).toContainText('min');
  await visitor.close();
});
