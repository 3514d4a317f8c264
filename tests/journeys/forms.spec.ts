import { expect, test, type BrowserContext, type Page } from 'playwright/test';
import { Secret, TOTP } from 'otpauth';
import { mixed, object, string } from 'yup';
import { accountDetailsSchema, accountGrantsSchema, createAccountSchema } from '../../src/domain/account/index.ts';
import { IMAGE, LENGTH, requiredText, textLine } from '../../src/domain/base/index.ts';
import { roleSchema } from '../../src/domain/role/index.ts';
import {
  changePasswordSchema,
  codeField,
  emailField,
  mobileField,
  newPasswordSchema,
  profileSchema,
  registerSchema,
  signInSchema,
} from '../../src/domain/user/index.ts';
import { signIn, url } from '../support/app.ts';
import { wordsOf, type TypedFields } from '../support/formSpoilings.ts';
import {
  CallCounter,
  WRONG_LABELS,
  expectRefused,
  spoilPost,
  walkForm,
  type FormUnderTest,
  type Walked,
  type WrongChoice,
} from '../support/formWalk.ts';
import { codeTo, linkOf } from '../support/mail.ts';

// Every form of the product, one after the other: each wrong value is named at its field before
// anything is sent, a reload and a lost connection lose nothing, and the next try goes through.
// The people are new ones in an account of their own, so that the demo's stay as they are.

test.describe.configure({ mode: 'serial', timeout: 180_000 });

const table: Walked[] = [];
let pages: Record<'owner' | 'newcomer', Page>;
let counters: Record<'owner' | 'newcomer', CallCounter>;

test.beforeAll(async ({ browser }) => {
  const [above, below]: BrowserContext[] = [await browser.newContext(), await browser.newContext()];
  pages = { owner: await above.newPage(), newcomer: await below.newPage() };
  // The browser asks before a reload that would lose something; these people always agree.
  for (const page of Object.values(pages)) page.on('dialog', (question) => void question.accept());
  counters = { owner: new CallCounter(above), newcomer: new CallCounter(below) };
});

// The runner tells of one page only.
test.afterEach(async () => {
  const { status, expectedStatus } = test.info();
  if (status === expectedStatus) return;
  for (const [who, page] of Object.entries(pages))
    console.log(`${who} stands at ${page.url()}:`, (await page.locator('body').innerText()).slice(0, 600));
});

test.afterAll(async () => {
  for (const page of Object.values(pages)) await page.context().close();
  console.table(table);
});

const walkAs = async (who: 'owner' | 'newcomer', form: FormUnderTest): Promise<void> =>
  void table.push(await walkForm(pages[who], form, counters[who]));

/** Passkeys belong to a name, not to a number: the newcomer comes by this machine's. */
const local = (address: string): string => address.replace('127.0.0.1', 'localhost');

const EMAIL = 'forms.newcomer@example.com';
const USERNAME = 'forms.newcomer';
const MOBILE = '+49 170 1234567';
const PASSWORDS = { first: 'First#2026', second: 'Second#2026', third: 'Third#2026' };

const placeFields: TypedFields = {
  address: { label: 'Address', valid: '12 Harbour Road' },
  region: { label: 'Region', valid: 'North Sea' },
  registration_number: { label: 'Registration number', valid: 'HRB-12345' },
};
const hostField = (valid: string): TypedFields => ({ host_name: { label: 'Host name', valid } });
const personFields = (first: string, mobileLabel: string): TypedFields => ({
  first_name: { label: 'First name', valid: first },
  last_name: { label: 'Last name', valid: 'Newcomer' },
  username: { label: 'Username', valid: USERNAME },
  mobile: { label: mobileLabel, valid: MOBILE },
});
const CHOSEN = [
  'country',
  'currency',
  'is_legal_entity',
  'category',
  'default_theme',
  'default_language',
  'password_policy',
  'settings',
];
const GRANTS = ['allow_white_labelling', 'restrict_sub_accounts'];

test('accounts', async () => {
  const { owner } = pages;
  await signIn(owner, 'owner', '/dealer/create');
  await walkAs('owner', {
    name: 'New dealer',
    schema: createAccountSchema,
    submit: 'Create account',
    methods: ['createDealerConsumerAccounts'],
    survivesReload: true,
    fields: {
      name: { label: 'Account name', valid: 'Forms and Sons' },
      ...placeFields,
      ...hostField('forms.example.com'),
      default_owner_email: { label: "Administrator's email", valid: EMAIL },
    },
    chosen: [...CHOSEN, ...GRANTS, 'type'],
    prepare: (page) => page.getByText('Allow white labelling').click(),
    done: (page) => expect(page.getByRole('heading', { name: 'Forms and Sons' })).toBeVisible(),
  });
  await walkAs('owner', {
    name: 'Edit account',
    schema: accountDetailsSchema.concat(accountGrantsSchema),
    submit: 'Save',
    methods: ['updateDealerAccountDetails'],
    survivesReload: true,
    fields: {
      name: { label: 'Account name', valid: 'Forms and Daughters' },
      ...placeFields,
      ...hostField('daughters.example.com'),
    },
    chosen: [...CHOSEN, ...GRANTS],
    done: (page) => expect(page.getByText('Account saved')).toBeVisible(),
  });
});

