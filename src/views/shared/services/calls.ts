import { createContext, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import type { CallData, MethodName, Reply, UploadedImage } from '../../../api/contract/index.ts';
import type { EventSubject } from '../../../domain/events/index.ts';
import type { Result } from '../../../domain/base/index.ts';
import type { Problem } from './fleet.ts';

/** The product's methods as views and their workflows call them; `app` provides it. */
export interface Calls {
  /** Resolves to a problem for everything but an abort, which rejects. */
  call<M extends MethodName>(method: M, data: CallData<M>, signal?: AbortSignal): Promise<Result<Reply<M>, Problem>>;
  upload(file: Blob, signal?: AbortSignal): Promise<Result<UploadedImage, Problem>>;
  /**
   * Told whenever an entity of one of these types changed in the account's tree (`role`, `account`,
   * `user`, `invitation`, ...), by whomever. Returns an undo.
   */
  onChange(subjects: readonly EventSubject[], listener: () => void): () => void;
}

export const CallsContext = createContext<Calls | null>(null);

/** The calls; outside of {@link CallsContext} is a mistake. */
export function useCalls(): Calls {
  const calls = useContext(CallsContext);
  if (calls === null) throw new Error('useCalls outside of CallsContext');
  return calls;
}

/** What a call answered last, and whether another answer is on its way. */
export interface Answer<Value> {
  /** The last good answer; stays while the next one is asked for. */
  readonly value: Value | null;
  readonly loading: boolean;
  readonly problem: Problem | null;
  reload(): void;
}

interface Outcome<Value> {
  readonly key: string;
  readonly value: Value | null;
  readonly problem: Problem | null;
}

const NO_SUBJECTS: readonly EventSubject[] = [];

/**
 * Asks a method when the component is first shown, when `data` changes in content, and when one of
 * `subjects` changed on the server. `data` null asks nothing. Late answers to older questions are dropped.
 */
export function useAnswer<M extends MethodName>(
  method: M,
  data: CallData<M> | null,
  subjects: readonly EventSubject[] = NO_SUBJECTS,
): Answer<Reply<M>> {
  const { call, onChange } = useCalls();
  const [round, setRound] = useState(0);
  const asked = data === null ? null : JSON.stringify(data);
  const key = `${method} ${asked} ${round}`;
  const [outcome, setOutcome] = useState<Outcome<Reply<M>> | null>(null);
  const reload = useCallback(() => setRound((count) => count + 1), []);
  const watched = subjects.join(' ');

  useEffect(
    () => (watched === '' ? undefined : onChange(watched.split(' ') as EventSubject[], reload)),
    [onChange, watched, reload],
  );
  useEffect(() => {
    if (asked === null) return undefined;
    const controller = new AbortController();
    call(method, JSON.parse(asked) as CallData<M>, controller.signal).then(
      (result) => {
        if (controller.signal.aborted) return;
        setOutcome((before) =>
          result.ok
            ? { key, value: result.value, problem: null }
            : { key, value: before?.value ?? null, problem: result.error },
        );
      },
      (error: unknown) => {
        if (!controller.signal.aborted) throw error;
      },
    );
    return () => controller.abort();
  }, [call, method, asked, key]);

  return useMemo(
    () => ({
      value: outcome?.value ?? null,
      loading: asked !== null && outcome?.key !== key,
      problem: outcome?.key === key ? outcome.problem : null,
      reload,
    }),
    [outcome, asked, key, reload],
  );
}
