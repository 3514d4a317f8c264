import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import { expect, test } from '../support/journey.ts';
import type { Page } from 'playwright/test';
import { createScreens } from '../../src/views/registry.ts';
import { goTo, signIn, url } from '../support/app.ts';

// Every screen as a screen reader meets it: names, roles, order of headings, contrast (WCAG 2.2 A and AA).

/** In the page, once {@link AXE} was run there. */
declare const axe: { run(options: RunOptions): Promise<AxeResults> };
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
  // Neither of the two rules that want style sheets or videos loaded again has anything to find: nothing plays here.
  preload: false,
  // Takes initials and the caps of keys for names.
  rules: { 'label-content-name-mismatch': { enabled: false } },
};
const nothing = async () => ({ default: () => null });
const screens = createScreens({ list: nothing, map: nothing });

interface Found {
  readonly rule: string;
  readonly at: readonly string[];
}

async function violations(page: Page): Promise<Found[]> {
  // Half a megabyte, once for each page that is loaded.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  const results = await page.evaluate(async (options) => (await axe.run(options)).violations, RULES);
  return results.map(({ id, nodes }) => ({
    rule: id,
    at: nodes.slice(0, 3).map(({ target, html }) => `${target.join(' ')} ${html.slice(0, 160)}`),
  }));
}

/** Waits until the screen shows what it has: no skeleton, no spinner. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator('main, [role="main"]').first()).toBeVisible();
  await expect(page.locator('h1').first()).toBeAttached();
  await expect(page.locator('.skeleton, [aria-busy="true"]')).toHaveCount(0);
}

/**
 * What is wrong once the screen is settled: parts that are read again meanwhile are dimmed for that while, and looked
 * at after it.
 */
async function wrongWhenSettled(page: Page): Promise<readonly Found[]> {
  await settled(page);
  const found = await violations(page);
  if (found.length === 0) return found;
  await settled(page);
  return violations(page);
}

const load = (page: Page, path: string): Promise<unknown> => page.goto(url(path));

/** In the page: notes what the content security policy refuses, before the first script runs. */
function noteRefused(): void {
  const refused: string[] = [];
  Object.assign(globalThis, { refused });
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
    refused.push(`${violatedDirective} ${blockedURI} ${sample}`),
  );
}

/** What the policy refused on the page by now: workers of the map and the feed, and markup, come past it. */
async function refusedByPolicy(page: Page): Promise<Found[]> {
  const refused = await page.evaluate(() => (globalThis as unknown as { refused: string[] }).refused);
  return refused.map((each) => ({ rule: 'content-security-policy', at: [each] }));
}

/** What is wrong on each screen, by its path; `links` gathers the addresses that they lead to. */
async function walk(page: Page, paths: readonly string[], open = load, links = new Set<string>()) {
  const found: Record<string, readonly Found[]> = {};
  await page.addInitScript(noteRefused);
  for (const [place, path] of paths.entries()) {
    await (place === 0 ? load : open)(page, path);
    await settled(page);
    // Before the rules run: their own code is not the page's.
    const here = [...(await refusedByPolicy(page)), ...(await wrongWhenSettled(page))];
    if (here.length > 0) found[path] = here;
    for (const link of await linksOn(page)) links.add(link);
  }
  return found;
}

const linksOn = (page: Page): Promise<string[]> =>
  page.locator('a[href]').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));

const pathsOf = (layout: 'shell' | 'full'): string[] =>
  screens.filter((screen) => screen.layout === layout && !screen.path.includes(':')).map(({ path }) => path);

/** For each screen of a thing the first address that leads to one. */
function thingsAmong(links: ReadonlySet<string>): string[] {
  const paths = [...links].flatMap((link) => /\/app(\/[^?#]*)/.exec(link)?.[1] ?? []);
  return screens
    .filter(({ layout, path }) => layout === 'shell' && path.includes(':'))
    .flatMap(({ path }) => {
      const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, '\\d+')}$`);
      return paths.find((each) => pattern.test(each)) ?? [];
    });
}

test('every screen can be read, reached and distinguished', async ({ page }) => {
  test.setTimeout(600_000);
  await signIn(page, 'owner', '/dashboard');
  const links = new Set<string>();
  const own = pathsOf('shell').filter((path) => !path.startsWith('/child/'));
  expect(await walk(page, own, goTo, links)).toEqual({});
  const things = thingsAmong(links);
  expect(things.length).toBeGreaterThan(4);
  expect(await walk(page, things, goTo)).toEqual({});
});

test('so can every page before signing in', async ({ page }) => {
  expect(await walk(page, ['/login', '/forgot-password', '/set-new-password', '/error-404', '/unauthorized'])).toEqual(
    {},
  );
  // A wrong address stays where it can be put right.
  await page.goto(url('/no-such-page'));
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await expect(page).toHaveURL(/\/no-such-page$/);
});

test('a worker from elsewhere, and markup that would run, are refused by the browser', async ({ page }) => {
  await page.goto(url('/login'));
  await expect(page.getByLabel('Username or email')).toBeVisible();
  const outcomes = await page.evaluate(() => {
    const attempt = (act: () => unknown): string => {
      try {
        act();
        return 'done';
      } catch (error) {
        return (error as Error).name;
      }
    };
    return [
      () => new Worker(URL.createObjectURL(new Blob(['1']))),
      () => new Worker('/images/1'),
      () => (document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>'),
      () => new DOMParser().parseFromString('<gpx/>', 'text/xml'),
    ].map(attempt);
  });
  expect(outcomes).toEqual(['TypeError', 'TypeError', 'TypeError', 'done']);
});
