import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Sim } from '../../../domain/sim/index.ts';
import type { SavedView, SavedViewChange } from '../../../domain/savedView/index.ts';
import { ERROR } from '../../../domain/errors/index.ts';
import { ServerList, type ListColumn } from './ServerList.tsx';
import { refusal } from '../testing/services.ts';
import { renderScreen, type ScreenWorldOptions } from '../testing/screenWorld.tsx';

afterEach(cleanup);

const column = (id: 'sim_number' | 'note' | 'apn', shown?: boolean): ListColumn<Sim> => ({
  id,
  header: id,
  sortable: true,
  text: (row) => row[id],
  cell: (row) => row[id],
  ...(shown === undefined ? {} : { shown }),
});
const COLUMNS = [column('sim_number'), column('note'), column('apn', false)];
const row = { sim_id: 1, sim_number: '4930', note: 'spare', apn: 'net' } as Sim;

const base: SavedView = {
  view_id: 12,
  list: 'sims',
  name: 'Free cards',
  shared: false,
  own: true,
  removable: true,
  is_default: false,
  columns: ['sim_number', 'apn'],
  sort: '-note',
  search: '',
  filters: { use: 'free' },
};

/** A list whose server keeps these views. */
async function show(views: SavedView[], options: ScreenWorldOptions = {}) {
  let kept = views;
  const world = await renderScreen(
    <ServerList<'getSimList'>
      id="sims"
      label="SIM cards"
      method="getSimList"
      subjects={['sim']}
      columns={COLUMNS}
      rowKey={({ sim_id }) => sim_id}
      rowName={({ sim_number }) => sim_number}
      sort="sim_number"
      savedViews="sims"
      filters={[{ id: 'use', label: 'Use', options: [{ value: 'free', label: 'Free' }] }]}
      empty={<p>none yet</p>}
    />,
    {
      path: '/sim',
      ...options,
      answers: {
        getSimList: { rows: [row], total: 1 },
        getSavedViews: () => ({ views: kept }),
        updateSavedView: ({ view_id, ...changes }: { view_id?: number } & SavedViewChange) => {
          kept = kept.map((view) => (view.view_id === view_id ? ({ ...view, ...changes } as SavedView) : view));
          return kept.find((view) => view.view_id === view_id) ?? base;
        },
        setDefaultView: ({ view_id }) => {
          kept = kept.map((view) => ({ ...view, is_default: view.view_id === view_id }));
          return {};
        },
        deleteSavedView: ({ view_id }) => {
          kept = kept.filter((view) => view.view_id !== view_id);
          return {};
        },
        createSavedView: (form) => {
          const made: SavedView = { ...base, ...form, view_id: 40 };
          kept = [...kept, made];
          return made;
        },
        ...options.answers,
      },
    },
  );
  await screen.findByText('4930');
  const open = async (name: string | RegExp = /Views|Free cards/): Promise<void> => {
    fireEvent.click(screen.getByRole('button', { name }));
    await screen.findByRole('dialog');
  };
  const asked = () => world.server.of('getSimList').map((data) => data as { sort: string; filters?: object });
  return { ...world, open, asked };
}

