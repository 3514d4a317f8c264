import type { CallData } from '../../../api/contract/index.ts';
import { useCalls } from '../services/calls.ts';
import type { Problem } from '../services/fleet.ts';
import { statusWay, type NextStatuses } from './statusWays.ts';
import { useNotify } from '../services/toasts.ts';
import { useBulkAct, type BulkMethod } from '../list/useBulkAct.ts';

export interface StatusActOptions<Method extends BulkMethod, Status extends string> {
  readonly method: Method;
  readonly next: NextStatuses<Status>;
  /** What is sent to give things a status. */
  readonly dataOf: (ids: readonly number[], status: Status) => CallData<Method>;
  /** What was done, and that it was taken back. */
  readonly given: (count: number, status: Status) => string;
  readonly restored: (count: number) => string;
}

export interface StatusAct<Status extends string> {
  readonly busy: boolean;
  readonly problem: Problem | null;
  /** True when at least one has it now. */
  give(things: readonly { readonly id: number; readonly status: Status }[], status: Status): Promise<boolean>;
}

/** Gives things another status and offers to take it back, by allowed steps. */
export function useStatusAct<Method extends BulkMethod, Status extends string>({ method, next, dataOf, given, restored }: StatusActOptions<Method, Status>): StatusAct<Status> {
  const { call } = useCalls();
  const notify = useNotify();
  const act = useBulkAct();
  const restore = async (things: readonly { readonly id: number; readonly status: Status }[], from: Status): Promise<void> => {
    for (const before of new Set(things.map(({ status }) => status))) {
      const ids = things.filter(({ status }) => status === before).map(({ id }) => id);
      for (const status of statusWay(from, before, next)) {
        const answer = await call(method, dataOf(ids, status));
        if (!answer.ok) return notify.failed(answer.error);
      }
    }
    notify.done(restored(things.length));
  };
  return {
    busy: act.busy,
    problem: act.problem,
    async give(things, status) {
      const changed = things.filter((thing) => thing.status !== status);
      const done = await act.run(method, dataOf(changed.map(({ id }) => id), status), (count) => given(count, status), (ids) => void restore(changed.filter(({ id }) => ids.includes(id)), status));
      return done !== null && done.length > 0;
    },
  };
}
