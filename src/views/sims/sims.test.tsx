import { cleanup, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import type { AccountId } from '../../domain/base/index.ts';
import type { Sim } from '../../domain/sim/index.ts';
import { renderScreen } from '../shared/testing/screenWorld.tsx';
import SimFormScreen from './SimFormScreen.tsx';
import SimInfoScreen from './SimInfoScreen.tsx';
import SimViewScreen from './SimViewScreen.tsx';
import { CARD } from '../../../tests/support/forms/savedThings.ts';

afterEach(cleanup);

const card: Sim = { ...CARD, sim_number: '+491701234567' };
const account = {
  account_id: 1 as AccountId,
  parent_id: null,
  name: 'North',
  type: 'DEALER',
  status: 'active',
  restrict_sub_accounts: false,
} as const;
const show = (view: ReactNode, path: string, id?: string) =>
  renderScreen(view, {
    path,
    answers: { getSim: card, getLabels: { labels: [], groups: [] } },
    session: { permissions: { sims: ['r', 'u', 'a'] }, account },
    ...(id === undefined ? {} : { parameters: { id } }),
  });

describe('a SIM card', () => {
  it('is named to the shell by its number on its own page', async () => {
    const { named } = await show(<SimViewScreen />, '/sim/3/view', '3');
    await waitFor(() => expect(named()).toEqual({ name: '+491701234567' }));
  });

  it.each([
    ['connection', '/sim-info/3', <SimInfoScreen key="info" />],
    ['form', '/sim/3/edit', <SimFormScreen key="form" />],
  ])('has a way from its %s to its own page', async (_, path, view) => {
    const { named } = await show(view, path, '3');
    await waitFor(() => expect(named()).toEqual({ name: '+491701234567', page: '/sim/3/view' }));
  });

  it('has no name before it is added', async () => {
    const { named } = await show(<SimFormScreen />, '/sim/create');
    expect(await screen.findByRole('form', { name: 'New SIM card' })).toBeTruthy();
    expect(named()).toBeNull();
  });
});
