import { expect, test } from '../support/journey.ts';
import type { Page } from 'playwright/test';
import { goTo, sendPosition, signIn } from '../support/app.ts';
import { callAs, createUnit } from '../support/pageCalls.ts';

const MINUTE = 60_000;
/** Degrees of latitude of about ten kilometres. */
const AWAY = 0.09;

/** A unit that came to a place twice, through the port of its own tracker. */
async function unitThatWasThere(page: Page, latitude: number, longitude: number): Promise<string> {
  const call = await callAs(page);
  const name = `past-${Date.now() % 1_000_000}`;
  await createUnit(call, name);
  const began = Date.now() - 60 * MINUTE;
  for (const [minute, north] of [AWAY, 0, 0.001, AWAY, AWAY, 0.002, 0, AWAY].entries())
    expect(await sendPosition(name, latitude + north, longitude, 40, began + minute * 5 * MINUTE)).toBe(200);
  return name;
}

test('who was in a place that is pressed or drawn on the map, the visit played, and who was nearby at a time', async ({
  page,
}) => {
  await signIn(page, 'dealer');
  // In the ocean, far from the units of the demo, and from what an earlier try left there.
  const [latitude, longitude] = [-20 - (Date.now() % 1_000) / 100, -31.5];
  const name = await unitThatWasThere(page, latitude, longitude);
  await goTo(page, `/units/place?camera=${latitude},${longitude},12,0`);
  const canvas = page.locator('.maplibregl-canvas').first();
  await expect(canvas).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('.maplibregl-map').first()).not.toHaveAttribute('data-camera', 'moving');
  const box = await canvas.boundingBox();
  if (!box) throw new Error('The map has no size.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.getByRole('button', { name: 'Point on the map' }).click();
  await page.getByLabel('Radius').fill('2000');
  await page.mouse.click(x, y);
  const visits = page.getByRole('list', { name: 'Visits' });
  await expect(visits.getByRole('button', { name })).toHaveCount(2, { timeout: 60_000 });
  await expect(page.getByText('2 visits, units: 1')).toBeVisible();
  await expect(page).toHaveURL(/area=/);

  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByRole('button', { name: 'Polygon' }).click();
  const corners = [
    [x - 150, y - 120],
    [x + 150, y - 130],
    [x + 140, y + 120],
    [x - 140, y + 130],
  ] as const;
  for (const [cornerX, cornerY] of [...corners, corners[0]]) {
    await page.mouse.move(cornerX, cornerY);
    await page.mouse.click(cornerX, cornerY);
  }
  await expect(page).toHaveURL(/area=[^&]*polygon/);
  await expect(page.getByText(/^Polygon, perimeter/)).toBeVisible();
  await expect(visits.getByRole('button', { name })).toHaveCount(2, { timeout: 60_000 });

  await visits.getByRole('button').last().click();
  const chosen = visits.getByRole('button', { pressed: true });
  await expect(chosen).toHaveCount(1);
  const entered = Date.parse((await chosen.locator('time').getAttribute('datetime')) ?? '');
  // It is looped from the instant at which the unit came, and time runs in it.
  await expect.poll(() => Date.parse(new URL(page.url()).searchParams.get('from') ?? '')).toBe(entered);
  await expect(page.getByRole('region', { name: 'Unit details' })).toContainText(name);
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  // The search is still about all units, although one of them is selected.
  await expect(page.getByRole('region', { name: 'Place', exact: true }).getByText('All units')).toBeVisible();
  await expect(visits.getByRole('button', { name })).toHaveCount(2);

  await page.mouse.click(x, y, { button: 'right' });
  await page.getByRole('button', { name: 'Who was nearby?' }).click();
  await page.getByLabel('Radius').fill('2000');
  await page.getByLabel('Before and after').selectOption({ label: '± 1 hour' });
  const nearby = page.getByRole('list', { name: 'Who was nearby' });
  await nearby.getByRole('button', { name }).click();
  const at = Date.parse((await nearby.locator('time').first().getAttribute('datetime')) ?? '');
  await expect
    .poll(() => Math.abs(Date.parse(new URL(page.url()).searchParams.get('at') ?? '') - at))
    .toBeLessThan(1_000);
});
