import { isDeepStrictEqual } from 'node:util';
import { expect, test } from '../support/journey.ts';
import type { Page } from 'playwright/test';
import { mapPalette } from '../../src/map/palette.ts';
import { themeColors } from '../../src/ui/tokens/index.ts';
import { readFleet, type FleetPicture } from '../support/fleetPicture.ts';
import { capture, markIn, type MarkLook, type Pixels } from '../support/mapPixels.ts';
import { openMapStage, type MapStage } from '../support/mapStage.ts';

/** The real map in a real browser, its fleet made up: what is tested is what is seen. */
let stage: MapStage;
test.beforeAll(async () => {
  stage = await openMapStage();
});
test.afterAll(async () => stage.close());
test.use({ viewport: { width: 960, height: 600 }, newProfile: true });
// A picture is drawn and read by the processor: a busy machine takes many seconds over one.
test.describe.configure({ timeout: 300_000 });
const PATIENCE = { intervals: [300], timeout: 60_000 };

/** Without the buttons and texts at the map's edges. */
const EDGE = 60;
type Skin = 'light' | 'dark';

async function look(page: Page, skin: Skin = 'light'): Promise<FleetPicture> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  return readFleet(await capture(page, { x: EDGE, y: EDGE, width: width - 2 * EDGE, height: height - 2 * EDGE }), skin);
}

/** Cities that are seen whole at zoom 3, and how many of them a bubble with its count stands for. */
async function citiesSeen(page: Page, skin?: Skin): Promise<{ all: number; counted: number; strays: number }> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const picture = await look(page, skin);
  const cities = (await page.evaluate(() => window.mapPage.cities())).map(({ x, y }) => ({ x: x - EDGE, y: y - EDGE }));
  const whole = cities.filter(
    ({ x, y }) => x > 30 && y > 30 && x < width - 2 * EDGE - 30 && y < height - 2 * EDGE - 30,
  );
  const isAt = (city: { x: number; y: number }): boolean =>
    picture.bubbles.some(({ x, y, digits }) => Math.hypot(x - city.x, y - city.y) < 14 && digits >= 12);
  return { all: whole.length, counted: whole.filter(isAt).length, strays: picture.bubbles.length - picture.counted };
}

/**
 * Looks until what is seen is what should be. The first look waits for all frames that were asked for before it, which
 * the processor draws: after some seconds of the page's clock a busy machine needs longer for them than patience lasts.
 */
async function expectSeen<Seen>(what: string, see: () => Promise<Seen>, wanted: Seen): Promise<void> {
  if (isDeepStrictEqual(await see(), wanted)) return;
  await expect.poll(see, { message: what, ...PATIENCE }).toEqual(wanted);
}

/** Every city that is in sight has its bubble and every bubble its count. */
async function expectCities(page: Page, what: string, skin?: Skin): Promise<void> {
  await expectSeen(
    what,
    async () => {
      const { all, counted, strays } = await citiesSeen(page, skin);
      return { enough: all >= 4, without: all - counted, strays };
    },
    { enough: true, without: 0, strays: 0 },
  );
}

/**
 * Moves the map by so much and no further: the pointer rests before it lets go. Else the map glides on, how far depends
 * on how quickly a busy machine passes the pointer's moves on, and may have left the cities that are looked for.
 */
async function drag(page: Page, x: number, y: number): Promise<void> {
  await page.mouse.move(480, 300);
  await page.mouse.down();
  await page.mouse.move(480 + x, 300 + y, { steps: 4 });
  await page.clock.fastForward(500);
  await page.mouse.up();
  // The unit under the pointer is named, whatever else is.
  await page.mouse.move(0, 0);
}

/** So many seconds of the page's own clock: every timer and animation frame of them, in a fraction of the time. */
const rest = (page: Page, seconds: number): Promise<void> => page.clock.runFor(seconds * 1_000);

/**
 * As browsers inform a page that its tab was hidden for half a minute: none of its animation frames came, and its
 * timers once.
 */
async function hideAndShow(page: Page): Promise<void> {
  const show = (state: DocumentVisibilityState): Promise<void> =>
    page.evaluate((shown) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => shown });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await show('hidden');
  await page.clock.fastForward(30_000);
  await show('visible');
}

/**
 * The largest city, so near that its units have marks and names: at least so many pixels of each, and of a name so many
 * as two letters need.
 */
async function expectUnits(page: Page, what: string, skin?: Skin): Promise<void> {
  await expectSeen(
    what,
    async () => {
      const { marks, names, bubbles, counted } = await look(page, skin);
      const named = await page.evaluate(() => window.mapPage.names());
      return { marks: marks > 2_000, named: named >= 10, names: names > named * 30, strays: bubbles.length - counted };
    },
    { marks: true, named: true, names: true, strays: 0 },
  );
}

async function open(page: Page, units: number): Promise<void> {
  await page.clock.install();
  await page.goto(`${stage.url}?units=${units}`);
  await page.waitForSelector('html[data-page]', { state: 'attached' });
}

/** Units, and a zoom at which enough and not too many of those of a city are in view. */
const FLEETS = [
  [600, 9],
  [2_000, 11],
  [20_000, 13],
] as const;

