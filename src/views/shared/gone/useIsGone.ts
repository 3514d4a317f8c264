import type { EventSubject } from '../../../domain/events/index.ts';
import { useEffect, useState } from 'react';
import type { CallData, MethodName } from '../../../api/contract/index.ts';
import { useCalls } from '../services/calls.ts';
import { isGone } from './WhileThere.tsx';

/**
 * Whether a thing that a workflow has read by itself is gone. It is asked for again whenever one of
 * `subjects` changed, not before: what stands on the screen stays as it was read. An answer that does not
 * come changes nothing. `data` null: nothing was read yet.
 */
export function useIsGone<M extends MethodName>(
  method: M,
  data: CallData<M> | null,
  subjects: readonly EventSubject[],
): boolean {
  const { call, onChange } = useCalls();
  const asked = data === null ? null : JSON.stringify(data);
  const watched = subjects.join(' ');
  const [goneBy, setGoneBy] = useState<string | null>(null);
  useEffect(() => {
    if (asked === null) return undefined;
    let controller = new AbortController();
    const ask = async ({ signal }: AbortController): Promise<void> => {
      try {
        const answer = await call(method, JSON.parse(asked) as CallData<M>, signal);
        if (signal.aborted) return;
        if (answer.ok) setGoneBy(null);
        else if (isGone(answer.error)) setGoneBy(asked);
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    };
    const end = onChange(watched.split(' ') as EventSubject[], () => {
      controller.abort();
      controller = new AbortController();
      void ask(controller);
    });
    return () => {
      end();
      controller.abort();
    };
  }, [call, onChange, method, asked, watched]);
  return asked !== null && goneBy === asked;
}
