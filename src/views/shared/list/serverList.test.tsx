import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AccountUser } from '../../../api/contract/index.ts';
import { ERROR } from '../../../domain/errors/index.ts';
import { ListExport, type RowReader } from './ListExport.tsx';
import { ServerList, type ListColumn } from './ServerList.tsx';
import { refusal } from '../testing/services.ts';
import { renderScreen, type ScreenWorldOptions } from '../testing/screenWorld.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const person = (user_id: number): AccountUser =>
  ({
    user_id,
    username: `user${user_id}`,
    email: `user${user_id}@example.com`,
    first_name: 'Ada',
    last_name: 'Lovelace',
  }) as AccountUser;
const column = (
  id: 'username' | 'email' | 'first_name' | 'last_name',
  part: Partial<ListColumn<AccountUser>> = {},
): ListColumn<AccountUser> => ({
  id,
  header: id,
  sortable: true,
  text: (row) => row[id],
  cell: (row) => <a href={`/${row.user_id}`}>{row[id]}</a>,
  ...part,
});
const COLUMNS = [column('username'), column('email')];
const page = (...ids: number[]) => ({ rows: ids.map(person), total: 120 });

const columnNames = (): (string | null)[] =>
  screen.getAllByRole('columnheader').map((header) => (header.querySelector('label') ? '' : header.textContent));

const show = (options: ScreenWorldOptions = {}, columns = COLUMNS) =>
  renderScreen(
    <ServerList<'getUsersList'>
      id="people"
      label="People"
      method="getUsersList"
      subjects={['user']}
      columns={columns}
      rowKey={(row) => row.user_id}
      rowName={(row) => row.username}
      empty={<p>nobody yet</p>}
      filters={[{ id: 'status', label: 'Status', options: [{ value: 'active', label: 'Active' }] }]}
      bulk={(rows) => <p>{`chosen: ${rows.map((row) => row.user_id).join()}`}</p>}
    />,
    { path: '/users', ...options, answers: { getUsersList: page(1, 2), ...options.answers } },
  );

