import type { AnyStateMachine, AnyStateNode, InspectionEvent } from 'xstate';
import { getAdjacencyMap, getShortestPaths } from 'xstate/graph';

/** One arrow of a model. */
export interface Transition {
  readonly from: string;
  readonly event: string;
  readonly to: string;
}

/** How often each arrow was walked. */
export interface Coverage {
  readonly name: string;
  record(transition: Transition): void;
  readonly walked: number;
  readonly total: number;
  missing(): Transition[];
  /** A table of the arrows with their counts, and a line that sums up. */
  table(): string;
}

const keyOf = ({ from, event, to }: Transition) => `${from} --${event}--> ${to}`;

/** Coverage of the arrows given; an arrow that is not among them is a mistake and throws. */
export function createCoverage(name: string, all: readonly Transition[]): Coverage {
  const counts = new Map(all.map((transition) => [keyOf(transition), { transition, count: 0 }]));
  const entries = () => [...counts.values()];
  return {
    name,
    record(transition) {
      const entry = counts.get(keyOf(transition));
      if (!entry) throw new Error(`${name} has no transition ${keyOf(transition)}.`);
      entry.count++;
    },
    get walked() {
      return entries().filter(({ count }) => count > 0).length;
    },
    get total() {
      return counts.size;
    },
    missing: () =>
      entries()
        .filter(({ count }) => count === 0)
        .map(({ transition }) => transition),
    table() {
      const rows = entries().map(({ transition: { from, event, to }, count }) => [from, event, to, String(count)]);
      const header = ['from', 'event', 'to', 'walked'];
      const widths = header.map((title, column) =>
        Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
      );
      const line = (cells: readonly string[]) =>
        cells
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd();
      return [`${name}: ${this.walked} of ${this.total} transitions walked`, line(header), ...rows.map(line)].join(
        '\n',
      );
    },
  };
}

/** A state's name as tables show it: `signedOut.form`. */
export function stateName(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .map(([parent, child]) => `${parent}.${stateName(child)}`)
    .join(' & ');
}

interface Snapshot {
  readonly value: unknown;
  can(event: { type: string }): boolean;
}
interface Arrow {
  readonly event: { readonly type: string };
  readonly state: Snapshot;
}
interface Place {
  readonly state: Snapshot;
  readonly transitions: Readonly<Record<string, Arrow>>;
}
export interface ModelPath {
  readonly state: Snapshot;
  readonly steps: readonly Arrow[];
  readonly weight: number;
}
type Accept = (event: string) => boolean;

/** Each state of a model with its arrows. Its graph functions are typed for one machine; models differ. */
function placesOf(machine: AnyStateMachine): Place[] {
  return Object.values(getAdjacencyMap(machine, {} as never) as unknown as Record<string, Place>);
}

/** Arrows of a place; an event that a state does not know leads back to it without a trace. */
function arrowsOf({ state, transitions }: Place, accept: Accept): Arrow[] {
  return Object.values(transitions).filter(({ event }) => accept(event.type) && state.can(event));
}

/** The state that a model's paths begin in: said by the model alone, so that no list of starts can differ from it. */
export function startOf(path: ModelPath): string {
  const [first] = path.steps;
  if (first?.event.type !== 'xstate.init') throw new Error('A path begins with the start of its machine.');
  return stateName(first.state.value);
}

/** Each arrow of a path with where it leads, in the order of walking. */
export function transitionsAlong(path: ModelPath): Transition[] {
  let from = startOf(path);
  return path.steps.slice(1).map(({ event, state }) => {
    const transition = { from, event: event.type, to: stateName(state.value) };
    from = transition.to;
    return transition;
  });
}

/** Every arrow that can be walked from the start of a model with the given events. */
export function modelTransitions(machine: AnyStateMachine, accept: Accept = () => true): Transition[] {
  return placesOf(machine).flatMap((place) =>
    arrowsOf(place, accept).map(({ event, state }) => ({
      from: stateName(place.state.value),
      event: event.type,
      to: stateName(state.value),
    })),
  );
}

/**
 * Paths that walk every arrow: the shortest way to each state, then each of its arrows. A path that
 * another one begins with is left out.
 */
export function transitionPaths(machine: AnyStateMachine, accept: Accept = () => true): ModelPath[] {
  const filterEvents = (_: unknown, event: { type: string }) => accept(event.type);
  const ways = getShortestPaths(machine, { filterEvents } as never) as unknown as ModelPath[];
  const paths = placesOf(machine).flatMap((place) => {
    const way = ways.find((path) => stateName(path.state.value) === stateName(place.state.value));
    if (!way) return [];
    return arrowsOf(place, accept).map((arrow) => ({
      state: arrow.state,
      steps: [...way.steps, arrow],
      weight: way.weight + 1,
    }));
  });
  const names = paths.map((path) => eventsOf(path).join(' > '));
  return paths.filter((_, index) => !names.some((other, at) => at !== index && other.startsWith(`${names[index]} > `)));
}

/** The events of a path, without the start. */
export function eventsOf(path: { steps: readonly { event: { type: string } }[] }): string[] {
  return path.steps.map(({ event }) => event.type).filter((type) => type !== 'xstate.init');
}

/** Coverage of a real statechart's own arrows, fed by `inspect` of any actor of an equal chart; those of charts that it invokes are passed over. */
export function machineCoverage(machine: AnyStateMachine): Coverage & { inspect(event: InspectionEvent): void } {
  const all: Transition[] = [];
  const visit = (node: AnyStateNode) => {
    for (const definitions of [...node.transitions.values(), node.always ?? []]) all.push(...definitions.map(arrowOf));
    Object.values(node.states).forEach(visit);
  };
  visit(machine.root);
  const coverage = createCoverage(`Statechart ${machine.id}`, all);
  return {
    ...coverage,
    get walked() {
      return coverage.walked;
    },
    table: () => coverage.table(),
    inspect(event) {
      if (event.type === '@xstate.microstep')
        for (const taken of event._transitions)
          if (taken.eventType !== 'xstate.init' && taken.source.machine.id === machine.id)
            coverage.record(arrowOf(taken as AnyTransition));
    },
  };
}

type AnyTransition = AnyStateNode['transitions'] extends Map<string, (infer Definition)[]> ? Definition : never;

/** A transition by its place in the chart: the same in every actor of an equal chart. */
function arrowOf(definition: AnyTransition): Transition {
  const { source, eventType } = definition;
  const choices = eventType === '' ? (source.always ?? []) : (source.transitions.get(eventType) ?? []);
  const choice = choices.length > 1 ? ` (${choices.indexOf(definition) + 1} of ${choices.length})` : '';
  return {
    from: source.path.join('.') || 'anywhere',
    event: `${eventName(eventType)}${choice}`,
    to: definition.target?.map((state) => state.path.join('.')).join(' & ') ?? 'stays',
  };
}

function eventName(type: string): string {
  if (type === '') return 'at once';
  if (type.startsWith('xstate.done.actor.')) return 'answered';
  if (type.startsWith('xstate.error.actor.')) return 'threw';
  return type.startsWith('xstate.after.') ? 'after a while' : type;
}
