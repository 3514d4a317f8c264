import { useQuery } from '@tanstack/react-query';
import { useCallback, useContext, useEffect, useMemo, useState } from 'react';
import type { CallData, MethodName, Reply } from '../../../api/contract/index.ts';
import type { EventSubject } from '../../../domain/events/index.ts';
import { ERROR } from '../../../domain/errors/index.ts';
import { RefusedCall, createAnswers, type Answers, type Question } from './answers.ts';
import { AnswersContext } from './answersContext.ts';
import { useCalls, type Calls } from './callsContext.ts';
import type { Problem } from './fleet.ts';

export { CallsContext, useCalls, type Calls } from './callsContext.ts';

/** What a call answered last, and whether another answer is on its way. */
export interface Answer<Value> {
  /** The last good answer; stays while the next one is asked for. */
  readonly value: Value | null;
  readonly loading: boolean;
  readonly problem: Problem | null;
  reload(): void;
}

const NO_SUBJECTS: readonly EventSubject[] = [];

/**
 * Asks a method when the component is first shown, when `data` changes in content, and when one of `subjects` changed
 * on the server. `data` null asks nothing. A cached answer is shown at once and read again; while the answer to another
 * question is awaited, the last one stays. Components that ask the same share one read.
 */
export function useAnswer<M extends MethodName>(
  method: M,
  data: CallData<M> | null,
  subjects: readonly EventSubject[] = NO_SUBJECTS,
): Answer<Reply<M>> {
  return useQuestion(method, data, subjects, true);
}

/** The same for forms, which begin with what the server has now: nothing that was read before is shown. */
export function useFreshAnswer<M extends MethodName>(
  method: M,
  data: CallData<M> | null,
  subjects: readonly EventSubject[] = NO_SUBJECTS,
): Answer<Reply<M>> {
  return useQuestion(method, data, subjects, false);
}

function useQuestion<M extends MethodName>(
  method: M,
  data: CallData<M> | null,
  subjects: readonly EventSubject[],
  mayShowKept: boolean,
): Answer<Reply<M>> {
  const { call, onChange } = useCalls();
  const { answers, owner } = useAnswers();
  const asked = data === null ? null : JSON.stringify(data);
  const question = useMemo<Question>(
    () => [owner, method, asked === null ? null : (JSON.parse(asked) as object)],
    [owner, method, asked],
  );
  const {
    data: read,
    error,
    isFetching,
  } = useQuery<Reply<M>>(
    {
      queryKey: question,
      queryFn: async ({ signal }) => {
        const result = await call(method, question[2] as CallData<M>, signal);
        if (!result.ok) throw new RefusedCall(result.error);
        return result.value;
      },
      enabled: asked !== null,
      throwOnError: (failure) => !(failure instanceof RefusedCall),
      ...(mayShowKept ? {} : { gcTime: 0 }),
    },
    answers.client,
  );
  const reload = useCallback(() => answers.reload(question), [answers, question]);
  useChanges(onChange, asked === null ? '' : subjects.join(' '), answers, question);
  const problem = !isFetching && error instanceof RefusedCall ? error.problem : null;
  const value = useLastValue(read, problem, question, mayShowKept);
  const loading = asked !== null && isFetching;
  return useMemo(() => ({ value, loading, problem, reload }), [value, loading, problem, reload]);
}

/** The answers of this page and whose they are; outside of {@link AnswersContext} is a mistake. */
function useAnswers(): { readonly answers: Answers; readonly owner: string } {
  const inUse = useContext(AnswersContext);
  if (inUse === null) throw new Error('useAnswer outside of AnswersProvider');
  return { answers: inUse.home.open(createAnswers), owner: inUse.owner };
}

/** Has the answer read again when one of the types in `watched` (names with blanks between) changed. */
function useChanges(onChange: Calls['onChange'], watched: string, answers: Answers, question: Question): void {
  useEffect(
    () =>
      watched === '' ? undefined : onChange(watched.split(' ') as EventSubject[], () => answers.changed(question)),
    [onChange, watched, answers, question],
  );
}

/** Nobody refused: the server could not be asked. */
const UNASKED: ReadonlySet<string> = new Set([ERROR.network, ERROR.timeout, ERROR.unavailable]);

/**
 * What is shown: what was read for this question since it was asked here; until then what was read of it before, where
 * that may be shown and the server does not refuse it now; else the last value that was shown here.
 */
function useLastValue<Value>(
  read: Value | undefined,
  problem: Problem | null,
  question: Question,
  mayShowKept: boolean,
): Value | null {
  const { answers, owner } = useAnswers();
  const readings = answers.client.getQueryState(question)?.dataUpdateCount ?? 0;
  const openNow = () => ({ question, readings, mayShowKept: mayShowKept && !answers.isOutdated(question) });
  const [opened, setOpened] = useState(openNow);
  const [last, setLast] = useState<{ readonly owner: string; readonly value: Value } | null>(null);
  if (opened.question !== question) setOpened(openNow());
  const isKept = readings === opened.readings;
  const isShown = !isKept || (opened.mayShowKept && (problem === null || UNASKED.has(problem.code)));
  // What the server refuses now is not shown by the other way either.
  if (read === undefined || !isShown) return last?.owner === owner && last.value !== read ? last.value : null;
  if (last?.value !== read || last.owner !== owner) setLast({ owner, value: read });
  return read;
}
