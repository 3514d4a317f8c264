import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../domain/account/index.ts';
import type { AccountId, UserId } from '../../domain/base/index.ts';
import { ERROR } from '../../domain/errors/index.ts';
import type { User } from '../../domain/user/index.ts';
import { refusal } from '../shared/testing/services.ts';
import { renderScreen } from '../shared/testing/screenWorld.tsx';
import { membership } from '../shared/testing/world.tsx';
import { AccountSwitcher } from './AccountSwitcher.tsx';

afterEach(cleanup);

const memberships = [
  membership(1, 'Northern Haulage'),
  membership(2, 'City Couriers'),
  membership(3, 'Night Lines', { status: 'blocked' }),
];
const account = {
  account_id: 1 as AccountId,
  parent_id: null,
  name: 'Northern Haulage',
  type: 'DEALER',
  status: 'active',
  restrict_sub_accounts: false,
} as const;
const user: User = {
  user_id: 1 as UserId,
  username: 'multi',
  email: 'multi@example.com',
  first_name: 'Mia',
  last_name: 'Ruiz',
  time_zone: '',
  picture: '',
};
const answers = {
  getUserAccounts: { user, accounts: memberships },
  getChildAccounts: {
    accounts: [
      { ...account, account_id: 1 },
      { account_id: 2, parent_id: 1, name: 'City Couriers', type: 'CONSUMER' as const, status: 'active' as const },
    ],
    total: 2,
  },
  selectAccount: {
    account,
    permissions: {},
    settings: DEFAULT_SETTINGS,
    branding: { account_id: 1, name: account.name, logos: {}, default_theme: '', default_language: '' },
  },
};

async function open(part: object = {}) {
  const world = await renderScreen(<AccountSwitcher />, {
    session: { stage: 'signedIn', account, memberships },
    answers: { ...answers, ...part },
  });
  fireEvent.click(screen.getByRole('button', { name: /switch account/ }));
  return world;
}
const option = (name: RegExp): Promise<HTMLElement> => screen.findByRole('button', { name });

describe('switching the account', () => {
  it('is no button for who has one account', async () => {
    await renderScreen(<AccountSwitcher />, { session: { account, memberships: memberships.slice(0, 1) } });
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByText('Account: Northern Haulage')).toBeTruthy();
  });

  it('asks whether the other account lets one in, and only then leaves', async () => {
    const { acts, server } = await open();
    fireEvent.click(await option(/City Couriers/));
    await waitFor(() => expect(acts).toEqual([{ type: 'session.selectAccount', accountId: 2 }]));
    expect(server.of('selectAccount')).toEqual([{ account_id: 2 }]);
  });

  it('stays and says why when it does not', async () => {
    const { acts } = await open({
      selectAccount: refusal(ERROR.notFound, 'This account is no longer available to you.'),
    });
    fireEvent.click(await option(/City Couriers/));
    expect(await screen.findByText('This account is no longer available to you.')).toBeTruthy();
    expect(acts).toEqual([]);
  });

  it('offers a blocked account with the reason, and does not open it', async () => {
    const { server } = await open();
    const blocked = await option(/Night Lines/);
    expect(blocked.getAttribute('aria-disabled')).toBe('true');
    expect(blocked.textContent).toContain('Blocked: ask the parent account');
    fireEvent.click(blocked);
    expect(server.of('selectAccount')).toEqual([]);
  });

  it('goes through the accounts by arrows, and asks again after a failure', async () => {
    const { server } = await open({ getUserAccounts: refusal(ERROR.network, 'The server cannot be reached.') });
    expect(await screen.findByText('The server cannot be reached.')).toBeTruthy();
    server.answer('getUserAccounts', answers.getUserAccounts);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    const list = await screen.findByRole('list', { name: 'Your accounts' });
    const [first, second] = within(list).getAllByRole('button');
    first.focus();
    fireEvent.keyDown(first, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(second);
  });
});
