import { useEffect, useState } from 'react';
import type { CallData, MethodName } from '../../../api/contract/index.ts';
import type { EventSubject } from '../../../domain/events/index.ts';
import { useAnswer, useCalls } from '../services/calls.ts';
import { isGone } from './WhileThere.tsx';

/**
 * Whether a thing that a workflow has read by itself is gone. It is asked for again whenever one of
 * `subjects` changed, not before: what is on the screen stays as it was read. An answer that does not
 * come changes nothing. `data` null: nothing was read yet.
 */
export function useIsGone<M extends MethodName>(
  method: M,
  data: CallData<M> | null,
  subjects: readonly EventSubject[],
): boolean {
  const { onChange } = useCalls();
  const asked = data === null ? null : JSON.stringify(data);
  const watched = subjects.join(' ');
  const [changed, setChanged] = useState<string | null>(null);
  const [goneBy, setGoneBy] = useState<string | null>(null);
  const { loading, problem } = useAnswer(method, changed === asked ? data : null, subjects);
  useEffect(() => onChange(watched.split(' ') as EventSubject[], () => setChanged(asked)), [onChange, watched, asked]);
  const isKnown = asked !== null && changed === asked && !loading;
  if (isKnown && isGone(problem) && goneBy !== asked) setGoneBy(asked);
  if (isKnown && problem === null && goneBy !== null) setGoneBy(null);
  return asked !== null && goneBy === asked;
}
