import {
  SimulatedClock,
  createActor,
  type Actor,
  type AnyStateMachine,
  type EventFrom,
  type InputFrom,
  type InspectionEvent,
} from 'xstate';
import { failure } from '../src/domain/base/index.ts';
import type { ErrorCode } from '../src/domain/errors/index.ts';
import type { WorkflowProblem } from '../src/machines/shared/index.ts';

/** A refused step. */
export const refused = (code: ErrorCode) =>
  failure<WorkflowProblem>({ code, message: `${code} Correlation ID: 1`, correlationId: '1' });

/** An effect that fails as none should. */
export const bug = async (): Promise<never> => {
  throw new Error('a bug in an effect');
};

/** Lets promises settle. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 4; round++) await new Promise<void>((resolve) => setImmediate(resolve));
}

/** A statechart that runs on a clock that is moved by hand. */
export function runByHand<Machine extends AnyStateMachine>(
  machine: Machine,
  inspect: (event: InspectionEvent) => void,
  input?: InputFrom<Machine>,
) {
  const clock = new SimulatedClock();
  const actor = createActor(machine, {
    clock,
    inspect,
    ...(input === undefined ? {} : { input }),
  } as never) as Actor<Machine>;
  actor.start();
  return {
    clock,
    actor,
    async send(event: EventFrom<Machine>): Promise<void> {
      actor.send(event);
      await settle();
    },
    /** Passes whole seconds, one by one. */
    async wait(seconds: number): Promise<void> {
      for (let second = 0; second < seconds; second++) clock.increment(1_000);
      await settle();
    },
  };
}
