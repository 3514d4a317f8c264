import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { AccountUser } from '../../api/contract/index.ts';
import { RESOURCE_ACTIONS, type Permissions } from '../../domain/access/index.ts';
import type { AccountId } from '../../domain/base/index.ts';
import { ERROR } from '../../domain/errors/index.ts';
import type { RoleDetails, RoleSummary } from '../../domain/role/index.ts';
import { refusal, type FakeAnswers } from '../shared/testing/services.ts';
import { renderScreen, type ScreenWorldOptions } from '../shared/testing/screenWorld.tsx';
import RoleFormScreen from './RoleFormScreen.tsx';
import RoleViewScreen from './RoleViewScreen.tsx';
import UsersScreen from './UsersScreen.tsx';

afterEach(cleanup);

const everything = RESOURCE_ACTIONS as Permissions;
const person = (user_id: number, name: string, part: Partial<AccountUser> = {}): AccountUser => ({
  user_id,
  username: name.toLowerCase(),
  email: `${name.toLowerCase()}@example.com`,
  first_name: name,
  last_name: 'Stone',
  mobile: '',
  picture: '',
  role_id: 1,
  role_name: 'Administrator',
  account_id: 1,
  account_name: 'North',
  status: 'active',
  joined_at: '2026-01-01T00:00:00Z',
  last_seen_at: null,
  ...part,
});
const summary = (role_id: number, name: string, part: Partial<RoleSummary> = {}): RoleSummary => ({
  role_id: role_id as RoleSummary['role_id'],
  account_id: 1 as AccountId,
  account_name: 'North',
  name,
  parent_role_id: null,
  parent_role_name: '',
  labels: [],
  users: 0,
  child_roles: 0,
  permission_count: 2,
  created_at: '2026-01-01T00:00:00Z',
  ...part,
});
const administrator: RoleDetails = {
  ...summary(1, 'Administrator', { users: 1, child_roles: 1 }),
  permissions: everything,
  members: [{ user_id: 1, name: 'Dana Reyes', username: 'dealer' }],
};
const viewer: RoleDetails = {
  ...summary(2, 'Viewer', { parent_role_id: 1, parent_role_name: 'Administrator' }),
  permissions: { units: ['r', 'm'] },
  members: [],
};
const answers: FakeAnswers = {
  getUsersList: { rows: [person(1, 'Dana'), person(2, 'Omar', { role_id: 2, role_name: 'Viewer' })], total: 2 },
  getUserRoles: { rows: [administrator, viewer], total: 2 },
  getOneRole: (data) => (data.role_id === 1 ? administrator : viewer),
  getAllPermissions: { permissions: everything },
  getInvitationList: { rows: [], total: 3 },
  getTeamPeoples: { people: [{ user_id: 2, name: 'Omar Stone', email: 'omar@example.com', role_name: 'Viewer' }] },
};
const show = (view: React.ReactNode, options: ScreenWorldOptions = {}) =>
  renderScreen(view, {
    ...options,
    answers: { ...answers, ...options.answers },
    session: {
      stage: 'signedIn',
      permissions: everything,
      account: {
        account_id: 1 as AccountId,
        parent_id: null,
        name: 'North',
        type: 'DEALER',
        status: 'active',
        restrict_sub_accounts: false,
      },
      ...options.session,
    },
  });

