import { useState } from 'react';
import type { CallData, MethodName, Reply } from '../../../api/contract/index.ts';
import { useCalls } from './calls.ts';
import type { Problem } from './fleet.ts';

/** One act of a person on the server. */
export interface Act {
  readonly busy: boolean;
  /** Why the last try failed; gone with the next. */
  readonly problem: Problem | null;
  /** Calls the method; answers its reply, or null when it was refused. */
  run<M extends MethodName>(method: M, data: CallData<M>): Promise<Reply<M> | null>;
  /** Forgets the problem. */
  reset(): void;
}

/** Calls that change something, with the state that their button and form show. */
export function useAct(): Act {
  const { call } = useCalls();
  const [state, setState] = useState<Pick<Act, 'busy' | 'problem'>>({ busy: false, problem: null });
  return {
    ...state,
    async run(method, data) {
      setState({ busy: true, problem: null });
      const result = await call(method, data);
      setState({ busy: false, problem: result.ok ? null : result.error });
      return result.ok ? result.value : null;
    },
    reset: () => setState({ busy: false, problem: null }),
  };
}
