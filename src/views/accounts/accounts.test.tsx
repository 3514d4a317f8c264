import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import type { AccountTreeNode } from '../../api/contract/index.ts';
import { ceilingOf } from '../../domain/access/index.ts';
import { DEFAULT_SETTINGS, type AccountDetails, type AccountRow } from '../../domain/account/index.ts';
import type { AccountId } from '../../domain/base/index.ts';
import { ERROR } from '../../domain/errors/index.ts';
import { refusal, type FakeAnswers } from '../shared/testing/services.ts';
import { renderScreen, type ScreenWorldOptions } from '../shared/testing/screenWorld.tsx';
import AccountListScreen from './AccountListScreen.tsx';
import AccountTreeScreen from './AccountTreeScreen.tsx';
import CreateAccountScreen from './CreateAccountScreen.tsx';
import UpdateAccountScreen from './UpdateAccountScreen.tsx';

afterEach(cleanup);
// The form holds some 500 options, which the pretended browser draws slowly.

const node = (
  account_id: number,
  parent_id: number | null,
  name: string,
  type: AccountTreeNode['type'],
  status: AccountTreeNode['status'] = 'active',
): AccountTreeNode => ({ account_id, parent_id, name, type, status });
const tree = [
  node(1, null, 'Provider', 'OWNER'),
  node(2, 1, 'Dealer East', 'DEALER'),
  node(4, 2, 'Couriers', 'CONSUMER'),
  node(5, 4, 'Night couriers', 'CONSUMER', 'blocked'),
];
const row = (of: AccountTreeNode, part: Partial<AccountRow> = {}): AccountRow => ({
  ...of,
  parent_name: '',
  country: 'DE',
  region: '',
  category: '',
  restrict_sub_accounts: false,
  allow_white_labelling: false,
  children: 1,
  users: 3,
  units: 7,
  created_at: '2026-01-01T00:00:00Z',
  ...part,
});
const details = (of: AccountTreeNode, part: Partial<AccountDetails> = {}): AccountDetails => ({
  account_id: of.account_id as AccountId,
  parent_id: of.parent_id as AccountId | null,
  name: of.name,
  type: of.type,
  status: of.status,
  restrict_sub_accounts: false,
  parent_name: 'Provider',
  address: '',
  country: 'DE',
  region: '',
  currency: '',
  registration_number: '',
  is_legal_entity: false,
  category: '',
  allow_white_labelling: false,
  default_theme: '',
  default_language: '',
  password_policy: 'length',
  host_name: '',
  tracker_networks: '',
  settings: DEFAULT_SETTINGS,
  logos: {},
  created_at: '2026-01-01T00:00:00Z',
  ...part,
});
const answers: FakeAnswers = {
  getChildAccounts: { accounts: tree, total: tree.length },
  getUserSubAccounts: { rows: [row(tree[1]), row(tree[2], { units: 12 }), row(tree[3])], total: 3 },
  getDealerList: { rows: [row(tree[1])], total: 1 },
  getAccountUsers: { rows: [], total: 6 },
  getAccountDetails: details(tree[0], { parent_name: '' }),
  getDealerAccountDetails: details(tree[1]),
  getConsumerAccountDetails: details(tree[2], { parent_name: 'Dealer East' }),
};
const show = (view: ReactNode, options: ScreenWorldOptions = {}) =>
  renderScreen(view, {
    ...options,
    answers: { ...answers, ...options.answers },
    session: {
      stage: 'signedIn',
      permissions: ceilingOf('OWNER'),
      account: {
        account_id: 1 as AccountId,
        parent_id: null,
        name: 'Provider',
        type: 'OWNER',
        status: 'active',
        restrict_sub_accounts: false,
      },
      ...options.session,
    },
  });
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const save = (): void => void fireEvent.submit(screen.getByRole('form', { name: 'Account' }));
const field = (name: string): Promise<HTMLInputElement> => screen.findByRole('textbox', { name });

