import { expect, test } from 'playwright/test';
import { acceptsInBrowser, createBrowserSession, DEMO_PEOPLE } from '../../models/session.browser.ts';
import { sessionModelMachine } from '../../models/session.model.ts';
import { transitionsAlong } from '../../models/coverage.ts';
import { titleOf, walk, walksOf } from '../../models/workflow.ts';

/** A dealer lands on the list: these paths are about the session, and a drawn map would only take time. */
const PEOPLE = { ...DEMO_PEOPLE, one: 'dealer' };

const { paths, coverage } = walksOf('Session model in Chromium', sessionModelMachine, acceptsInBrowser);
// Counted by the paths declared, each of them a test of its own: what a worker counted is lost when a failed path is run again in a new one.
for (const path of paths) transitionsAlong(path).forEach(coverage.record);

test.describe('every transition of the session model that a browser can bring about', () => {
  test.use({ viewport: { width: 640, height: 480 } });
  for (const path of paths) {
    test(titleOf(path), async ({ page }) => {
      const driver = await createBrowserSession(page, process.env.WAYLINE_URL ?? '', PEOPLE);
      await walk(path, driver);
    });
  }
});

test('leaves no transition out', () => {
  console.log(`\n${coverage.table()}\n`);
  expect(coverage.missing()).toEqual([]);
});
