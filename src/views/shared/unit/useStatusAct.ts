import type { BulkReply, CallData } from '../../../api/contract/index.ts';
import { useCalls } from '../services/calls.ts';
import type { Problem } from '../services/fleet.ts';
import { statusTransition, type NextStatuses } from './statusTransitions.ts';
import { useNotify } from '../services/toasts.ts';
import { useBulkAct, useRefusals, type BulkMethod } from '../list/useBulkAct.ts';

export interface StatusActOptions<Method extends BulkMethod, Status extends string> {
  readonly method: Method;
  readonly next: NextStatuses<Status>;
  /** What is sent to give things a status. */
  readonly dataOf: (ids: readonly number[], status: Status) => CallData<Method>;
  /** What was done, and that it was taken back. */
  readonly given: (count: number, status: Status) => string;
  readonly restored: (count: number) => string;
}

/** A thing with its status now. */
interface WithStatus<Status extends string> {
  readonly id: number;
  readonly name: string;
  readonly status: Status;
}

export interface StatusAct<Status extends string> {
  readonly busy: boolean;
  readonly problem: Problem | null;
  /** True when at least one has it now. */
  give(things: readonly WithStatus<Status>[], status: Status): Promise<boolean>;
}

/** Gives things another status and offers to take it back, by allowed steps. */
export function useStatusAct<Method extends BulkMethod, Status extends string>({
  method,
  next,
  dataOf,
  given,
  restored,
}: StatusActOptions<Method, Status>): StatusAct<Status> {
  const { call } = useCalls();
  const notify = useNotify();
  const act = useBulkAct();
  const reportRefused = useRefusals();
  /** Step by step; one that somebody changed meanwhile stays at the step that was refused. */
  const restore = async (things: readonly WithStatus<Status>[], from: Status): Promise<void> => {
    let count = 0;
    for (const before of new Set(things.map(({ status }) => status))) {
      let ids: readonly number[] = things.filter(({ status }) => status === before).map(({ id }) => id);
      for (const status of statusTransition(from, before, next)) {
        if (ids.length === 0) break;
        const answer = await call(method, dataOf(ids, status));
        if (!answer.ok) return notify.failed(answer.error);
        const { done, refused } = answer.value as BulkReply;
        reportRefused(refused, namesOf(things));
        ids = done;
      }
      count += ids.length;
    }
    if (count > 0) notify.done(restored(count));
  };
  return {
    busy: act.busy,
    problem: act.problem,
    async give(things, status) {
      const changed = things.filter((thing) => thing.status !== status);
      const done = await act.run(
        method,
        dataOf(
          changed.map(({ id }) => id),
          status,
        ),
        (count) => given(count, status),
        {
          names: namesOf(changed),
          undo: (ids) =>
            void restore(
              changed.filter(({ id }) => ids.includes(id)),
              status,
            ),
        },
      );
      return done !== null && done.length > 0;
    },
  };
}

const namesOf = (things: readonly { readonly id: number; readonly name: string }[]): ReadonlyMap<number, string> =>
  new Map(things.map(({ id, name }) => [id, name]));
