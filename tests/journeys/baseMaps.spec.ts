import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from '../support/journey.ts';
import type { Page } from 'playwright/test';
import { openAgain, signIn } from '../support/app.ts';
import { readFleet } from '../support/fleetPicture.ts';
import { capture } from '../support/mapPixels.ts';
import { worldArchive } from '../support/pmtilesArchive.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { SERVICE_COLORS, startTileService, type Color, type TileService } from '../support/tileService.ts';

/** Land without units of the demo, and open water. */
const LAND = '22,15,5';
const WATER = '10,-150,5';

let tiles: TileService;
let server: RunningServer;
let before: string | undefined;

test.beforeAll(async () => {
  tiles = await startTileService();
  const archive = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'wayline-archive-')), 'world.pmtiles');
  fs.writeFileSync(archive, worldArchive(5));
  server = await startServer({
    // For its crowds: a product of its own for those alone would take twenty seconds of the processor.
    DEMO_UNITS: '150',
    DEMO_HISTORY_DAYS: '0',
    BASEMAP_PMTILES: archive,
    MAP_OSM_TILES: `${tiles.url}/osm/{z}/{x}/{y}.png`,
    MAP_BING_KEY: tiles.key,
    MAP_BING_URL: tiles.url,
    MAP_GOOGLE_KEY: tiles.key,
    MAP_GOOGLE_URL: tiles.url,
  });
  before = process.env.WAYLINE_URL;
  process.env.WAYLINE_URL = server.url;
});

test.afterAll(async () => {
  process.env.WAYLINE_URL = before;
  await server.stop();
  await tiles.close();
});

test.beforeEach(async ({ page }) => {
  tiles.fail(null);
  await signIn(page, 'owner');
});

async function look(page: Page, camera: string): Promise<void> {
  await openAgain(page, `/units/map?camera=${camera}`);
  await expect(page.locator('.maplibregl-canvas').first()).toBeVisible();
}

async function choose(page: Page, layer: string): Promise<void> {
  await page.getByRole('button', { name: 'Layers' }).click();
  await page
    .getByRole('menuitemcheckbox', { name: layer, exact: true })
    .or(page.getByRole('menuitemradio', { name: layer, exact: true }))
    .click();
  await page.keyboard.press('Escape');
}

/** Colour a little beside the middle of the map. */
async function groundOf(page: Page): Promise<Color> {
  const box = await page.locator('.maplibregl-map').boundingBox();
  if (!box) throw new Error('The map has no box');
  return (
    await capture(page, { x: box.x + box.width / 2 + 40, y: box.y + box.height / 2 + 40, width: 4, height: 4 })
  ).at(1, 1);
}

const isLike = (seen: Color, wanted: Color): boolean =>
  seen.every((part, index) => Math.abs(part - wanted[index]) < 12);

test("the deployment's own streets are the first map: land, water and the source they name", async ({ page }) => {
  // Three maps one after another: a busy machine takes its time.
  test.setTimeout(180_000);
  const streets: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/basemap/streets/')) streets.push(request.url());
  });
  // Land first: until the archive is read, the ground is as plain as land everywhere.
  await look(page, LAND);
  await expect(page.locator('.maplibregl-ctrl-attrib')).toContainText('OpenStreetMap contributors');
  await expect.poll(() => streets.length).toBeGreaterThan(1);
  const land = await groundOf(page);
  await look(page, WATER);
  await expect
    .poll(
      async () => {
        const water = await groundOf(page);
        return !isLike(water, land) && water[2] > water[0];
      },
      { message: 'water is not land, and blue', timeout: 60_000 },
    )
    .toBe(true);
  await look(page, LAND);
  await expect
    .poll(async () => isLike(await groundOf(page), land), { message: 'land is land', timeout: 60_000 })
    .toBe(true);
  await expect(page.locator('.map-ground')).toHaveCount(0);
  expect(tiles.asked.filter((path) => path.startsWith('GET /osm'))).toEqual([]);
});

