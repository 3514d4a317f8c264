import { createContext, useContext, useEffect } from 'react';
import { useBlocker } from 'react-router';
import type { Address } from './addressBar.ts';

/** Whether a form finds again what was typed into it after a way to this address. */
export type KeepsAt = (to: Address) => boolean;

/**
 * Stands between people and the loss of what they typed: whoever goes elsewhere within the product
 * is asked first. `app` makes one and hands it to the router's side and to the screens.
 */
export interface LeaveGuard {
  /** Goes at once when nothing would be lost; otherwise once the person agreed. `stay` is done where they did not. */
  leave(go: () => void, stay?: () => void): void;
  /** Goes without a question: nothing is unsaved any more, or the person agreed. */
  pass(go: () => void): void;
  /** Whether a step of the router to an address has to wait for an answer. What replaces an address leaves nothing. */
  blocks(action: 'PUSH' | 'POP' | 'REPLACE', to: Address): boolean;
  /** Counts a form with unsaved changes; returns an undo. `keepsAt`: where going to loses nothing of it. */
  hold(keepsAt?: KeepsAt): () => void;
  /** Whether something would be lost; by going to an address, where it is known. */
  holds(to?: Address): boolean;
  /** What waits for an answer, or null. */
  waiting(): object | null;
  /** Goes where was asked for, or stays. */
  answer(leaves: boolean): void;
  subscribe(listener: () => void): () => void;
}

export function createLeaveGuard(): LeaveGuard {
  const holders = new Set<{ readonly keepsAt: KeepsAt | undefined }>();
  let pending: { readonly go: () => void; readonly stay: (() => void) | undefined } | null = null;
  let isPassing = false;
  const listeners = new Set<() => void>();
  const set = (next: typeof pending): void => {
    pending = next;
    for (const listener of listeners) listener();
  };
  const holds = (to?: Address): boolean =>
    [...holders].some(({ keepsAt }) => to === undefined || keepsAt?.(to) !== true);
  return {
    leave(go, stay) {
      if (holders.size === 0) go();
      else set({ go, stay });
    },
    pass(go) {
      isPassing = true;
      try {
        go();
      } finally {
        isPassing = false;
      }
    },
    blocks: (action, to) => action !== 'REPLACE' && !isPassing && holds(to),
    hold(keepsAt) {
      const holder = { keepsAt };
      holders.add(holder);
      return () => void holders.delete(holder);
    },
    holds,
    waiting: () => pending,
    answer(leaves) {
      const asked = pending;
      set(null);
      if (leaves) asked?.go();
      else asked?.stay?.();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const LeaveGuardContext = createContext<LeaveGuard | null>(null);

/** Keeps the router's steps (links, and the browser's own Back and Forward) behind the question of the guard. */
export function useLeaveBlocker(guard: LeaveGuard): void {
  const blocker = useBlocker(({ historyAction, nextLocation: { pathname: path, search } }) =>
    guard.blocks(historyAction, { path, search }),
  );
  useEffect(() => {
    if (blocker.state === 'blocked') guard.leave(blocker.proceed, blocker.reset);
  }, [guard, blocker]);
}

/** Asks before the page is left while `dirty`, but for where it is kept; also before the browser closes or reloads it. */
export function useLeaveGuard(dirty: boolean, keepsAt?: KeepsAt): void {
  const guard = useContext(LeaveGuardContext);
  useEffect(() => {
    if (!dirty) return undefined;
    const release = guard?.hold(keepsAt);
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => {
      release?.();
      window.removeEventListener('beforeunload', warn);
    };
  }, [guard, dirty, keepsAt]);
}
