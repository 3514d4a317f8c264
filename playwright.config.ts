import { defineConfig } from 'playwright/test';
import type { WorkerServer } from './tests/support/globalSetup.ts';

// Read by each worker once more, which then finds the product that is its own.
const servers: WorkerServer[] = JSON.parse(process.env.WAYLINE_SERVERS ?? '[]');
const own = servers.at(Number(process.env.TEST_PARALLEL_INDEX ?? 0));
if (own) {
  process.env.WAYLINE_URL = own.url;
  process.env.WAYLINE_PORTS = JSON.stringify(own.ports);
}

/**
 * Parts of the browser that no journey is about. The list of the address bar is a page of its own in each window, for
 * two thirds of a second of the processor. The others are from Playwright's own list, which this one replaces: Chromium
 * takes the last of two.
 */
const WITHOUT = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/** Journeys in a real Chromium with software WebGL2 against a real server (tests/support/server). */
export default defineConfig({
  testDir: 'tests/journeys',
  // Node reads TypeScript by itself. Rewritten first, journeys and what they import come three times later.
  build: { external: ['**/*.ts'] },
  outputDir: 'test-results',
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // File by file, three at a time on two cores: journeys wait a tenth of their time, for answers and for the feed.
  workers: 3,
  // One that passes only the second time counts as passed and is named as flaky at the end of `npm test`.
  retries: 1,
  fullyParallel: false,
  reporter: [['list'], ['json']],
  globalSetup: './tests/support/globalSetup.ts',
  use: {
    browserName: 'chromium',
    headless: true,
    viewport: { width: 1280, height: 800 },
    // What moves is drawn by the processor, and pressed only once it is still.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
    launchOptions: {
      // Without a window around pages, where there is such a Chromium.
      executablePath: process.env.WAYLINE_HEADLESS_SHELL || process.env.WAYLINE_CHROMIUM,
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--disable-features=${WITHOUT.join(',')}`,
        // The processor draws what is WebGL, which is the map; the page's text and boxes are not to go that way, too.
        '--use-angle=swiftshader-webgl',
        '--enable-unsafe-swiftshader',
        '--disable-gpu-rasterization',
        // One process draws all pages of the product, and keeps what it compiled (`Profile` of support/journey.ts).
        '--process-per-site',
      ],
    },
  },
});
