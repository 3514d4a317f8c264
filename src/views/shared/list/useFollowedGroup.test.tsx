import { act, cleanup, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderScreen } from '../testing/screenWorld.tsx';
import { useGroupInAddress } from './useFollowedGroup.ts';

afterEach(cleanup);

const group = (label_id: number, name: string) => ({ label_id, name, colour: 'gray' as const });
const answer = (...groups: ReturnType<typeof group>[]) => ({ labels: groups.map(({ name }) => name), groups });

function List(): null {
  useGroupInAddress('sims');
  return null;
}

it('keeps a list narrowed to a group that is renamed, and leaves one that is deleted', async () => {
  const { server, address } = await renderScreen(<List />, {
    path: '/sim?label=Old&sort=name',
    answers: { getLabels: answer(group(1, 'Old'), group(2, 'Other')) },
  });
  await waitFor(() => expect(server.of('getLabels')).toHaveLength(1));
  server.answer('getLabels', answer(group(1, 'New'), group(2, 'Other')));
  act(() => server.change('label'));
  await waitFor(() => expect(address()).toBe('/sim?label=New&sort=name'));
  server.answer('getLabels', answer(group(2, 'Other')));
  act(() => server.change('label'));
  await waitFor(() => expect(server.of('getLabels').length).toBeGreaterThan(2));
  expect(address()).toBe('/sim?label=New&sort=name');
});

it('asks for no groups where the list is not narrowed to one', async () => {
  const { server } = await renderScreen(<List />, { path: '/sim' });
  expect(server.of('getLabels')).toEqual([]);
});
