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
    this.#context ??= await this.#browser.newContext(options);
    return this.#context;
  }

  /** Forgets who was signed in and what they chose. */
  async empty(): Promise<void> {
    const context = this.#context;
    if (context === null) return;
    await context.setOffline(false);
    // A window less to open: the last page itself is left for a blank one.
    const [last = await context.newPage(), ...others] = context.pages();
    for (const page of others) await page.close();
    await last.goto('about:blank');
    const session = await context.newCDPSession(last);
    const origin = new URL(process.env.WAYLINE_URL ?? '').origin;
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: KEPT });
    await context.clearCookies();
    await context.clearPermissions();
    await last.close();
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
      const own = await browser.newContext(options);
      await use(own);
      await own.close();
      return;
    }
    const context = await profile.open(options);
    await use(context);
    if (info.status === info.expectedStatus) await profile.empty();
    else await profile.close();
  },
});

export { expect };
