import { expect, test } from 'playwright/test';
import { createCoverage, eventsOf, modelTransitions, stateName } from '../../models/coverage.ts';
import { acceptsInBrowser, createBrowserSession, DEMO_PEOPLE } from '../../models/session.browser.ts';
import { sessionModelMachine, sessionPaths } from '../../models/session.model.ts';

/** A dealer lands on the list: these paths are about the session, and a drawn map would only take time. */
const PEOPLE = { ...DEMO_PEOPLE, one: 'dealer' };

const coverage = createCoverage('Session model in Chromium', modelTransitions(sessionModelMachine, acceptsInBrowser));

test.describe('every transition of the session model that a browser can bring about', () => {
  test.use({ viewport: { width: 640, height: 480 } });
  for (const path of sessionPaths(acceptsInBrowser)) {
    test(eventsOf(path).join(' > '), async ({ page }) => {
      const session = await createBrowserSession(page, process.env.WAYLINE_URL ?? '', PEOPLE);
      await session.reset();
      let from = 'login';
      for (const { event, state } of path.steps) {
        if ((event.type as string) === 'xstate.init') continue;
        const to = stateName(state.value);
        await session.driver.acts[event.type as keyof typeof session.driver.acts]();
        await session.driver.looks[to as keyof typeof session.driver.looks]();
        coverage.record({ from, event: event.type, to });
        from = to;
      }
    });
  }
});

test('leaves no transition out', () => {
  console.log(`\n${coverage.table()}\n`);
  expect(coverage.missing()).toEqual([]);
});
