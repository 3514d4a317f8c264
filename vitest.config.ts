import { defineConfig } from 'vitest/config';
import { WAIT } from './tests/support/wait.ts';

/** Where test files may ask for a database: they share one server, which starts with the first of them. */
const WITH_DATABASE = [
  'server/{admin,modules,channels,jobs,store,demo}/**/*.test.ts',
  'tests/{conformance,faults}/**/*.test.ts',
];

/** Unit and conformance tests. Journeys run in Chromium by Playwright (playwright.config.ts). */
export default defineConfig({
  test: {
    environment: 'node',
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // What comes by itself is waited for, and comes late where the machine has other work: how fast it is, the bench tells.
    expect: { poll: { timeout: WAIT } },
    setupFiles: 'tests/support/patience.ts',
    projects: [
      {
        extends: true,
        test: {
          name: 'plain',
          include: ['src/**/*.test.{ts,tsx}', 'server/**/*.test.ts', 'models/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...WITH_DATABASE],
        },
      },
      {
        extends: true,
        test: { name: 'database', include: WITH_DATABASE, globalSetup: 'tests/support/databaseSetup.ts' },
      },
    ],
  },
});