describe('lists of accounts', () => {
  it('lead to each account and to what stands below it', async () => {
    await show(<AccountListScreen />, { path: '/dealers' });
    expect((await screen.findByRole('link', { name: 'Dealer East' })).getAttribute('href')).toBe(
      '/child/account/update?account_id=2',
    );
    expect(screen.getByRole('link', { name: '1' }).getAttribute('href')).toBe('/sub-consumer/2');
    expect(screen.getByRole('link', { name: 'Sub-dealers' }).getAttribute('href')).toBe('/sub-dealer/2');
    expect(screen.getByRole('link', { name: '3' }).getAttribute('href')).toBe('/users?account_id=2');
    expect(screen.getByRole('link', { name: 'New dealer' }).getAttribute('href')).toBe('/dealer/create');
  });

  it('the tree shows everything with its counts, folds, and keeps the way to what is searched', async () => {
    const { address } = await show(<AccountTreeScreen />, { path: '/accounts' });
    const names = (): (string | null)[] => screen.getAllByRole('rowheader').map((cell) => cell.textContent);
    await screen.findByRole('link', { name: 'Night couriers' });
    expect(names()).toEqual(['Provideryour account', 'Dealer East', 'Couriers', 'Night couriers']);
    await waitFor(() => expect(screen.getAllByRole('row')[3].textContent).toContain('12'));
    fireEvent.click(screen.getByRole('button', { name: 'Collapse Couriers' }));
    expect(names()).toEqual(['Provideryour account', 'Dealer East', 'Couriers']);
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'night' } });
    await waitFor(() => expect(address()).toBe('/accounts?search=night'));
    expect(names()).toEqual(['Provideryour account', 'Dealer East', 'Couriers', 'Night couriers']);
  });

  it('blocking says first whom it shuts out', async () => {
    const { server, notices } = await show(<AccountTreeScreen />, {
      path: '/accounts',
      answers: { updateAccountStatus: row(tree[2]), updateSubAccountStatus: row(tree[2]) },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Status of Couriers' }));
    const dialog = await screen.findByRole('alertdialog');
    fireEvent.click(within(dialog).getByRole('radio', { name: 'Blocked' }));
    expect(
      await within(dialog).findByText(/immediately ends the sessions of 6 people.*Its 1 sub-account is blocked too/),
    ).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Block' }));
    await waitFor(() => expect(server.of('updateSubAccountStatus')).toEqual([{ account_id: 4, status: 'blocked' }]));
    await waitFor(() => expect(notices()).toEqual(['Couriers is blocked']));
  });

  it('a tree that the server cut says so, and is searched there', async () => {
    const { server } = await show(<AccountTreeScreen />, {
      path: '/accounts',
      answers: {
        getChildAccounts: (data) =>
          data.search ? { accounts: [tree[0], tree[3]], total: 2 } : { accounts: tree, total: 12_000 },
      },
    });
    expect(await screen.findByText(/Showing the first 4 of 12,000. Search to find the others/)).toBeTruthy();
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: tree[3].name } });
    await waitFor(() => expect(server.of('getChildAccounts').at(-1)).toEqual({ search: tree[3].name }));
    await waitFor(() => expect(screen.queryByText(/Showing the first/)).toBeNull());
  });

  it('an account that is blocked while its status is looked at can be activated', async () => {
    const { server } = await show(<AccountTreeScreen />, {
      path: '/accounts',
      answers: { updateSubAccountStatus: row(tree[2]) },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Status of Couriers' }));
    const dialog = await screen.findByRole('alertdialog');
    expect(within(dialog).getByRole('button', { name: 'Done' })).toBeTruthy();
    server.answer('getChildAccounts', {
      accounts: tree.map((each) => (each.account_id === 4 ? { ...each, status: 'blocked' as const } : each)),
      total: tree.length,
    });
    server.change('account');
    await waitFor(() =>
      expect(within(dialog).getByRole<HTMLInputElement>('radio', { name: 'Blocked' }).checked).toBe(true),
    );
    fireEvent.click(within(dialog).getByRole('radio', { name: 'Active' }));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Activate' }));
    await waitFor(() => expect(server.of('updateSubAccountStatus')).toEqual([{ account_id: 4, status: 'active' }]));
  });
});

describe('creating an account', () => {
  it('names every field that is wrong, with its bound, before the server is asked', async () => {
    const { server } = await show(<CreateAccountScreen />, { path: '/consumer/create' });
    fireEvent.change(await field('Account name'), { target: { value: 'ab' } });
    fireEvent.change(await field("Administrator's email"), { target: { value: 'nobody' } });
    fireEvent.change(await field('Registration number'), { target: { value: 'a b' } });
    save();
    expect(await screen.findByText('Account name must have at least 3 characters')).toBeTruthy();
    expect(screen.getByText('Please enter Valid email')).toBeTruthy();
    expect(document.querySelectorAll('[aria-invalid="true"]').length).toBe(3);
    expect(server.asked.some(({ method }) => method.startsWith('create'))).toBe(false);
  });

  it('goes below the account named in the address, by the method of that place', async () => {
    const { server, address } = await show(<CreateAccountScreen />, {
      path: '/consumer/create?account_id=4',
      answers: { createConsumerSubAccounts: details(tree[3]) },
    });
    fireEvent.change(await field('Account name'), { target: { value: 'Day couriers' } });
    fireEvent.change(await field("Administrator's email"), { target: { value: 'day@example.com' } });
    save();
    await waitFor(() => expect(server.of('createConsumerSubAccounts')).toHaveLength(1));
    expect(server.of('createConsumerSubAccounts')[0]).toMatchObject({
      parent_account_id: 4,
      name: 'Day couriers',
      type: 'CONSUMER',
      default_owner_email: 'day@example.com',
    });
    await waitFor(() => expect(address()).toBe('/consumers'));
  });

  it('says at once that a restricted account has none below, instead of a form that is refused', async () => {
    const own = {
      account_id: 1 as AccountId,
      parent_id: null,
      name: 'Provider',
      type: 'OWNER',
      status: 'active',
      restrict_sub_accounts: true,
    } as const;
    await show(<CreateAccountScreen />, { path: '/consumer/create', session: { account: own } });
    expect(await screen.findByText(/is restricted: it cannot have sub-accounts/)).toBeTruthy();
    expect(screen.queryByRole('form')).toBeNull();
  });

  it('goes on to the logos of one that may have them', async () => {
    const { address } = await show(<CreateAccountScreen />, {
      path: '/dealer/create',
      answers: { createDealerConsumerAccounts: details(tree[1], { allow_white_labelling: true }) },
    });
    fireEvent.change(await field('Account name'), { target: { value: 'Dealer East' } });
    fireEvent.change(await field("Administrator's email"), { target: { value: 'east@example.com' } });
    save();
    await waitFor(() => expect(address()).toBe('/child/account/update?account_id=2'));
  });
});

