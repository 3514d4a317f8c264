import { useSyncExternalStore, type ReactNode } from 'react';
import LeaveDialog from '../address/LeaveDialog.tsx';
import type { LeaveGuard } from '../address/leaveGuard.ts';

/** The question before leaving, while it is asked. */
export function LeaveDialogOf({ guard }: { guard: LeaveGuard }): ReactNode {
  const waits = useSyncExternalStore(guard.subscribe, guard.waiting) !== null;
  return waits ? <LeaveDialog onAnswer={guard.answer} /> : null;
}
