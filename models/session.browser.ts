import { strict as assert } from 'node:assert';
import type { Page } from 'playwright';
import { ERROR } from '../src/domain/errors/index.ts';
import { answerCalls, type Answer } from './browserServer.ts';
import { STUB_ONLY, type SessionDriver, type SessionModelState } from './session.model.ts';

/** Demo users (contract, "Demo sign-ins") that the model's acts sign in as. */
export interface SessionPeople {
  /** A user of one account. */
  readonly one: string;
  /** A user of several accounts. */
  readonly several: string;
  readonly password: string;
}

export const DEMO_PEOPLE: SessionPeople = { one: 'consumer', several: 'multi', password: 'Demo#2026' };

/** Events that the browser can bring about. */
export const acceptsInBrowser = (event: string): boolean => !STUB_ONLY.has(event);

// A list, not the map: the walk is about the session, and a map that is drawn would only take time.
const TARGET = 'units/list';
const TEXT = {
  username: 'Username or email',
  signIn: 'Sign in',
  code: 'Authenticator code',
  confirm: 'Confirm',
  otherUser: 'Sign in as someone else',
  captcha: "I'm not a robot",
  captchaSolved: 'Checked. You can sign in now.',
  captchaFailed: 'The check did not finish. Please try again.',
  chooseAccount: 'Choose an account',
  noAccounts: 'No accounts yet',
  checkAgain: 'Check again',
  userMenu: 'User menu',
  logout: 'Logout',
  switchAccount: 'Switch account',
  retry: 'Try again',
} as const;

/** Puts answers in the place of the server's next ones to a method. */
type Put = (method: string, ...given: Answer[]) => void;
type Open = (path: string) => Promise<unknown>;
type Acts = Partial<SessionDriver['acts']>;

/**
 * Drives the real client over a page: fields, buttons and menus by the names that people and screen
 * readers know them by. The server is the real one; only what it would never answer for a demo user
 * (a blocked user, a captcha, being away) is put in its place, once, by method.
 */
export function createBrowserSession(page: Page, baseUrl: string, people: SessionPeople = DEMO_PEOPLE) {
  const answers = new Map<string, Answer[]>();
  const put: Put = (method, ...given) => void answers.set(method, [...(answers.get(method) ?? []), ...given]);
  const open: Open = (path) => page.goto(new URL(`/app/${path}`, baseUrl).toString());
  return {
    async start() {
      await page.addInitScript(drawNoMap);
      await answerCalls(page, answers);
    },
    /** As a stranger who opens the page for the first time. */
    async restart() {
      await forgetIn(page, baseUrl);
      await open('login');
    },
    acts: actsOf(page, people, put, open),
    looks: looksOf(page),
  } satisfies SessionDriver & Record<'start' | 'restart', () => Promise<void>>;
}

/**
 * In the page: a browser without WebGL. Whoever is in several accounts enters them at the map, which is two seconds of
 * drawing each time, and the walk is about the session.
 */
function drawNoMap(): void {
  const { getContext } = HTMLCanvasElement.prototype;
  Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', {
    value(this: HTMLCanvasElement, kind: string, ...options: []) {
      return kind.startsWith('webgl') ? null : getContext.call(this, kind, ...options);
    },
  });
}

/** Clears what the origin keeps, from a page of it that needs no script of the product. */
async function forgetIn(page: Page, address: string): Promise<void> {
  await page.goto(new URL('/healthz', address).toString());
  await page.evaluate(() => localStorage.clear());
}

function actsOf(page: Page, people: SessionPeople, put: Put, open: Open): SessionDriver['acts'] {
  return {
    ...signInActs(page, people, put),
    ...codeActs(page, put),
    ...captchaActs(page, put),
    ...accountActs(page, people, put),
    ...reloadActs(page, put),
    ...stubbedActs,
    'screen.asked': async () => void (await open(TARGET)),
    signOut: () => signOut(page),
  };
}

const onlyByStub = async () => assert.fail('This act needs a stub: leave its event out (acceptsInBrowser).');

/** What only a stub can bring about. */
const stubbedActs = {
  'passkey.accepted': onlyByStub,
  'passkey.refused': onlyByStub,
  'passkey.cancelled': onlyByStub,
  'invitation.registered': onlyByStub,
  'role.unchanged': onlyByStub,
  'role.updated': onlyByStub,
  'settings.changed': onlyByStub,
  'accounts.joined': onlyByStub,
} satisfies Acts;

function signInActs(page: Page, people: SessionPeople, put: Put) {
  const signIn = async (username: string) => {
    await page.getByLabel(TEXT.username).fill(username);
    await page.getByLabel('Password', { exact: true }).fill(people.password);
    await page.getByRole('button', { name: TEXT.signIn, exact: true }).click();
  };
  const answeredBy = (given: Answer) => async () => {
    put('signin', given);
    await signIn(people.one);
  };
  return {
    'signIn.oneAccount': () => signIn(people.one),
    'signIn.severalAccounts': () => signIn(people.several),
    'signIn.noAccounts': answeredBy({ change: (data) => ({ ...data, accounts: [] }) }),
    'signIn.refused': answeredBy({ code: ERROR.wrongCredentials }),
    'signIn.captchaAsked': answeredBy({ code: ERROR.captchaRequired }),
    'signIn.serverAway': answeredBy('away'),
    'signIn.codeAsked': answeredBy({ code: ERROR.twoFactorRequired }),
  } satisfies Acts;
}

