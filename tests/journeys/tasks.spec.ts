import { expect, test } from '../support/journey.ts';
import type { Page } from 'playwright/test';
import { encodeTeltonikaLogin, encodeTeltonikaPacket } from '../../server/ingest/protocols/teltonika/index.ts';
import { devicePort, goTo, signIn } from '../support/app.ts';
import { chooseIn } from '../support/choose.ts';
import { drive, say } from '../support/drive.ts';
import { callAs } from '../support/pageCalls.ts';

// What dispatchers do all day, and what an installer does once, in as few clicks as it may take.

/** Counts every press of the pointer that reaches the page, across its loads. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() =>
    globalThis.addEventListener(
      'pointerdown',
      ({ isTrusted }) =>
        isTrusted && sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks') ?? 0) + 1)),
      true,
    ),
  );
  return () => page.evaluate(() => Number(sessionStorage.getItem('clicks') ?? 0));
}

test('a unit is found by its plate and its trips of today are seen in 4 clicks', async ({ page }) => {
  const clicks = await countClicks(page);
  await signIn(page, 'consumer', '/profile');
  const call = await callAs(page);
  const { rows } = await call('unit-service', 'getUnitList', { limit: 20, sort: 'name', filters: { kind: 'truck' } });
  const { name } = (rows as { name: string }[])[0];
  const plate = name.split(' ').slice(-2).join(' ');
  const before = await clicks();

  await page.getByRole('button', { name: 'Search everything' }).click();
  await page.getByRole('combobox', { name: 'Search everything' }).fill(plate);
  await page.getByRole('option', { name }).first().click();
  await expect(page.getByRole('region', { name: 'Unit details' })).toContainText(name, { timeout: 60_000 });
  await page.getByRole('link', { name: 'Trips', exact: true }).first().click();
  const trips = page.getByRole('region', { name: 'Trips' });
  await expect(trips).toContainText('1 selected unit');
  await trips.getByRole('combobox', { name: 'Interval' }).selectOption('today');
  // The browser's own list is pressed once, which a test does not.
  expect((await clicks()) + 1).toBeLessThanOrEqual(before + 4);
  await expect(trips.getByRole('listitem').or(trips.getByText('No trips in this interval')).first()).toBeVisible({
    timeout: 30_000,
  });
});

test('the whole fleet yesterday at 14:00 is shown beside now in 3 clicks', async ({ page }) => {
  const clicks = await countClicks(page);
  await signIn(page, 'dealer');
  const call = await callAs(page);
  const longitudes = async (): Promise<number[]> => {
    const { positions } = await call('tracking-service', 'getLastPositions', {});
    return (positions as { longitude: number }[]).map(({ longitude }) => longitude);
  };
  // The map begins with the units that have reported: on a new server the first of them stands alone.
  await expect.poll(async () => spanOf(await longitudes()), { timeout: 60_000 }).toBeGreaterThan(20);
  await goTo(page, '/units/map');
  await expect(page.getByRole('row').nth(2)).toBeVisible({ timeout: 60_000 });
  await expect(page).toHaveURL(/camera=/, { timeout: 60_000 });
  const before = await clicks();
  await page.getByRole('button', { name: 'Compare with another time' }).click();
  const beside = page.getByRole('region', { name: 'The fleet at another time' });
  await expect(beside.locator('.maplibregl-canvas')).toBeVisible({ timeout: 60_000 });
  const clock = beside.getByRole('button', { name: /\d{4}.*\d+:\d{2}:\d{2}/ });
  await clock.click();
  const field = page.getByRole('textbox', { name: 'Go to date and time' });
  await field.fill((await field.inputValue()).replace(/\d{1,2}:\d{2}(:\d{2})?/, '14:00'));
  await page.keyboard.press('Enter');
  await expect(clock).toContainText('14:00:00');
  expect(await clicks()).toBe(before + 2);
  await expect(page).toHaveURL(/beside=/);
  // Both look at the same place, and go on doing so.
  await expect(page.locator('.maplibregl-canvas')).toHaveCount(2);
  await expect(beside.locator('[data-camera]').first()).toHaveAttribute('data-camera', 'still', { timeout: 30_000 });
  // A fleet that was in sight as a whole is so on the half of the room.
  await expect.poll(async () => beyondSides(page, await longitudes())).toBe(0);
  await beside.getByRole('button', { name: 'Close the map beside' }).click();
  await expect(page.locator('.maplibregl-canvas')).toHaveCount(1);
});

const spanOf = (longitudes: readonly number[]): number => Math.max(...longitudes) - Math.min(...longitudes);

/** The map is not drawn smaller (`baseMap.ts`). */
const LEAST_ZOOM = 1;

/**
 * How many of these lie left or right of a map, by the camera of the address; none where the map is as small as it
 * goes: other journeys put units into far oceans, and half a map has no room for a fleet around the world.
 */
async function beyondSides(page: Page, longitudes: readonly number[]): Promise<number> {
  const [, middle, zoom] = (new URL(page.url()).searchParams.get('camera') ?? '').split(',').map(Number);
  const { width = 0 } = (await page.locator('.maplibregl-canvas').first().boundingBox()) ?? {};
  if (zoom < LEAST_ZOOM + 0.01) return 0;
  const pixelsOfDegree = (512 * 2 ** zoom) / 360;
  return longitudes.filter((each) => !(Math.abs(each - middle) * pixelsOfDegree < width / 2)).length;
}

const IMEI = `36${String(Date.now()).slice(-13)}`;

test('an own tracker with a fuel table is there in 10 clicks', async ({ page }) => {
  const name = `Tank ${IMEI.slice(-6)}`;
  const clicks = await countClicks(page);
  await say(devicePort('teltonika'), encodeTeltonikaLogin(IMEI), encodeTeltonikaPacket(drive(Date.now(), 35.7, 51.4)));
  await signIn(page, 'consumer', '/units/list');
  await expect(page.getByRole('button', { name: 'Unclaimed trackers' })).toBeVisible();
  const before = await clicks();
  await page.getByRole('button', { name: 'Unclaimed trackers' }).click();
  await page.getByRole('button', { name: `Claim ${IMEI}` }).click();
  await page.getByLabel('Unit name').fill(name);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Set up now' }).click();
  await page.getByRole('button', { name: 'Add sensor' }).click();
  await chooseIn(page, 'Type', 'Fuel level');
  await page.getByLabel('Parameter', { exact: true }).fill('adc1');
  await page.getByText('XY pairs', { exact: true }).click();
  // A new table has its first two rows already.
  const pairs = [
    ['0', '0'],
    ['5', '60'],
  ];
  for (const [row, [raw, value]] of pairs.entries()) {
    await page.getByLabel(`Raw (X) ${row + 1}`, { exact: true }).fill(raw);
    await page.getByLabel(`Value (Y) ${row + 1}`, { exact: true }).fill(value);
  }
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  // The settings that the sensor makes possible are offered, and may wait.
  await page.getByRole('alertdialog').getByRole('button', { name: 'Later' }).click();
  await expect(page.getByRole('row', { name: /Fuel level/ })).toBeVisible();
  await page.getByRole('button', { name: 'Finish' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  expect((await clicks()) - before).toBeLessThanOrEqual(10);
});