test('registration, by an invitation', async () => {
  const { newcomer } = pages;
  await newcomer.goto(local(await linkOf(newcomer, EMAIL)));
  await newcomer.getByLabel('Username').fill('dealer');
  await expect(newcomer.getByLabel('Username')).toHaveAccessibleDescription('Username already exists');
  await walkAs('newcomer', {
    name: 'Registration',
    schema: registerSchema('length'),
    username: USERNAME,
    submit: 'Create the login and accept',
    methods: ['registerUserWithInvite'],
    survivesReload: true,
    fields: {
      ...personFields('Nora', 'Mobile number (optional)'),
      password: { label: 'Password', valid: PASSWORDS.first },
      retype_password: { label: 'Retype password', valid: PASSWORDS.first },
    },
    chosen: ['time_zone'],
    done: (page) => expect(page).toHaveURL(/new-user-onboarding/),
  });
  await newcomer.getByRole('link', { name: /^Enter/ }).click();
  await expect(newcomer.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
});

test('one’s own profile, addresses and password', async () => {
  const { newcomer } = pages;
  await newcomer.goto(local(url('/update-profile')));
  await walkAs('newcomer', {
    name: 'Profile',
    schema: profileSchema,
    submit: 'Save',
    methods: ['updateUserProfile'],
    survivesReload: true,
    fields: { ...personFields('Norah', 'Mobile number'), email: { label: 'Email', valid: EMAIL } },
    chosen: ['time_zone'],
    done: (page) => expect(page).toHaveURL(/\/profile$/),
  });
  const addresses = [
    {
      name: 'Email',
      path: '/verify-email',
      label: 'Email',
      valid: EMAIL,
      like: 'email',
      field: emailField.required('validation.required'),
      methods: ['verifyEmailRequest', 'verifyEmail'],
    },
    {
      name: 'Mobile number',
      path: '/verify-email?type=mobile',
      label: 'Mobile number',
      valid: MOBILE,
      like: 'mobile',
      field: mobileField.required('validation.required'),
      methods: ['verifyMobileRequest', 'verifyMobile'],
    },
  ] as const;
  for (const { name, path, label, valid, like, field, methods } of addresses) {
    await newcomer.goto(local(url(path)));
    await walkAs('newcomer', {
      name: `${name}: asking for the code`,
      schema: object({ address: field }),
      submit: 'Send the code',
      methods: [methods[0]],
      fields: { address: { label, valid, like } },
      done: (page) => expect(page.getByLabel('Confirmation code')).toBeVisible(),
    });
    await walkAs('newcomer', {
      name: `${name}: the code`,
      schema: object({ code: codeField }),
      submit: 'Confirm',
      methods: [methods[1]],
      fields: { code: { label: 'Confirmation code', valid: await codeTo(newcomer, valid) } },
      done: (page) => expect(page.getByText(/is verified\.$/)).toBeVisible(),
    });
  }
  await newcomer.goto(local(url('/change-password')));
  await walkAs('newcomer', {
    name: 'Change of the password',
    schema: changePasswordSchema('length', USERNAME),
    username: USERNAME,
    submit: 'Change the password',
    methods: ['changePassword'],
    fields: {
      old_password: { label: 'Old password', valid: PASSWORDS.first },
      new_password: { label: 'New password', valid: PASSWORDS.second },
      retype_password: { label: 'Retype password', valid: PASSWORDS.second },
    },
    done: (page) => expect(page).toHaveURL(/\/profile$/),
  });
});

/** What an authenticator shows `steps` of thirty seconds from now: a code is taken once, and the next one a little early. */
const authenticatorCode = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 }).generate({
    timestamp: Date.now() + steps * 30_000,
  });

