import { defineConfig } from 'vitest/config';

/** Unit and conformance tests. Journeys run in Chromium by Playwright (playwright.config.ts). */
export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'server/**/*.test.ts', 'tests/conformance/**/*.test.ts', 'tests/faults/**/*.test.ts', 'models/**/*.test.ts'],
    environment: 'node',
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
