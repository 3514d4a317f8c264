import type { Page } from 'playwright/test';
import { createCoverage } from '../../models/coverage.ts';
import type { BehaviourModel } from '../../models/models.ts';
import { modelGraph, type PathDriver } from '../../models/testModel.ts';
import { tourOf } from '../../models/tour.ts';
import { signIn } from './app.ts';
import { expect, othersOf, test } from './journey.ts';

/** Drives the product in a page for as long as a tour lasts. */
interface TourDriver extends PathDriver {
  /** Stands between the page and the server, before the first page is opened. */
  start(): Promise<void>;
  /** Brings page and server to the model's start: before the first leg, and where no way leads on. */
  restart(): Promise<void>;
}

/** A model and how the product is driven through it in the browser. */
export interface ModelJourney {
  readonly model: BehaviourModel;
  /** Who is signed in; nobody unless one is named. */
  readonly as?: string;
  /** Where the sign-in lands. */
  readonly landing?: string;
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Events that the browser can bring about; all unless said otherwise. */
  readonly accepts?: (event: string) => boolean;
  drive(page: Page, baseUrl: string): TourDriver;
}

/**
 * Declares one tour over every transition of a model, in one page. Each leg is a test, named by the state
 * that it goes on from and its events; when one fails, the rest waits for the second try, which starts over.
 */
export function testTour({ model, as, landing, viewport, accepts, drive }: ModelJourney): void {
  const graph = modelGraph(model.machine, accepts);
  const title = `${model.title} in Chromium${as === undefined ? '' : ` as ${as}`}`;
  const coverage = createCoverage(title, graph.transitions);
  test.describe(`${title}: one tour over every transition`, () => {
    test.describe.configure({ mode: 'serial' });
    let driver: TourDriver;
    let leave = (): void => undefined;
    test.beforeAll(async ({ browser, profile, viewport: usual, contextOptions }) => {
      const context = await profile.open({ ...contextOptions, viewport: usual });
      const closeOthers = othersOf(browser);
      const page = await context.newPage();
      await page.setViewportSize(viewport ?? { width: 1000, height: 800 });
      driver = drive(page, process.env.WAYLINE_URL ?? '');
      leave = () => {
        // Not waited for, as the profile: a browser that was interrupted never answers.
        void closeOthers().catch(() => undefined);
        profile.leave();
      };
      await driver.start();
      if (as !== undefined) await signIn(page, as, landing);
    });
    test.afterAll(() => leave());

    for (const { path, isFresh } of tourOf(graph)) {
      test(`${path.from}: ${path.title}`, async () => {
        if (isFresh) await driver.restart();
        await path.walk(driver, coverage.record);
      });
    }

    test('leaves no transition out', () => {
      console.log(`\n${coverage.table()}\n`);
      expect(coverage.missing()).toEqual([]);
    });
  });
}
