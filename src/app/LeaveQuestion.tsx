import { Suspense, useSyncExternalStore, type ReactNode } from 'react';
import { useBlocker } from 'react-router';
import type { LeaveGuard } from '../views/shared/address/leaveGuard.ts';
import { lazyPart } from '../views/shared/code/lazyPart.ts';

const LeaveDialog = lazyPart(() => import('../views/shared/address/LeaveDialog.tsx'));

/**
 * Asks about unsaved changes before navigation, and before an act that closes a form without navigating. The dialog is
 * loaded when it is first shown.
 */
export function LeaveQuestion({ guard }: { guard: LeaveGuard }): ReactNode {
  const waits = useSyncExternalStore(guard.subscribe, guard.waiting) !== null;
  const blocker = useBlocker(({ nextLocation: { pathname, search } }) => guard.holds({ path: pathname, search }));
  const answer = (leaves: boolean): void => {
    if (waits) guard.answer(leaves);
    else if (leaves) blocker.proceed?.();
    else blocker.reset?.();
  };
  return waits || blocker.state === 'blocked' ? (
    <Suspense fallback={null}>
      <LeaveDialog onAnswer={answer} />
    </Suspense>
  ) : null;
}
