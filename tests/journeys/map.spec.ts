import { expect, test } from '../support/journey.ts';
import type { Page } from 'playwright/test';
import { devicePort, goTo, signIn, url } from '../support/app.ts';
import { capture, film, markIn, type MarkLook, type Shown } from '../support/mapPixels.ts';
import { callAs, createUnit } from '../support/pageCalls.ts';

/** Open water: no demo unit, no coast and no name comes near. */
const LATITUDE = 10;
const LONGITUDE = -150;
const ZOOM = 13;
/** A hundredth of a degree of longitude at this zoom, CSS pixels. */
const HUNDREDTH = ((512 * 2 ** ZOOM) / 360) * 0.01;

interface Fix {
  readonly east?: number;
  readonly north?: number;
  readonly knots?: number;
  readonly bearing?: number;
  /** Seconds ago. */
  readonly age?: number;
}

/** Reports as a phone does; `east` and `north` in hundredths of a degree from the middle of the test's sea. */
async function report(
  identifier: string,
  { east = 0, north = 0, knots = 20, bearing = 90, age = 0 }: Fix,
): Promise<number> {
  const time = Math.floor(Date.now() / 1_000) - age;
  const place = `lat=${LATITUDE + north / 100}&lon=${LONGITUDE + east / 100}`;
  return (
    await fetch(
      `http://127.0.0.1:${devicePort('osmand')}/?id=${identifier}&${place}&speed=${knots}&bearing=${bearing}&timestamp=${time}`,
    )
  ).status;
}

/** The map of the test's sea, without names, and where its middle is on the page. */
async function openSea(page: Page, query = '', state = /Live|زنده/): Promise<{ x: number; y: number }> {
  await goTo(page, `/units/map?camera=${LATITUDE},${LONGITUDE},${ZOOM}${query}`);
  const canvas = page.locator('.maplibregl-map');
  await expect(canvas).toBeVisible();
  await expect(page.getByRole('status', { name: /^(Connection|اتصال)$/ })).toHaveText(state);
  await page.keyboard.press('t');
  const box = await canvas.boundingBox();
  if (!box) throw new Error('The map has no box');
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
}

/** The mark around a place, as hundredths of a degree from the middle. */
async function markAt(
  page: Page,
  middle: { x: number; y: number },
  east = 0,
  north = 0,
  reach = 22,
): Promise<MarkLook | null> {
  const [x, y] = [Math.round(middle.x + east * HUNDREDTH), Math.round(middle.y - north * HUNDREDTH)];
  return markIn(await capture(page, { x: x - reach, y: y - reach, width: reach * 2, height: reach * 2 }));
}

/** The mark once it is drawn and rests. */
async function standing(page: Page, middle: { x: number; y: number }, east = 0, north = 0): Promise<MarkLook> {
  let before = '';
  const drawn: MarkLook[] = [];
  await expect
    .poll(
      async () => {
        const look = await markAt(page, middle, east, north);
        if (look !== null) drawn.push(look);
        const now = look === null ? '' : `${look.area} ${look.x.toFixed(1)} ${look.y.toFixed(1)}`;
        const same = now !== '' && now === before;
        before = now;
        return same;
      },
      { timeout: 30_000 },
    )
    .toBe(true);
  const last = drawn.at(-1);
  if (last === undefined) throw new Error('The mark was never drawn.');
  return last;
}

const columnHeight = (look: MarkLook, x: number): number => {
  let height = 0;
  for (let y = look.top; y <= look.bottom; y++) if (look.has(x, y)) height++;
  return height;
};
const rowWidth = (look: MarkLook, y: number): number => {
  let width = 0;
  for (let x = look.left; x <= look.right; x++) if (look.has(x, y)) width++;
  return width;
};
const identifierOf = (name: string): string => `${name}-${Date.now() % 1_000_000}`;

test('units are where they reported, headings point along the track, and state is shown by shape', async ({ page }) => {
  const [east, north, parked, stale] = ['east', 'north', 'parked', 'stale'].map(identifierOf);
  await signIn(page, 'dealer');
  const call = await callAs(page);
  for (const identifier of [east, north, parked, stale]) await createUnit(call, identifier);
  expect(await report(east, {})).toBe(200);
  expect(await report(north, { north: 1, bearing: 0 })).toBe(200);
  expect(await report(parked, { east: 1, knots: 0 })).toBe(200);
  expect(await report(stale, { east: -1, age: 600 })).toBe(200);
  const middle = await openSea(page);

  const eastern = await standing(page, middle);
  expect(Math.abs(eastern.x - 22)).toBeLessThan(4);
  expect(Math.abs(eastern.y - 22)).toBeLessThan(1.5);
  // The tip is narrow and lies in the east; the wings are wide and lie in the west.
  expect(columnHeight(eastern, eastern.right - 3)).toBeLessThan(columnHeight(eastern, eastern.left + 3) / 2);
  expect(Math.abs(eastern.y - (eastern.top + eastern.bottom) / 2)).toBeLessThan(1);

  const northern = await standing(page, middle, 0, 1);
  expect(rowWidth(northern, northern.top + 3)).toBeLessThan(rowWidth(northern, northern.bottom - 3) / 2);
  expect(Math.abs(northern.x - 22)).toBeLessThan(1.5);

  const square = await standing(page, middle, 1);
  const fullness = (look: MarkLook): number =>
    look.area / ((look.right - look.left + 1) * (look.bottom - look.top + 1));
  expect(fullness(square)).toBeGreaterThan(0.88);
  expect(fullness(eastern)).toBeLessThan(0.7);

  // Silent for ten minutes: the same outline, hollow.
  const hollow = await standing(page, middle, -1);
  expect(hollow.right - hollow.left).toBeCloseTo(eastern.right - eastern.left, -1);
  expect(eastern.colourfulness).toBeGreaterThan(60);
  expect(hollow.colourfulness).toBeLessThan(30);

  await page.mouse.click(middle.x + HUNDREDTH, middle.y);
  await expect(page.getByRole('heading', { name: parked })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: parked })).toHaveCount(0);
});

