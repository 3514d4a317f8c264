import { expect, test } from '../support/journey.ts';
import type { Page } from 'playwright/test';
import { Secret, TOTP } from 'otpauth';
import { IMAGE, LENGTH } from '../../src/domain/base/index.ts';
import { goTo, signIn, url } from '../support/app.ts';
import {
  ADDRESSES,
  API_KEY,
  CHANGED_PASSWORD,
  EDITED_ACCOUNT,
  EDITED_ROLE,
  EMAIL,
  FORGOTTEN,
  NEW_DEALER,
  NEW_ROLE,
  OWN_ACCOUNT,
  PASSKEY,
  PROFILE,
  REGISTRATION,
  SECOND_STEP,
  SIGN_IN,
  SIGN_IN_CODE,
  withCode,
} from '../support/forms/people.ts';
import { wordsOf } from '../support/formSpoilings.ts';
import {
  CallCounter,
  expectRefused,
  spoilPost,
  walkForm,
  wrongLabel,
  type FormUnderTest,
  type Walked,
  type WrongChoice,
} from '../support/formWalk.ts';
import { codeTo, linkOf } from '../support/mail.ts';

// Every form of the product, one after the other: a wrong value is named at its field before anything
// is sent (all of them: src/views/wrongValuesOfPeople.test.tsx), a lost connection loses nothing, and the
// next try goes through.
// The people are new ones in an account of their own, so that the demo's stay as they are.

test.describe.configure({ mode: 'serial', timeout: 180_000 });

const table: Walked[] = [];
let pages: Record<'owner' | 'newcomer', Page>;
let counters: Record<'owner' | 'newcomer', CallCounter>;

test.beforeAll(async ({ browser, profile, viewport, contextOptions }) => {
  const options = { ...contextOptions, viewport };
  const [above, below] = [await profile.open(options), await browser.newContext(options)];
  pages = { owner: await above.newPage(), newcomer: await below.newPage() };
  // The browser asks before a reload that would lose something; these people always agree.
  for (const page of Object.values(pages)) page.on('dialog', (question) => void question.accept());
  counters = { owner: new CallCounter(pages.owner), newcomer: new CallCounter(pages.newcomer) };
});

// The runner reports one page only.
test.afterEach(async () => {
  const { status, expectedStatus } = test.info();
  if (status === expectedStatus) return;
  for (const [who, page] of Object.entries(pages))
    console.log(`${who} stands at ${page.url()}:`, (await page.locator('body').innerText()).slice(0, 600));
});

test.afterAll(async ({ profile }) => {
  await pages.newcomer.context().close();
  profile.leave();
  console.table(table);
});

const walkAs = async (who: 'owner' | 'newcomer', form: FormUnderTest): Promise<void> =>
  void table.push(await walkForm(pages[who], form, counters[who]));

/** Passkeys belong to a name, not to a number: the newcomer comes by this machine's. */
const local = (address: string): string => address.replace('127.0.0.1', 'localhost');

test('accounts', async () => {
  const { owner } = pages;
  await signIn(owner, 'owner', '/dealer/create');
  await walkAs('owner', {
    ...NEW_DEALER,
    alsoTyped: ['default_owner_email'],
    prepare: (page) => page.getByText('Allow white labelling').click(),
    done: (page) => expect(page.getByRole('heading', { name: 'Forms and Sons' })).toBeVisible(),
  });
  await walkAs('owner', { ...EDITED_ACCOUNT, done: (page) => expect(page.getByText('Account saved')).toBeVisible() });
});

