import type { Transition } from './coverage.ts';
import type { ModelGraph, ModelPath } from './testModel.ts';

/** A part of a tour: the shortest way to a transition that was not walked yet, and that transition as its last. */
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
 * transition that is left. It starts again only where no way leads to one, or a longer one than from the start.
 */
export function tourOf(graph: ModelGraph): Leg[] {
  const exits = Map.groupBy(graph.transitions, ({ from }) => from);
  const left = new Set(graph.transitions);
  const legs: Leg[] = [];
  let at = graph.initial;
  while (left.size > 0) {
    const onwards = legs.length === 0 ? null : wayToNearest(exits, left, at);
    const again = wayToNearest(exits, left, graph.initial);
    if (again === null) throw new Error('A transition of the model cannot be reached from its start.');
    const isFresh = onwards === null || onwards.length > again.length + START;
    const way = isFresh ? again : onwards;
    const path = graph.pathOf(
      isFresh ? graph.initial : at,
      way.map(({ event }) => event),
    );
    for (const transition of way) left.delete(transition);
    legs.push({ path, isFresh });
    at = path.transitions.at(-1)?.to ?? at;
  }
  return legs;
}

/** The shortest way from a state that ends with a transition of `left`; null where none can be reached. */
function wayToNearest(
  exits: ReadonlyMap<string, readonly Transition[]>,
  left: ReadonlySet<Transition>,
  from: string,
): Transition[] | null {
  const ways = new Map<string, Transition[]>([[from, []]]);
  // A map is walked in the order of insertion, and goes on with what is added meanwhile: breadth first.
  for (const [state, way] of ways) {
    const leaving = exits.get(state) ?? [];
    const next = leaving.find((transition) => left.has(transition));
    if (next !== undefined) return [...way, next];
    for (const transition of leaving) if (!ways.has(transition.to)) ways.set(transition.to, [...way, transition]);
  }
  return null;
}
