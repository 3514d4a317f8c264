import fs from 'node:fs';
import path from 'node:path';
import { chromium, type Browser, type Page } from 'playwright';
import sharp from 'sharp';
import { STORAGE_KEYS } from '../../src/app/storage.ts';
import { findChromium } from '../../scripts/chromium.mjs';
import { browserCookie } from '../support/app.ts';
import { signInAsPage, signInByHttp } from '../support/httpCaller.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { STOPS, type Look, type Stop } from './stops.ts';

// `npm run tour`: a demo of its own, walked from screen to screen, each kept as a small picture under docs/tour.

const PASSWORD = 'Demo#2026';
const FOLDER = path.resolve(import.meta.dirname, '../../docs/tour');
const QUALITY = 78;
/** What a demo of this size shows: a fleet that fills a list and some clusters. */
const DEMO = { DEMO_UNITS: '96', DEMO_HISTORY_DAYS: '2' };
/** So much of the fleet has reported before the first picture, and is waited for so long, ms. */
const REPORTED = 0.9;
const PATIENCE = 180_000;
/** Software draws a map with several tracks and charts in many seconds where the machine is busy, ms. */
const DRAWN = 120_000;
/** What the log says when the demo's past is in. */
const HISTORY_SENT = 'has sent its history';
/** A picture that failed is tried again so often. */
const TRIES = 2;

/** How a look is asked of the browser and of the kept preferences. */
const LOOKS: Readonly<Record<Look, { readonly width: number; readonly height: number; readonly part: object }>> = {
  light: { width: 1360, height: 850, part: { skin: 'light' } },
  dark: { width: 1360, height: 850, part: { skin: 'dark' } },
  persian: { width: 1360, height: 850, part: { skin: 'light', language: 'fa' } },
  narrow: { width: 390, height: 844, part: { skin: 'light' } },
};

/** In the page: keeps session and preferences before its first script runs. */
function keep(values: Readonly<Record<string, string>>): void {
  if (!location.protocol.startsWith('http')) return;
  for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
}

/** Waits until the demo's units drive and have sent their past: a fleet that never reported is no picture of one. */
async function fleetDrives({ url, output }: RunningServer): Promise<void> {
  const { call } = await signInByHttp(url, 'owner', PASSWORD);
  const deadline = Date.now() + PATIENCE;
  while (Date.now() < deadline) {
    const { positions } = await call('getLastPositions', {});
    if (positions.length >= Number(DEMO.DEMO_UNITS) * REPORTED && output().includes(HISTORY_SENT)) return;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

/** Nothing is on its way any more: no skeleton, no glide of the camera. */
async function settled(page: Page): Promise<void> {
  // A page without its heading is blank, and still in its own way.
  await page.locator('h1').first().waitFor({ state: 'attached', timeout: 60_000 });
  await page
    .locator('.skeleton, [aria-busy="true"], .timeline-ring')
    .first()
    .waitFor({ state: 'detached', timeout: 60_000 });
  if ((await page.locator('.maplibregl-map').count()) > 0)
    await page.locator('.maplibregl-map:not([data-camera="moving"])').first().waitFor({ timeout: 60_000 });
  // Names and marks settle a few times a second, and software draws them slowly: two pictures alike are the sign.
  let before = '';
  for (let round = 0; round < 20; round++) {
    const now = (await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 300 }, timeout: DRAWN })).toString(
      'base64',
    );
    if (now === before) return;
    before = now;
    await page.waitForTimeout(500);
  }
}

async function take(browser: Browser, stop: Stop, look: Look, url: string): Promise<number> {
  const { width, height, part } = LOOKS[look];
  const context = await browser.newContext({ viewport: { width, height }, hasTouch: look === 'narrow' });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(DRAWN);
    if (stop.user !== null) {
      const { kept, cookie } = await signInAsPage(url, stop.user, PASSWORD);
      await context.addCookies([browserCookie(url, cookie)]);
      await page.addInitScript(keep, {
        [STORAGE_KEYS.session]: kept,
        [STORAGE_KEYS.preferences]: JSON.stringify(part),
      });
    } else await page.emulateMedia({ colorScheme: look === 'dark' ? 'dark' : 'light' });
    await page.goto(`${url}/app${stop.path}`);
    await settled(page);
    await stop.act?.(page);
    await settled(page);
    const file = path.join(FOLDER, `${stop.name}-${look}.webp`);
    const picture = await sharp(await page.screenshot({ timeout: DRAWN }))
      .webp({ quality: QUALITY })
      .toBuffer();
    fs.writeFileSync(file, picture);
    return picture.length;
  } finally {
    await context.close();
  }
}

/** The page that shows all that there are. */
function gallery(): string {
  const lines = STOPS.flatMap(({ name, title, looks }) => {
    const there = looks.filter((look) => fs.existsSync(path.join(FOLDER, `${name}-${look}.webp`)));
    return there.length === 0
      ? []
      : [`## ${title}`, '', ...there.map((look) => `![${title}, ${look}](${name}-${look}.webp)`), ''];
  });
  return ['# Tour', '', 'Made by `npm run tour` ([how](../howto/make-the-tour.md)).', '', ...lines]
    .join('\n')
    .trimEnd();
}

/** Tries a picture again; answers whether it is there. The others are taken without it. */
async function keepTrying(browser: Browser, stop: Stop, look: Look, url: string): Promise<boolean> {
  const file = `docs/tour/${stop.name}-${look}.webp`;
  for (let round = 1; round <= TRIES; round++)
    try {
      const size = await take(browser, stop, look, url);
      console.log(`${file}: ${Math.round(size / 1_000)} kB`);
      return true;
    } catch (error) {
      console.error(`${file} failed:`, error);
    }
  return false;
}

const wanted = process.argv.slice(2);
fs.mkdirSync(FOLDER, { recursive: true });
const server = await startServer({ ...DEMO, LOG_LEVEL: 'info' });
const browser = await chromium.launch({
  executablePath: (await findChromium()) ?? undefined,
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-gpu-rasterization'],
});
try {
  await fleetDrives(server);
  for (const stop of STOPS.filter(({ name }) => wanted.length === 0 || wanted.includes(name)))
    for (const look of stop.looks) if (!(await keepTrying(browser, stop, look, server.url))) process.exitCode = 1;
  fs.writeFileSync(path.join(FOLDER, 'README.md'), `${gallery()}\n`);
} finally {
  await browser.close();
  await server.stop();
}