describe('people', () => {
  it('are listed with role and invitations that wait; one cannot touch oneself', async () => {
    const { server } = await show(<UsersScreen />, { path: '/users' });
    expect(await screen.findByRole('rowheader', { name: /Omar Stone/ })).toBeTruthy();
    expect(
      (await screen.findByRole('link', { name: '3 invitations are waiting for an answer' })).getAttribute('href'),
    ).toBe('/user-invitations?tab=sent');
    fireEvent.click(screen.getByRole('button', { name: 'Remove Dana Stone' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(server.of('getUsersList')).toEqual([{ page: 1, limit: 50, sort: 'name', search: '' }]);
  });

  it('are shown with their pictures; with initials without one, or when it cannot be loaded', async () => {
    const people = [
      person(1, 'Dana', { picture: '/images/dana' }),
      person(2, 'Omar'),
      person(3, '', { last_name: '', username: 'noor' }),
    ];
    await show(<UsersScreen />, { path: '/users', answers: { getUsersList: { rows: people, total: 3 } } });
    const dana = await screen.findByRole('rowheader', { name: 'Dana Stone you' });
    const avatars = (): (string | null | undefined)[] =>
      screen
        .getAllByRole('rowheader')
        .map((cell) => cell.querySelector('img')?.getAttribute('src') ?? cell.querySelector('.avatar')?.textContent);
    expect(avatars()).toEqual(['/images/dana', 'OS', 'N']);
    expect(dana.querySelector('img')?.alt).toBe('');
    expect(screen.getByRole('rowheader', { name: 'Omar Stone' })).toBeTruthy();
    fireEvent.error(dana.querySelector('img') as HTMLImageElement);
    expect(avatars()).toEqual(['DS', 'OS', 'N']);
  });

  it('are searched, sorted and filtered by the address', async () => {
    const { server, address } = await show(<UsersScreen />, { path: '/users?search=om&role_id=2&sort=-email&page=2' });
    await screen.findByRole('rowheader', { name: /Omar Stone/ });
    expect(server.of('getUsersList')).toEqual([
      { page: 2, limit: 50, sort: '-email', search: 'om', filters: { role_id: 2 } },
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Name' }));
    await waitFor(() => expect(address()).toBe('/users?search=om&role_id=2'));
  });

  it('are sorted by the names that the server knows', async () => {
    const { server } = await show(<UsersScreen />, { path: '/users' });
    await screen.findByRole('rowheader', { name: /Omar Stone/ });
    fireEvent.click(screen.getByRole('button', { name: 'Role' }));
    await waitFor(() => expect(server.of('getUsersList').at(-1)).toMatchObject({ sort: 'role_name' }));
  });

  it('are removed after being asked, and the refusal is shown in the question', async () => {
    const { server, notices } = await show(<UsersScreen />, {
      path: '/users',
      answers: { userRemoved: refusal(ERROR.conflict, 'The last administrator cannot be removed.') },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Remove Omar Stone' }));
    const dialog = await screen.findByRole('alertdialog');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
    expect(await within(dialog).findByText('The last administrator cannot be removed.')).toBeTruthy();
    server.answer('userRemoved', {});
    fireEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(notices()).toEqual(['1 user removed']));
    expect(server.of('userRemoved')).toEqual([{ user_id: 2 }, { user_id: 2 }]);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('are blocked with a reason, and let in again from the notice', async () => {
    const { server, notices, takeBack } = await show(<UsersScreen />, {
      path: '/users',
      answers: { updateUserStatus: person(2, 'Omar', { status: 'blocked' }) },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Change the sign-in status of Dana Stone' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Change the sign-in status of Omar Stone' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Sign-in status of Omar Stone' });
    fireEvent.click(within(dialog).getByRole('radio', { name: 'Blocked' }));
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Reason' }), { target: { value: ' Lost phone ' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Block' }));
    await waitFor(() => expect(notices()).toEqual(['Omar Stone is blocked']));
    takeBack();
    await waitFor(() =>
      expect(server.of('updateUserStatus')).toEqual([
        { user_id: 2, status: 'blocked', reason: 'Lost phone', expected: { status: 'active' } },
        { user_id: 2, status: 'active', reason: '', expected: { status: 'blocked' } },
      ]),
    );
  });

  it('come again by themselves when one changed elsewhere', async () => {
    const { server } = await show(<UsersScreen />, { path: '/users' });
    await screen.findByRole('rowheader', { name: /Omar Stone/ });
    server.answer('getUsersList', { rows: [person(3, 'Noor')], total: 1 });
    server.change('user');
    expect(await screen.findByRole('rowheader', { name: /Noor Stone/ })).toBeTruthy();
  });

  it('who may only look sees no acts', async () => {
    await show(<UsersScreen />, { path: '/users', session: { permissions: { user: ['r'] } } });
    await screen.findByRole('rowheader', { name: /Omar Stone/ });
    expect(screen.queryByRole('button', { name: /Remove|Change|Invite/ })).toBeNull();
    expect(screen.queryByRole('tab', { name: 'Roles' })).toBeNull();
  });
});

describe('a role', () => {
  const save = (): void => void fireEvent.submit(screen.getByRole('form'));
  const nameField = (): Promise<HTMLInputElement> => screen.findByRole('textbox', { name: 'Role name' });

  it('needs a name and one permission, in the words of the specification', async () => {
    const { server } = await show(<RoleFormScreen />, { path: '/role/create' });
    await nameField();
    save();
    expect(await screen.findByText('The Role name field is required')).toBeTruthy();
    expect(screen.getByText('No Role Permissions: Please select at least one permission')).toBeTruthy();
    expect(server.of('addRole')).toEqual([]);
  });

  it('is created with what its boxes bring along', async () => {
    const { server, address } = await show(<RoleFormScreen />, {
      path: '/role/create',
      answers: { addRole: { ...viewer, role_id: 9 as RoleSummary['role_id'] } },
    });
    fireEvent.change(await nameField(), { target: { value: 'Night shift' } });
    fireEvent.click(screen.getByRole('checkbox', { name: 'Alerts: Create' }));
    save();
    await waitFor(() =>
      expect(server.of('addRole')).toEqual([
        { name: 'Night shift', parent_role_id: null, permissions: { alert: ['r', 'a', 'u'] }, labels: [] },
      ]),
    );
    await waitFor(() => expect(address()).toBe('/role/9/view'));
  });

  it('says why a box cannot be unticked, and what saving would change', async () => {
    await show(<RoleFormScreen />, { path: '/role/2/edit', parameters: { id: '2' } });
    await nameField();
    fireEvent.click(screen.getByRole('button', { name: 'Show the permissions of Units' }));
    expect(screen.getByText('Needed by: Menu entry')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'View' }).disabled).toBe(true);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Menu entry' }));
    const difference = screen.getByRole('region', { name: 'Changes' });
    expect(
      within(difference)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['removed Units: Menu entry']);
  });

  it('is not written over what somebody else wrote meanwhile, unless it is saved again', async () => {
    const theirs = { units: ['r', 'm'] };
    const { server } = await show(<RoleFormScreen />, {
      path: '/role/2/edit',
      parameters: { id: '2' },
      answers: {
        updateRole: refusal(ERROR.conflict, 'Someone else changed this', [
          { field: 'permissions', message: 'Changed meanwhile', current: theirs },
        ]),
      },
    });
    const { name, parent_role_id, permissions, labels } = viewer;
    fireEvent.change(await nameField(), { target: { value: 'Watchers' } });
    save();
    expect(await screen.findByText('Changed meanwhile')).toBeTruthy();
    save();
    const began = { name, parent_role_id, permissions, labels };
    await waitFor(() =>
      expect(server.of('updateRole')).toMatchObject([
        { role_id: 2, name: 'Watchers', expected: began },
        { role_id: 2, name: 'Watchers', expected: { ...began, permissions: theirs } },
      ]),
    );
  });

  it('is named to the shell, and its form leads to its page', async () => {
    const page = await show(<RoleViewScreen />, { path: '/role/2/view', parameters: { id: '2' } });
    await waitFor(() => expect(page.named()).toEqual({ name: 'Viewer' }));
    cleanup();
    const form = await show(<RoleFormScreen />, { path: '/role/2/edit', parameters: { id: '2' } });
    await waitFor(() => expect(form.named()).toEqual({ name: 'Viewer', page: '/role/2/view' }));
    cleanup();
    const copy = await show(<RoleFormScreen />, { path: '/role/create?from=2' });
    await nameField();
    expect(copy.named()).toBeNull();
  });

  it('one’s own keeps its permissions', async () => {
    await show(<RoleFormScreen />, { path: '/role/1/edit', parameters: { id: '1' } });
    await nameField();
    expect(screen.getByText(/This is your own role/)).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Alerts: All' }).disabled).toBe(true);
  });

  it('that grants more than one holds is not edited', async () => {
    await show(<RoleFormScreen />, {
      path: '/role/1/edit',
      parameters: { id: '1' },
      answers: { getAllPermissions: { permissions: { units: ['r'] } } },
    });
    expect(
      await screen.findByText("Administrator has permissions you don't have, so you cannot change it."),
    ).toBeTruthy();
    expect(screen.queryByRole('form')).toBeNull();
  });

  it('what was typed survives a failed save and a reload, and leaving asks first', async () => {
    const drafts = new Map<string, unknown>();
    const { guard } = await show(<RoleFormScreen />, {
      path: '/role/create',
      drafts,
      answers: {
        addRole: refusal(ERROR.conflict, 'Refused', [
          { field: 'name', message: 'A role with this name already exists' },
        ]),
      },
    });
    fireEvent.change(await nameField(), { target: { value: 'Night shift' } });
    fireEvent.click(screen.getByRole('checkbox', { name: 'Alerts: View' }));
    save();
    expect(await screen.findByText('A role with this name already exists')).toBeTruthy();
    expect((await nameField()).value).toBe('Night shift');
    let gone = false;
    guard.leave(() => (gone = true));
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Stay here' }));
    expect(gone).toBe(false);
    cleanup();

    await show(<RoleFormScreen />, { path: '/role/create', drafts });
    expect((await nameField()).value).toBe('Night shift');
    expect(screen.getByText(/have been restored/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
    await waitFor(async () => expect((await nameField()).value).toBe(''));
    expect([...drafts]).toEqual([]);
  });

  it('with people or roles below cannot be deleted, and says what to do', async () => {
    await show(<RoleViewScreen />, { path: '/role/1/view', parameters: { id: '1' } });
    fireEvent.click(await screen.findByRole('button', { name: 'Delete role' }));
    expect(await screen.findByText(/Please assign users to other roles first/)).toBeTruthy();
  });

  it('is given to people of the account', async () => {
    const { server } = await show(<RoleViewScreen />, {
      path: '/role/2/view?add=1',
      parameters: { id: '2' },
      answers: { updateUserRole: person(2, 'Omar') },
    });
    fireEvent.click(await screen.findByRole('checkbox', { name: /Omar Stone/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Give the role to 1 person' }));
    await waitFor(() => expect(server.of('updateUserRole')).toEqual([{ user_id: 2, role_id: 2 }]));
  });
});