const SERVICES = [
  ['OpenStreetMap', 'osm', '© OpenStreetMap contributors'],
  ['Bing Aerial', 'Aerial', '© Microsoft Bing'],
  ['Bing RoadOnDemand', 'RoadOnDemand', '© Microsoft Bing'],
  ['Google Hybrid', 'satellite+layerRoadmap', '© Google'],
  ['Traffic', 'roadmap+layerTraffic', '© Google'],
  ['Satellite', 'satellite', '© Google'],
] as const;

test('every service of the list shows its pictures and names its source', async ({ page }) => {
  await look(page, WATER);
  for (const [name, kind, attribution] of SERVICES) {
    await choose(page, name);
    await expect
      .poll(async () => isLike(await groundOf(page), SERVICE_COLORS[kind]), { message: `${name} is shown` })
      .toBe(true);
    await expect(page.locator('.maplibregl-ctrl-attrib')).toContainText(attribution);
    await expect(page.locator('.map-ground')).toHaveCount(0);
  }
});

test('a map that cannot be had says why, and takes it back', async ({ page }) => {
  await look(page, WATER);
  const notice = page.locator('.map-ground');
  for (const [status, words] of [
    [401, /rejected/],
    [404, /No map tiles/],
    [503, /does not answer/],
  ] as const) {
    tiles.fail(status);
    await choose(page, 'OpenStreetMap');
    await expect(notice).toHaveText(words);
    await choose(page, 'Wayline map');
    await expect(notice).toHaveCount(0);
  }
  tiles.fail(null);
  await page.route(`${tiles.url}/**`, (route) => route.abort('internetdisconnected'));
  await choose(page, 'OpenStreetMap');
  await expect(notice).toHaveText(/does not answer/);
  await page.unroute(`${tiles.url}/**`);
  await choose(page, 'Satellite');
  await expect(notice).toHaveCount(0);
});

/** A camera nearer than the 3 that the walk begins with. */
const zoomedIn = /camera=[^&]*%2C(?:[4-9]|1\d)\.\d\d/;

test('crowds of a large fleet are bubbles that a press opens, and can be switched off for good', async ({ page }) => {
  test.setTimeout(300_000);
  await openAgain(page, '/units/map?camera=42,30,3');
  const crowds = page.getByRole('status', { name: 'Density' });
  await expect(crowds).toHaveText(/^\d+ units in \d+ clusters?\. /, { timeout: 120_000 });
  const bundled = async (): Promise<number> => Number(/^\d+/.exec(await crowds.innerText())?.[0] ?? 0);
  await expect.poll(bundled, { timeout: 120_000 }).toBeGreaterThan(100);

  const box = await page.locator('.maplibregl-map').boundingBox();
  if (!box) throw new Error('The map has no box');
  // Without the buttons and texts at the map's edges.
  const [x, y, width, height] = [box.x + 90, box.y + 120, box.width - 180, box.height - 240].map(Math.round);
  const before = await bundled();
  // A bubble may move between its picture and the press.
  await expect(async () => {
    const { bubbles } = readFleet(await capture(page, { x, y, width, height }), 'light');
    expect(bubbles).not.toEqual([]);
    await page.mouse.move(x + bubbles[0].x, y + bubbles[0].y);
    await expect(page.locator('.maplibregl-canvas')).toHaveCSS('cursor', 'pointer', { timeout: 5_000 });
    await page.mouse.down();
    await page.mouse.up();
    await expect(page).toHaveURL(zoomedIn, { timeout: 5_000 });
  }).toPass({ timeout: 90_000 });
  // Its units are in view now, and others are not.
  await expect.poll(bundled).toBeLessThan(before);

  await page.getByRole('button', { name: 'Layers' }).click();
  await page
    .getByRole('menuitemcheckbox', { name: 'Density' })
    .or(page.getByRole('menuitemradio', { name: 'Density' }))
    .click();
  await expect(crowds).toHaveText('');
  await page.reload();
  await expect(page.getByRole('status', { name: 'Connection' })).toHaveText(/Live/);
  await expect(page.getByRole('row').nth(3)).toBeVisible();
  await expect(crowds).toHaveText('');
});
