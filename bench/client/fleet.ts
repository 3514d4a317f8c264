import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright';
import sharp from 'sharp';
import { build } from 'vite';
import { startServer } from '../../tests/support/server.ts';
import { readFleet, type FleetPicture } from '../../tests/support/fleetPicture.ts';
import { launch } from '../support/browser.ts';
import type { Row, Table } from '../support/table.ts';

const ROOT = path.join(import.meta.dirname, '../..');
/** The page's text and boxes are not to be painted by the processor that paints WebGL. */
const FLAGS = ['--disable-gpu-rasterization'];
const VIEW = { width: 1_280, height: 800 };
const SIZES = [200, 20_000] as const;
/** Each size is started so often, by turns, and its map opened so often each time. */
const TURNS = 2;
const OPENED = 2;
/** Milliseconds that a demo needs until its fleet drives, and of what is measured. */
const WARM = 60_000;
const FIRST = 5_000;
const LIVE = 15_000;
/** A picture is taken so often while frames are counted. */
const PICTURE_EVERY = 2_500;
/** What a moving mark has at least, pixels. */
const MARK = 40;
/**
 * One of the demo's regions, near enough that the marks of 200 units stand by themselves; the whole fleet is bubbles.
 */
const REGION = '?camera=29.61,52.53,8.5';

/** Frames of a stretch of time and what was seen in it. */
interface Stretch {
  readonly frames: number;
  readonly seconds: number;
  readonly pictures: readonly FleetPicture[];
}

interface Opened {
  readonly first: Stretch;
  readonly live: Stretch;
  /** Live at the region, where units are drawn one by one. */
  readonly near: Stretch;
}

declare global {
  interface Window {
    /** Animation frames so far, and how many and when (ms) there were when the map's canvas came. */
    frameCount: { now: number; atMap: number; mapCame: number };
  }
}

