import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { Outlet, RouterProvider, createMemoryRouter } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { createLeaveGuard } from '../views/shared/address/leaveGuard.ts';
import { renderInWorld } from '../views/shared/testing/world.tsx';
import { LeaveQuestion } from './LeaveQuestion.tsx';

afterEach(cleanup);

const PLACES = ['/a', '/b', '/c'];

/** A page that was come to by /a and /b, and has /c ahead. */
async function open() {
  const guard = createLeaveGuard();
  const page = (
    <>
      <Outlet />
      <LeaveQuestion guard={guard} />
    </>
  );
  const children = PLACES.map((path) => ({ path, element: <h1>{path}</h1> }));
  const router = createMemoryRouter([{ element: page, children }], { initialEntries: PLACES, initialIndex: 1 });
  await renderInWorld(<RouterProvider router={router} />);
  const go = (to: string | number): Promise<void> =>
    act(() => (typeof to === 'number' ? router.navigate(to) : router.navigate(to)));
  return { guard, router, go, place: () => router.state.location.pathname };
}

const question = (): Promise<HTMLElement> => screen.findByRole('alertdialog', { name: 'Leave without saving?' });
const answer = (name: string): boolean => fireEvent.click(screen.getByRole('button', { name }));

it('goes through while nothing would be lost', async () => {
  const { go, place } = await open();
  await go(-1);
  expect(place()).toBe('/a');
  await go('/c');
  expect([place(), screen.queryByRole('alertdialog')]).toEqual(['/c', null]);
});

it.each([[-1], [1], ['/c']])('asks before %s, stays, and asks again the next time', async (to) => {
  const { guard, go, place } = await open();
  guard.hold();
  for (let time = 0; time < 2; time++) {
    await go(to);
    await question();
    expect(screen.getByText('/b')).toBeDefined();
    answer('Stay here');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(place()).toBe('/b');
  }
});

it('goes once the person agreed', async () => {
  const { guard, go, place } = await open();
  guard.hold();
  await go(-1);
  await question();
  answer('Leave');
  await waitFor(() => expect(place()).toBe('/a'));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

it('asks nothing on a way to where what was typed is kept, or after a save', async () => {
  const { guard, router, go, place } = await open();
  guard.hold(({ path }) => path === '/c');
  await go('/c');
  expect(place()).toBe('/c');
  await act(async () => guard.goOn(() => void router.navigate('/a')));
  expect([place(), screen.queryByRole('alertdialog')]).toEqual(['/a', null]);
  await go('/b');
  await question();
});

it('a second press while the question stands is the one that counts', async () => {
  const { guard, go, place } = await open();
  guard.hold();
  await go(-1);
  await question();
  await go('/c');
  answer('Leave');
  await waitFor(() => expect(place()).toBe('/c'));
});

it('asks before an act that leads to no address', async () => {
  const { guard } = await open();
  let done = 0;
  guard.hold();
  act(() => guard.leave(() => done++));
  await question();
  answer('Leave');
  expect(done).toBe(1);
});
