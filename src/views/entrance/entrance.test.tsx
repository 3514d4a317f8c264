import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { SignedIn } from '../../api/contract/index.ts';
import type { AccountId, UserId } from '../../domain/base/index.ts';
import { ERROR } from '../../domain/errors/index.ts';
import type { InvitePreview } from '../../domain/invitation/index.ts';
import type { Profile } from '../../domain/user/index.ts';
import { renderScreen } from '../shared/testing/screenWorld.tsx';
import { refusal } from '../shared/testing/services.ts';
import { renderInWorld } from '../shared/testing/world.tsx';
import { digitsOf } from './CodeForm.tsx';
import NoAccountsPage from './NoAccountsPage.tsx';
import OnboardingPage from './OnboardingPage.tsx';
import PasswordResetPage from './PasswordResetPage.tsx';
import SignInPage from './SignInPage.tsx';
import VerificationPage from './VerificationPage.tsx';
import WelcomePage from './WelcomePage.tsx';

afterEach(cleanup);

const type = (label: string | RegExp, value: string): boolean =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string | RegExp): boolean => fireEvent.click(screen.getByRole('button', { name }));
const user = {
  user_id: 5 as UserId,
  username: 'nora',
  email: 'new@example.com',
  first_name: 'Nora',
  last_name: 'New',
  time_zone: '',
  picture: '',
};

describe('codes', () => {
  it('are digits, whatever writing they come in and whatever stands between them', () => {
    expect(digitsOf(' 12 34-56 ')).toBe('123456');
    expect(digitsOf('۱۲۳۴۵۶')).toBe('123456');
    expect(digitsOf('١٢٣')).toBe('123');
    expect(digitsOf('code 1234567')).toBe('123456');
  });
});

