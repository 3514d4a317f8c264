import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { AccountId, UserId } from '../../domain/base/index.ts';
import { ERROR } from '../../domain/errors/index.ts';
import type { ActiveSession, Profile } from '../../domain/user/index.ts';
import { refusal } from '../shared/testing/services.ts';
import { renderInWorld } from '../shared/testing/world.tsx';
import ChangePasswordScreen from './ChangePasswordScreen.tsx';
import ProfileScreen from './ProfileScreen.tsx';
import SettingsScreen from './SettingsScreen.tsx';
import UpdateProfileScreen from './UpdateProfileScreen.tsx';

afterEach(cleanup);

const user = {
  user_id: 1 as UserId,
  username: 'dealer',
  email: 'dealer@example.com',
  first_name: 'Dana',
  last_name: 'Reyes',
};
const profile: Profile = {
  ...user,
  mobile: '+49 30 123456',
  time_zone: 'UTC',
  lang: 'en',
  picture: '',
  pending_email: '',
  email_verified: false,
  mobile_verified: true,
  two_factor_enabled: false,
  recovery_codes_left: 0,
  password_policy: 'length',
};
const type = (label: string, value: string): boolean =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string | RegExp): boolean => fireEvent.click(screen.getByRole('button', { name }));

describe('profile', () => {
  it('shows what is known, what is proved, and the way to prove the rest', async () => {
    await renderInWorld(<ProfileScreen />, { path: '/profile', answers: { getUserProfile: profile } });
    expect(await screen.findByText('Dana Reyes')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Verify' }).getAttribute('href')).toBe('/verify-email');
    expect(screen.getByText('Verified')).toBeTruthy();
  });

  it('says that it could not be read, and reads it at the next try', async () => {
    const { server } = await renderInWorld(<ProfileScreen />, { path: '/profile' });
    expect(await screen.findByText('The server cannot be reached.')).toBeTruthy();
    server.answer('getUserProfile', profile);
    press('Try again');
    expect(await screen.findByText('Dana Reyes')).toBeTruthy();
  });

  it('a refused picture is named at its field and never sent', async () => {
    const { server, acts } = await renderInWorld(<ProfileScreen />, {
      path: '/profile',
      answers: { getUserProfile: profile, uploadProfilePic: { ...profile, picture: '/p.png' } },
    });
    await screen.findByText('Dana Reyes');
    const input = document.querySelector('input[type="file"]') as HTMLInputElement;
    fireEvent.change(input, { target: { files: [new File(['GIF89a'], 'me.png', { type: 'image/png' })] } });
    expect(
      await screen.findByText('Uploaded file is not a valid image. Only JPG, PNG files are allowed.'),
    ).toBeTruthy();
    expect(server.of('uploadProfilePic')).toEqual([]);
    fireEvent.change(input, { target: { files: [new File([Uint8Array.from([0xff, 0xd8, 0xff, 0xe0])], 'me.jpg')] } });
    await waitFor(() => expect(server.of('uploadProfilePic').at(-1)).toEqual({ image_id: 'image-1' }));
    await waitFor(() => expect(acts).toEqual([{ type: 'session.userChanged' }]));
  });

  it('a failed save keeps what was typed and names the field; the next one goes through', async () => {
    const taken = refusal(ERROR.conflict, 'Username already exists', [
      { field: 'username', message: 'Username already exists' },
    ]);
    const { server, acts, notices } = await renderInWorld(<UpdateProfileScreen />, {
      path: '/update-profile',
      answers: { getUserProfile: profile, updateUserProfile: taken },
    });
    await screen.findByLabelText('First name');
    type('First name', 'D');
    press('Save');
    expect(await screen.findByText(/First name must have at least 2/)).toBeTruthy();
    type('First name', 'Dora');
    type('Username', 'owner');
    press('Save');
    await waitFor(() => expect(screen.getByLabelText('Username').getAttribute('aria-invalid')).toBe('true'));
    expect((screen.getByLabelText('First name') as HTMLInputElement).value).toBe('Dora');
    server.answer('updateUserProfile', { ...profile, first_name: 'Dora' });
    press('Save');
    await waitFor(() => expect(notices()).toContain('Profile saved'));
    expect(server.of('updateUserProfile').at(-1)).toMatchObject({ first_name: 'Dora', username: 'owner', lang: 'en' });
    expect(acts).toContainEqual({ type: 'session.userChanged' });
  });
});

describe('change of the password', () => {
  it('checks what the account demands before the server is asked', async () => {
    const { server, notices } = await renderInWorld(<ChangePasswordScreen />, {
      path: '/change-password',
      answers: { getUserProfile: { ...profile, password_policy: 'classes' }, changePassword: {} },
    });
    await screen.findByLabelText('Old password');
    for (const [label, value] of [
      ['Old password', 'Demo#2026'],
      ['New password', 'simple'],
      ['Retype password', 'simple'],
    ])
      type(label, value);
    press('Change the password');
    await waitFor(() => expect(screen.getByLabelText('New password').getAttribute('aria-invalid')).toBe('true'));
    expect(server.of('changePassword')).toEqual([]);
    type('New password', 'Better#2026');
    type('Retype password', 'Better#2026');
    press('Change the password');
    await waitFor(() => expect(notices()).toContain('Password changed'));
  });
});

describe('sessions', () => {
  const session = (id: number, current: boolean): ActiveSession => ({
    session_id: id,
    current,
    remote: '10.0.0.1',
    user_agent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/141.0 Safari/537.36',
    account_name: 'Northern Haulage',
    created_at: '2026-05-30T12:00:00.000Z',
    last_used_at: '2026-06-01T11:55:00.000Z',
  });

  it('are named by their device; all others are ended after a second word', async () => {
    const { server, notices } = await renderInWorld(<SettingsScreen />, {
      path: '/settings',
      answers: { getActiveSessions: { sessions: [session(2, false), session(1, true)] }, logoutSessions: { ended: 1 } },
    });
    const rows = await screen.findAllByRole('listitem');
    expect(
      rows.map((row) => [row.textContent?.includes('Chrome on Windows'), row.textContent?.includes('This session')]),
    ).toEqual([
      [true, true],
      [true, false],
    ]);
    expect(rows[0].textContent).toContain('5 minutes ago');
    press('End the session: Chrome on Windows');
    await waitFor(() => expect(server.of('logoutSessions')).toEqual([{ session_ids: [2] }]));
    press('End all other sessions');
    expect(server.of('logoutSessions')).toHaveLength(1);
    fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'End them' }));
    await waitFor(() => expect(server.of('logoutSessions').at(-1)).toEqual({ all_others: true }));
    expect(notices()).toContain('1 session ended');
  });
});