describe('changing an account', () => {
  it('sends only what changed, by the method of its place', async () => {
    const { server, notices } = await show(<UpdateAccountScreen />, {
      path: '/child/consumer-account/update?account_id=4',
      answers: { updateConsumerChildAccountDetails: details(tree[2], { name: 'Fast couriers' }) },
    });
    fireEvent.change(await field('Account name'), { target: { value: 'Fast couriers' } });
    save();
    await waitFor(() =>
      expect(server.of('updateConsumerChildAccountDetails')).toEqual([
        { name: 'Fast couriers', account_id: 4, expected: { name: tree[2].name } },
      ]),
    );
    await waitFor(() => expect(notices()).toEqual(['Account saved']));
  });

  it('is not written over what somebody else wrote meanwhile, unless it is saved again', async () => {
    const { server } = await show(<UpdateAccountScreen />, {
      path: '/child/consumer-account/update?account_id=4',
      answers: {
        updateConsumerChildAccountDetails: refusal(ERROR.conflict, 'Someone else changed this', [
          { field: 'name', message: 'Meanwhile: Theirs', current: 'Theirs' },
        ]),
      },
    });
    fireEvent.change(await field('Account name'), { target: { value: 'Mine' } });
    save();
    expect(await screen.findByText('Meanwhile: Theirs')).toBeTruthy();
    save();
    await waitFor(() =>
      expect(server.of('updateConsumerChildAccountDetails')).toEqual([
        { name: 'Mine', account_id: 4, expected: { name: tree[2].name } },
        { name: 'Mine', account_id: 4, expected: { name: 'Theirs' } },
      ]),
    );
  });

  it('one’s own has no grants and no status', async () => {
    const { named } = await show(<UpdateAccountScreen />, { path: '/account/update' });
    await field('Account name');
    expect(named()).toBeNull();
    expect(screen.queryByRole('checkbox', { name: 'Restrict sub-accounts' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Change status' })).toBeNull();
  });

  it('names one of the tree to the shell', async () => {
    const { named } = await show(<UpdateAccountScreen />, { path: '/child/account/update?account_id=2' });
    await waitFor(() => expect(named()).toEqual({ name: tree[1].name }));
  });

  it('shows a refusal at its field and keeps the rest', async () => {
    const refused = refusal(ERROR.conflict, 'Refused', [
      { field: 'name', message: 'An account of this name already exists here' },
    ]);
    await show(<UpdateAccountScreen />, {
      path: '/child/account/update?account_id=2',
      answers: { updateDealerAccountDetails: refused },
    });
    fireEvent.change(await field('Account name'), { target: { value: 'Couriers' } });
    save();
    expect(await screen.findByText('An account of this name already exists here')).toBeTruthy();
    expect((await field('Account name')).value).toBe('Couriers');
  });

  it('an account out of reach looks like one that does not exist', async () => {
    const { server } = await show(<UpdateAccountScreen />, { path: '/child/account/update?account_id=99' });
    expect(await screen.findByText('This account does not exist, or you may not change it.')).toBeTruthy();
    expect(server.of('getDealerAccountDetails')).toEqual([]);
  });

  it('logos: a wrong file is refused here, a good one is uploaded and taken', async () => {
    const branded = details(tree[1], { allow_white_labelling: true });
    const { server, notices } = await show(<UpdateAccountScreen />, {
      path: '/child/account/update?account_id=2',
      answers: { getDealerAccountDetails: branded, uploadLogo: branded },
    });
    const input = await screen.findByLabelText<HTMLInputElement>('Upload: On dark');
    const give = (file: File): void => {
      Object.defineProperty(input, 'files', { value: [file], configurable: true });
      fireEvent.change(input);
    };
    give(new File(['GIF89a'], 'logo.png', { type: 'image/png' }));
    expect(
      await screen.findByText('Uploaded file is not a valid image. Only JPG, PNG files are allowed.'),
    ).toBeTruthy();
    give(new File([PNG, new Uint8Array(2 * 1024 * 1024)], 'logo.png', { type: 'image/png' }));
    expect(await screen.findByText('The picture may be at most 2 MB')).toBeTruthy();
    expect(server.of('uploadLogo')).toEqual([]);
    give(new File([PNG], 'logo.png', { type: 'image/png' }));
    await waitFor(() =>
      expect(server.of('uploadLogo')).toEqual([{ account_id: 2, version: 'dark', image_id: 'image-1' }]),
    );
    await waitFor(() => expect(notices()).toEqual(['Logo saved']));
  });
});
