import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { HOUR, MINUTE, toIso } from '../../domain/base/index.ts';
import type { SharedLocation } from '../../domain/share/index.ts';
import type { SharedFeedHandlers } from '../../streams/sources/shared/sharedFeed.ts';
import { WORLD_NOW, refusal } from '../shared/testing/services.ts';
import { renderScreen } from '../shared/testing/screenWorld.tsx';
import ExpiredPage from './ExpiredPage.tsx';
import SharedLocationPage from './SharedLocationPage.tsx';
import UpcomingPage from './UpcomingPage.tsx';

afterEach(cleanup);

const brand = { name: 'Blue', logos: {} };
const active: SharedLocation = {
  state: 'active',
  name: 'Delivery',
  from: toIso(WORLD_NOW),
  to: toIso(WORLD_NOW + HOUR),
  now: toIso(WORLD_NOW),
  trail: true,
  account_name: 'Blue Freight',
  brand,
  destination: { name: 'Dock 4', latitude: 52.1, longitude: 13 },
  visit: null,
  units: [
    {
      key: 1,
      name: 'Van',
      position: { latitude: 52, longitude: 13, speed: 50, course: 90, time: toIso(WORLD_NOW) },
      trail: [[13, 52]],
      zones: ['Depot'],
      drivers: ['Ann'],
      arrival: { remaining: 14_400, eta: toIso(WORLD_NOW + 20 * MINUTE) },
    },
    { key: 2, name: '', position: null, trail: [], zones: [], drivers: [], arrival: null },
  ],
};
const open = (getSharedLocation: SharedLocation | ReturnType<typeof refusal>) =>
  renderScreen(<SharedLocationPage />, {
    path: '/share/location/abc',
    parameters: { id: 'abc' },
    answers: { getSharedLocation },
  });

it('an active share shows its units, whose it is and how long it lasts, and counts as opened once', async () => {
  const { server } = await open(active);
  expect(await screen.findByRole('heading', { name: 'Delivery' })).toBeTruthy();
  const [van, other] = screen.getAllByRole('listitem').map(({ textContent }) => textContent ?? '');
  for (const part of ['Van', '50 km/h', 'Depot', 'Driver: Ann', 'Dock 4: expected', 'in 20 min'])
    expect(van).toContain(part);
  // Without names of units, they are called as the share.
  expect(other).toContain('Delivery');
  expect(other).toContain('No position yet');
  expect(document.body.textContent).toContain('Shared by Blue Freight');
  expect(document.body.textContent).toContain('1 h');
  expect(server.of('getSharedLocation')).toEqual([{ token: 'abc', opening: true, trail: true, visit: '' }]);
});

it('shows at once what the live feed brings, and asks why when it ends', async () => {
  let feed: SharedFeedHandlers | null = null;
  const end = vi.fn();
  const { server, address } = await renderScreen(<SharedLocationPage />, {
    path: '/share/location/abc',
    parameters: { id: 'abc' },
    answers: { getSharedLocation: { ...active, visit: 'visit-1' } },
    browser: {
      followShare(auth, handlers) {
        expect(auth).toEqual({ token: 'abc', visit: 'visit-1' });
        feed = handlers;
        return end;
      },
    },
  });
  await screen.findByRole('heading', { name: 'Delivery' });
  // The feed is joined once the first answer is drawn.
  const handlers = await vi.waitUntil(() => feed as SharedFeedHandlers | null);
  const faster = active.units.map((unit) => ({
    ...unit,
    trail: null,
    position: unit.position && { ...unit.position, speed: 70 },
  }));
  act(() => {
    handlers.connected(true);
    handlers.location({ ...active, units: faster });
  });
  expect(screen.getByText(/70 km\/h/)).toBeTruthy();
  expect(server.of('getSharedLocation')).toHaveLength(1);
  server.answer('getSharedLocation', { state: 'invalid' });
  act(() => handlers.connected(false));
  await waitFor(() => expect(address()).toBe('/location/invalid'));
  expect(end).toHaveBeenCalledOnce();
});

it('a link that never was or was revoked leads to the page that says so, and nothing else', async () => {
  const { address } = await open({ state: 'invalid' });
  await waitFor(() => expect(address()).toBe('/location/invalid'));
});

it.each([
  ['expired', '/location/expired?link=abc', 'This link has expired'],
  ['usedUp', '/location/expired?why=usedUp&link=abc', 'This link was already used'],
] as const)('a link that is %s leads to the page that says so, with whose it was', async (state, path, title) => {
  const ended: SharedLocation = { state, brand };
  const { address } = await open(ended);
  await waitFor(() => expect(address()).toBe(path));
  cleanup();
  const { server } = await renderScreen(<ExpiredPage />, { path, answers: { getSharedLocation: ended } });
  expect(screen.getByRole('heading', { name: title })).toBeTruthy();
  expect(await screen.findByText('Blue')).toBeTruthy();
  // Looking at the end of a link is no opening.
  expect(server.of('getSharedLocation')).toEqual([{ token: 'abc', opening: false, trail: false, visit: '' }]);
});

it('goes on by the visit of its opening, also when the page was loaded again', async () => {
  const { server } = await open({ ...active, visit: 'visit-1' });
  await screen.findByRole('heading', { name: 'Delivery' });
  expect(server.of('getSharedLocation')).toMatchObject([{ opening: true, visit: '' }]);
});

it('a link that is not open yet leads to its countdown', async () => {
  const upcoming: SharedLocation = {
    state: 'upcoming',
    name: 'Delivery',
    from: toIso(WORLD_NOW + HOUR),
    account_name: 'Blue Freight',
    brand,
  };
  const { address } = await open(upcoming);
  await waitFor(() => expect(address()).toBe('/location/upcoming?link=abc'));
  cleanup();
  await renderScreen(<UpcomingPage />, {
    path: '/location/upcoming?link=abc',
    answers: { getSharedLocation: upcoming },
  });
  expect((await screen.findByRole('timer')).textContent).toBe('1 hr');
});

it('a server that cannot be asked is said, with another try', async () => {
  await open(refusal('99', 'Away.'));
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
});
