// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { RouterProvider, createMemoryRouter, useLocation } from 'react-router';
import { afterEach, describe, expect, it } from 'vitest';
import { LeaveGuardContext, createLeaveGuard, useLeaveBlocker, type LeaveGuard } from './leaveGuard.ts';
import { useScreenPath, type ScreenPath } from './useScreenPath.ts';

afterEach(cleanup);

/** A product at the last of three addresses that were gone to one after the other, and one more ahead. */
async function open() {
  const guard = createLeaveGuard();
  let path: ScreenPath | null = null;
  const router = createMemoryRouter(
    [{ path: '*', element: <Page guard={guard} onPath={(shown) => (path = shown)} /> }],
    { initialEntries: ['/0', '/1', '/2', '/3'], initialIndex: 2 },
  );
  render(<RouterProvider router={router} />);
  const settled = (work: () => unknown): Promise<void> => act(async () => void (await work()));
  return {
    guard,
    at: () => screen.getByRole('status').textContent,
    asks: () => guard.waiting() !== null,
    step: (by: number) => settled(() => router.navigate(by)),
    go: (to: string, replace = false) => settled(() => router.navigate(to, { replace })),
    goOn: (to: string) => settled(() => path?.goOn(to)),
    answer: (leaves: boolean) => settled(() => guard.answer(leaves)),
  };
}

function Page({ guard, onPath }: { guard: LeaveGuard; onPath: (path: ScreenPath) => void }): ReactNode {
  useLeaveBlocker(guard);
  return (
    <LeaveGuardContext value={guard}>
      <Screen onPath={onPath} />
    </LeaveGuardContext>
  );
}

function Screen({ onPath }: { onPath: (path: ScreenPath) => void }): ReactNode {
  onPath(useScreenPath());
  return <output>{useLocation().pathname}</output>;
}

describe('steps of the router, Back and Forward among them', () => {
  it('go through while nothing would be lost', async () => {
    const { step, go, at, asks } = await open();
    await step(-1);
    expect([at(), asks()]).toEqual(['/1', false]);
    await go('/9');
    expect([at(), asks()]).toEqual(['/9', false]);
  });

  it.each([-1, -2, 1])(
    'ask first: step %i stays, is asked about again, and is made once the person agreed',
    async (by) => {
      const { guard, step, at, asks, answer } = await open();
      const release = guard.hold();
      for (let round = 0; round < 2; round++) {
        await step(by);
        expect([at(), asks()]).toEqual(['/2', true]);
        await answer(false);
        expect([at(), asks()]).toEqual(['/2', false]);
      }
      await step(by);
      await answer(true);
      expect(at()).toBe(`/${2 + by}`);
      release();
      await step(-by);
      expect([at(), asks()]).toEqual(['/2', false]);
    },
  );

  it('ask on a link as well', async () => {
    const { guard, go, at, asks, answer } = await open();
    guard.hold();
    await go('/9');
    expect([at(), asks()]).toEqual(['/2', true]);
    await answer(true);
    expect(at()).toBe('/9');
  });

  it('ask nothing on a way to where what was typed is kept, and on every other', async () => {
    const { guard, step, at, asks } = await open();
    guard.hold(({ path }) => path === '/1');
    await step(-1);
    expect([at(), asks()]).toEqual(['/1', false]);
    await step(-1);
    expect([at(), asks()]).toEqual(['/1', true]);
  });

  it('a second one while the question stands is the one that counts', async () => {
    const { guard, step, at, answer } = await open();
    guard.hold();
    await step(-1);
    await step(-2);
    expect(at()).toBe('/2');
    await answer(true);
    expect(at()).toBe('/0');
  });

  it('ask nothing after a save, nor where an address is only replaced', async () => {
    const { guard, go, goOn, at, asks } = await open();
    guard.hold();
    await go('/8', true);
    expect([at(), asks()]).toEqual(['/8', false]);
    await goOn('/9');
    expect([at(), asks()]).toEqual(['/9', false]);
  });
});