/** Seconds from one report to the next: the longest that a unit glides. */
const GLIDE = 15;

test('between two reports a unit glides: never back, never at a bound', async ({ page }) => {
  const identifier = identifierOf('glider');
  await signIn(page, 'dealer');
  await createUnit(await callAs(page), identifier);
  expect(await report(identifier, { east: -1, north: 2, age: GLIDE })).toBe(200);
  const middle = await openSea(page);
  await standing(page, middle, -1, 2);

  const width = Math.round(4 * HUNDREDTH);
  const strip = {
    x: Math.round(middle.x - 2 * HUNDREDTH),
    y: Math.round(middle.y - 2 * HUNDREDTH) - 22,
    width,
    height: 44,
  };
  const glide = await film(page, strip, 250);
  expect(await report(identifier, { east: 1, north: 2 })).toBe(200);
  const placeIn = ({ pixels }: Shown): number => markIn(pixels)?.x ?? NaN;
  await expect
    .poll(
      async () => {
        const latest = await glide.latest();
        return latest === null ? NaN : placeIn(latest);
      },
      { timeout: 40_000, intervals: [1_000] },
    )
    .toBeGreaterThan(3 * HUNDREDTH - 4);
  const seen = (await glide.cut()).map((shown) => ({ at: shown.at, x: placeIn(shown) }));
  const distance = 2 * HUNDREDTH;
  const between = seen.filter(({ x }) => x > HUNDREDTH + 4 && x < 3 * HUNDREDTH - 4);
  expect(between.length).toBeGreaterThanOrEqual(3);
  for (const [index, { at, x }] of seen.entries()) {
    if (index === 0) continue;
    expect(x).toBeGreaterThanOrEqual(seen[index - 1].x - 1);
    // So many seconds for the whole distance: what passes between two frames says how far it may have come.
    expect(x - seen[index - 1].x).toBeLessThan((distance / (GLIDE * 1_000)) * (at - seen[index - 1].at) * 2 + 25);
  }
});

test('after a seek every unit has its trail of the minutes before, by a link and by choice', async ({ page }) => {
  const identifier = identifierOf('trail');
  await signIn(page, 'dealer');
  await createUnit(await callAs(page), identifier);
  const seconds = 30;
  const eastAt = (age: number): number => -2 + ((600 - age) / seconds) * 0.25;
  for (let age = 600; age >= 60; age -= seconds)
    expect(await report(identifier, { east: eastAt(age), north: -1, age })).toBe(200);
  const at = new Date(Date.now() - 180_000);
  const middle = await openSea(page, `&trails=fleet&at=${at.toISOString()}`, /Replay/);
  await standing(page, middle, eastAt(180), -1);
  const behind = (): Promise<MarkLook | null> => markAt(page, middle, eastAt(180) - 0.5, -1, 6);
  await expect.poll(async () => (await behind())?.area ?? 0).toBeGreaterThan(12);
  const look = await behind();
  expect(Math.abs((look?.y ?? 0) - 6)).toBeLessThan(2);
  expect(await markAt(page, middle, eastAt(180) + 0.5, -1, 6)).toBeNull();
  // Five minutes of track: where the unit was six minutes before, nothing is drawn.
  expect(await markAt(page, middle, eastAt(180 + 360), -1, 6)).toBeNull();

  await page.getByLabel('Trails', { exact: true }).selectOption('off');
  await expect.poll(behind).toBeNull();
  await expect(page).toHaveURL(/trails=off/);
  await page.goto(url('/units/map'));
  await expect(page.getByLabel('Trails', { exact: true })).toHaveValue('off');
});

test('the map follows skin and direction', async ({ page }) => {
  const identifier = identifierOf('dark');
  await signIn(page, 'dealer');
  await createUnit(await callAs(page), identifier);
  await page.getByRole('banner').getByRole('button').nth(1).click();
  await page.getByRole('menuitemradio', { name: 'فارسی' }).click();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  expect(await report(identifier, { north: -2 })).toBe(200);
  await page.emulateMedia({ colorScheme: 'light' });
  const middle = await openSea(page);
  const map = page.locator('.maplibregl-map');
  await expect(map).toHaveAttribute('data-map-skin', 'light');
  const light = await standing(page, middle, 0, -2);
  const ground = async (): Promise<number> =>
    (await capture(page, { x: middle.x + 60, y: middle.y + 60, width: 4, height: 4 })).at(0, 0)[1];
  const bright = await ground();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(map).toHaveAttribute('data-map-skin', 'dark');
  await expect.poll(ground).toBeLessThan(bright / 3);
  const dark = await standing(page, middle, 0, -2);
  expect(Math.abs(dark.x - light.x)).toBeLessThan(1);
  expect(columnHeight(dark, dark.right - 3)).toBeLessThan(columnHeight(dark, dark.left + 3) / 2);
  // Buttons lie at the start of a line of text, north and east stay where they are.
  const [box, tools] = [await map.boundingBox(), await page.locator('.map-tools').boundingBox()];
  expect(tools?.x).toBeGreaterThan((box?.x ?? 0) + (box?.width ?? 0) / 2);
});