test('registration, by an invitation', async () => {
  const { newcomer } = pages;
  await newcomer.goto(local(await linkOf(newcomer, EMAIL)));
  await newcomer.getByLabel('Username').fill('dealer');
  await expect(newcomer.getByLabel('Username')).toHaveAccessibleDescription('Username already exists');
  await walkAs('newcomer', {
    ...REGISTRATION,
    alsoTyped: ['mobile', 'password', 'retype_password'],
    isReloaded: true,
    done: (page) => expect(page).toHaveURL(/new-user-onboarding/),
  });
  await newcomer.getByRole('link', { name: /^Enter/ }).click();
  await expect(newcomer.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
});

test('one’s own profile, addresses and password', async () => {
  const { newcomer } = pages;
  await goTo(newcomer, local(url('/update-profile')));
  await walkAs('newcomer', { ...PROFILE, done: (page) => expect(page).toHaveURL(/\/profile$/) });
  for (const { path, asking, code } of ADDRESSES) {
    await goTo(newcomer, local(url(path)));
    await walkAs('newcomer', { ...asking, done: (page) => expect(page.getByLabel('Confirmation code')).toBeVisible() });
    await walkAs('newcomer', {
      ...withCode(code, await codeTo(newcomer, asking.fields.address.valid)),
      done: (page) => expect(page.getByText(/is verified\.$/)).toBeVisible(),
    });
  }
  await goTo(newcomer, local(url('/change-password')));
  await walkAs('newcomer', { ...CHANGED_PASSWORD, done: (page) => expect(page).toHaveURL(/\/profile$/) });
});

/**
 * What an authenticator shows `steps` of thirty seconds from now: a code is taken once, and the next one a little
 * early.
 */
const authenticatorCode = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 }).generate({
    timestamp: Date.now() + steps * 30_000,
  });

let secret = '';

test('passkeys, keys and the second step', async () => {
  const { newcomer } = pages;
  const dialog = (page: Page) => page.getByRole('alertdialog');
  const devices = await newcomer.context().newCDPSession(newcomer);
  await devices.send('WebAuthn.enable');
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  await goTo(newcomer, local(url('/settings?tab=passkeys')));
  await newcomer.getByRole('button', { name: 'Add a passkey' }).click();
  await walkAs('newcomer', {
    ...PASSKEY,
    within: dialog,
    done: (page) => expect(page.getByText('Desk', { exact: true })).toBeVisible(),
  });

  await goTo(newcomer, local(url('/settings?tab=apiKeys')));
  await newcomer.getByRole('button', { name: 'Create an API key' }).click();
  await walkAs('newcomer', {
    ...API_KEY,
    within: dialog,
    prepare: (page) => page.getByRole('button', { name: 'View everything' }).click(),
    done: (page) => expect(page.getByRole('alertdialog', { name: 'Your API key' })).toBeVisible(),
  });

  await goTo(newcomer, local(url('/settings?tab=twoFactor')));
  await newcomer.getByRole('button', { name: 'Set up' }).click();
  secret = (await newcomer.locator('.secret').innerText()).replaceAll(/\s/g, '');
  await walkAs('newcomer', {
    ...withCode(SECOND_STEP.settingUp, authenticatorCode(secret)),
    within: dialog,
    done: (page) => expect(page.getByRole('alertdialog', { name: 'Your recovery codes' })).toBeVisible(),
  });
  await newcomer.getByRole('button', { name: 'I have saved these codes' }).click();
  await newcomer.getByRole('button', { name: 'New recovery codes' }).click();
  await walkAs('newcomer', {
    ...SECOND_STEP.newCodes,
    within: dialog,
    done: (page) => expect(page.getByRole('alertdialog', { name: 'Your recovery codes' })).toBeVisible(),
  });
  await newcomer.getByRole('button', { name: 'I have saved these codes' }).click();
});

/** Ticks or unticks what a role may do with groups. */
const toggleGroups: WrongChoice['spoil'] = (scope) =>
  scope.locator('.permission-row', { hasText: 'Alerts' }).locator('label').last().click();
const ROLE_WITHOUT_RIGHTS: WrongChoice = {
  what: 'a role that may do nothing',
  message: wordsOf('rolePermissions', ''),
  place: (scope) => scope.getByRole('region', { name: 'Permissions', exact: true }),
  spoil: toggleGroups,
  mend: toggleGroups,
};

test('roles and the account’s own settings', async () => {
  const { newcomer } = pages;
  const role = { done: (page: Page) => expect(page).toHaveURL(/\/role\/\d+\/view/) };
  await goTo(newcomer, local(url('/role/create')));
  await walkAs('newcomer', {
    ...NEW_ROLE,
    ...role,
    prepare: toggleGroups,
    alsoWrong: [ROLE_WITHOUT_RIGHTS, wrongLabel('Groups')],
  });
  await goTo(newcomer, newcomer.url().replace('/view', '/edit'));
  await walkAs('newcomer', { ...EDITED_ROLE, ...role });

  await goTo(newcomer, local(url('/account/update')));
  await walkAs('newcomer', {
    ...OWN_ACCOUNT,
    prepare: (page) => page.getByRole('radio', { name: /8 to 15 characters/ }).check({ force: true }),
    done: (page) => expect(page.getByText('Account saved')).toBeVisible(),
  });
});