describe('a list of the server', () => {
  it('asks once people stop typing, and keeps the question in the address', async () => {
    const { server, address } = await show();
    await screen.findByText('user1');
    vi.useFakeTimers();
    const search = screen.getByRole('searchbox');
    for (const text of ['a', 'an', 'ann']) fireEvent.change(search, { target: { value: text } });
    vi.advanceTimersByTime(299);
    expect(server.of('getUsersList')).toHaveLength(1);
    vi.advanceTimersByTime(1);
    vi.useRealTimers();
    await waitFor(() => expect(address()).toBe('/users?search=ann'));
    expect(server.of('getUsersList').map((data) => (data as { search: string }).search)).toEqual(['', 'ann']);
  });

  it('a filter chosen while typing takes the typed search along', async () => {
    const { address } = await show();
    await screen.findByText('user1');
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'ann' } });
    fireEvent.change(screen.getByRole('combobox', { name: 'Status' }), { target: { value: 'active' } });
    await waitFor(() => expect(address()).toBe('/users?search=ann&status=active'));
  });

  it('sorts both ways and turns pages', async () => {
    const { address } = await show();
    await screen.findByText('user1');
    fireEvent.click(screen.getByRole('button', { name: 'email' }));
    await waitFor(() => expect(address()).toBe('/users?sort=email'));
    fireEvent.click(screen.getByRole('button', { name: 'email' }));
    await waitFor(() => expect(address()).toBe('/users?sort=-email'));
    expect(screen.getByRole('columnheader', { name: 'email' }).getAttribute('aria-sort')).toBe('descending');
    fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(address()).toBe('/users?sort=-email&page=2'));
    expect(screen.getByText('51–100 of 120')).toBeTruthy();
  });

  it('ticks rows for acts on many, and unticks', async () => {
    await show();
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows of this page' }));
    expect(screen.getByText('chosen: 1,2')).toBeTruthy();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select user1' }));
    expect(screen.getByText('chosen: 2')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(screen.queryByText(/chosen/)).toBeNull();
  });

  it('goes from row to row by arrows', async () => {
    await show();
    const first = await screen.findByRole('link', { name: 'user1@example.com' });
    first.focus();
    fireEvent.keyDown(first, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'user2@example.com' }));
  });

  it('keeps each row on one line, and says in a hint what is cut off', async () => {
    const long = 'Volkswagen Crafter of the northern depot, second shift';
    await show({}, [...COLUMNS, column('last_name', { text: ({ user_id }) => (user_id === 1 ? long : 'Ada') })]);
    await screen.findByText('user1');
    const cells = screen.getAllByRole('cell').filter((cell) => cell.dataset.label === 'last_name');
    expect(cells.map((cell) => cell.title)).toEqual([long, '']);
  });

  it('hides the columns that the preferences hide', async () => {
    await show({ preferences: { lists: { people: ['email'] } } });
    await screen.findByText('user1');
    expect(screen.queryByRole('columnheader', { name: 'email' })).toBeNull();
  });

  it('moves a column by the keyboard and keeps its place; Escape only closes the choice', async () => {
    await show({}, [...COLUMNS, column('last_name'), column('first_name')]);
    await screen.findByText('user1');
    fireEvent.click(screen.getByRole('button', { name: 'Columns' }));
    const line = await screen.findByRole('row', { name: 'first_name' });
    fireEvent.keyDown(line, { key: 'ArrowUp', altKey: true });
    expect(columnNames()).toEqual(['', 'username', 'email', 'first_name', 'last_name']);
    fireEvent.click(within(screen.getByRole('row', { name: 'email' })).getByRole('checkbox'));
    expect(columnNames()).toEqual(['', 'username', 'first_name', 'last_name']);
    fireEvent.keyDown(screen.getByRole('row', { name: 'last_name' }), { key: ' ' });
    expect(columnNames()).toEqual(['', 'username', 'first_name']);
    fireEvent.click(screen.getByRole('row', { name: 'last_name' }));
    expect(columnNames()).toEqual(['', 'username', 'first_name', 'last_name']);
    fireEvent.keyDown(screen.getByRole('row', { name: 'email' }), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('row', { name: 'email' })).toBeNull());
    expect(columnNames()).toEqual(['', 'username', 'first_name', 'last_name']);
  });

  it('exports the ticked rows or all that match', async () => {
    const files: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      if (file instanceof Blob) files.push(file);
      return 'blob:list';
    });
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
    await show({ answers: { getUsersList: { rows: [person(1), person(2)], total: 2 } } });
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select user2' }));
    fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: '1 selected row' }));
    fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'All rows' }));
    await waitFor(() => expect(files).toHaveLength(2));
    const lines = await Promise.all(files.map(async (file) => (await file.text()).trim().split('\r\n').slice(1)));
    expect(lines).toEqual([['user2,user2@example.com'], ['user1,user1@example.com', 'user2,user2@example.com']]);
  });

  it('shows how far a long export is, and cancels it', async () => {
    const file = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:list');
    file.mockClear();
    let stop: AbortSignal | undefined;
    const rows: RowReader<string> = (signal, onProgress) => {
      stop = signal;
      onProgress({ done: 1_000, total: 2_000 });
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
    };
    await renderScreen(<ListExport id="long" columns={[{ header: 'Name', text: (row: string) => row }]} rows={rows} />);
    fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
    expect(await screen.findByText('Exporting 1,000 of 2,000…')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('button', { name: 'Export CSV' })).toBeTruthy();
    expect(stop?.aborted).toBe(true);
    expect(file).not.toHaveBeenCalled();
  });

  it('says so where an export was cut', async () => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:list');
    const { notices } = await renderScreen(
      <ListExport
        id="cut"
        columns={[{ header: 'Name', text: (row: string) => row }]}
        rows={async () => ({ rows: ['a', 'b'], total: 9 })}
      />,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
    await waitFor(() =>
      expect(notices()).toEqual(['The file contains the first 2 of 9 rows. Narrow the list to export the others.']),
    );
  });

  it('distinguishes an empty list from nothing found, a page that is gone, and a failure', async () => {
    const { server } = await show({ answers: { getUsersList: { rows: [], total: 0 } } });
    expect(await screen.findByText('nobody yet')).toBeTruthy();
    cleanup();
    await show({ path: '/users?search=x', answers: { getUsersList: { rows: [], total: 0 } } });
    expect(await screen.findByText('Nothing matches')).toBeTruthy();
    cleanup();
    const beyond = await show({ path: '/users?page=9', answers: { getUsersList: { rows: [], total: 60 } } });
    fireEvent.click(await screen.findByRole('button', { name: 'Go to the last page' }));
    await waitFor(() => expect(beyond.address()).toBe('/users?page=2'));
    cleanup();
    const failed = await show({ answers: { getUsersList: refusal(ERROR.network, 'The server cannot be reached.') } });
    const alert = await screen.findByRole('alert');
    failed.server.answer('getUsersList', page(1));
    fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('user1')).toBeTruthy();
    expect(server.of('getUsersList')).toHaveLength(1);
  });

  it('keeps its rows when asking again fails', async () => {
    const { server } = await show();
    await screen.findByText('user1');
    server.answer('getUsersList', refusal(ERROR.network, 'The server cannot be reached.'));
    server.change('user');
    expect(await screen.findByText('The server cannot be reached.')).toBeTruthy();
    expect(screen.getByText('user1')).toBeTruthy();
  });
});
