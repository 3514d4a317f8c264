import { expect, test as base, type Browser, type BrowserContext } from 'playwright/test';

/** What a page keeps for its server; all but the pictures and scripts that it loaded. */
const KEPT = 'cookies,local_storage,indexeddb,cache_storage,service_workers';

/**
 * One profile of a browser for the journeys of a worker: emptied between them, but for what it loaded of the product.
 */
class Profile {
  readonly #browser: Browser;
  #context: BrowserContext | null = null;
  #left: Promise<void> = Promise.resolve();

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  async open(options: Parameters<Browser['newContext']>[0]): Promise<BrowserContext> {
    await this.#left;
    this.#context ??= await this.#begin(options);
    return this.#context;
  }

  /**
   * With a page of the product's origin that stays: so does the process that draws the origin's pages, with what it
   * compiled of the product's scripts.
   */
  async #begin(options: Parameters<Browser['newContext']>[0]): Promise<BrowserContext> {
    const context = await this.#browser.newContext(options);
    const page = await context.newPage();
    await page.goto(new URL('/healthz', process.env.WAYLINE_URL).href);
    return context;
  }

  /** Forgets who was signed in and what they chose. */
  async empty(): Promise<void> {
    const context = this.#context;
    if (context === null) return;
    await context.setOffline(false);
    const [staying, ...others] = context.pages();
    for (const page of others) await page.close();
    const session = await context.newCDPSession(staying);
    const { origin } = new URL(staying.url());
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: KEPT });
    await session.detach();
    await context.clearCookies();
    await context.clearPermissions();
  }

  /** Empties it while the next one is begun, who waits for that: a browser that was interrupted never answers. */
  leave(): void {
    this.#left = this.empty().catch(() => void (this.#context = null));
  }

  async close(): Promise<void> {
    await this.#context?.close();
    this.#context = null;
  }
}

/**
 * Answers what closes the windows of other people that are opened from now on: left open, each would follow the feed
 * beside all journeys that come after.
 */
export function othersOf(browser: Browser): () => Promise<void> {
  const before = new Set(browser.contexts());
  return async () => {
    const opened = browser.contexts().filter((context) => !before.has(context));
    await Promise.all(opened.map((context) => context.close()));
  };
}

/**
 * A journey. Its profile has nothing of the one before but the product's scripts, which the browser need not load and
 * compile again: a second and a half of each. `newProfile`: for those that are about loading, permissions or workers.
 */
export const test = base.extend<{ newProfile: boolean }, { profile: Profile }>({
  newProfile: [false, { option: true }],
  profile: [
    async ({ browser }, use) => {
      const profile = new Profile(browser);
      await use(profile);
      await profile.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ browser, profile, newProfile, viewport, contextOptions }, use, info) => {
    const options = { ...contextOptions, viewport };
    if (newProfile) {
      const closeOwnAndOthers = othersOf(browser);
      await use(await browser.newContext(options));
      await closeOwnAndOthers();
      return;
    }
    const context = await profile.open(options);
    const closeOthers = othersOf(browser);
    await use(context);
    await closeOthers();
    if (info.status === info.expectedStatus) await profile.empty();
    else await profile.close();
  },
});

export { expect };
