import { defineConfig } from 'playwright/test';

/** Journeys in a real Chromium with software WebGL2 against a real server (tests/support/server). */
export default defineConfig({
  testDir: 'tests/journeys',
  outputDir: 'test-results',
  timeout: 90_000,
  expect: { timeout: 15_000 },
  workers: 1,
  fullyParallel: false,
  reporter: [['list'], ['json']],
  globalSetup: './tests/support/globalSetup.ts',
  use: {
    browserName: 'chromium',
    headless: true,
    viewport: { width: 1280, height: 800 },
    trace: 'off',
    launchOptions: {
      executablePath: process.env.WAYLINE_CHROMIUM,
      args: [
        '--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking',
        '--disable-component-update', '--disable-sync', '--use-angle=swiftshader', '--enable-unsafe-swiftshader',
      ],
    },
  },
});
