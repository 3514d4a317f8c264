import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AuditEntry } from '../../domain/audit/index.ts';
import type { AccountId } from '../../domain/base/index.ts';
import { renderScreen, type ScreenWorldOptions } from '../shared/testing/screenWorld.tsx';
import AuditScreen from './AuditScreen.tsx';

afterEach(cleanup);

const entry = (sequence: number, part: Partial<AuditEntry>): AuditEntry => ({
  account_id: 1,
  account_name: 'North',
  sequence,
  time: '2026-05-31T10:00:00.000Z',
  kind: 'roleUpdated',
  subject_type: 'role',
  subject_id: 2,
  user_id: 1,
  username: 'dana',
  by_parent: false,
  remote: '192.0.2.7',
  data: {},
  ...part,
});
const rows = [
  entry(3, {
    data: {
      name: 'Viewer',
      before: { permissions: { units: ['r', 'u'] } },
      after: { permissions: { units: ['r'], label: ['r'] } },
    },
  }),
  entry(2, {
    kind: 'accountStatusChanged',
    data: { name: 'South', before: { status: 'active' }, after: { status: 'blocked' } },
  }),
  entry(1, { kind: 'tachographRead', user_id: null, username: '', remote: '', data: {} }),
];
const show = (options: ScreenWorldOptions = {}) =>
  renderScreen(<AuditScreen />, {
    path: '/audit',
    ...options,
    answers: {
      getAuditList: { rows, total: 3 },
      getTeamPeoples: { people: [{ user_id: 1, name: 'Dana', email: '', role_name: '' }] },
      getChildAccounts: { accounts: [], total: 0 },
      ...options.answers,
    },
    session: {
      permissions: { account: ['r'], user: ['r'] },
      account: {
        account_id: 1 as AccountId,
        parent_id: null,
        name: 'North',
        type: 'DEALER',
        status: 'active',
        restrict_sub_accounts: false,
      },
    },
  });
const lines = async (): Promise<(string | null)[]> =>
  (await screen.findAllByRole('rowheader')).map((cell) => cell.textContent);

describe('the audit', () => {
  it('says who did what, before and after, and names what it has no words for', async () => {
    await show();
    expect(await lines()).toEqual([
      'Changed the role ViewerPermissions+ Groups: View− Units: Change',
      'Changed the status of the account SouthStatusActive→Blocked',
      'tachographRead',
    ]);
    expect(screen.getAllByText('dana')).toHaveLength(2);
    expect(screen.getByText('the product')).toBeTruthy();
  });

  it('words the codes of an account as its form does', async () => {
    const after = { type: 'OWNER', country: 'IR', default_theme: 'teal' };
    await show({
      answers: {
        getAuditList: { rows: [entry(1, { kind: 'accountCreated', data: { name: 'North', after } })], total: 1 },
      },
    });
    expect(await lines()).toEqual(['Created the account NorthKindProviderCountryIranDefault themeTeal']);
  });

  it('is exported whole, each entry once, with its filters', async () => {
    const files: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      if (file instanceof Blob) files.push(file);
      return 'blob:audit';
    });
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
    const page = (number: number): AuditEntry[] =>
      Array.from({ length: 1_000 }, (_, index) =>
        entry(5_000 - (number - 1) * 999 - index, { data: { name: 'Viewer' } }),
      );
    const { server } = await show({
      path: '/audit?kind=roleUpdated',
      answers: { getAuditList: (data) => ({ rows: data.limit === 50 ? rows : page(data.page ?? 1), total: 2_000 }) },
    });
    await screen.findAllByRole('rowheader');
    fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(files).toHaveLength(1));
    expect(((await files[0]?.text()) ?? '').trim().split('\r\n')).toHaveLength(2_000);
    expect(server.of('getAuditList').slice(-2)).toMatchObject([
      { page: 1, limit: 1_000, filters: { kinds: ['roleUpdated'] } },
      { page: 2, limit: 1_000, filters: { kinds: ['roleUpdated'] } },
    ]);
  });

  it('asks for what the address says, days in the account’s zone', async () => {
    const { server } = await show({
      path: '/audit?user_id=1&kind=roleUpdated&subject=role&from=2026-05-01&to=2026-05-31&search=view',
    });
    await waitFor(() =>
      expect(server.of('getAuditList')).toEqual([
        {
          page: 1,
          limit: 50,
          search: 'view',
          filters: {
            user_id: 1,
            kinds: ['roleUpdated'],
            subject_type: 'role',
            from: '2026-05-01T00:00:00.000Z',
            to: '2026-06-01T00:00:00.000Z',
          },
        },
      ]),
    );
  });

  it('is narrowed by the filters, and cleared in one go', async () => {
    const { address } = await show();
    fireEvent.change(await screen.findByRole('combobox', { name: 'Action' }), { target: { value: 'userRemoved' } });
    await waitFor(() => expect(address()).toBe('/audit?kind=userRemoved'));
    const range = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Date range' });
    fireEvent.change(range, { target: { value: 'lastSevenDays' } });
    await waitFor(() => expect(address()).toBe('/audit?kind=userRemoved&from=2026-05-26'));
    expect(range.value).toBe('lastSevenDays');
    fireEvent.change(range, { target: { value: 'lastMonth' } });
    await waitFor(() => expect(address()).toBe('/audit?kind=userRemoved&from=2026-05-01&to=2026-05-31'));
    expect([...range.options].map(({ textContent }) => textContent)).toEqual([
      'All time',
      'Last 7 days',
      'Last 30 days',
      'Today',
      'Yesterday',
      'This week',
      'Last week',
      'This month',
      'Last month',
      'This year',
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Clear search and filters' }));
    await waitFor(() => expect(address()).toBe('/audit'));
  });

  it('writes the days as the account writes dates, and takes a bound away again', async () => {
    const { address } = await show({ path: '/audit?from=2026-05-20&to=nonsense' });
    expect(await screen.findByRole('button', { name: 'From: 20/05/2026' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'To: any day' })).toBeTruthy();
    expect(screen.getByRole('option', { name: 'Custom range' })).toBeTruthy();
    fireEvent.change(screen.getByRole('combobox', { name: 'Date range' }), { target: { value: 'always' } });
    await waitFor(() => expect(address()).toBe('/audit'));
    expect(screen.getByRole('button', { name: 'From: any day' })).toBeTruthy();
  });

  it('says that days end before they begin, and asks for none', async () => {
    const { server } = await show({ path: '/audit?from=2026-05-20&to=2026-05-19' });
    expect((await screen.findByRole('alert')).textContent).toBe('End time is less than start time');
    expect(server.of('getAuditList')).toEqual([]);
  });

  it('shows new lines by themselves', async () => {
    const { server } = await show();
    await screen.findByText('South');
    server.answer('getAuditList', {
      rows: [entry(4, { kind: 'userRemoved', data: { name: 'Omar Stone' } }), ...rows],
      total: 4,
    });
    server.change('user');
    expect(await screen.findByText('Omar Stone')).toBeTruthy();
  });
});
