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

export interface BulkAct {
  readonly busy: boolean;
  /** Why the last try failed as a whole. */
  readonly problem: Problem | null;
  /** Which ones the last try left as they were. */
  readonly refused: Refused;
  /** Acts; answers those it was done to, null where the server refused all of it. `words` says what was done to how many. */
  run<M extends BulkMethod>(method: M, data: CallData<M>, words: (count: number) => string, undo?: (done: readonly number[]) => void): Promise<readonly number[] | null>;
  reset(): void;
}

/** An act on many: says how many it was done to, offers to take it back, and names those that were refused. */
export function useBulkAct(): BulkAct {
  const { call } = useCalls();
  const { t } = useTranslation();
  const notify = useNotify();
  const [state, setState] = useState<Pick<BulkAct, 'busy' | 'problem' | 'refused'>>(IDLE);
  return {
    ...state,
    async run(method, data, words, undo) {
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
      for (const message of new Set(refused.map((one) => one.message))) {
        const count = refused.filter((one) => one.message === message).length;
        notify.failed({ code: '', message: `${t('list.refused', { count })}: ${message}`, correlationId: null });
      }
      return done;
    },
    reset: () => setState(IDLE),
  };
}

const IDLE: Pick<BulkAct, 'busy' | 'problem' | 'refused'> = { busy: false, problem: null, refused: [] };