describe('a forgotten password', () => {
  const sent = { resend_after: 60, sent_to: 'd…@example.com' };

  it('goes by code to a new password, in the words and bounds of the account', async () => {
    const { server } = await renderInWorld(<PasswordResetPage />, {
      path: '/forgot-password',
      answers: {
        resetPasswordRequest: sent,
        checkResetCode: { reset_token: 'right', password_policy: 'classes' },
        resetPassword: {},
        getDemoState: { demo: false },
      },
    });
    press('Send the code');
    expect(await screen.findByText('The Username or email field is required')).toBeTruthy();
    type('Username or email', 'dealer');
    press('Send the code');
    expect(await screen.findByText(/sent to d…@example.com/)).toBeTruthy();
    expect(screen.getByRole('button', { name: /Another code in/ }).hasAttribute('disabled')).toBe(true);
    type('Confirmation code', '12 34 56');
    press('Next');
    await screen.findByText('Set a new password');
    type('New password', 'short');
    type('Retype password', 'other');
    press('Save the password');
    await waitFor(() => expect(screen.getByLabelText('New password').getAttribute('aria-invalid')).toBe('true'));
    expect(server.of('resetPassword')).toEqual([]);
    type('New password', 'Long#2026x');
    type('Retype password', 'Long#2026x');
    fireEvent.click(screen.getByLabelText('Revoke my API keys as well'));
    press('Save the password');
    expect(await screen.findByText('Your password is set')).toBeTruthy();
    expect(server.of('checkResetCode')).toEqual([{ username: 'dealer', code: '123456' }]);
    expect(server.of('resetPassword')).toEqual([
      {
        password: 'Long#2026x',
        retype_password: 'Long#2026x',
        reset_token: 'right',
        end_keys: true,
        end_passkeys: false,
      },
    ]);
  });

  it('does the proof of work that the server asks for without a word', async () => {
    const { server } = await renderInWorld(<PasswordResetPage />, {
      path: '/forgot-password',
      answers: {
        resetPasswordRequest: (data) =>
          data.captcha === undefined ? refusal(ERROR.captchaRequired, 'Please complete captcha') : sent,
        getDemoState: { demo: false },
      },
    });
    type('Username or email', 'dealer');
    press('Send the code');
    await screen.findByText('Enter the code');
    expect(server.of('resetPasswordRequest')).toEqual([
      { username: 'dealer' },
      { username: 'dealer', captcha: 'proof' },
    ]);
  });

  it('says that a code is wrong and keeps it for correction; a lost connection keeps the name', async () => {
    const { server } = await renderInWorld(<PasswordResetPage />, {
      path: '/forgot-password',
      answers: { checkResetCode: refusal(ERROR.wrongCode, 'The code is wrong.'), getDemoState: { demo: false } },
    });
    type('Username or email', 'dealer');
    press('Send the code');
    expect(within(await screen.findByRole('alert')).getByText('The server cannot be reached.')).toBeTruthy();
    expect((screen.getByLabelText('Username or email') as HTMLInputElement).value).toBe('dealer');
    server.answer('resetPasswordRequest', sent);
    press('Send the code');
    await screen.findByText('Enter the code');
    type('Confirmation code', '000000');
    press('Next');
    expect(within(await screen.findByRole('alert')).getByText('The code is wrong.')).toBeTruthy();
    expect((screen.getByLabelText('Confirmation code') as HTMLInputElement).value).toBe('000000');
  });

  it('in the demo shows the messages on the page that waits for them', async () => {
    const message = {
      outbox_id: 1,
      channel: 'email' as const,
      recipient: 'a@example.com',
      subject: 'Your code',
      body: '123456 https://example.com/x',
      created_at: '2026-06-01T11:59:00.000Z',
      sent_at: null,
      problem: '',
    };
    await renderInWorld(<PasswordResetPage />, {
      path: '/forgot-password-II?username=a@example.com',
      answers: { getDemoState: { demo: true }, getOutbox: { rows: [message], total: 1 } },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Demo: open the outbox' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect((await dialog.findByRole('link', { name: 'https://example.com/x' })).getAttribute('href')).toBe(
      'https://example.com/x',
    );
  });
});

describe('the second step of signing in', () => {
  it('sends the code, offers the recovery code, and goes back', async () => {
    const { acts, update } = await renderInWorld(<SignInPage />, { session: { stage: 'codeRequired' } });
    type('Authenticator code', '۱۲۳ ۴۵۶');
    press('Confirm');
    await waitFor(() => expect(acts).toEqual([{ type: 'session.sendCode', code: '123456' }]));
    update({ stage: 'checkingCode' });
    expect(screen.getByLabelText('Authenticator code')).toBeTruthy();
    update({ stage: 'codeRequired' });
    press('Use a recovery code instead');
    type('Recovery code', 'abcd-1234');
    press('Confirm');
    await waitFor(() => expect(acts.at(-1)).toEqual({ type: 'session.sendCode', code: 'abcd-1234' }));
    press('Sign in as someone else');
    expect(acts.at(-1)).toEqual({ type: 'session.cancelCode' });
  });
});

describe('an invitation by link', () => {
  const preview: InvitePreview = {
    email: 'new@example.com',
    account_name: 'Northern Haulage',
    role_name: 'Dispatcher',
    invited_by: 'Dana Reyes',
    expires_at: '2026-06-04T13:00:00.000Z',
    has_login: false,
    password_policy: 'length',
    branding: { account_id: null, name: '', logos: {}, default_theme: '', default_language: '' },
  };
  const signedIn: SignedIn = { access_token: 'a', bearer_token: 'b', user, accounts: [] };
  const at = { path: '/welcome-user/secret', parameters: { token: 'secret' } };
  const nobody = { user: null };

  it('says to what, by whom and for how long, and registers', async () => {
    const { server, acts } = await renderInWorld(<WelcomePage />, {
      ...at,
      session: nobody,
      answers: {
        getInviteData: preview,
        registerUserWithInvite: signedIn,
        checkUserNameAvailability: { available: true },
      },
    });
    expect(await screen.findByText('You are invited as Dispatcher of Northern Haulage')).toBeTruthy();
    expect(screen.getByText('3 days left')).toBeTruthy();
    for (const [label, value] of [
      ['First name', 'Nora'],
      ['Last name', 'New'],
      ['Username', 'nora'],
      ['Password', 'nora'],
      ['Retype password', 'nora2'],
    ])
      type(label, value);
    press('Create the login and accept');
    expect(await screen.findByText(/minimum of 5 characters/)).toBeTruthy();
    type('Password', 'Nora#2026');
    type('Retype password', 'Nora#2026');
    press('Create the login and accept');
    await waitFor(() => expect(acts).toEqual([{ type: 'session.adopted', signedIn }]));
    expect(server.of('registerUserWithInvite')).toMatchObject([
      { token: 'secret', username: 'nora', first_name: 'Nora', password: 'Nora#2026' },
    ]);
  });

  it('a name that is taken lands on its field, and what was typed stays', async () => {
    await renderInWorld(<WelcomePage />, {
      ...at,
      session: nobody,
      answers: {
        getInviteData: preview,
        registerUserWithInvite: refusal(ERROR.conflict, 'Username already exists', [
          { field: 'username', message: 'Username already exists' },
        ]),
        checkUserNameAvailability: { available: true },
      },
    });
    await screen.findByLabelText('First name');
    for (const [label, value] of [
      ['First name', 'Nora'],
      ['Last name', 'New'],
      ['Username', 'nora'],
      ['Password', 'Nora#2026'],
      ['Retype password', 'Nora#2026'],
    ])
      type(label, value);
    press('Create the login and accept');
    await waitFor(() => expect(screen.getByLabelText('Username').getAttribute('aria-invalid')).toBe('true'));
    expect((screen.getByLabelText('First name') as HTMLInputElement).value).toBe('Nora');
  });

  it('a reload gives back what was typed, except passwords, until it has been taken', async () => {
    const drafts = new Map<string, unknown>();
    const answers = {
      getInviteData: preview,
      registerUserWithInvite: signedIn,
      checkUserNameAvailability: { available: true },
    };
    await renderScreen(<WelcomePage />, { ...at, session: nobody, answers, drafts });
    await screen.findByLabelText('First name');
    for (const [label, value] of [
      ['Password', 'Nora#2026'],
      ['Retype password', 'Nora#2026'],
    ])
      type(label, value);
    expect(drafts.size).toBe(0);
    for (const [label, value] of [
      ['First name', 'Nora'],
      ['Last name', 'New'],
      ['Username', 'nora'],
    ])
      type(label, value);
    await waitFor(() => expect(JSON.stringify([...drafts.values()])).toContain('nora'));
    expect(JSON.stringify([...drafts.values()])).not.toContain('Nora#2026');
    cleanup();
    await renderScreen(<WelcomePage />, { ...at, session: nobody, answers, drafts });
    expect(await screen.findByText(/have been restored/)).toBeTruthy();
    expect([
      screen.getByLabelText<HTMLInputElement>('First name').value,
      screen.getByLabelText<HTMLInputElement>('Password').value,
    ]).toEqual(['Nora', '']);
    for (const [label, value] of [
      ['Password', 'Nora#2026'],
      ['Retype password', 'Nora#2026'],
    ])
      type(label, value);
    press('Create the login and accept');
    await waitFor(() => expect(drafts.size).toBe(0));
  });

  it('who has a login signs in first; who is signed in joins; another user is informed', async () => {
    const { update, server } = await renderInWorld(<WelcomePage />, {
      ...at,
      session: nobody,
      answers: { getInviteData: { ...preview, has_login: true } },
    });
    expect(await screen.findByRole('button', { name: 'Sign in to join' })).toBeTruthy();
    update({ user: { ...user, email: 'other@example.com' }, stage: 'signedIn' });
    expect(screen.getByText(/This invitation is for new@example.com, but you are signed in as nora/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Join/ })).toBeNull();
    update({ user });
    server.answer('joinUserWithInvite', {
      ...preview,
      invitation_id: 1,
      operator_id: null,
      account_id: 3 as AccountId,
      role_id: 1,
      status: 'accepted',
      created_at: '',
      answered_at: null,
    });
    press('Join Northern Haulage');
    expect(await screen.findByText('You have joined Northern Haulage')).toBeTruthy();
    expect(server.of('joinUserWithInvite')).toEqual([{ token: 'secret' }]);
  });

  it.each([ERROR.inviteAccepted, ERROR.inviteInvalid, ERROR.inviteDeclined, ERROR.inviteExpired, ERROR.inviteMismatch])(
    'is dropped with the reason on %s',
    async (code) => {
      await renderInWorld(<WelcomePage />, {
        ...at,
        session: nobody,
        answers: { getInviteData: refusal(code, 'Why it is dead.') },
      });
      expect(await screen.findByText('This invitation cannot be used')).toBeTruthy();
      expect(screen.getByText('Why it is dead.')).toBeTruthy();
    },
  );

  it('is declined only after a second word', async () => {
    const { server } = await renderInWorld(<WelcomePage />, {
      ...at,
      session: nobody,
      answers: { getInviteData: preview, declineInvite: {} },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Decline the invitation' }));
    expect(server.of('declineInvite')).toEqual([]);
    fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Decline' }));
    expect(await screen.findByText('Invitation declined')).toBeTruthy();
  });
});

describe('verification', () => {
  const profile: Profile = {
    ...user,
    mobile: '',
    time_zone: 'UTC',
    lang: 'en',
    picture: '',
    pending_email: '',
    email_verified: false,
    mobile_verified: false,
    two_factor_enabled: false,
    recovery_codes_left: 0,
    password_policy: 'length',
  };

  it('proves the address of the user', async () => {
    const { server } = await renderInWorld(<VerificationPage />, {
      path: '/verify-email',
      session: { stage: 'signedIn' },
      answers: {
        getUserProfile: profile,
        verifyEmailRequest: { resend_after: 60, sent_to: 'n…@example.com' },
        verifyEmail: { ...profile, email_verified: true },
        getDemoState: { demo: false },
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Send the code' }));
    await screen.findByText(/sent to n…@example.com/);
    type('Confirmation code', '123456');
    press('Confirm');
    expect(await screen.findByText('new@example.com is verified.')).toBeTruthy();
    expect(server.of('verifyEmail')).toEqual([{ code: '123456' }]);
  });

  it.each([
    ['/verify-email', VerificationPage],
    ['/new-user-onboarding', OnboardingPage],
  ] as const)('%s is open to everybody, and leads who is not signed in there first', async (path, Page) => {
    const { server, update } = await renderInWorld(<Page />, { path, answers: { getUserProfile: profile } });
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login');
    expect(server.of('getUserProfile')).toEqual([]);
    update({ stage: 'signedIn' });
    await waitFor(() => expect(server.of('getUserProfile')).toHaveLength(1));
    expect(screen.queryByRole('link', { name: 'Sign in' })).toBeNull();
  });

  it('asks for a mobile number before it sends anything', async () => {
    const { server } = await renderInWorld(<VerificationPage />, {
      path: '/verify-email?type=mobile',
      session: { stage: 'signedIn' },
      answers: { getUserProfile: profile },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Send the code' }));
    expect(await screen.findByText(/field is required/)).toBeTruthy();
    expect(server.of('verifyMobileRequest')).toEqual([]);
  });
});

describe('without an account', () => {
  it('invitations that wait are taken right there', async () => {
    const invitation = {
      invitation_id: 4,
      operator_id: null,
      email: 'new@example.com',
      account_id: 3,
      account_name: 'City Couriers',
      role_id: 1,
      role_name: 'Viewer',
      status: 'pending' as const,
      invited_by: 'Dana',
      created_at: '2026-06-01T11:00:00.000Z',
      expires_at: '2026-06-08T11:00:00.000Z',
      answered_at: null,
    };
    const { acts, server } = await renderInWorld(<NoAccountsPage />, {
      session: { stage: 'noAccounts' },
      answers: {
        getUserInvitations: { rows: [invitation], total: 1 },
        acceptInvitation: { ...invitation, status: 'accepted' },
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Accept' }));
    await waitFor(() => expect(acts).toEqual([{ type: 'session.checkAccounts' }]));
    expect(server.of('acceptInvitation')).toEqual([{ invitation_id: 4 }]);
  });
});