/** What a password is asked for once more; it is known, so only that it is there is checked. */
const knownPassword = string().required('validation.required').max(200, 'validation.maxLength');
const keyName = requiredText(LENGTH.keyName);
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
  await newcomer.goto(local(url('/settings?tab=passkeys')));
  await newcomer.getByRole('button', { name: 'Add a passkey' }).click();
  await walkAs('newcomer', {
    name: 'Passkey',
    schema: object({ name: keyName }),
    submit: 'Create on this device',
    methods: ['startPasskey'],
    within: dialog,
    fields: { name: { label: 'Name', valid: 'Desk' } },
    done: (page) => expect(page.getByText('Desk', { exact: true })).toBeVisible(),
  });

  await newcomer.goto(local(url('/settings?tab=apiKeys')));
  await newcomer.getByRole('button', { name: 'Create an API key' }).click();
  await walkAs('newcomer', {
    name: 'API key',
    schema: object({ name: keyName, lifetime: string(), levels: mixed() }),
    submit: 'Create an API key',
    methods: ['createApiKey'],
    within: dialog,
    fields: { name: { label: 'Name', valid: 'Nightly export' } },
    chosen: ['lifetime', 'levels'],
    prepare: (page) => page.getByRole('button', { name: 'View everything' }).click(),
    alsoWrong: [
      {
        what: 'a key that may do nothing',
        message: wordsOf('rolePermissions', ''),
        place: (scope) => scope.getByRole('group', { name: 'Permissions' }),
        spoil: (scope) => scope.getByRole('button', { name: 'No access' }).click(),
        mend: (scope) => scope.getByRole('button', { name: 'View everything' }).click(),
      },
    ],
    done: (page) => expect(page.getByRole('alertdialog', { name: 'Your API key' })).toBeVisible(),
  });

  await newcomer.goto(local(url('/settings?tab=twoFactor')));
  await newcomer.getByRole('button', { name: 'Set up' }).click();
  secret = (await newcomer.locator('.secret').innerText()).replaceAll(/\s/g, '');
  await walkAs('newcomer', {
    name: 'Second step: setting up',
    schema: object({ code: codeField }),
    submit: 'Switch on',
    methods: ['confirmTwoFactor'],
    within: dialog,
    fields: { code: { label: 'Authenticator code', valid: authenticatorCode(secret) } },
    done: (page) => expect(page.getByRole('alertdialog', { name: 'Your recovery codes' })).toBeVisible(),
  });
  await newcomer.getByRole('button', { name: 'I have saved these codes' }).click();
  await newcomer.getByRole('button', { name: 'New recovery codes' }).click();
  await walkAs('newcomer', {
    name: 'Second step: new recovery codes',
    schema: object({ password: knownPassword }),
    submit: 'New recovery codes',
    methods: ['renewRecoveryCodes'],
    within: dialog,
    fields: { password: { label: 'Password', valid: PASSWORDS.second } },
    done: (page) => expect(page.getByRole('alertdialog', { name: 'Your recovery codes' })).toBeVisible(),
  });
  await newcomer.getByRole('button', { name: 'I have saved these codes' }).click();
});

/** Ticks or unticks what a role may do with groups. */
const toggleGroups: WrongChoice['spoil'] = (scope) =>
  scope.locator('.permission-row', { hasText: 'Alerts' }).locator('label').last().click();
const ROLE_CHOICES: readonly WrongChoice[] = [
  {
    what: 'a role that may do nothing',
    message: wordsOf('rolePermissions', ''),
    place: (scope) => scope.getByRole('region', { name: 'Permissions', exact: true }),
    spoil: toggleGroups,
    mend: toggleGroups,
  },
  ...WRONG_LABELS,
];

