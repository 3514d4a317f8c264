import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { AccountId } from '../../../domain/base/index.ts';
import { ERROR } from '../../../domain/errors/index.ts';
import { sims, type Sim } from '../../../domain/sim/index.ts';
import { renderScreen } from '../testing/screenWorld.tsx';
import { EntityList } from './EntityList.tsx';
import { EntityPage } from './EntityPage.tsx';
import { CARD } from '../../../../tests/support/forms/savedThings.ts';

afterEach(cleanup);

const card = (id: number, more: Partial<Sim> = {}): Sim => ({
  ...CARD,
  sim_id: id as Sim['sim_id'],
  sim_number: `49170000${id}`,
  ...more,
});
const account = {
  account_id: 1 as AccountId,
  parent_id: null,
  name: 'North',
  type: 'DEALER',
  status: 'active',
  restrict_sub_accounts: false,
} as const;
const rows = [card(1), card(2, { status: 'blocked' })];
const answers = {
  getSimList: { rows, total: 2 },
  getSim: rows[0],
  getLabels: { labels: [], groups: [] },
  getSavedViews: { views: [] },
  updateSimStatus: { done: [1], refused: [] },
  deleteSims: { done: [1], refused: [{ id: 2, code: ERROR.conflict, message: 'Still needed.' }] },
};
const list = (actions: readonly ('r' | 'a' | 'u' | 'd')[]) =>
  renderScreen(<EntityList entity={sims} />, {
    path: '/sim',
    answers,
    session: { permissions: { sims: actions }, account },
  });
const tick = async (name: RegExp): Promise<void> =>
  void fireEvent.click(within(await screen.findByRole('row', { name })).getByRole('checkbox'));

describe('the list of an entity', () => {
  it('shows fields as they are defined to look, and only what one may do', async () => {
    await list(['r']);
    const row = await screen.findByRole('row', { name: /491700002/ });
    expect(within(row).getByText('Blocked')).toBeTruthy();
    expect(within(row).getByRole('link', { name: '491700002' }).getAttribute('href')).toMatch(/\/sim\/2\/view$/);
    expect(screen.queryByRole('link', { name: 'New SIM card' })).toBeNull();
    expect(screen.queryByRole('link', { name: /^Edit/ })).toBeNull();
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).not.toContain('Note');
  });

  it('gives selected rows another status, but not those that have it', async () => {
    const { server } = await list(['r', 'u']);
    await tick(/491700001/);
    await tick(/491700002/);
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Set status' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Blocked' }));
    await waitFor(() => expect(server.of('updateSimStatus')).toEqual([{ sim_ids: [1], status: 'blocked' }]));
  });

  it('deletes selected rows after a question that names them', async () => {
    const { server } = await list(['r', 'd']);
    await tick(/491700001/);
    await tick(/491700002/);
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete 2 selected?' });
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['491700001', '491700002']);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(server.of('deleteSims')).toEqual([{ sim_ids: [1, 2] }]));
  });
});

it('the page of an entity shows every column as a fact, a dash where there is nothing', async () => {
  await renderScreen(<EntityPage entity={sims} />, {
    path: '/sim/1/view',
    answers,
    session: { permissions: { sims: ['r'] }, account },
    parameters: { id: '1' },
  });
  const note = (await screen.findByText('Note')).parentElement;
  expect(note?.textContent).toBe('Note–');
  expect(screen.getByText('SIM operator').parentElement?.textContent).toBe('SIM operatorTelekom');
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
});
