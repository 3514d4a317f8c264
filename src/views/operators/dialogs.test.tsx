import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { HOUR, toIso, type AccountId, type OperatorId, type UnitId } from '../../domain/base/index.ts';
import { ERROR } from '../../domain/errors/index.ts';
import type { Invitation } from '../../domain/invitation/index.ts';
import type { Operator, OperatorBinding } from '../../domain/operator/index.ts';
import { FleetContext } from '../shared/services/fleet.ts';
import { fakeFleet } from '../shared/testing/fleet.ts';
import { renderScreen } from '../shared/testing/screenWorld.tsx';
import { refusal, WORLD_NOW, type FakeAnswers } from '../shared/testing/services.ts';
import { OperatorLogin } from './OperatorLogin.tsx';
import { OperatorAssignments } from './OperatorAssignments.tsx';
import UnknownKeysScreen from './UnknownKeysScreen.tsx';

afterEach(cleanup);

const operator = { operator_id: 5 as OperatorId, name: 'Sara Moradi', account_id: 1, unit_id: null } as Operator;
const binding: OperatorBinding = {
  binding_id: 3,
  operator_id: operator.operator_id,
  operator_name: 'Sara Moradi',
  unit_id: 7 as UnitId,
  unit_name: 'Volvo FH 12',
  from: toIso(WORLD_NOW - 3 * HOUR),
  to: null,
  source: 'manual',
  key: '',
  ended: null,
};
const CHANGES = { operator: ['r', 'u'], units: ['r'] } as const;

const openAssignments = (answers: FakeAnswers, permissions: object = CHANGES) =>
  renderScreen(
    <FleetContext value={fakeFleet()}>
      <OperatorAssignments operator={operator} />
    </FleetContext>,
    {
      answers: { getOperatorBindings: { bindings: [binding], truncated: false }, ...answers },
      session: { stage: 'signedIn', permissions: permissions as typeof CHANGES },
    },
  );
const lines = () => screen.findByRole('list', { name: 'Assignments' });

it('ends an assignment now', async () => {
  const { server } = await openAssignments({ releaseOperator: { bindings: [] } });
  fireEvent.click(within(await lines()).getByRole('button', { name: 'End now' }));
  await waitFor(() =>
    expect(server.asked.find(({ method }) => method === 'releaseOperator')?.data).toEqual({
      operator_id: 5,
      unit_id: 7,
    }),
  );
});

it('shows why an assignment could not be ended', async () => {
  await openAssignments({ releaseOperator: refusal(ERROR.conflict, 'Sara Moradi is not assigned to this unit.') });
  fireEvent.click(within(await lines()).getByRole('button', { name: 'End now' }));
  expect(await within(await lines()).findByText('Sara Moradi is not assigned to this unit.')).toBeTruthy();
});

