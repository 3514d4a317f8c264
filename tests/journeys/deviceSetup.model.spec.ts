import { expect, test, type Page } from 'playwright/test';
import { createCoverage, eventsOf, modelTransitions, stateName, transitionPaths } from '../../models/coverage.ts';
import { createBrowserSetup } from '../../models/deviceSetup.browser.ts';
import { deviceSetupModel, type DeviceSetupModelEvent } from '../../models/deviceSetup.model.ts';
import { signIn } from '../support/app.ts';

const coverage = createCoverage('Device setup model in Chromium', modelTransitions(deviceSetupModel));

/** One sign-in for all paths: they are about the wizard, and each opens it anew. */
test.describe('every transition of the device setup model, in the browser', () => {
  test.describe.configure({ mode: 'serial' });
  let page: Page;
  let setup: ReturnType<typeof createBrowserSetup>;
  test.beforeAll(async ({ browser }) => {
    page = await (await browser.newContext({ viewport: { width: 1000, height: 800 } })).newPage();
    setup = createBrowserSetup(page, process.env.WAYLINE_URL ?? '');
    await setup.start();
    await signIn(page, 'dealer');
  });
  test.afterAll(() => page.close());

  for (const path of transitionPaths(deviceSetupModel)) {
    test(eventsOf(path).join(' > '), async () => {
      let from = 'outside';
      for (const { event, state } of path.steps) {
        if (event.type === 'xstate.init') continue;
        const to = stateName(state.value);
        await setup.acts[event.type as DeviceSetupModelEvent]();
        await setup.looks[to]();
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