test('an invitation of many', async () => {
  const { newcomer } = pages;
  const calls = counters.newcomer;
  const people = (count: number): string =>
    Array.from({ length: count }, (_, index) => `forms.${index}@example.com`).join(' ');
  const dialog = newcomer.getByRole('dialog').or(newcomer.getByRole('alertdialog'));
  const addresses = dialog.getByRole('textbox', { name: 'Email addresses' });
  const role = dialog.getByRole('button', { name: /Role/ });
  const open = async (): Promise<void> => {
    await goTo(newcomer, local(url('/user-invitations?tab=sent')));
    await newcomer.getByRole('button', { name: 'Invite people' }).first().click();
  };
  const send = (): Promise<void> => dialog.getByRole('button', { name: /^Send \d+ invitation/ }).click();
  await open();
  await send();
  await expect(role).toHaveAccessibleDescription(wordsOf('required', 'Role'));
  await expect(addresses).toHaveAccessibleDescription(new RegExp(wordsOf('required', 'Email')));
  await role.click();
  await newcomer.getByRole('listbox').getByRole('option', { name: 'Late shift' }).click();
  await addresses.fill('nobody@here, nora@example.com ');
  await send();
  await expectRefused(addresses, /Not an email address: nobody@here/);
  await addresses.focus();
  while ((await dialog.getByRole('button', { name: /^Remove / }).count()) > 0) await addresses.press('Backspace');
  expect(calls.of(['inviteMultipleUser'])).toBe(0);

  await addresses.fill(`${people(20)} `);
  await open();
  await expect(dialog.getByText('Your unsaved changes from last time have been restored.')).toBeVisible();
  await newcomer.context().setOffline(true);
  await send();
  await expect(dialog.getByRole('alert').filter({ hasText: 'The server cannot be reached' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Remove / })).toHaveCount(20);
  expect(calls.of(['inviteMultipleUser'])).toBe(1);
  await newcomer.context().setOffline(false);
  await send();
  await expect(dialog.getByText('20 invitations sent')).toBeVisible();
  table.push({ form: 'Invitation', fields: 2, spoilings: 3, sent: 0, lostConnection: 'kept', reload: 'kept' });
});

