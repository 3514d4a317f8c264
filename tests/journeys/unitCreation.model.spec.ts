import { expect, test, type Page } from 'playwright/test';
import { createCoverage, eventsOf, modelTransitions, stateName, transitionPaths } from '../../models/coverage.ts';
import { createBrowserCreation } from '../../models/unitCreation.browser.ts';
import { unitCreationModel, type UnitCreationModelEvent } from '../../models/unitCreation.model.ts';
import { sendPosition, signIn } from '../support/app.ts';

const coverage = createCoverage('Unit creation model in Chromium', modelTransitions(unitCreationModel));

/** One sign-in for all paths: they are about the wizard, and each opens it anew. */
test.describe('every transition of the unit creation model, in the browser', () => {
  test.describe.configure({ mode: 'serial' });
  let page: Page;
  let creation: ReturnType<typeof createBrowserCreation>;
  test.beforeAll(async ({ browser }) => {
    page = await (await browser.newContext({ viewport: { width: 1000, height: 800 } })).newPage();
    creation = createBrowserCreation({ page, baseUrl: process.env.WAYLINE_URL ?? '', report: (identifier) => sendPosition(identifier, 48.1, 11.5) });
    await creation.start();
    await signIn(page, 'dealer', '/units/list');
  });
  test.afterAll(() => page.close());

  for (const path of transitionPaths(unitCreationModel)) {
    test(eventsOf(path).join(' > '), async () => {
      await creation.reset();
      let from = 'outside';
      for (const { event, state } of path.steps) {
        if (event.type === 'xstate.init') continue;
        const to = stateName(state.value);
        await creation.acts[event.type as UnitCreationModelEvent]();
        await creation.looks[to]();
        coverage.record({ from, event: event.type, to });
        from = to;
      }
    });
  }

  test('leaves no transition out', () => {
    console.log(`\n${coverage.table()}\n`);
    expect(coverage.missing()).toEqual([]);
  });
});
