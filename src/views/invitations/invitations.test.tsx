import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ERROR } from '../../domain/errors/index.ts';
import type { Invitation } from '../../domain/invitation/index.ts';
import type { AccountId } from '../../domain/base/index.ts';
import type { RoleSummary } from '../../domain/role/index.ts';
import { InviteDialog } from '../shared/invitation/InviteDialog.tsx';
import { renderScreen } from '../shared/testing/screenWorld.tsx';
import { refusal } from '../shared/testing/services.ts';
import { membership, renderInWorld } from '../shared/testing/world.tsx';
import InvitationsScreen from './InvitationsScreen.tsx';

afterEach(cleanup);

const invitation = (id: number, part: Partial<Invitation> = {}): Invitation => ({
  invitation_id: id,
  email: `p${id}@example.com`,
  account_id: 3,
  account_name: 'City Couriers',
  role_id: 4,
  role_name: 'Viewer',
  operator_id: null,
  status: 'pending',
  invited_by: 'Dana Reyes',
  created_at: '2026-05-30T12:00:00.000Z',
  expires_at: '2026-06-01T12:30:00.000Z',
  answered_at: null,
  ...part,
});
const role = (id: number, name: string): RoleSummary => ({
  role_id: id as RoleSummary['role_id'],
  account_id: 1 as AccountId,
  account_name: 'North',
  name,
  parent_role_id: null,
  parent_role_name: '',
  labels: [],
  users: 0,
  child_roles: 0,
  permission_count: 1,
  created_at: '2026-01-01T00:00:00.000Z',
});