/** The second step. */
function codeActs(page: Page, put: Put) {
  const sendCode = async () => {
    await page.getByLabel(TEXT.code).fill('123456');
    await page.getByRole('button', { name: TEXT.confirm, exact: true }).click();
  };
  return {
    'code.accepted': () => sendCode(),
    async 'code.refused'() {
      put('signin', { code: ERROR.wrongCode });
      await sendCode();
    },
    async 'code.serverAway'() {
      put('signin', 'away');
      await sendCode();
    },
    'code.cancelled': () => page.getByRole('button', { name: TEXT.otherUser }).click(),
  } satisfies Acts;
}

function captchaActs(page: Page, put: Put) {
  const press = () => page.getByRole('button', { name: TEXT.captcha }).click();
  return {
    'captcha.solved': press,
    async 'captcha.failed'() {
      put('getCaptcha', 'away');
      await press();
    },
  } satisfies Acts;
}

/** Which account: chosen after signing in, changed from within, or none yet. */
function accountActs(page: Page, people: SessionPeople, put: Put) {
  const accounts = page.getByRole('main').getByRole('listitem').getByRole('button');
  const choose = (given?: Answer) => async () => {
    if (given) put('selectAccount', given);
    await accounts.and(page.locator(':not([aria-current]):not([disabled])')).first().click();
  };
  const checkAgain = () => page.getByRole('button', { name: TEXT.checkAgain }).click();
  const nobody = { user: { user_id: 1, username: people.one, email: '', first_name: '', last_name: '' }, accounts: [] };
  return {
    'account.entered': choose(),
    'account.refused': choose({ code: ERROR.exception }),
    'account.blocked': choose({ code: ERROR.accountInactive }),
    'account.serverAway': choose('away'),
    async 'noAccounts.checkedAgain'() {
      put('getUserAccounts', { data: nobody });
      await checkAgain();
    },
    'noAccounts.invited': checkAgain,
    'switch.opened': () => chooseMenu(page, TEXT.switchAccount),
    'switch.cancelled': async () => void (await page.goBack()),
    'switch.same': () => accounts.and(page.locator('[aria-current]')).click(),
    'switch.done': choose(),
    'switch.refused': choose({ code: ERROR.exception }),
  } satisfies Acts;
}

/** What ends a session or brings it back while nobody touches the page, and the page's own reload. */
function reloadActs(page: Page, put: Put) {
  const reload = async (...given: [method: string, answer: Answer][]) => {
    for (const [method, each] of given) put(method, each);
    await page.reload();
  };
  const retry = () => page.getByRole('button', { name: TEXT.retry }).click();
  return {
    async 'server.stillAway'() {
      put('getUserAccounts', 'away');
      await retry();
    },
    'server.back': retry,
    'token.expired': () => reload(['getUserAccounts', { code: ERROR.accessToken }]),
    'token.dead': () =>
      reload(['getUserAccounts', { code: ERROR.accessToken }], ['loginWithBearer', { code: ERROR.bearerToken }]),
    'session.forcedOut': () => reload(['getUserAccounts', { code: ERROR.loginBlocked }]),
    async 'session.endedElsewhere'() {
      const other = await page.context().newPage();
      await forgetIn(other, page.url());
      await other.close();
    },
    'page.reloaded': () => reload(),
    'page.reloadedWhileAway': () => reload(['loginWithBearer', 'away']),
  } satisfies Acts;
}

async function chooseMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: TEXT.userMenu }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** By the button of the pages before an account is entered, or by the menu within. */
async function signOut(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: TEXT.logout });
  if (await button.isVisible()) await button.click();
  else await chooseMenu(page, TEXT.logout);
}

function looksOf(page: Page): SessionDriver['looks'] {
  const heading = (name: string) => page.getByRole('heading', { name }).waitFor();
  const alert = () => page.getByRole('alert').first().waitFor();
  const login = async () => {
    await page.getByLabel(TEXT.username).waitFor();
    await page.waitForURL(/\/app\/login/);
  };
  const inside = async () => {
    await page.getByRole('button', { name: TEXT.userMenu }).waitFor();
    // The menu is there before the code of the first screen, with which the address comes. Leaving earlier would
    // come back to where it was entered.
    await page.waitForURL((address) => !/\/(login|select-account)$/.test(address.pathname));
  };
  const refused = (look: () => Promise<unknown>) => async () => {
    await look();
    await alert();
  };
  const choosing = () => heading(TEXT.chooseAccount);
  const unreachable = async () => {
    await page.getByRole('button', { name: TEXT.retry }).waitFor();
  };
  const looks: Record<SessionModelState, () => Promise<void>> = {
    login,
    loginRefused: refused(login),
    loginEnded: login,
    loginWithTarget: login,
    codeAsked: () => page.getByLabel(TEXT.code).waitFor(),
    codeRefused: refused(() => page.getByLabel(TEXT.code).waitFor()),
    captchaAsked: () => page.getByRole('button', { name: TEXT.captcha }).waitFor(),
    captchaFailed: () => page.getByText(TEXT.captchaFailed).waitFor(),
    captchaSolved: () => page.getByText(TEXT.captchaSolved).waitFor(),
    choosing,
    choosingRefused: refused(choosing),
    noAccounts: () => heading(TEXT.noAccounts),
    unreachable,
    unreachableBeforeAccount: unreachable,
    inside,
    insideSeveral: inside,
    async insideAtTarget() {
      await inside();
      assert.match(page.url(), new RegExp(TARGET));
    },
    choosingInside: choosing,
    choosingInsideRefused: refused(choosing),
  };
  return looks;
}
