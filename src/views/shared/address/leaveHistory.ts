import type { Address } from './addressBar.ts';
import type { LeaveGuard } from './leaveGuard.ts';

/** What is needed of the browser's window. */
export interface HistoryWindow {
  readonly history: Pick<History, 'state' | 'go'>;
  addEventListener(type: 'popstate', listener: (event: HistoryStep) => void, capture: boolean): void;
  removeEventListener(type: 'popstate', listener: (event: HistoryStep) => void, capture: boolean): void;
}

/** A step of the browser through its history. */
export type HistoryStep = Pick<PopStateEvent, 'state' | 'stopImmediatePropagation'>;

/** Keeps the browser's own Back and Forward behind the question of the leave guard. */
export interface LeaveHistory {
  /** The router came to rest: the entry of now is the one to return to. */
  settle(): void;
  /** Starts to listen; returns an undo. */
  connect(): () => void;
}

/**
 * Back and Forward cannot be refused: when the page hears of them the address has changed. So a step
 * away from unsaved changes is kept from the router, taken back at once, and done again when the
 * person agrees. Nothing is added to the history, which would cost another press of Back later.
 * The router numbers its entries in `history.state.idx`; a step to an entry without a number, which
 * is not the router's, goes through. So does one within a workflow that keeps what was typed (when a
 * step is heard of, the address bar says where it leads).
 */
export function createLeaveHistory(
  guard: LeaveGuard,
  browser: HistoryWindow,
  addressInBar: () => Address,
): LeaveHistory {
  let settled: number | null = null;
  let agreed = false;

  function onStep(event: HistoryStep): void {
    const reached = entryOf(event.state);
    if (agreed || settled === null || reached === null) {
      agreed = false;
      return;
    }
    const steps = reached - settled;
    if (steps === 0) {
      // Our own way back: for the router nothing has happened.
      event.stopImmediatePropagation();
      return;
    }
    if (!guard.holds(addressInBar())) return;
    event.stopImmediatePropagation();
    browser.history.go(-steps);
    guard.leave(() => {
      agreed = true;
      browser.history.go(steps);
    });
  }

  return {
    settle() {
      settled = entryOf(browser.history.state);
    },
    connect() {
      // Capturing: ahead of the router's own listener on the same window, whichever came first.
      browser.addEventListener('popstate', onStep, true);
      return () => browser.removeEventListener('popstate', onStep, true);
    },
  };
}

/** The router's number of an entry; null for one that is not its own. */
function entryOf(state: unknown): number | null {
  if (typeof state !== 'object' || state === null || !('idx' in state)) return null;
  return typeof state.idx === 'number' ? state.idx : null;
}