/** Counts the page's animation frames from its beginning on. */
function countFrames(): void {
  window.frameCount = { now: 0, atMap: 0, mapCame: 0 };
  const count = (): void => {
    window.frameCount.now++;
    if (window.frameCount.mapCame === 0 && document.querySelector('.maplibregl-canvas'))
      Object.assign(window.frameCount, { atMap: window.frameCount.now, mapCame: performance.now() });
    requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
}

/** The map without the buttons at its edges: counts are read from what a person would see. */
async function pictureOf(page: Page): Promise<FleetPicture> {
  const box = await page.locator('.maplibregl-map').boundingBox();
  if (!box) throw new Error('There is no map on the page');
  const part = {
    left: Math.ceil(box.x) + 60,
    top: Math.ceil(box.y) + 4,
    width: Math.floor(box.width) - 110,
    height: Math.floor(box.height) - 40,
  };
  const data = await sharp(await page.screenshot())
    .extract(part)
    .removeAlpha()
    .raw()
    .toBuffer();
  return readFleet({ width: part.width, height: part.height, data }, 'light');
}

/** Frames and pictures from now on until the page's clock says `end`. */
async function stretch(page: Page, from: { frames: number; time: number }, end: number): Promise<Stretch> {
  const pictures: FleetPicture[] = [];
  const now = (): Promise<{ frames: number; time: number }> =>
    page.evaluate(() => ({ frames: window.frameCount.now, time: performance.now() }));
  let at = await now();
  while (at.time < end) {
    await page.waitForTimeout(Math.max(0, Math.min(PICTURE_EVERY, end - at.time)));
    at = await now();
    pictures.push(await pictureOf(page));
  }
  return { frames: at.frames - from.frames, seconds: (at.time - from.time) / 1_000, pictures };
}

/** The first seconds of the map at that address, and the live ones after them. */
async function openMap(page: Page, address: string): Promise<Omit<Opened, 'near'>> {
  await page.goto(address);
  await page.waitForFunction(() => window.frameCount.mapCame > 0);
  const { atMap, mapCame } = await page.evaluate(() => window.frameCount);
  const first = await stretch(page, { frames: atMap, time: mapCame }, mapCame + FIRST);
  const from = await page.evaluate(() => ({ frames: window.frameCount.now, time: performance.now() }));
  return { first, live: await stretch(page, from, from.time + LIVE) };
}

/** Signs in as somebody who sees three of four of the demo's units, and opens the map. */
async function watch(browser: Browser, url: string): Promise<Opened[]> {
  const context = await browser.newContext({ viewport: VIEW, colorScheme: 'light', locale: 'en' });
  const page = await context.newPage();
  await page.addInitScript(countFrames);
  await page.goto(`${url}/app/login`);
  await page.getByLabel('Username or email').fill('dealer');
  await page.getByLabel('Password', { exact: true }).fill('Demo#2026');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
  const opened: Opened[] = [];
  for (let time = 0; time < OPENED; time++) {
    const whole = await openMap(page, `${url}/app/units/map`);
    const { live: near } = await openMap(page, `${url}/app/units/map${REGION}`);
    opened.push({ ...whole, near });
  }
  await context.close();
  return opened;
}

/** One turn of a size: its own server beside the browser, as on the machine of somebody who tries it. */
async function turn(units: number, dataDirectory: string): Promise<Opened[]> {
  const server = await startServer({ DEMO_UNITS: String(units), DEMO_HISTORY_DAYS: '0', DATA_DIR: dataDirectory });
  const browser = await launch(FLAGS);
  try {
    await new Promise((resolve) => setTimeout(resolve, WARM));
    return await watch(browser, server.url);
  } finally {
    await browser.close();
    await server.stop();
  }
}

const rate = (stretches: readonly Stretch[]): number =>
  stretches.reduce((sum, { frames }) => sum + frames, 0) / stretches.reduce((sum, { seconds }) => sum + seconds, 0);
const pictures = (stretches: readonly Stretch[]): FleetPicture[] => stretches.flatMap((one) => one.pictures);
const least = (of: readonly FleetPicture[], value: (picture: FleetPicture) => number): number =>
  Math.min(...of.map(value));

/** What was in the pictures of a size, in words. */
function seen(of: readonly FleetPicture[]): string {
  const range = (value: (picture: FleetPicture) => number): string =>
    `${least(of, value)} to ${Math.max(...of.map(value))}`;
  return `${of.length} pictures with ${range(({ bubbles }) => bubbles.length)} bubbles, ${range(({ counted }) => counted)} of them with their counts, and ${range(({ moving }) => moving)} pixels of moving marks`;
}

function rows(small: readonly Opened[], large: readonly Opened[]): Row[] {
  const frames = (measure: string, of: (opened: Opened) => Stretch, ratio: number): Row => ({
    measure,
    usual: rate(small.map(of)),
    ours: rate(large.map(of)),
    unit: '/s',
    more: true,
    bar: { ratio },
    note: `200: ${seen(pictures(small.map(of)))}; 20,000: ${seen(pictures(large.map(of)))}`,
  });
  const of20000 = pictures(large.map(({ live }) => live));
  const near = [...small, ...large].map((opened) => opened.near);
  return [
    frames('frames a second, live', ({ live }) => live, 0.9),
    frames('frames a second, live, at one region', (opened) => opened.near, 0.9),
    frames('frames a second, the first five seconds of the map', ({ first }) => first, 0.6),
    {
      measure: 'pictures of the region without a moving mark, of 200 and of 20,000 units',
      usual: null,
      ours: pictures(near).filter(({ moving }) => moving < MARK).length,
      unit: '',
      bar: { atMost: 0 },
    },
    {
      measure: 'bubbles in every live picture of 20,000 units',
      usual: null,
      ours: least(of20000, ({ bubbles }) => bubbles.length),
      unit: '',
      bar: { atLeast: 3 },
    },
    {
      measure: 'bubbles without their count in any of them',
      usual: null,
      ours: Math.max(...of20000.map(({ bubbles, counted }) => bubbles.length - counted)),
      unit: '',
      bar: { atMost: 0 },
    },
  ];
}

/** Frames of the product with 20,000 units beside those with 200, and in the same seconds what was seen of them. */
export async function clientFleet(): Promise<Table[]> {
  await build({ root: ROOT, logLevel: 'error' });
  const results = new Map<number, Opened[]>(SIZES.map((units) => [units, []]));
  const folders = new Map(
    SIZES.map((units) => [units, fs.mkdtempSync(path.join(os.tmpdir(), `wayline-bench-${units}-`))]),
  );
  try {
    for (let round = 0; round < TURNS; round++) {
      for (const units of SIZES) results.get(units)?.push(...(await turn(units, folders.get(units) ?? '')));
    }
  } finally {
    for (const folder of folders.values()) fs.rmSync(folder, { recursive: true, force: true });
  }
  const [small, large] = SIZES.map((units) => results.get(units) ?? []);
  return [
    {
      title:
        'The product’s unit map with 20,000 units beside 200, each beside its own server (software GL; “the usual way” is 200 units)',
      rows: rows(small ?? [], large ?? []),
    },
  ];
}
