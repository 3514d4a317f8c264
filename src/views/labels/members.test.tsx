import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { LabelMember } from '../../api/contract/index.ts';
import type { AccountId } from '../../domain/base/index.ts';
import type { Label } from '../../domain/entities/index.ts';
import { renderScreen } from '../shared/testing/screenWorld.tsx';
import { Members } from './Members.tsx';

afterEach(cleanup);

const group = { label_id: 7, account_id: 1 as AccountId, name: 'Long haul', kind: 'units' } as Label;
const things: readonly LabelMember[] = [
  { id: 1, name: 'Lorry 1', detail: '', member: true },
  { id: 2, name: 'Lorry 2', detail: '', member: false },
  { id: 3, name: 'Lorry 3', detail: '', member: false },
];

const show = (actions: readonly ('r' | 'u')[], label = group, members = things) =>
  renderScreen(<Members label={label} />, {
    path: '/groups/7',
    session: { permissions: { label: actions, units: ['r'] } },
    answers: {
      getLabelMembers: ({ search = '', filters }) => {
        const rows = members.filter(
          ({ name, member }) => name.includes(search) && (!filters?.member || (filters.member === 'yes') === member),
        );
        return { rows, total: rows.length };
      },
      addLabelMembers: { done: [2, 3], refused: [] },
      removeLabelMembers: { done: [2, 3], refused: [] },
    },
  });
const row = (name: string): Promise<HTMLElement> => screen.findByRole('row', { name: new RegExp(name) });
const tick = async (name: string): Promise<void> => {
  fireEvent.click(within(await row(name)).getByRole('checkbox'));
};

it('members and others are one list, searched on the server', async () => {
  const { server } = await show(['r', 'u']);
  expect(within(await row('Lorry 1')).getByText('In the group')).toBeTruthy();
  expect(within(await row('Lorry 2')).queryByText('In the group')).toBeNull();
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search members and others' }), {
    target: { value: 'Lorry 3' },
  });
  await waitFor(() => expect(screen.queryByRole('row', { name: /Lorry 1/ })).toBeNull());
  expect(await row('Lorry 3')).toBeTruthy();
  expect(server.of('getLabelMembers').at(-1)).toMatchObject({ label_id: 7, search: 'Lorry 3' });
});

it('several are put in at once, and taken back at once', async () => {
  const { server, notices, takeBack } = await show(['r', 'u']);
  await tick('Lorry 2');
  await tick('Lorry 3');
  expect(screen.queryByRole('button', { name: /from the group/ })).toBeNull();
  fireEvent.click(await screen.findByRole('button', { name: 'Add 2 to the group' }));
  await waitFor(() => expect(server.of('addLabelMembers')).toEqual([{ label_id: 7, member_ids: [2, 3] }]));
  await waitFor(() => expect(notices()).toEqual(['2 added to Long haul']));
  act(takeBack);
  await waitFor(() => expect(server.of('removeLabelMembers')).toEqual([{ label_id: 7, member_ids: [2, 3] }]));
});

it('whoever may not change groups puts nothing in, and takes nothing out', async () => {
  await show(['r']);
  await tick('Lorry 1');
  await tick('Lorry 2');
  await waitFor(() => expect(screen.getByText('2 selected')).toBeTruthy());
  expect(screen.queryByRole('button', { name: /the group/ })).toBeNull();
});

it('what is a code of theirs is said in words', async () => {
  const reports = { ...group, kind: 'reports' } as Label;
  await show(['r'], reports, [{ id: 1, name: 'Working hours', detail: 'operators', member: true }]);
  expect(within(await row('Working hours')).getByText('Driving time')).toBeTruthy();
});
