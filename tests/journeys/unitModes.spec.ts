import { expect, test } from '../support/journey.ts';
import type { Page } from 'playwright/test';
import { goTo, sendPosition, signIn } from '../support/app.ts';
import { callAs, createUnit } from '../support/pageCalls.ts';

// The last long file of a run: all workers share its tests, which do not depend on one another.
test.describe.configure({ mode: 'parallel' });

/** In the ocean, far from the units of the demo, and from what an earlier try left there. */
const inTheOcean = () => ({ latitude: -10 - (Date.now() % 1_000) / 100, longitude: -30.25 });

const modes = (page: Page) => page.getByRole('navigation', { name: 'What is shown beside the map' });
const card = (page: Page) => page.getByRole('region', { name: 'Unit details' });

/** Waits until the camera is where it was sent. */
async function cameraRests(page: Page): Promise<void> {
  await expect(page.locator('.maplibregl-map').first()).toHaveAttribute('data-camera', 'still', { timeout: 30_000 });
}

/** Opens what the search finds by its name. */
async function find(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search everything' }).fill(name);
  await expect(page.getByRole('option', { name }).first()).toBeVisible({ timeout: 30_000 });
  await page.keyboard.press('Enter');
}

/** Opens the map and waits until it can be spoken to. */
async function openMap(page: Page, query = ''): Promise<void> {
  await goTo(page, `/units/map${query}`);
  await expect(page.locator('.maplibregl-canvas').first()).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('row').nth(2)).toBeVisible({ timeout: 30_000 });
}

test('a trip is shown with its reasons, drawn, and played; its events are on the same timeline', async ({ page }) => {
  await signIn(page, 'consumer', '/units/trips');
  const trip = { name: /\d+:\d+.* – .*km/ };
  // Stops of units that other tests made may fill the first page.
  await page.getByText('Stops and gaps').click();
  await expect(page.getByRole('button', trip).first()).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', trip).first().click();
  // Trips of others come in above it meanwhile: from here on it is the pressed one.
  const chosen = page.getByRole('button', { ...trip, pressed: true });
  await expect(chosen).toHaveCount(1);
  await expect(page.getByText(/^Started: /)).toBeVisible();
  await expect(page.getByText(/^Ended: /)).toBeVisible();
  // The whole of it is on the ruler, looped, and time runs in it.
  await expect(page).toHaveURL(/from=.*to=/, { timeout: 30_000 });
  const address = new URL(page.url()).searchParams;
  await expect(card(page)).toBeVisible();
  expect(Date.parse(address.get('at') ?? '')).toBeGreaterThanOrEqual(Date.parse(address.get('from') ?? ''));
  await chosen.click();
  await expect(chosen).toHaveCount(0);
  await modes(page).getByRole('link', { name: 'Events' }).click();
  // The trip is played still. Time stops where an event is pressed, so that the list does not run away with the ruler.
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  const events = page.getByRole('list', { name: 'Events' });
  await expect(events.getByRole('button').first()).toBeVisible({ timeout: 60_000 });
  await events.getByRole('button').first().click();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  const pressed = events.getByRole('button', { pressed: true });
  await expect(pressed).toHaveCount(1);
  const time = await pressed.locator('time').getAttribute('datetime');
  await expect.poll(() => Date.parse(new URL(page.url()).searchParams.get('at') ?? '')).toBe(Date.parse(time ?? ''));
});

