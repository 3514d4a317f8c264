import { createContext, useContext, useEffect } from 'react';

/**
 * Stands between people and the loss of what they typed: whoever goes elsewhere within the product
 * is asked first. `app` makes one and hands it to the router's side and to the screens.
 */
export interface LeaveGuard {
  /** Goes at once when nothing would be lost; otherwise once the person agreed. */
  leave(go: () => void): void;
  /** Counts a form with unsaved changes; returns an undo. */
  hold(): () => void;
  /** Whether something would be lost. */
  holds(): boolean;
  /** The way that waits for an answer, or null. */
  waiting(): (() => void) | null;
  /** Goes where was asked for, or stays. */
  answer(leaves: boolean): void;
  subscribe(listener: () => void): () => void;
}

export function createLeaveGuard(): LeaveGuard {
  let holders = 0;
  let pending: (() => void) | null = null;
  const listeners = new Set<() => void>();
  const set = (next: (() => void) | null): void => {
    pending = next;
    for (const listener of listeners) listener();
  };
  return {
    leave(go) {
      if (holders === 0) go();
      else set(go);
    },
    hold() {
      holders++;
      let held = true;
      return () => {
        if (held) holders--;
        held = false;
      };
    },
    holds: () => holders > 0,
    waiting: () => pending,
    answer(leaves) {
      const go = pending;
      set(null);
      if (leaves) go?.();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const LeaveGuardContext = createContext<LeaveGuard | null>(null);

/** Asks before the page is left while `dirty`; also before the browser closes or reloads it. */
export function useLeaveGuard(dirty: boolean): void {
  const guard = useContext(LeaveGuardContext);
  useEffect(() => {
    if (!dirty) return undefined;
    const release = guard?.hold();
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => {
      release?.();
      window.removeEventListener('beforeunload', warn);
    };
  }, [guard, dirty]);
}
