import { useState } from 'react';
import type { BulkReply, CallData, MethodName, Reply } from '../../../api/contract/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { useCalls } from '../services/calls.ts';
import type { Problem } from '../services/fleet.ts';
import { useNotify } from '../services/toasts.ts';

/** Methods that act on many and say how each one went. */
export type BulkMethod = { [M in MethodName]: Reply<M> extends BulkReply ? M : never }[MethodName];

/** Those that stayed as they were, with the reason. */
export type Refused = BulkReply['refused'];

interface BulkActMore {
  /** What is acted on, by which those that were refused are named. */
  readonly names: Names;
  readonly undo?: (done: readonly number[]) => void;
}

/** Names of things by their ids. */
export type Names = ReadonlyMap<number, string>;

/** Refused ones that a notice names; of more it says how many. */
const NAMED = 5;

/** Says which ones stayed as they were, and why, a notice for each reason. */
export function useRefusals(): (refused: Refused, names: Names) => void {
  const { t } = useTranslation();
  const notify = useNotify();
  return (refused, names) => {
    for (const message of new Set(refused.map((one) => one.message))) {
      const of = refused.filter((one) => one.message === message).map(({ id }) => names.get(id) ?? String(id));
      const shown = { names: of.slice(0, NAMED), message };
      const text =
        of.length > NAMED
          ? t('list.refusedAndMore', { ...shown, count: of.length - NAMED })
          : t('list.refusedOnes', shown);
      notify.failed({ code: '', message: text, correlationId: null });
    }
  };
}

export interface BulkAct {
  readonly busy: boolean;
  /** Why the last try failed as a whole. */
  readonly problem: Problem | null;
  /** Which ones the last try left as they were. */
  readonly refused: Refused;
  /**
   * Acts; answers those it was done to, null where the server refused all of it. `words` says what was done to how
   * many.
   */
  run<M extends BulkMethod>(
    method: M,
    data: CallData<M>,
    words: (count: number) => string,
    more: BulkActMore,
  ): Promise<readonly number[] | null>;
  reset(): void;
}

/** An act on many: says how many it was done to, offers to take it back, and names those that were refused. */
export function useBulkAct(): BulkAct {
  const { call } = useCalls();
  const notify = useNotify();
  const reportRefused = useRefusals();
  const [state, setState] = useState<Pick<BulkAct, 'busy' | 'problem' | 'refused'>>(IDLE);
  return {
    ...state,
    async run(method, data, words, { names, undo }) {
      setState({ ...IDLE, busy: true });
      const answer = await call(method, data);
      if (!answer.ok) {
        setState({ ...IDLE, problem: answer.error });
        return null;
      }
      const { done, refused } = answer.value as BulkReply;
      setState({ ...IDLE, refused });
      if (done.length > 0) {
        if (undo) notify.undoable(words(done.length), () => undo(done));
        else notify.done(words(done.length));
      }
      reportRefused(refused, names);
      return done;
    },
    reset: () => setState(IDLE),
  };
}

const IDLE: Pick<BulkAct, 'busy' | 'problem' | 'refused'> = { busy: false, problem: null, refused: [] };