for (const [units, near] of FLEETS) {
  test(`${units} units are seen with their counts, whatever is done to the map`, async ({ page }) => {
    await open(page, units);
    await expectCities(page, 'after it was loaded');
    await rest(page, 30);
    await expectCities(page, 'after half a minute');
    await drag(page, -40, 30);
    await expectCities(page, 'after it was dragged');
    await rest(page, 5);
    await expectCities(page, 'when other units had reported');
    await page.setViewportSize({ width: 900, height: 540 });
    await expectCities(page, 'in another size');
    await hideAndShow(page);
    await expectCities(page, 'after its tab was hidden');
    await page.evaluate(() => window.mapPage.setSkin('dark'));
    await expectCities(page, 'in another skin', 'dark');
    await page.evaluate(() => window.mapPage.setLanguage('fa'));
    await expectCities(page, 'in another language', 'dark');
    await rest(page, 5);
    await expectCities(page, 'when other units had reported in another language', 'dark');
    await page.evaluate(() => window.mapPage.loseContexts());
    await expectCities(page, 'after the graphics contexts were lost', 'dark');
    await rest(page, 5);
    await expectCities(page, 'when other units had reported to the new contexts', 'dark');
    expect(await page.evaluate(() => window.mapPage.problems())).toEqual([]);
  });

  test(`${units} units are seen with their names from near by`, async ({ page }) => {
    await open(page, units);
    await expectCities(page, 'after it was loaded');
    await page.evaluate((zoom) => window.mapPage.moveToCity(zoom), near);
    await expectUnits(page, 'after it was zoomed');
    await rest(page, 10);
    await expectUnits(page, 'when other units had come');
    await drag(page, 150, 100);
    await expectUnits(page, 'after it was dragged');
    await page.evaluate(() => window.mapPage.loseContexts());
    await expectUnits(page, 'after the graphics contexts were lost');
    await page.evaluate(() => window.mapPage.setSkin('dark'));
    await expectUnits(page, 'in another skin', 'dark');
    await page.evaluate(() => window.mapPage.moveOut());
    await expectCities(page, 'after it was zoomed back', 'dark');
    expect(await page.evaluate(() => window.mapPage.problems())).toEqual([]);
  });
}

/** Half of the side of the square around a place that is looked at. */
const AROUND = 20;

async function around(page: Page, place: { longitude: number; latitude: number }): Promise<Pixels> {
  const { x, y } = await page.evaluate((at) => window.mapPage.pixelOf(at), place);
  return capture(page, { x: Math.round(x) - AROUND, y: Math.round(y) - AROUND, width: 2 * AROUND, height: 2 * AROUND });
}

const markAt = async (page: Page, place: { longitude: number; latitude: number }): Promise<MarkLook | null> =>
  markIn(await around(page, place));

/** Pixels of the mark in a row, so far below its top, in parts of its height. */
function widthOf(mark: MarkLook, part: number): number {
  const y = Math.round(mark.top + (mark.bottom - mark.top) * part);
  return Array.from({ length: 2 * AROUND }, (_, x) => mark.has(x, y)).filter(Boolean).length;
}

for (const skin of ['light', 'dark'] as const) {
  test(`a unit that was put by hand is a hollow pin until it reports, and then a mark as any other, ${skin}`, async ({
    page,
  }) => {
    await open(page, 600);
    const [yard, road] = [
      { longitude: -20, latitude: 30 },
      { longitude: -19.95, latitude: 30.02 },
    ];
    await page.evaluate((asked) => window.mapPage.setSkin(asked), skin);
    await page.evaluate((place) => window.mapPage.putByHand(place, 11), yard);
    await expect
      .poll(async () => (await markAt(page, yard))?.area ?? 0, {
        message: 'the pin',
        timeout: 10_000,
        intervals: [300],
      })
      .toBeGreaterThan(40);
    const pixels = await around(page, yard);
    const pin = markIn(pixels);
    if (pin === null) throw new Error('The pin is gone.');
    // Broad above and pointed below; within its wall it has the colour of hollow marks.
    expect(widthOf(pin, 0.9)).toBeLessThanOrEqual(6);
    expect(widthOf(pin, 0.15)).toBeGreaterThan(widthOf(pin, 0.9));
    expect(pin.bottom - pin.top).toBeGreaterThan(pin.right - pin.left);
    const middle = pixels.at(Math.round((pin.left + pin.right) / 2), pin.top + Math.round((pin.right - pin.left) / 2));
    const { halo } = mapPalette(themeColors(skin));
    expect(
      Math.max(...middle.map((part, channel) => Math.abs(part - halo[channel]))),
      `${middle}, ${halo}`,
    ).toBeLessThan(24);
    expect(await markAt(page, road)).toBeNull();
    await page.evaluate((place) => window.mapPage.reportFrom(place), road);
    await expect
      .poll(
        async () => [(await markAt(page, yard))?.area ?? 0, ((await markAt(page, road))?.colourfulness ?? 0) > 40],
        { message: 'its report', timeout: 10_000, intervals: [300] },
      )
      .toEqual([0, true]);
    expect(await page.evaluate(() => window.mapPage.problems())).toEqual([]);
  });
}
