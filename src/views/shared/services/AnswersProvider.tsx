import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { AnswersContext, createAnswersHome, isWrite } from './answersContext.ts';
import { CallsContext, type Calls } from './callsContext.ts';
import { useSession } from './session.ts';

/**
 * Gives screens the server's methods, and what was read with them. Answers belong to the person and the account:
 * signing out, another account and other permissions forget them.
 */
export function AnswersProvider({ calls, children }: { calls: Calls; children: ReactNode }): ReactNode {
  const { user, account, permissions } = useSession();
  const [home] = useState(createAnswersHome);
  const owner = `${user?.user_id ?? 0}.${account?.account_id ?? 0}`;
  // After the screens below began to read: what they show is not forgotten.
  useEffect(() => home.current()?.enter(owner), [home, owner, permissions]);
  const inUse = useMemo(() => ({ home, owner }), [home, owner]);
  const watched = useMemo<Calls>(
    () => ({
      ...calls,
      async call(method, data, signal) {
        const result = await calls.call(method, data, signal);
        if (result.ok && isWrite(method)) home.current()?.written();
        return result;
      },
    }),
    [calls, home],
  );
  return (
    <CallsContext value={watched}>
      <AnswersContext value={inUse}>{children}</AnswersContext>
    </CallsContext>
  );
}
