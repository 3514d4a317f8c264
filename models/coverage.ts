import type { AnyStateMachine, AnyStateNode, InspectionEvent } from 'xstate';

/** One transition of a model or a statechart. */
export interface Transition {
  readonly from: string;
  readonly event: string;
  readonly to: string;
}

/** How often each transition was walked. */
export interface Coverage {
  readonly name: string;
  record(transition: Transition): void;
  readonly walked: number;
  readonly total: number;
  readonly isFull: boolean;
  missing(): Transition[];
  /** How many transitions were walked, in a line. */
  summary(): string;
  /** That line, and a table of the transitions with their counts. */
  table(): string;
}

/** A transition in a line: `login --signIn.refused--> loginRefused`. */
export const keyOf = ({ from, event, to }: Transition) => `${from} --${event}--> ${to}`;

/** Coverage of the transitions given; one that is not among them is a mistake and throws. */
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
    get isFull() {
      return this.walked === this.total;
    },
    summary() {
      return `${name}: ${this.walked} of ${this.total} transitions walked`;
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
      return [this.summary(), line(header), ...rows.map(line)].join('\n');
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

/**
 * Coverage of a real statechart's own transitions, fed by `inspect` of any actor of an equal chart; those of
 * charts that it invokes are passed over. `unsent`: events that the product never sends to this use of the chart.
 */
export function machineCoverage(
  machine: AnyStateMachine,
  unsent: readonly string[] = [],
): Coverage & { inspect(event: InspectionEvent): void } {
  const all: Transition[] = [];
  const visit = (node: AnyStateNode) => {
    const definitions = [...[...node.transitions.values()].flat(), ...(node.always ?? [])];
    all.push(...definitions.filter(({ eventType }) => !unsent.includes(eventType)).map(transitionOf));
    Object.values(node.states).forEach(visit);
  };
  visit(machine.root);
  const coverage = createCoverage(`Statechart ${machine.id}`, all);
  return Object.assign(coverage, {
    inspect(event: InspectionEvent) {
      if (event.type === '@xstate.microstep')
        for (const taken of event._transitions)
          if (taken.eventType !== 'xstate.init' && taken.source.machine.id === machine.id)
            coverage.record(transitionOf(taken as AnyTransition));
    },
  });
}

type AnyTransition = AnyStateNode['transitions'] extends Map<string, (infer Definition)[]> ? Definition : never;

/** A transition by its place in the chart: the same in every actor of an equal chart. */
function transitionOf(definition: AnyTransition): Transition {
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