describe('two-step sign-in', () => {
  it('is set up by a picture or a key, and shows the recovery codes once', async () => {
    const { server } = await renderInWorld(<SettingsScreen />, {
      path: '/settings?tab=twoFactor',
      answers: {
        getUserProfile: profile,
        startTwoFactor: { secret: 'ABCDEFGH', uri: 'otpauth://totp/Wayline:dealer?secret=ABCDEFGH' },
        confirmTwoFactor: { recovery_codes: ['aaaa-1111', 'bbbb-2222'] },
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Set up' }));
    expect(await screen.findByText('ABCD EFGH')).toBeTruthy();
    expect(
      screen
        .getByRole('figure', { name: 'QR code for the authenticator app' })
        .querySelector('path')
        ?.getAttribute('d'),
    ).toMatch(/^M\d/);
    type('Authenticator code', '123456');
    press('Switch on');
    expect(await screen.findByText('aaaa-1111')).toBeTruthy();
    expect(server.of('confirmTwoFactor')).toEqual([{ code: '123456' }]);
    press('Copy');
    expect(await screen.findByText('Copied')).toBeTruthy();
    press('I have saved these codes');
    await waitFor(() => expect(screen.queryByText('aaaa-1111')).toBeNull());
  });

  it('is switched off by the password only, and a wrong one is named', async () => {
    const { server } = await renderInWorld(<SettingsScreen />, {
      path: '/settings?tab=twoFactor',
      answers: {
        getUserProfile: { ...profile, two_factor_enabled: true, recovery_codes_left: 2 },
        disableTwoFactor: refusal(ERROR.validation, 'The password is wrong.'),
      },
    });
    expect(await screen.findByText('2 recovery codes left')).toBeTruthy();
    press('Switch off');
    type('Password', 'wrong');
    fireEvent.submit(screen.getByRole('form', { name: 'Switch off' }));
    expect(await screen.findByText('The password is wrong.')).toBeTruthy();
    expect(server.of('disableTwoFactor')).toEqual([{ password: 'wrong' }]);
  });
});

describe('API keys', () => {
  it('are made of what one holds, and the secret is shown once', async () => {
    const key = {
      api_key_id: 9,
      name: 'Export',
      prefix: 'wl_abc',
      account_id: 1,
      account_name: 'Northern Haulage',
      permissions: { units: ['r'] },
      may_ingest: false,
      created_at: '2026-06-01T12:00:00.000Z',
      expires_at: null,
      last_used_at: null,
    };
    const account = {
      account_id: 1 as AccountId,
      parent_id: null,
      name: 'Northern Haulage',
      type: 'DEALER' as const,
      status: 'active' as const,
      restrict_sub_accounts: false,
    };
    const { server } = await renderInWorld(<SettingsScreen />, {
      path: '/settings?tab=apiKeys',
      session: { account, permissions: { units: ['r', 'a', 'u', 'd'] } },
      answers: { getApiKeys: { api_keys: [] }, createApiKey: { api_key: key, secret: 'wl_abc.secret' } },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Create an API key' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'Export' } });
    fireEvent.submit(dialog.getByRole('form'));
    expect(await dialog.findByText('No Role Permissions: Please select at least one permission')).toBeTruthy();
    fireEvent.change(dialog.getByLabelText('Units'), { target: { value: 'view' } });
    fireEvent.submit(dialog.getByRole('form'));
    expect(await screen.findByText('wl_abc.secret')).toBeTruthy();
    expect(server.of('createApiKey')).toEqual([
      { name: 'Export', permissions: { units: ['r'] }, may_ingest: false, expires_at: '2027-06-01T12:00:00.000Z' },
    ]);
  });
});
