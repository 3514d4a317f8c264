import { strict as assert } from 'node:assert';
import type { Page } from 'playwright';
import { ERROR } from '../src/domain/errors/index.ts';
import { answer, type Answer } from './browserServer.ts';
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

const TARGET = 'units/map';
const TEXT = {
  username: 'Username or email',
  signIn: 'Sign in',
  code: 'Code of the authenticator',
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
  switchAccount: 'Switch Account',
  retry: 'Try again',
} as const;

/**
 * Drives the real client over a page: fields, buttons and menus by the names that people and screen
 * readers know them by. The server is the real one; only what it would never answer for a demo user
 * (a blocked user, a captcha, being away) is put in its place, once, by method.
 */
export async function createBrowserSession(page: Page, baseUrl: string, people: SessionPeople = DEMO_PEOPLE) {
  const answers = new Map<string, Answer[]>();
  await page.route('**/api', (route) => answer(route, answers));
  const put = (method: string, ...given: Answer[]) => answers.set(method, [...(answers.get(method) ?? []), ...given]);
  const open = (path: string) => page.goto(new URL(`/app/${path}`, baseUrl).toString());
  // Every page has a context of its own: each path begins as a stranger.
  await open('login');
  return { acts: actsOf(page, people, put, open), looks: looksOf(page) } satisfies SessionDriver;
}

type Put = (method: string, ...given: Answer[]) => unknown;

const onlyByStub = async () => assert.fail('This act needs a stub: leave its event out (acceptsInBrowser).');

/** The second step, passkeys, and a registration that signs in. */
function otherWaysIn(page: Page, put: Put) {
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
    'passkey.accepted': onlyByStub,
    'passkey.refused': onlyByStub,
    'passkey.cancelled': onlyByStub,
    'invitation.registered': onlyByStub,
  } satisfies Partial<SessionDriver['acts']>;
}

function actsOf(
  page: Page,
  people: SessionPeople,
  put: Put,
  open: (path: string) => Promise<unknown>,
): SessionDriver['acts'] {
  const signIn = async (username: string) => {
    await page.getByLabel(TEXT.username).fill(username);
    await page.getByLabel('Password', { exact: true }).fill(people.password);
    await page.getByRole('button', { name: TEXT.signIn, exact: true }).click();
  };
  const refuseSignIn = (given: Answer) => async () => {
    put('signin', given);
    await signIn(people.one);
  };
  const accounts = page.getByRole('main').getByRole('listitem').getByRole('button');
  const chooseOther = async () => accounts.and(page.locator(':not([aria-current]):not([disabled])')).first().click();
  const choose = (given?: Answer) => async () => {
    if (given) put('selectAccount', given);
    await chooseOther();
  };
  const menu = async (item: string) => {
    await page.getByRole('button', { name: TEXT.userMenu }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const reload = async (...given: [method: string, answer: Answer][]) => {
    for (const [method, each] of given) put(method, each);
    await page.reload();
  };
  const signOut = async () => {
    const button = page.getByRole('button', { name: TEXT.logout });
    if (await button.isVisible()) await button.click();
    else await menu(TEXT.logout);
  };
  const nobody = { user: { user_id: 1, username: people.one, email: '', first_name: '', last_name: '' }, accounts: [] };
  return {
    'signIn.oneAccount': () => signIn(people.one),
    'signIn.severalAccounts': () => signIn(people.several),
    'signIn.noAccounts': refuseSignIn({ change: (data) => ({ ...data, accounts: [] }) }),
    'signIn.refused': refuseSignIn({ code: ERROR.wrongCredentials }),
    'signIn.captchaAsked': refuseSignIn({ code: ERROR.captchaRequired }),
    'signIn.serverAway': refuseSignIn('away'),
    'signIn.codeAsked': refuseSignIn({ code: ERROR.twoFactorRequired }),
    ...otherWaysIn(page, put),
    'captcha.solved': () => page.getByRole('button', { name: TEXT.captcha }).click(),
    async 'captcha.failed'() {
      put('getCaptcha', 'away');
      await page.getByRole('button', { name: TEXT.captcha }).click();
    },
    async 'screen.asked'() {
      await open(TARGET);
    },
    'account.entered': choose(),
    'account.refused': choose({ code: ERROR.exception }),
    'account.blocked': choose({ code: ERROR.accountInactive }),
    'account.serverAway': choose('away'),
    async 'noAccounts.checkedAgain'() {
      put('getUserAccounts', { data: nobody });
      await page.getByRole('button', { name: TEXT.checkAgain }).click();
    },
    async 'noAccounts.invited'() {
      await page.getByRole('button', { name: TEXT.checkAgain }).click();
    },
    async 'server.stillAway'() {
      put('getUserAccounts', 'away');
      await page.getByRole('button', { name: TEXT.retry }).click();
    },
    'server.back': () => page.getByRole('button', { name: TEXT.retry }).click(),
    'token.expired': () => reload(['getUserAccounts', { code: ERROR.accessToken }]),
    'token.dead': () =>
      reload(['getUserAccounts', { code: ERROR.accessToken }], ['loginWithBearer', { code: ERROR.bearerToken }]),
    'session.forcedOut': () => reload(['getUserAccounts', { code: ERROR.loginBlocked }]),
    async 'session.endedElsewhere'() {
      const other = await page.context().newPage();
      await other.goto(page.url());
      await other.evaluate(() => localStorage.clear());
      await other.close();
    },
    'page.reloaded': () => reload(),
    'page.reloadedWhileAway': () => reload(['getUserAccounts', 'away']),
    'role.unchanged': onlyByStub,
    'role.updated': onlyByStub,
    'settings.changed': onlyByStub,
    'accounts.joined': onlyByStub,
    'switch.opened': () => menu(TEXT.switchAccount),
    async 'switch.cancelled'() {
      await page.goBack();
    },
    'switch.same': () => accounts.and(page.locator('[aria-current]')).click(),
    'switch.done': choose(),
    'switch.refused': choose({ code: ERROR.exception }),
    signOut,
  };
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
    assert.doesNotMatch(page.url(), /\/login/);
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