describe('invitations to oneself', () => {
  it('are counted down, accepted, and the account offered at once', async () => {
    const { server, acts, update } = await renderInWorld(<InvitationsScreen />, {
      path: '/user-invitations',
      session: { stage: 'signedIn' },
      answers: {
        getUserInvitations: { rows: [invitation(7)], total: 1 },
        acceptInvitation: invitation(7, { status: 'accepted' }),
      },
    });
    expect(await screen.findByText('30 minutes left')).toBeTruthy();
    server.answer('getUserInvitations', { rows: [], total: 0 });
    fireEvent.click(screen.getByRole('button', { name: 'Accept' }));
    expect(await screen.findByText('You have joined City Couriers')).toBeTruthy();
    expect(server.of('acceptInvitation')).toEqual([{ invitation_id: 7 }]);
    expect(acts).toEqual([{ type: 'session.userChanged' }]);
    update({ memberships: [membership(3, 'City Couriers')] });
    fireEvent.click(screen.getByRole('button', { name: 'Switch to City Couriers' }));
    expect(acts.at(-1)).toEqual({ type: 'session.selectAccount', accountId: 3 });
  });

  it('say that there are more of them, and show more', async () => {
    const { server } = await renderInWorld(<InvitationsScreen />, {
      path: '/user-invitations',
      answers: { getUserInvitations: { rows: [invitation(7)], total: 240 } },
    });
    expect(await screen.findByText('Showing the first 1 of 240.')).toBeTruthy();
    server.answer('getUserInvitations', { rows: [invitation(7), invitation(8)], total: 2 });
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(screen.queryByText(/Showing the first/)).toBeNull());
    expect(server.of('getUserInvitations')).toMatchObject([{ limit: 100 }, { limit: 200 }]);
  });

  it('are declined after a second word; a refusal stays in the question', async () => {
    const { server } = await renderInWorld(<InvitationsScreen />, {
      path: '/user-invitations',
      answers: {
        getUserInvitations: { rows: [invitation(7)], total: 1 },
        declineInvitation: refusal(ERROR.inviteExpired, 'This invitation has expired.'),
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Decline' }));
    const question = within(screen.getByRole('alertdialog'));
    expect(server.of('declineInvitation')).toEqual([]);
    fireEvent.click(question.getByRole('button', { name: 'Decline' }));
    expect(await question.findByText('This invitation has expired.')).toBeTruthy();
  });

  it('have a tab for each state, and what the account sent only for those who may see it', async () => {
    const { update } = await renderInWorld(<InvitationsScreen />, {
      path: '/user-invitations',
      answers: { getUserInvitations: { rows: [], total: 0 }, getInvitationList: { rows: [], total: 0 } },
    });
    const tabs = (): (string | null)[] => screen.getAllByRole('tab').map((tab) => tab.textContent);
    expect(await screen.findByText('No pending invitations')).toBeTruthy();
    expect(tabs()).toEqual(['Pending', 'Accepted', 'Declined', 'Expired']);
    update({ can: ({ resource, action }) => resource === 'user_accounts_invitations' && action === 'r' });
    expect(tabs()).toEqual(['Pending', 'Accepted', 'Declined', 'Expired', 'Sent']);
  });
});

describe('inviting', () => {
  const roles = { getUserRoles: { rows: [role(4, 'Viewer'), role(5, 'Dispatcher')], total: 2 } };
  const field = (): HTMLInputElement => screen.getByRole('textbox', { name: 'Email addresses' });
  const paste = (text: string): boolean => fireEvent.paste(field(), { clipboardData: { getData: () => text } });
  const send = (): boolean => fireEvent.click(screen.getByRole('button', { name: /^Send/ }));

  it('takes a pasted list apart, names what is wrong with it, and sends only a good one', async () => {
    const { server } = await renderInWorld(<InviteDialog roleId={4} onClose={() => undefined} />, {
      path: '/users',
      answers: {
        ...roles,
        inviteMultipleUser: {
          invitations: [invitation(1, { email: 'a@example.com' })],
          refused: [{ email: 'b@example.com', message: 'User Already Exist' }],
        },
      },
    });
    paste('a@example.com; b@example.com\nA@example.com nonsense');
    expect(screen.getByText('Not an email address: nonsense')).toBeTruthy();
    expect(screen.getByText('Duplicate address: A@example.com')).toBeTruthy();
    expect(screen.getByText('4 of 20')).toBeTruthy();
    send();
    expect(server.of('inviteMultipleUser')).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Remove A@example.com' }));
    fireEvent.click(screen.getByRole('button', { name: 'Remove nonsense' }));
    send();
    expect(await screen.findByText('1 invitation sent')).toBeTruthy();
    expect(server.of('inviteMultipleUser')).toEqual([{ emails: ['a@example.com', 'b@example.com'], role_id: 4 }]);
    expect(screen.getByText('User Already Exist')).toBeTruthy();
  });

  it('takes twenty and says so at the twenty-first', async () => {
    const { server } = await renderInWorld(<InviteDialog roleId={4} onClose={() => undefined} />, {
      path: '/users',
      answers: roles,
    });
    paste(Array.from({ length: 21 }, (_, index) => `p${index}@example.com`).join(','));
    expect(screen.getByText('You can send a maximum of 20 invitations')).toBeTruthy();
    send();
    await Promise.resolve();
    expect(server.of('inviteMultipleUser')).toEqual([]);
  });

  it('asks for a role and an address; for an account of the tree, of that account', async () => {
    const { server } = await renderInWorld(<InviteDialog accountId={12} onClose={() => undefined} />, {
      path: '/users',
      answers: { getSubAccountUserRoles: roles.getUserRoles },
    });
    send();
    expect(await screen.findByText('The Role field is required')).toBeTruthy();
    expect(screen.getByText('The Email field is required')).toBeTruthy();
    expect(server.of('getSubAccountUserRoles')).toMatchObject([{ account_id: 12 }]);
  });

  it('a failed sending keeps the addresses', async () => {
    await renderInWorld(<InviteDialog roleId={4} onClose={() => undefined} />, { path: '/users', answers: roles });
    fireEvent.change(field(), { target: { value: 'a@example.com,' } });
    send();
    await waitFor(() => expect(screen.getByText('The server cannot be reached.')).toBeTruthy());
    expect(screen.getByRole('button', { name: 'Remove a@example.com' })).toBeTruthy();
  });

  it('a reload gives the addresses back; what was closed or sent is forgotten', async () => {
    const drafts = new Map<string, unknown>();
    const onClose = vi.fn();
    const dialog = <InviteDialog roleId={4} onClose={onClose} />;
    await renderScreen(dialog, { path: '/users', answers: roles, drafts });
    fireEvent.change(field(), { target: { value: 'a@example.com, b@example.com,' } });
    await waitFor(() => expect(drafts.size).toBe(1));
    cleanup();
    await renderScreen(dialog, { path: '/users', answers: roles, drafts });
    expect(screen.getByText(/have been restored/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Remove b@example.com' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect([onClose.mock.calls.length, drafts.size]).toEqual([0, 1]);
    fireEvent.click(await screen.findByRole('button', { name: 'Leave' }));
    expect([onClose.mock.calls.length, drafts.size]).toEqual([1, 0]);
  });
});

describe('what the account sent', () => {
  it('has a link to hand over, made by a press and shown with a button that copies it', async () => {
    const { server } = await renderInWorld(<InvitationsScreen />, {
      path: '/user-invitations?tab=sent',
      session: { stage: 'signedIn', permissions: { user_accounts_invitations: ['r', 'u'] } },
      answers: {
        getUserInvitations: { rows: [], total: 0 },
        getInvitationList: { rows: [invitation(7)], total: 1 },
        createInvitationLink: { url: 'https://fleet.example/app/welcome-user/abc' },
      },
    });
    fireEvent.click(await screen.findByRole('tab', { name: 'Sent' }));
    fireEvent.click(await screen.findByRole('button', { name: /^Copy an invitation link for/ }));
    const dialog = within(screen.getByRole('dialog', { name: 'Invitation link' }));
    expect(server.of('createInvitationLink')).toEqual([]);
    fireEvent.click(dialog.getByRole('button', { name: 'Create link' }));
    expect(await dialog.findByText('https://fleet.example/app/welcome-user/abc')).toBeTruthy();
    expect(dialog.getByRole('button', { name: /^Copy: https/ })).toBeTruthy();
    expect(server.of('createInvitationLink')).toEqual([{ invitation_id: 7 }]);
  });
});
