import { assertEvent, assign, type DoneActorEvent, type EventObject, type ParameterizedObject } from 'xstate';
import { problemIn, unexpectedProblem, type Answered, type WorkflowProblem } from './effects.ts';

/** What the context of every workflow holds: why its last step failed; null after a success. */
interface Failing {
  readonly problem: WorkflowProblem | null;
}

/** Changes the problem alone, whatever else the context of the workflow holds. */
const assignProblem = <
  Context extends Failing,
  Event extends EventObject,
  Params extends ParameterizedObject['params'] | undefined,
>(
  problem: (params: Params) => Failing['problem'],
) => assign<Context, Event, Params, Event, never>(({ context }, params) => ({ ...context, problem: problem(params) }));

/**
 * The actions of a workflow whose steps may fail, for its `setup`: `forgetProblem` belongs at the entry
 * of a step, `refuse` keeps why the server said no, `unexpected` words a bug of an effect.
 */
export const problemActions = <Context extends Failing, Event extends EventObject>(effects: {
  unexpectedText(): string;
}) => ({
  forgetProblem: assignProblem<Context, Event, undefined>(() => null),
  refuse: assignProblem<Context, Event, Answered<unknown>>(problemIn),
  unexpected: assignProblem<Context, Event, undefined>(() => unexpectedProblem(effects.unexpectedText())),
});

/**
 * A step of a workflow that asks the server: it is busy, and forgets why the last attempt failed. Its `onDone`
 * begins with what {@link succeeded} leads to and ends with {@link refusedTo}; its `onError` is {@link failedTo}.
 */
export const ASKING = { tags: 'busy', entry: 'forgetProblem' } as const;

/** The server did what a step asked for. */
export const succeeded = ({ event }: { event: { output: Answered<unknown> } }): boolean => event.output.ok;

/** The form that came with the event which began a step; any other event is a mistake of the chart. */
export function formOf<Event extends EventObject, Type extends Event['type']>(
  event: Event,
  type: Type,
): Extract<Event, { type: Type }> extends { readonly form: infer Form } ? Form : never {
  assertEvent(event as EventObject, type);
  return (event as Event & { form: never }).form;
}

/**
 * The transition of a step that the server refused: back to where one may try again, with the reason. The last of its
 * `onDone`.
 */
export function refusedTo<Target extends string>(target: Target) {
  return {
    target,
    actions: { type: 'refuse', params: <Output>({ event }: { event: DoneActorEvent<Output> }) => event.output },
  } as const;
}

/** The transition of a step whose effect threw, which is a bug: its `onError`. */
export function failedTo<Target extends string>(target: Target) {
  return { target, actions: 'unexpected' } as const;
}
