import { expect, type Page } from 'playwright/test';
import { STORAGE_KEYS } from '../../src/app/storage.ts';
import { signInAsPage, type BrowserSession } from './httpCaller.ts';
import { keepCalls } from './pageCalls.ts';

const PASSWORD = 'Demo#2026';
export const url = (path: string): string => `${process.env.WAYLINE_URL}/app${path}`;
export const devicePort = (protocol: 'osmand' | 'teltonika' | 'gt06' | 'wialon_ips'): number =>
  (JSON.parse(process.env.WAYLINE_PORTS ?? '{}') as Record<string, number>)[protocol];

/** Signs in by the form, as a person does. */
export async function signInByForm(page: Page, username: string, path = '/login'): Promise<void> {
  await page.goto(url(path));
  await page.getByLabel('Username or email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expectInside(page);
}

/**
 * Comes in as somebody who signed in before: with a session of their own that the browser kept, straight to a
 * screen. No form is filled in and no landing page drawn, which are seconds for each test; who signs in by the
 * form has it as the subject (`signIn.spec.ts`, the tour over the session).
 */
export async function signIn(page: Page, username: string, path = '/profile'): Promise<void> {
  const server = process.env.WAYLINE_URL ?? '';
  keepCalls(page);
  const { kept, cookie } = await signInAsPage(server, username, PASSWORD);
  await page.context().addCookies([browserCookie(server, cookie)]);
  await page.addInitScript(keepOnce, { key: STORAGE_KEYS.session, session: kept });
  await page.goto(url(path));
  await expectInside(page);
}

/**
 * Goes to an address as a link within the product does: without loading the page again, which takes a second and a half
 * of the processor. The page is loaded where nobody is inside, or where the screen is the one that is there.
 */
export async function goTo(page: Page, path: string): Promise<void> {
  const address = new URL(path.startsWith('http') ? path : url(path));
  const before = await page.evaluate(leaveFor, `${address.pathname}${address.search}`).catch(() => null);
  if (before === null) await page.goto(address.toString());
  else await page.waitForFunction(hasLeft, before);
}

/** Shows a screen from its beginning, within the page: from another one, where another query of it is there already. */
export async function openAgain(page: Page, path: string): Promise<void> {
  if (new URL(page.url()).pathname === new URL(url(path)).pathname) await goTo(page, '/profile');
  await goTo(page, path);
}

/** What distinguishes one screen from the next: its title, and its heading where both have the same title. */
interface Left {
  readonly title: string;
  readonly hasHeading: boolean;
}

/** In the page: takes a step of its history; null: it has to be loaded. */
function leaveFor(address: string): Left | null {
  const isInside = document.querySelector('nav') !== null && location.pathname.startsWith('/app/');
  if (!isInside || new URL(address, location.href).pathname === location.pathname) return null;
  const heading = document.querySelector('h1');
  heading?.setAttribute('data-left', '');
  const { title } = document;
  history.pushState(null, '', address);
  dispatchEvent(new PopStateEvent('popstate', { state: null }));
  return { title, hasHeading: heading !== null };
}

const hasLeft = ({ title, hasHeading }: Left): boolean =>
  document.title !== title || (hasHeading && document.querySelector('[data-left]') === null);

/** The cookie as the browser keeps it. */
export const browserCookie = (server: string, { name, value, path }: BrowserSession['cookie']) =>
  ({ name, value, path, domain: new URL(server).hostname, httpOnly: true, sameSite: 'Strict' }) as const;

const expectInside = (page: Page): Promise<void> =>
  expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();

/** In the page: keeps the session before its first script runs, and not again once somebody has signed out. */
function keepOnce({ key, session }: { key: string; session: string }): void {
  if (!location.protocol.startsWith('http') || sessionStorage.getItem('entered') !== null) return;
  sessionStorage.setItem('entered', 'yes');
  localStorage.setItem(key, session);
}

/** Sends one position as a phone does, of now or of an instant in ms; answers the HTTP status. */
export async function sendPosition(
  identifier: string,
  latitude: number,
  longitude: number,
  speed = 20,
  at?: number,
): Promise<number> {
  const answer = await fetch(
    `http://127.0.0.1:${devicePort('osmand')}/?id=${identifier}&lat=${latitude}&lon=${longitude}&speed=${speed}&bearing=90` +
      (at === undefined ? '' : `&timestamp=${Math.round(at / 1_000)}`),
  );
  return answer.status;
}
