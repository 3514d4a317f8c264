import { expect, test } from '../support/journey.ts';
import type { Browser, Page } from 'playwright/test';
import { goTo, signIn, url } from '../support/app.ts';
import { codeTo, linkOf } from '../support/mail.ts';

async function stranger(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage();
}

let counter = 0;
const address = (name: string): string =>
  `${name}.${test.info().workerIndex}.${test.info().retry}.${counter++}@example.com`;

async function invite(page: Page, addresses: readonly string[]): Promise<void> {
  await goTo(page, '/user-invitations?tab=sent');
  await page.getByRole('button', { name: 'Invite people' }).first().click();
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await dialog.getByRole('button', { name: /Role/ }).click();
  await page.getByRole('listbox').getByRole('option', { name: 'Viewer' }).click();
  await dialog.getByRole('textbox', { name: 'Email addresses' }).fill(`${addresses.join(', ')},`);
  await dialog.getByRole('button', { name: /^Send \d+ invitation/ }).click();
  await expect(dialog.getByText(/invitations? sent/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
}

test('two are invited: one registers by the mail and enters, the other declines, and the sender sees both', async ({
  page,
  browser,
}) => {
  const [joins, declines] = [address('joins'), address('declines')];
  await signIn(page, 'dealer');
  await invite(page, [joins, declines]);

  const newcomer = await stranger(browser);
  await newcomer.goto(await linkOf(page, joins));
  await expect(newcomer.getByText(/You are invited as Viewer of/)).toBeVisible();
  await newcomer.getByRole('button', { name: 'Create the login and accept' }).click();
  await expect(newcomer.getByText('The First name field is required')).toBeVisible();
  await newcomer.getByLabel('First name').fill('Nora');
  await newcomer.getByLabel('Last name').fill('Newcomer');
  await newcomer.getByLabel('Username').fill('dealer');
  await expect(newcomer.getByText('Username already exists').first()).toBeVisible();
  await newcomer.getByLabel('Username').fill(joins.split('@')[0]);
  await newcomer.getByLabel('Password', { exact: true }).fill('Nora#2026');
  await newcomer.getByLabel('Retype password').fill('Nora#2026');
  await newcomer.getByRole('button', { name: 'Create the login and accept' }).click();
  await expect(newcomer).toHaveURL(/new-user-onboarding/);
  await newcomer.getByRole('link', { name: /^Enter/ }).click();
  await expect(newcomer.getByRole('navigation', { name: 'Main menu' })).toBeVisible();

  const refuser = await stranger(browser);
  const link = await linkOf(page, declines);
  await refuser.goto(link);
  await refuser.getByRole('button', { name: 'Decline the invitation' }).click();
  await refuser.getByRole('alertdialog').getByRole('button', { name: 'Decline', exact: true }).click();
  await expect(refuser.getByRole('heading', { name: 'Invitation declined' })).toBeVisible();
  await refuser.goto(link);
  await expect(refuser.getByText('This invitation has already been declined.')).toBeVisible();

  await goTo(page, '/user-invitations?tab=sent');
  await expect(page.getByRole('row', { name: new RegExp(joins) })).toContainText('Accepted');
  await expect(page.getByRole('row', { name: new RegExp(declines) })).toContainText('Declined');
});

test('an invitation is withdrawn, and its link says so', async ({ page, browser }) => {
  const gone = address('gone');
  await signIn(page, 'dealer');
  await invite(page, [gone]);
  const link = await linkOf(page, gone);
  await page.getByRole('button', { name: `Withdraw the invitation of ${gone}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('Invitation withdrawn')).toBeVisible();
  const late = await stranger(browser);
  await late.goto(link);
  await expect(late.getByRole('heading', { name: 'This invitation cannot be used' })).toBeVisible();
});

test('a forgotten password is set again by the code, and the old one is refused', async ({ page, browser }) => {
  const forgetful = address('forgetful');
  await signIn(page, 'dealer');
  await invite(page, [forgetful]);
  const person = await stranger(browser);
  await person.goto(await linkOf(page, forgetful));
  const name = forgetful.split('@')[0];
  for (const [label, value] of [
    ['First name', 'Fay'],
    ['Last name', 'Forgetful'],
    ['Username', name],
    ['Retype password', 'First#2026'],
  ])
    await person.getByLabel(label).fill(value);
  await person.getByLabel('Password', { exact: true }).fill('First#2026');
  await person.getByRole('button', { name: 'Create the login and accept' }).click();
  await expect(person).toHaveURL(/new-user-onboarding/);

  const later = await stranger(browser);
  await later.goto(url('/login'));
  await later.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(later.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await later.getByLabel('Username or email').fill(forgetful);
  await later.getByRole('button', { name: 'Send the code' }).click();
  await expect(later).toHaveURL(/forgot-password-II/);
  const code = later.getByRole('textbox', { name: 'Confirmation code' });
  await code.fill('000000');
  await later.getByRole('button', { name: 'Next' }).click();
  await expect(later.getByRole('alert').first()).toBeVisible();
  await code.fill(await codeTo(later, forgetful));
  await later.getByRole('button', { name: 'Next' }).click();
  await expect(later).toHaveURL(/forgot-password-III/);
  // The right code is not asked for again when the page is reloaded.
  await later.reload();
  await expect(later).toHaveURL(/forgot-password-III/);
  await later.getByLabel('New password', { exact: true }).fill('Second#2026');
  await later.getByLabel('Retype password').fill('Second#2026');
  await later.getByRole('button', { name: 'Save the password' }).click();
  await expect(later.getByRole('heading', { name: 'Your password is set' })).toBeVisible();

  await later.getByRole('link', { name: 'Go to sign-in' }).click();
  await expect(later.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  const attempt = async (password: string): Promise<void> => {
    await later.getByLabel('Username or email').fill(name);
    await later.getByLabel('Password', { exact: true }).fill(password);
    await later.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  await attempt('First#2026');
  await expect(later.getByText('Incorrect username or password')).toBeVisible();
  await attempt('Second#2026');
  await expect(later.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
});

test('a lost connection in the middle of the profile form loses nothing that was typed', async ({ page }) => {
  await signIn(page, 'operator', '/update-profile');
  await page.getByLabel('First name').fill('Renamed');
  await page.route('**/api', (route) => route.abort('connectionrefused'));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('Renamed');
  await page.unroute('**/api');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.getByText(/^Renamed /)).toBeVisible();
});

test('a session that somebody else opened is ended from the settings', async ({ page, browser }) => {
  const other = await stranger(browser);
  await signIn(other, 'viewer');
  await signIn(page, 'viewer', '/settings');
  await expect(page.getByText('This session')).toBeVisible();
  await page.getByRole('button', { name: 'End all other sessions' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End them' }).click();
  await expect(page.getByRole('button', { name: 'End all other sessions' })).toHaveCount(0);
  await other.reload();
  await expect(other).toHaveURL(/\/login/);
});
