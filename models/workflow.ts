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
import {
  createCoverage,
  eventsOf,
  modelTransitions,
  startOf,
  transitionPaths,
  transitionsAlong,
  type Coverage,
  type ModelPath,
} from './coverage.ts';

/** Does a model's acts to a system and looks at its states; a look that sees another state throws. */
export interface WorkflowDriver {
  readonly acts: Readonly<Record<string, () => Promise<void>>>;
  readonly looks: Readonly<Record<string, () => void | Promise<void>>>;
}

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

/** Paths that walk every arrow of a model that a system can bring about, and who counts them. */
export function walksOf(
  name: string,
  model: AnyStateMachine,
  accept?: (event: string) => boolean,
): { readonly paths: readonly ModelPath[]; readonly coverage: Coverage } {
  return { paths: transitionPaths(model, accept), coverage: createCoverage(name, modelTransitions(model, accept)) };
}

/** Walks one path with a driver, and counts its arrows where there is somebody to count. */
export async function walk(path: ModelPath, driver: WorkflowDriver, coverage?: Coverage): Promise<void> {
  await driver.looks[startOf(path)]();
  for (const transition of transitionsAlong(path)) {
    await driver.acts[transition.event]();
    await driver.looks[transition.to]();
    coverage?.record(transition);
  }
}

export const titleOf = (path: ModelPath): string => eventsOf(path).join(' > ');
