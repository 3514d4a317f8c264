import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { Result } from '../../domain/base/index.ts';
import { ERROR, behaviourOf, type ErrorBehaviour } from '../../domain/errors/index.ts';

/** Why a step of a workflow failed, ready to be shown. A failed call of a view has this shape. */
export interface WorkflowProblem {
  readonly code: string;
  readonly message: string;
  readonly correlationId: string | null;
  readonly fields?: readonly { readonly field: string; readonly message: string; readonly current?: unknown }[];
}

export type Answered<Value> = Result<Value, WorkflowProblem>;

/** An effect as an actor; what it throws is a bug and reaches the machine's `onError`. */
export function actorOf<Output, Input = void>(
  run: (input: Input, signal: AbortSignal) => Promise<Output>,
): PromiseActorLogic<Output, Input> {
  return fromPromise<Output, Input>(({ input, signal }) => run(input, signal));
}

/** A bug in an effect, as a problem that can be shown. `text` is its words. */
export const unexpectedProblem = (text: string): WorkflowProblem => ({
  code: ERROR.exception,
  message: text,
  correlationId: null,
});

export const problemIn = (outcome: Answered<unknown>): WorkflowProblem | null => (outcome.ok ? null : outcome.error);

/** What the client does about a failed step; null when it succeeded. */
export function behaviourIn(outcome: Answered<unknown>): ErrorBehaviour | null {
  return outcome.ok ? null : behaviourOf(outcome.error.code, true);
}

/** A value that came with a success; asking for one without is a bug. */
export function valueIn<Value>(outcome: Answered<Value>): Value {
  if (!outcome.ok) throw new Error('A failed step has no value.');
  return outcome.value;
}
