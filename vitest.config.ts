import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { WAIT } from './tests/support/wait.ts';

/** Where test files may ask for a database: they share one server, which starts with the first of them. */
const WITH_DATABASE = [
  'server/{admin,call,modules,channels,jobs,store,demo}/**/*.test.ts',
  'tests/{conformance,faults}/**/*.test.ts',
  'models/**/*.database.test.ts',
];

/** Files that replace modules (`vi.mock`): each loads its own. */
const MOCKED = 'src/**/*.mocked.test.tsx';

/**
 * Files that draw the same forms hundreds of times. React's production build, which is what people get, takes three
 * quarters of the time of the other, whose warnings the remaining files see.
 */
const FORMS = 'src/views/wrongValuesOf*.test.tsx';
const PRODUCTION = { NODE_ENV: 'production' };

/**
 * A worker has a document or none, and ends where the next file of its project wants the other: so tests that need one
 * are all `.test.tsx`, with something to draw or not.
 */
const DOCUMENT = { environment: 'happy-dom' } as const;

/** Unit and conformance tests. Journeys run in Chromium by Playwright (playwright.config.ts). */
export default defineConfig({
  // Elements are made by a function that both builds of React have.
  oxc: { jsx: { development: false } },
  test: {
    environment: 'node',
    // MB. What is drawn and thrown away again is most of what tests make: V8 then clears less often.
    execArgv: ['--max-semi-space-size=128'],
    // One more than there are cores: tests that follow a running demo, or wait for a command, leave theirs to the
    // others.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // What comes by itself is waited for, and comes late where the machine has other work: how fast it is, the bench
    // tells.
    expect: { poll: { timeout: WAIT } },
    setupFiles: ['tests/support/patience.ts', 'tests/support/freshDocument.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'plain',
          include: ['src/**/*.test.ts', 'server/**/*.test.ts', 'models/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...WITH_DATABASE],
          // Modules are loaded once for all files, which take longer to load than to run: none may keep anything.
          isolate: false,
        },
      },
      {
        extends: true,
        // One document for all, which what is loaded holds on to.
        test: { ...DOCUMENT, name: 'views', include: ['src/**/*.test.tsx'], exclude: [MOCKED, FORMS], isolate: false },
      },
      { extends: true, test: { ...DOCUMENT, name: 'forms', include: [FORMS], env: PRODUCTION, isolate: false } },
      { extends: true, test: { ...DOCUMENT, name: 'mocked', include: [MOCKED] } },
      {
        extends: true,
        test: {
          name: 'database',
          // For `beyondScreens`, which draws more than all others together.
          env: PRODUCTION,
          include: WITH_DATABASE,
          isolate: false,
          globalSetup: 'tests/support/databaseSetup.ts',
        },
      },
    ],
  },
});