/** The smallest picture there is: one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer });

test('pictures: neither another kind of file nor one too large leaves the browser', async () => {
  const { newcomer } = pages;
  let uploads = 0;
  newcomer.on('request', (request) => void (request.url().endsWith('/upload') && uploads++));
  const tooLarge = file('large.png', Buffer.concat([PIXEL, Buffer.alloc(IMAGE.bytes)]));
  const places = [
    {
      path: '/update-profile',
      input: newcomer.getByLabel('Picture'),
      said: newcomer.getByRole('alert'),
      size: 'The picture is larger than 2 MB.',
      saved: newcomer.getByText('Picture saved'),
    },
    {
      path: '/account/update',
      input: newcomer.getByLabel(/On light/),
      said: newcomer.getByRole('alert'),
      size: wordsOf('imageSize', '', { max: 2 }),
      saved: newcomer.getByText('Logo saved'),
    },
  ];
  for (const { path, input, said, size, saved } of places) {
    await goTo(newcomer, local(url(path)));
    await input.setInputFiles(file('words.png', Buffer.from('these are words')));
    await expect(said.filter({ hasText: wordsOf('imageType', '') })).toBeVisible();
    await input.setInputFiles(tooLarge);
    await expect(said.filter({ hasText: size })).toBeVisible();
    expect(uploads, `${path} sends nothing that is wrong`).toBe(0);
    await newcomer.context().setOffline(true);
    await input.setInputFiles(file('pixel.png', PIXEL));
    await expect(said.filter({ hasText: 'The server cannot be reached' })).toBeVisible();
    await newcomer.context().setOffline(false);
    await input.setInputFiles(file('pixel.png', PIXEL));
    await expect(saved).toBeVisible();
    uploads = 0;
    table.push({ form: `Picture: ${path}`, fields: 1, spoilings: 2, sent: 0, lostConnection: 'kept', reload: '–' });
  }
});

test('what gets past the browser is refused by the server, at the same field', async () => {
  const { newcomer } = pages;
  const cases = [
    {
      path: '/update-profile',
      type: 'Last name',
      method: 'updateUserProfile',
      spoilt: { first_name: 'x' },
      submit: 'Save',
      field: 'First name',
      message: wordsOf('minLength', 'First name', LENGTH.personName),
    },
    {
      path: '/role/create',
      type: 'Role name',
      method: 'addRole',
      spoilt: { name: 'x'.repeat(LENGTH.roleName.max + 1) },
      submit: 'Save',
      field: 'Role name',
      message: /may have at most 20 characters/,
      prepare: toggleGroups,
    },
    {
      path: '/account/update',
      type: 'Region',
      method: 'updateAccountDetails',
      spoilt: { settings: { timezone: 'Nowhere' } },
      submit: 'Save',
      field: 'Time zone',
      message: wordsOf('oneOf', ''),
    },
  ];
  for (const { path, type, method, spoilt, submit, field, message, prepare } of cases) {
    await goTo(newcomer, local(url(path)));
    await newcomer.getByLabel(type, { exact: true }).fill('Typed by hand');
    await prepare?.(newcomer);
    const restore = await spoilPost(newcomer, method, spoilt);
    await newcomer.getByRole('button', { name: submit, exact: true }).click();
    await expectRefused(newcomer.getByRole('main').getByLabel(field, { exact: true }).first(), message);
    await expect(newcomer.getByLabel(type, { exact: true })).toHaveValue('Typed by hand');
    await restore();
  }
  await goTo(newcomer, local(url('/profile')));
});

test('a filter of days that ends before it begins is named and not asked', async () => {
  const { owner } = pages;
  const before = counters.owner.of(['getAuditList']);
  // The calendars do not offer such days; an address may hold them all the same.
  await owner.goto(url('/audit?from=2026-02-01&to=2026-01-31'));
  const refusal = owner.getByRole('alert').filter({ hasText: wordsOf('interval', '') });
  await expect(refusal).toBeVisible();
  expect(counters.owner.of(['getAuditList'])).toBe(before);
  await owner.getByLabel('Date range').selectOption('All time');
  await expect(refusal).toHaveCount(0);
  await expect.poll(() => counters.owner.of(['getAuditList'])).toBeGreaterThan(before);
});

test('signing in and a forgotten password', async () => {
  const { newcomer } = pages;
  await newcomer.getByRole('button', { name: 'User menu' }).click();
  await newcomer.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(newcomer.getByText('You have signed out.')).toBeVisible();
  await walkAs('newcomer', {
    ...SIGN_IN,
    done: (page) => expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible(),
  });
  await walkAs('newcomer', {
    ...withCode(SIGN_IN_CODE, authenticatorCode(secret, 1)),
    done: (page) => expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible(),
  });
  await newcomer.getByRole('button', { name: 'User menu' }).click();
  await newcomer.getByRole('menuitem', { name: 'Settings', exact: true }).click();
  await newcomer.getByRole('tab', { name: 'Two-step sign-in' }).click();
  await newcomer.getByRole('button', { name: 'Switch off' }).click();
  await walkAs('newcomer', {
    ...SECOND_STEP.switchingOff,
    within: (page) => page.getByRole('alertdialog'),
    done: (page) => expect(page.getByRole('button', { name: 'Set up' })).toBeVisible(),
  });
  await newcomer.getByRole('button', { name: 'User menu' }).click();
  await newcomer.getByRole('menuitem', { name: 'Logout' }).click();
  await newcomer.getByRole('link', { name: 'Forgot password?' }).click();
  // The page before has a field of the same name.
  await expect(newcomer.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await walkAs('newcomer', { ...FORGOTTEN.name, done: (page) => expect(page).toHaveURL(/forgot-password-II/) });
  await walkAs('newcomer', {
    ...withCode(FORGOTTEN.code, await codeTo(newcomer, EMAIL)),
    done: (page) => expect(page).toHaveURL(/forgot-password-III/),
  });
  await walkAs('newcomer', {
    ...FORGOTTEN.password,
    done: (page) => expect(page.getByRole('heading', { name: 'Your password is set' })).toBeVisible(),
  });
});
