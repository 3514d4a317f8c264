import { act } from '@testing-library/react';
import { useEffect, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { DraftContext, type DraftStorage } from '../form/drafts.ts';
import { ScreenNameContext, type ScreenName } from '../address/screenName.ts';
import { LeaveDialogOf } from './LeaveDialogOf.tsx';
import { LeaveGuardContext, createLeaveGuard, type LeaveGuard } from '../address/leaveGuard.ts';
import { renderInWorld, type World, type WorldOptions } from './world.tsx';

export interface ScreenWorldOptions extends WorldOptions {
  /** Drafts that earlier visits left, by key. */
  readonly drafts?: Map<string, unknown>;
}

export interface ScreenWorld extends World {
  /** Drafts as they are kept now. */
  readonly drafts: ReadonlyMap<string, unknown>;
  readonly guard: LeaveGuard;
  /** The address as it is. */
  address(): string;
  /** What the screen reports to the shell that it shows. */
  named(): ScreenName | null;
  /** Goes through the history as the browser's Back (-1) and Forward (1) do. */
  step(by: number): void;
}

/** Renders a screen as {@link renderInWorld} does, with drafts and the question before leaving. */
export async function renderScreen(
  view: ReactNode,
  { drafts = new Map(), path = '/', ...options }: ScreenWorldOptions = {},
): Promise<ScreenWorld> {
  const storage: DraftStorage = {
    read: (key) => drafts.get(key),
    write: (key, value) => void drafts.set(key, value),
    remove: (key) => void drafts.delete(key),
  };
  const guard = createLeaveGuard();
  let named: ScreenName | null = null;
  const place: { address: string; step: (by: number) => void } = { address: path, step: () => undefined };
  const name = (shown: ScreenName | null): void => void (named = shown);
  function Address(): ReactNode {
    const { pathname, search } = useLocation();
    const navigate = useNavigate();
    useEffect(() => {
      place.address = `${pathname}${search}`;
      place.step = (by) => void navigate(by);
    }, [pathname, search, navigate]);
    return null;
  }
  const world = await renderInWorld(
    <DraftContext value={storage}>
      <LeaveGuardContext value={guard}>
        <Address />
        <ScreenNameContext value={name}>{view}</ScreenNameContext>
        <LeaveDialogOf guard={guard} />
      </LeaveGuardContext>
    </DraftContext>,
    { path, ...options },
  );
  return {
    ...world,
    drafts,
    guard,
    address: () => place.address,
    named: () => named,
    step: (by) => act(() => place.step(by)),
  };
}