it('asks before an assignment is removed', async () => {
  const { server } = await openAssignments({ deleteOperatorBinding: {} });
  fireEvent.click(within(await lines()).getByRole('button', { name: 'Remove' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain('Remove the assignment to Volvo FH 12?');
  expect(server.asked.some(({ method }) => method === 'deleteOperatorBinding')).toBe(false);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
  await waitFor(() =>
    expect(server.asked.find(({ method }) => method === 'deleteOperatorBinding')?.data).toEqual({ binding_id: 3 }),
  );
});

it('offers no change to those who may only look', async () => {
  await openAssignments({}, { operator: ['r'], units: ['r'] });
  expect(within(await lines()).queryAllByRole('button')).toEqual([]);
  expect(screen.queryByRole('button', { name: 'Assign to a unit' })).toBeNull();
});

it('asks for a unit before it assigns', async () => {
  const { server } = await openAssignments({});
  fireEvent.click(await screen.findByRole('button', { name: 'Assign to a unit' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect((await within(dialog).findAllByText(/field is required/)).length).toBeGreaterThan(0);
  expect(server.asked.some(({ method }) => method === 'assignOperator')).toBe(false);
});

it('offers an unknown key to a new operator, or to one that is there', async () => {
  const seen = { first_seen: toIso(WORLD_NOW - HOUR), last_seen: toIso(WORLD_NOW), count: 2, units: 1 };
  await renderScreen(<UnknownKeysScreen />, {
    answers: {
      getUnknownKeys: {
        rows: [{ key: 'A1B2C3D4', unit_id: 7 as UnitId, unit_name: 'Volvo FH 12', ...seen }],
        total: 1,
      },
      getOperatorList: { rows: [operator], total: 1 },
    },
    session: { permissions: { operator: ['r', 'a', 'u'] } },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Assign key' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByRole('link', { name: 'New operator' }).getAttribute('href')).toContain('code=A1B2C3D4');
  expect((within(dialog).getByRole('button', { name: 'Assign' }) as HTMLButtonElement).disabled).toBe(true);
});

const ACCOUNT = {
  account_id: 1 as AccountId,
  parent_id: null,
  name: 'North',
  type: 'CONSUMER',
  status: 'active',
  restrict_sub_accounts: false,
} as const;
const INVITES = { operator: ['r', 'u'], user: ['r', 'a'], user_accounts_invitations: ['r', 'u', 'd'] } as const;
const invitation: Invitation = {
  invitation_id: 9,
  email: 'sara@example.com',
  account_id: 1,
  account_name: 'North',
  role_id: 4,
  role_name: 'Driver',
  operator_id: 5,
  status: 'pending',
  invited_by: 'Dana Reyes',
  created_at: toIso(WORLD_NOW - HOUR),
  expires_at: toIso(WORLD_NOW + 3 * HOUR),
  answered_at: null,
};
const openLogin = (part: Partial<Operator>, rows: Invitation[], permissions: object = INVITES) =>
  renderScreen(<OperatorLogin operator={{ ...operator, user_id: null, email: 'sara@example.com', ...part }} />, {
    answers: {
      getInvitationList: { rows, total: rows.length },
      getUserRoles: { rows: [{ role_id: 4, name: 'Driver' } as never], total: 1 },
      getDemoState: { demo: false },
      inviteUser: { invitations: [invitation], refused: [] },
      withdrawInvitation: { ...invitation, status: 'withdrawn' },
    },
    session: { permissions: permissions as typeof INVITES, account: ACCOUNT },
  });

it('invites the operator by email with a role', async () => {
  const { server, notices } = await openLogin({}, []);
  fireEvent.click(await screen.findByRole('button', { name: 'Invite by email' }));
  const dialog = await screen.findByRole('dialog');
  expect((within(dialog).getByLabelText(/Email/) as HTMLInputElement).value).toBe('sara@example.com');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Send invitation' }));
  expect((await within(dialog).findAllByText(/field is required/)).length).toBeGreaterThan(0);
  expect(server.of('inviteUser')).toEqual([]);
  fireEvent.click(within(dialog).getByRole('button', { name: /Role/ }));
  fireEvent.click(await screen.findByRole('option', { name: 'Driver' }));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Send invitation' }));
  await waitFor(() =>
    expect(server.of('inviteUser')).toEqual([{ emails: ['sara@example.com'], role_id: 4, operator_id: 5 }]),
  );
  await waitFor(() => expect(notices()).toEqual(['Invitation sent to sara@example.com']));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('shows what became of the invitations, and invites nobody twice', async () => {
  const { server } = await openLogin({}, [invitation, { ...invitation, invitation_id: 8, status: 'withdrawn' }]);
  const list = await screen.findByRole('list', { name: 'Invitations' });
  const [pending, withdrawn] = within(list).getAllByRole('listitem');
  expect([pending.textContent, withdrawn.textContent]).toEqual([
    expect.stringContaining('Pending'),
    expect.stringContaining('Withdrawn'),
  ]);
  expect(screen.queryByRole('button', { name: 'Invite by email' })).toBeNull();
  expect(within(withdrawn).queryAllByRole('button')).toEqual([]);
  fireEvent.click(within(pending).getByRole('button', { name: /Withdraw/ }));
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: /Withdraw/ }));
  await waitFor(() => expect(server.of('withdrawInvitation')).toEqual([{ invitation_id: 9 }]));
});

it('names the user who is linked, and offers nothing for operators of sub-accounts', async () => {
  await openLogin({ user_id: 3, user_name: 'Sara M.' }, [{ ...invitation, status: 'accepted' }]);
  expect(await screen.findByText('Signs in as Sara M.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Invite by email' })).toBeNull();
  cleanup();
  await openLogin({ account_id: 2 as never }, []);
  expect(screen.queryByRole('button', { name: 'Invite by email' })).toBeNull();
});