test('roles and the account’s own settings', async () => {
  const { newcomer } = pages;
  const role = {
    schema: roleSchema,
    submit: 'Save',
    chosen: ['parent_role_id', 'permissions', 'labels'],
    survivesReload: true,
    done: (page: Page) => expect(page).toHaveURL(/\/role\/\d+\/view/),
  };
  await newcomer.goto(local(url('/role/create')));
  await walkAs('newcomer', {
    ...role,
    name: 'New role',
    methods: ['addRole'],
    fields: { name: { label: 'Role name', valid: 'Night shift' } },
    prepare: toggleGroups,
    alsoWrong: ROLE_CHOICES,
  });
  await newcomer.goto(newcomer.url().replace('/view', '/edit'));
  await walkAs('newcomer', {
    ...role,
    name: 'Edit role',
    methods: ['updateRole'],
    fields: { name: { label: 'Role name', valid: 'Late shift' } },
    alsoWrong: ROLE_CHOICES.slice(0, 1),
  });

  await newcomer.goto(local(url('/account/update')));
  await walkAs('newcomer', {
    name: 'Own account',
    schema: accountDetailsSchema,
    submit: 'Save',
    methods: ['updateAccountDetails'],
    survivesReload: true,
    fields: {
      name: { label: 'Account name', valid: 'Daughters alone' },
      ...placeFields,
      region: { label: 'Region', valid: 'Baltic Sea' },
    },
    chosen: CHOSEN,
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
    await newcomer.goto(local(url('/user-invitations?tab=sent')));
    await newcomer.getByRole('button', { name: 'Invite people' }).first().click();
  };
  const send = (): Promise<void> => dialog.getByRole('button', { name: /^Send \d+ invitation/ }).click();
  await open();
  await send();
  await expect(role).toHaveAccessibleDescription(wordsOf('required', 'Role'));
  await expect(addresses).toHaveAccessibleDescription(new RegExp(wordsOf('required', 'Email')));
  await role.click();
  await newcomer.getByRole('listbox').getByRole('option', { name: 'Late shift' }).click();
  const wrong = [
    ['nobody@here, nora@example.com', 'Not an email address: nobody@here'],
    ['nora@example.com, NORA@example.com', 'Duplicate address: NORA@example.com'],
    [people(21), wordsOf('maxInvitations', '')],
  ] as const;
  for (const [list, message] of wrong) {
    await addresses.fill(`${list} `);
    await send();
    await expect(addresses).toHaveAttribute('aria-invalid', 'true');
    await expect(addresses).toHaveAccessibleDescription(new RegExp(message));
    await addresses.focus();
    while ((await dialog.getByRole('button', { name: /^Remove / }).count()) > 0) await addresses.press('Backspace');
  }
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
  table.push({
    form: 'Invitation',
    fields: 2,
    spoilings: 2 + wrong.length,
    sent: 0,
    lostConnection: 'kept',
    reload: 'kept',
  });
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
    await newcomer.goto(local(url(path)));
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
    await newcomer.goto(local(url(path)));
    await newcomer.getByLabel(type, { exact: true }).fill('Typed by hand');
    await prepare?.(newcomer);
    const restore = await spoilPost(newcomer, method, spoilt);
    await newcomer.getByRole('button', { name: submit, exact: true }).click();
    await expectRefused(newcomer.getByRole('main').getByLabel(field, { exact: true }).first(), message);
    await expect(newcomer.getByLabel(type, { exact: true })).toHaveValue('Typed by hand');
    await restore();
  }
  await newcomer.goto(local(url('/profile')));
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
    name: 'Sign-in',
    schema: signInSchema,
    submit: 'Sign in',
    methods: ['signin'],
    fields: {
      username: { label: 'Username or email', valid: USERNAME, like: 'login' },
      password: { label: 'Password', valid: PASSWORDS.second },
    },
    done: (page) => expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible(),
  });
  await walkAs('newcomer', {
    name: 'Sign-in: the second step',
    schema: object({ code: textLine().required('validation.required').max(20, 'validation.maxLength') }),
    submit: 'Confirm',
    methods: ['signin'],
    fields: { code: { label: 'Authenticator code', valid: authenticatorCode(secret, 1) } },
    done: (page) => expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible(),
  });
  await newcomer.getByRole('button', { name: 'User menu' }).click();
  await newcomer.getByRole('menuitem', { name: 'Settings', exact: true }).click();
  await newcomer.getByRole('tab', { name: 'Two-step sign-in' }).click();
  await newcomer.getByRole('button', { name: 'Switch off' }).click();
  await walkAs('newcomer', {
    name: 'Second step: switching off',
    schema: object({ password: knownPassword }),
    submit: 'Switch off',
    methods: ['disableTwoFactor'],
    within: (page) => page.getByRole('alertdialog'),
    fields: { password: { label: 'Password', valid: PASSWORDS.second } },
    done: (page) => expect(page.getByRole('button', { name: 'Set up' })).toBeVisible(),
  });
  await newcomer.getByRole('button', { name: 'User menu' }).click();
  await newcomer.getByRole('menuitem', { name: 'Logout' }).click();
  await newcomer.getByRole('link', { name: 'Forgot password?' }).click();
  // The page before has a field of the same name.
  await expect(newcomer.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await walkAs('newcomer', {
    name: 'Forgotten password I',
    schema: object({ username: signInSchema.fields.username }),
    submit: 'Send the code',
    methods: ['resetPasswordRequest'],
    fields: { username: { label: 'Username or email', valid: EMAIL, like: 'login' } },
    done: (page) => expect(page).toHaveURL(/forgot-password-II/),
  });
  await walkAs('newcomer', {
    name: 'Forgotten password II',
    schema: object({ code: codeField }),
    submit: 'Next',
    methods: ['checkResetCode'],
    fields: { code: { label: 'Confirmation code', valid: await codeTo(newcomer, EMAIL) } },
    done: (page) => expect(page).toHaveURL(/forgot-password-III/),
  });
  await walkAs('newcomer', {
    name: 'Forgotten password III',
    schema: newPasswordSchema('classes'),
    submit: 'Save the password',
    methods: ['resetPassword'],
    fields: {
      password: { label: 'New password', valid: PASSWORDS.third },
      retype_password: { label: 'Retype password', valid: PASSWORDS.third },
    },
    done: (page) => expect(page.getByRole('heading', { name: 'Your password is set' })).toBeVisible(),
  });
});
