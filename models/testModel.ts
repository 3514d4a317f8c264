import { createTestModel, type TestModel } from '@xstate/test';
import type { AnyMachineSnapshot, AnyStateMachine, EventObject } from 'xstate';
import { keyOf, stateName, type Transition } from './coverage.ts';

/**
 * The one place that knows `@xstate/test`: models have no context, so a snapshot is known by its state, and
 * here the library's loose types become those that the rest of `models/` and its tests use.
 */
type Library = TestModel<AnyMachineSnapshot, EventObject, unknown>;
type LibraryPath = ReturnType<Library['getShortestPaths']>[number];

/** Does a model's events to a system and looks at its states; an act or a look that finds something else throws. */
export interface PathDriver {
  readonly acts: Readonly<Record<string, () => Promise<void>>>;
  readonly looks: Readonly<Record<string, () => void | Promise<void>>>;
}

/** A walk through a model, from a state on. */
export interface ModelPath {
  /** The state that it begins in. */
  readonly from: string;
  readonly transitions: readonly Transition[];
  /** The events, in their order. */
  readonly title: string;
  /**
   * Walks it: looks at the first state, then does each event and looks at its state. `record` hears of each
   * transition that was walked. What throws, throws with the transition and the path that it belongs to.
   */
  walk(driver: PathDriver, record?: (transition: Transition) => void): Promise<void>;
}

/** A model's graph, restricted to the events that a system can bring about. */
export interface ModelGraph {
  readonly initial: string;
  /** Each transition once. */
  readonly transitions: readonly Transition[];
  /** Shortest paths from the start that walk every transition; one that another path begins with is left out. */
  readonly paths: readonly ModelPath[];
  /** A path of the given events from a state. */
  pathOf(from: string, events: readonly string[]): ModelPath;
}

/** Reads a behaviour model, which has neither `invoke` nor `after`: the library refuses both. */
export function modelGraph(machine: AnyStateMachine, accepts: (event: string) => boolean = () => true): ModelGraph {
  const library = createTestModel(machine, {
    filter: (_: AnyMachineSnapshot, { type }: EventObject) => accepts(type),
    // Every transition is a place to reach: also one that leads back to where it began.
    serializeTransition: (_: AnyMachineSnapshot, event?: EventObject, previous?: AnyMachineSnapshot) =>
      event === undefined ? '' : ` by ${event.type} from ${stateName(previous?.value)}`,
  }) as Library;
  const adjacencies = library.getAdjacencyList();
  const snapshots = new Map(adjacencies.map(({ state }) => [stateName(state.value), state]));
  const transitions = new Map(
    adjacencies.map(({ state, event, nextState }) => {
      const transition = { from: stateName(state.value), event: event.type, to: stateName(nextState.value) };
      return [`${transition.from} ${transition.event}`, transition];
    }),
  );
  const paths = library.getShortestPaths().map(pathFrom);
  return {
    initial: paths[0]?.from ?? '',
    transitions: [...transitions.values()],
    paths,
    pathOf(from, events) {
      const fromState = snapshots.get(from);
      const [path] = library.getPathsFromEvents(
        events.map((type) => ({ type })),
        { fromState },
      );
      if (fromState === undefined || path === undefined) throw new Error(`There is no path ${events.join(' > ')}.`);
      return pathFrom(path);
    },
  };
}

/** A path of the library, whose first step is the state that it begins in. */
function pathFrom(path: LibraryPath): ModelPath {
  const [start, ...steps] = path.steps;
  let from = stateName(start.state.value);
  const transitions = steps.map(({ event, state }) => {
    const transition = { from, event: event.type, to: stateName(state.value) };
    from = transition.to;
    return transition;
  });
  const title = transitions.map(({ event }) => event).join(' > ');
  return {
    from: stateName(start.state.value),
    transitions,
    title,
    async walk(driver, record = () => undefined) {
      await path.test(executorsOf({ from: stateName(start.state.value), transitions, title }, driver, record));
    },
  };
}

type Executors = Parameters<LibraryPath['test']>[0];

/** A driver as the library takes it. The library passes over steps without an executor; here that is a mistake. */
function executorsOf(
  { from, transitions, title }: Pick<ModelPath, 'from' | 'transitions' | 'title'>,
  { acts, looks }: PathDriver,
  record: (transition: Transition) => void,
): Executors {
  /** The transition that is walked; -1 at the start. */
  let at = -1;
  const run = async (what: 'act' | 'look', work: (() => void | Promise<void>) | undefined): Promise<void> => {
    const transition = transitions[at];
    const place = transition === undefined ? `the start in "${from}"` : keyOf(transition);
    if (work === undefined) throw new Error(`The driver has no ${what} for ${place}.`);
    try {
      await work();
    } catch (error) {
      throw new Error(`The ${what} failed at ${place} of the path "${title}" from "${from}": ${wordsOf(error)}`, {
        cause: error,
      });
    }
  };
  const events = transitions.map(({ event }) => {
    const act = async (): Promise<void> => {
      at++;
      await run('act', acts[event]);
    };
    return [event, act] as const;
  });
  const states = [from, ...transitions.map(({ to }) => to)].map((name) => {
    const look = async (): Promise<void> => {
      await run('look', looks[name]);
      if (at >= 0) record(transitions[at]);
    };
    return [name, look] as const;
  });
  return { events: Object.fromEntries(events), states: Object.fromEntries(states) };
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
