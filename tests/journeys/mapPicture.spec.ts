import { expect, test, type Page } from 'playwright/test';
import { readFleet, type FleetPicture } from '../support/fleetPicture.ts';
import { capture } from '../support/mapPixels.ts';
import { openMapStage, type MapStage } from '../support/mapStage.ts';

/** The real map in a real browser, its fleet made up: what is judged is what is seen. */
let stage: MapStage;
test.beforeAll(async () => {
  stage = await openMapStage();
});
test.afterAll(async () => stage.close());
test.use({ viewport: { width: 960, height: 600 } });

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
  const whole = cities.filter(({ x, y }) => x > 30 && y > 30 && x < width - 2 * EDGE - 30 && y < height - 2 * EDGE - 30);
  const isAt = (city: { x: number; y: number }): boolean => picture.bubbles.some(({ x, y, digits }) => Math.hypot(x - city.x, y - city.y) < 14 && digits >= 12);
  return { all: whole.length, counted: whole.filter(isAt).length, strays: picture.bubbles.length - picture.counted };
}

/** Every city that is in sight has its bubble and every bubble its count. */
async function expectCities(page: Page, what: string, skin?: Skin): Promise<void> {
  await expect.poll(async () => {
    const { all, counted, strays } = await citiesSeen(page, skin);
    return { enough: all >= 4, without: all - counted, strays };
  }, { message: what, timeout: 10_000, intervals: [300] }).toEqual({ enough: true, without: 0, strays: 0 });
}

async function drag(page: Page, x: number, y: number): Promise<void> {
  await page.mouse.move(480, 300);
  await page.mouse.down();
  await page.mouse.move(480 + x, 300 + y, { steps: 4 });
  await page.mouse.up();
  // The unit under the pointer is named, whatever else is.
  await page.mouse.move(0, 0);
}

/** So many seconds of the page's own clock: every timer and animation frame of them, in a fraction of the time. */
const rest = (page: Page, seconds: number): Promise<void> => page.clock.runFor(seconds * 1_000);

/** As browsers tell a page that its tab was hidden for half a minute: none of its animation frames came, and its timers once. */
async function hideAndShow(page: Page): Promise<void> {
  const tell = (state: DocumentVisibilityState): Promise<void> => page.evaluate((told) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => told });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
  await tell('hidden');
  await page.clock.fastForward(30_000);
  await tell('visible');
}

/** The largest city, so near that its units have marks and names: at least so many pixels of each, and of a name so many as two letters need. */
async function expectUnits(page: Page, what: string, skin?: Skin): Promise<void> {
  await expect.poll(async () => {
    const { marks, names, bubbles, counted } = await look(page, skin);
    const named = await page.evaluate(() => window.mapPage.names());
    return { marks: marks > 2_000, named: named >= 10, names: names > named * 30, strays: bubbles.length - counted };
  }, { message: what, timeout: 10_000, intervals: [300] }).toEqual({ marks: true, named: true, names: true, strays: 0 });
}

async function open(page: Page, units: number): Promise<void> {
  await page.clock.install();
  await page.goto(`${stage.url}?units=${units}`);
  await page.waitForSelector('html[data-page]', { state: 'attached' });
}

/** Units, and a zoom at which enough and not too many of those of a city are in view. */
const FLEETS = [[600, 9], [2_000, 11], [20_000, 13]] as const;

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
