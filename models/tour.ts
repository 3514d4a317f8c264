import type { Transition } from './coverage.ts';
import type { ModelGraph, ModelPath } from './testModel.ts';

/** A part of a tour: the shortest path to a transition that was not walked yet, and that transition as its last. */
export interface Leg {
  readonly path: ModelPath;
  /**
   * It begins at the model's start, in a system that knows nothing of the legs before: nothing led on from there, or
   * not as shortly.
   */
  readonly isFresh: boolean;
}

/** What starting again costs, in steps. */
const START = 1;

/**
 * One walk over every transition of a model: each leg goes on where the last one ended, to the nearest
 * transition that is left. It starts again only where no path leads to one, or a longer one than from the start.
 */
export function tourOf(graph: ModelGraph): Leg[] {
  const exits = Map.groupBy(graph.transitions, ({ from }) => from);
  const left = new Set(graph.transitions);
  const legs: Leg[] = [];
  let at = graph.initial;
  while (left.size > 0) {
    const onwards = legs.length === 0 ? null : pathToNearest(exits, left, at);
    const again = pathToNearest(exits, left, graph.initial);
    if (again === null) throw new Error('A transition of the model cannot be reached from its start.');
    const isFresh = onwards === null || onwards.length > again.length + START;
    const steps = isFresh ? again : onwards;
    const path = graph.pathOf(
      isFresh ? graph.initial : at,
      steps.map(({ event }) => event),
    );
    for (const transition of steps) left.delete(transition);
    legs.push({ path, isFresh });
    at = path.transitions.at(-1)?.to ?? at;
  }
  return legs;
}

/** The shortest path from a state that ends with a transition of `left`; null where none can be reached. */
function pathToNearest(
  exits: ReadonlyMap<string, readonly Transition[]>,
  left: ReadonlySet<Transition>,
  from: string,
): Transition[] | null {
  const paths = new Map<string, Transition[]>([[from, []]]);
  // A map is walked in the order of insertion, and goes on with what is added meanwhile: breadth first.
  for (const [state, path] of paths) {
    const leaving = exits.get(state) ?? [];
    const next = leaving.find((transition) => left.has(transition));
    if (next !== undefined) return [...path, next];
    for (const transition of leaving) if (!paths.has(transition.to)) paths.set(transition.to, [...path, transition]);
  }
  return null;
}