describe('a list that opens with a kept view', () => {
  it('asks for its rows once, as the view has them, and says in the address what it shows', async () => {
    const { address, asked } = await show([{ ...base, is_default: true }]);
    await waitFor(() => expect(address()).toBe('/sim?sort=-note&use=free&view=12'));
    expect(asked()).toEqual([expect.objectContaining({ sort: '-note', filters: { use: 'free' } })]);
    expect(screen.getByRole('columnheader', { name: 'apn' })).toBeTruthy();
    expect(screen.queryByRole('columnheader', { name: 'note' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Free cards' })).toBeTruthy();
  });

  it('shows what its address asks for, where that asks anything', async () => {
    const { address, asked } = await show([{ ...base, is_default: true }], { path: '/sim?search=49' });
    expect(address()).toBe('/sim?search=49');
    expect(asked()).toEqual([expect.objectContaining({ search: '49', sort: 'sim_number' })]);
  });

  it('stays whole once it was made so, and after a way back', async () => {
    const { address, open, step } = await show([{ ...base, is_default: true }]);
    await waitFor(() => expect(address()).toContain('view=12'));
    await open('Free cards');
    fireEvent.click(screen.getByRole('button', { name: 'Full list' }));
    await waitFor(() => expect(address()).toBe('/sim?view=0'));
    expect(screen.getByRole('columnheader', { name: 'note' })).toBeTruthy();
    step(-1);
    expect(address()).toBe('/sim?view=0');
  });

  it('opens by itself where its views cannot be had', async () => {
    const { asked } = await show([], {
      answers: { getSavedViews: refusal(ERROR.network, 'The server cannot be reached.') },
    });
    expect(asked()).toEqual([expect.objectContaining({ sort: 'sim_number' })]);
  });

  it('is chosen by the star, which leaves the list as it stands, and chosen away by it', async () => {
    const { address, asked, open, notices, server } = await show([base]);
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Make “Free cards” the default view' }));
    await waitFor(() => expect(notices()).toEqual(['“Free cards” is now the default view']));
    const star = screen.getByRole('button', { name: 'Make “Free cards” the default view' });
    await waitFor(() => expect(star.getAttribute('aria-pressed')).toBe('true'));
    expect(address()).toBe('/sim?view=0');
    expect(asked().every(({ sort }) => sort === 'sim_number')).toBe(true);
    fireEvent.click(star);
    await waitFor(() => expect(notices().at(-1)).toBe('No default view'));
    expect(server.of('setDefaultView')).toEqual([
      { list: 'sims', view_id: 12 },
      { list: 'sims', view_id: null },
    ]);
  });
});

describe('a kept view', () => {
  it('is saved as the list stands now, and that can be taken back', async () => {
    const { server, notices, takeBack } = await show([base], {
      path: '/sim?view=12&use=free&sort=-note',
      preferences: { lists: { sims: ['note'] }, listOrders: { sims: ['sim_number', 'apn'] } },
    });
    expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
    fireEvent.change(screen.getByRole('combobox', { name: 'Use' }), { target: { value: '' } });
    expect(await screen.findByRole('button', { name: /Free cards.*changed/ })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(notices()).toEqual(['View “Free cards” updated']));
    const look = { columns: ['sim_number', 'apn'], sort: '-note', search: '' };
    const [all, free] = [
      { ...look, filters: {} },
      { ...look, filters: { use: 'free' } },
    ];
    expect(server.of('updateSavedView')).toEqual([{ view_id: 12, ...all, expected: free }]);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull());
    takeBack();
    await waitFor(() => expect(server.of('updateSavedView').at(-1)).toEqual({ view_id: 12, ...free, expected: all }));
    expect(await screen.findByRole('button', { name: 'Save changes' })).toBeTruthy();
  });

  it('of somebody else is not saved over, but can be kept under a name of one’s own', async () => {
    const { open } = await show([{ ...base, own: false, removable: false, shared: true }], {
      path: '/sim?view=12&search=49',
    });
    expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
    await open();
    expect(screen.queryByRole('button', { name: /^Rename/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'Save view…' })).toBeTruthy();
  });

  it('is renamed in its place; the name is bounded there, and what the server refuses stands at it', async () => {
    const { open, server } = await show([base]);
    await open();
    const rename = (): void =>
      void fireEvent.click(screen.getByRole('button', { name: 'Rename the view “Free cards”' }));
    rename();
    const field = (): HTMLElement => screen.getByRole('textbox', { name: /View name/ });
    await waitFor(() => expect(document.activeElement).toBe(field()));
    fireEvent.keyDown(field(), { key: 'Escape' });
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Rename the view “Free cards”' })),
    );
    rename();
    fireEvent.change(field(), { target: { value: 'x'.repeat(41) } });
    fireEvent.submit(screen.getByRole('form'));
    expect(await within(screen.getByRole('form')).findByText('View name may have at most 40 characters')).toBeTruthy();
    expect(server.of('updateSavedView')).toEqual([]);
    server.answer(
      'updateSavedView',
      refusal(ERROR.conflict, 'A view with this name already exists.', [
        { field: 'name', message: 'A view with this name already exists.' },
      ]),
    );
    fireEvent.change(field(), { target: { value: ' Spare cards ' } });
    fireEvent.submit(screen.getByRole('form'));
    await waitFor(() => expect(field().getAttribute('aria-invalid')).toBe('true'));
    expect(server.of('updateSavedView')).toEqual([
      { view_id: 12, name: 'Spare cards', expected: { name: 'Free cards' } },
    ]);
    const renamed = { ...base, name: 'Spare cards' };
    server.answer('updateSavedView', renamed);
    server.answer('getSavedViews', { views: [renamed] });
    fireEvent.submit(screen.getByRole('form'));
    expect(await screen.findByRole('button', { name: 'Spare cards' })).toBeTruthy();
  });

  it('comes back with its star where its deletion is taken back', async () => {
    const { open, server, notices, takeBack } = await show([{ ...base, is_default: true }]);
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Delete the view “Free cards”' }));
    await waitFor(() => expect(notices()).toEqual(['View “Free cards” deleted']));
    takeBack();
    await waitFor(() => expect(server.of('setDefaultView')).toEqual([{ list: 'sims', view_id: 40 }]));
    expect(server.of('createSavedView')).toEqual([
      {
        list: 'sims',
        name: 'Free cards',
        shared: false,
        columns: ['sim_number', 'apn'],
        sort: '-note',
        search: '',
        filters: { use: 'free' },
      },
    ]);
  });
});
