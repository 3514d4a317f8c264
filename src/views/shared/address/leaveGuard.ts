import { createContext, useContext, useEffect } from 'react';
import type { Address } from './addressBar.ts';

/** Whether a form finds again what was typed into it after going to this address. */
export type KeepsAt = (to: Address) => boolean;

/**
 * Stands between people and the loss of what they typed: whoever goes elsewhere within the product
 * is asked first. `app` makes one, and hands it to the screens and to the router, which asks it before every address.
 */
export interface LeaveGuard {
  /** Does what closes a form without navigating; once the person agreed, where something would be lost. */
  leave(act: () => void): void;
  /** Navigates without asking: what was typed is saved, or no longer needed. */
  goOn(go: () => void): void;
  /** Counts a form with unsaved changes; returns an undo. `keepsAt`: where going to loses nothing of it. */
  hold(keepsAt?: KeepsAt): () => void;
  /** Whether something would be lost; by going to an address, where it is known. */
  holds(to?: Address): boolean;
  /** The act that waits for an answer, or null. */
  waiting(): (() => void) | null;
  /** Does what was asked for, or stays. */
  answer(leaves: boolean): void;
  subscribe(listener: () => void): () => void;
}

export function createLeaveGuard(): LeaveGuard {
  const holders = new Set<{ readonly keepsAt: KeepsAt | undefined }>();
  let pending: (() => void) | null = null;
  let goesOn = false;
  const listeners = new Set<() => void>();
  const set = (next: (() => void) | null): void => {
    pending = next;
    for (const listener of listeners) listener();
  };
  return {
    leave(act) {
      if (holders.size === 0) act();
      else set(act);
    },
    goOn(go) {
      goesOn = true;
      try {
        go();
      } finally {
        goesOn = false;
      }
    },
    hold(keepsAt) {
      const holder = { keepsAt };
      holders.add(holder);
      return () => void holders.delete(holder);
    },
    holds: (to) => !goesOn && [...holders].some(({ keepsAt }) => to === undefined || keepsAt?.(to) !== true),
    waiting: () => pending,
    answer(leaves) {
      const act = pending;
      set(null);
      if (leaves) act?.();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const LeaveGuardContext = createContext<LeaveGuard | null>(null);

/** Navigation that asks nothing about unsaved changes. */
export function useGoOn(): LeaveGuard['goOn'] {
  return useContext(LeaveGuardContext)?.goOn ?? atOnce;
}

const atOnce = (go: () => void): void => go();

/**
 * Asks before the page is left while `dirty`, but for where it is kept; also before the browser closes or reloads it.
 */
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
