import { act, cleanup, screen } from '@testing-library/react';
import { useSyncExternalStore, type ReactNode } from 'react';
import { RouterProvider, createMemoryRouter } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { renderInWorld } from '../views/shared/testing/world.tsx';
import { Pages, type PagesProps } from './Pages.tsx';
import { BASE, routesOf } from './routes.tsx';
import { createStore } from './stores.ts';

afterEach(cleanup);

/** The pages of a session at a path. */
async function open(path: string, part: Partial<PagesProps['view']>) {
  const sent: unknown[] = [];
  const view = createStore({ stage: 'signedOut', account: null, permissions: [], isAuthorised: true, ...part });
  let enter: () => void = () => undefined;
  const session = {
    chooserStood: () => false,
    noteChooser: () => undefined,
    entered: () => new Promise<void>((resolve) => (enter = resolve)),
    actor: { send: (event: unknown) => sent.push(event) },
  } as unknown as PagesProps['session'];
  function All(): ReactNode {
    const now = useSyncExternalStore(view.subscribe, view.getSnapshot) as unknown as PagesProps['view'];
    return (
      <Pages session={session} calls={{} as PagesProps['calls']} crashes={{} as PagesProps['crashes']} view={now} />
    );
  }
  const router = createMemoryRouter(routesOf(<All />, session), { basename: BASE, initialEntries: [`${BASE}${path}`] });
  await renderInWorld(<RouterProvider router={router} />);
  return { router, view, sent, enter: () => enter() };
}

it('shows the outlines of the asked-for screen until its account is entered', async () => {
  await open('/units/map', { stage: 'entering' });
  expect((await screen.findByRole('status')).getAttribute('data-map')).toBe('true');
});

it('remembers the screen that nobody may see yet, loads none of it, and asks to sign in', async () => {
  const { router, sent } = await open('/units/list?search=van', { stage: 'signedOut' });
  await act(() => expect.poll(() => router.state.location.pathname).toBe(`${BASE}/login`));
  expect(sent).toContainEqual({ type: 'session.targetBlocked', target: '/units/list?search=van' });
});

it('leaves a wrong address as it was typed', async () => {
  const { router } = await open('/no/such/thing', { stage: 'signedOut' });
  await act(() => expect.poll(() => router.state.initialized).toBe(true));
  expect(router.state.location.pathname).toBe(`${BASE}/no/such/thing`);
  expect(router.state.matches.at(-1)?.route.path).toBe('*');
});