test('search finds units and places from any screen, and ranks the units by their distance to a place', async ({
  page,
}) => {
  await signIn(page, 'consumer', '/users');
  await expect(page.getByRole('button', { name: 'Search everything' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search everything' });
  await field.fill('shiraz');
  // Units, links and people may have the town in their names too.
  const town = page.getByRole('option', { name: /^Shiraz/ }).first();
  await expect(town).toBeVisible({ timeout: 30_000 });
  await town.click();
  const ranking = page.getByRole('region', { name: 'Nearest units' });
  await expect(ranking.getByRole('listitem').nth(1)).toBeVisible({ timeout: 60_000 });
  await expect(ranking).toContainText('Nearest to Shiraz');
  const metres = (text: string): number =>
    Number(text.match(/([\d.,]+) (k?m),/)?.[1].replace(',', '')) * (text.includes(' km,') ? 1_000 : 1);
  const distances = (await ranking.getByRole('listitem').allInnerTexts()).map(metres);
  expect(distances).toEqual(distances.toSorted((one, other) => one - other));
  await ranking.getByRole('listitem').first().getByRole('button').click();
  await expect(card(page)).toBeVisible();
  await ranking.getByRole('button', { name: 'Close nearest units' }).click();
  await expect(ranking).toHaveCount(0);
});

test('several units are selected by keys and by a box, followed, and let go', async ({ page }) => {
  await signIn(page, 'consumer');
  await openMap(page);
  const rows = page.getByRole('row');
  await rows.nth(1).click();
  await rows.nth(3).click({ modifiers: ['Shift'] });
  const bar = page.getByRole('toolbar', { name: 'Selected units' });
  await expect(bar).toContainText('3 units selected');
  // The list is one stop of the Tab key, however long it is.
  await page.getByRole('grid', { name: 'List of units' }).focus();
  for (let stop = 0; stop < 6; stop++) await page.keyboard.press('Tab');
  await expect(page.getByRole('grid', { name: 'List of units' }).locator(':focus')).toHaveCount(0);
  // The canvas of the units has no name, and no keys.
  await expect(page.locator('.map-area canvas:not(.maplibregl-canvas)').first()).toHaveAttribute('tabindex', '-1');
  await rows.nth(2).getByRole('checkbox').click({ force: true });
  await expect(bar).toContainText('2 units selected');
  await bar.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(bar.getByRole('button', { name: 'Stop following' })).toBeVisible();
  await bar.getByRole('button', { name: 'Clear selection' }).click();
  await expect(bar).toHaveCount(0);
  await page.getByRole('button', { name: 'Show all units' }).click();
  const box = await page.locator('.maplibregl-map').first().boundingBox();
  if (box === null) throw new Error('The map has no box');
  await cameraRests(page);
  await page.keyboard.down('Shift');
  await page.mouse.move(box.x + 60, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 60, box.y + box.height - 10, { steps: 5 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await expect(bar).toContainText(/\d+ units selected/);
});

test('units at one place are spread out, by keys too; a unit without a position is said to have none', async ({
  page,
}) => {
  await signIn(page, 'dealer');
  const call = await callAs(page);
  const { latitude, longitude } = inTheOcean();
  const names = [`twin-a-${Date.now() % 100_000}`, `twin-b-${Date.now() % 100_000}`];
  for (const name of names) await createUnit(call, name);
  await openMap(page);
  await find(page, names[0]);
  await expect(page.getByText(`${names[0]} unit do not have position co-ordinates`).first()).toBeVisible({
    timeout: 30_000,
  });
  for (const name of names) expect(await sendPosition(name, latitude, longitude, 0)).toBe(200);
  // Both have to be there before they can lie on each other.
  for (const name of names) {
    await find(page, name);
    await expect(card(page)).toContainText(name);
    await expect(card(page)).toContainText(`${latitude.toFixed(5)}, ${longitude.toFixed(5)}`, { timeout: 30_000 });
  }
  // Shown again, so that the card says when the camera has been sent: it is at this place already.
  await card(page).getByRole('button', { name: 'Close' }).click();
  await expect(card(page)).toHaveCount(0);
  await find(page, names[1]);
  await expect(card(page)).toContainText(names[1]);
  await expect(page).toHaveURL(new RegExp(`camera=${latitude.toFixed(3)}\\d*%2C-30\\.25`), { timeout: 30_000 });
  await cameraRests(page);
  await page.locator('.maplibregl-canvas').first().focus();
  await page.keyboard.press('s');
  const fan = page.getByRole('group', { name: '2 units at this place' });
  const [first, second] = names.map((name) => fan.getByRole('button', { name }));
  await expect(first).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(second).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(first).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(fan).toHaveCount(0);
  await expect(card(page)).toContainText(names[0]);
});

test('a unit is on the map where it was put by hand, goes at once where somebody else puts it, and then where it reports from', async ({
  page,
}) => {
  await signIn(page, 'dealer');
  const call = await callAs(page);
  const name = `hand-${Date.now() % 1_000_000}`;
  const { latitude, longitude } = inTheOcean();
  const { unitId } = await createUnit(call, name, { location: { latitude, longitude } });
  await openMap(page, `?units=${unitId}`);
  const places = (north: number): string => `${north.toFixed(5)}, ${longitude.toFixed(5)}`;
  await expect(card(page)).toContainText(places(latitude), { timeout: 30_000 });
  await expect(card(page)).toContainText('Never reported');
  await expect(card(page)).toContainText('Set by hand');
  // The address asked for this unit, and the camera is over it: it is found under the pointer in the middle of what the
  // map's own buttons and texts leave free.
  await cameraRests(page);
  const box = await page.locator('.maplibregl-canvas').first().boundingBox();
  if (box === null) throw new Error('There is no map.');
  const hover = page.locator('.map-hover');
  await expect(async () => {
    for (let up = 0; up <= 60 && !(await hover.isVisible()); up += 10)
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 - up, { steps: 2 });
    await expect(hover).toContainText('Set by hand', { timeout: 1_000 });
  }).toPass();

  await call('unit-service', 'updateUnit', { unit_id: unitId, location: { latitude: latitude - 1, longitude } });
  await expect(card(page)).toContainText(places(latitude - 1));
  expect(await sendPosition(name, latitude - 2, longitude, 0)).toBe(200);
  await expect(card(page)).toContainText(places(latitude - 2), { timeout: 30_000 });
  await expect(card(page)).not.toContainText('Set by hand');
});
