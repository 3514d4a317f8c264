import { expect, test, type Page } from 'playwright/test';
import type { AnyStateMachine } from 'xstate';
import { titleOf, walk, walksOf, type WorkflowDriver } from '../../models/workflow.ts';
import { signIn } from './app.ts';

/** A wizard's model and how the wizard is driven in the browser. */
export interface WizardJourney {
  /** What the tests call it: `device setup model`. */
  readonly name: string;
  readonly model: AnyStateMachine;
  /** Who walks; a dealer's administrator unless another is named. */
  readonly as?: string;
  /** Where the sign-in lands. */
  readonly landing?: string;
  drive(
    page: Page,
    baseUrl: string,
  ): WorkflowDriver & {
    /** Stands between the page and the server, before the first page is opened. */
    start(): Promise<void>;
    /** What each path needs that the one before may have used up. */
    reset?(): Promise<void>;
  };
}

const title = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)} in Chromium`;

/** Declares the tests that walk every arrow of a wizard's model. One sign-in for all paths: they are about the wizard, and each opens it anew. */
export function testWizard({ name, model, as = 'dealer', landing, drive }: WizardJourney): void {
  const { paths, coverage } = walksOf(`${title(name)}${as === 'dealer' ? '' : ` as ${as}`}`, model);
  test.describe(`every transition of the ${name}, in the browser, as ${as}`, () => {
    test.describe.configure({ mode: 'serial' });
    let page: Page;
    let driver: ReturnType<WizardJourney['drive']>;
    test.beforeAll(async ({ browser }) => {
      page = await (await browser.newContext({ viewport: { width: 1000, height: 800 } })).newPage();
      driver = drive(page, process.env.WAYLINE_URL ?? '');
      await driver.start();
      await signIn(page, as, landing);
    });
    test.afterAll(() => page.close());

    for (const path of paths) {
      test(titleOf(path), async () => {
        await driver.reset?.();
        await walk(path, driver, coverage);
      });
    }

    test('leaves no transition out', () => {
      console.log(`\n${coverage.table()}\n`);
      expect(coverage.missing()).toEqual([]);
    });
  });
}
