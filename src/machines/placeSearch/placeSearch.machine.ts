import { assertEvent, assign, setup } from 'xstate';
import {
  actorOf,
  ASKING,
  failedTo,
  problemActions,
  refusedTo,
  succeeded,
  type Answered,
  type WorkflowProblem,
} from '../shared/index.ts';

/**
 * What the statechart asks of the rest of the client. Results are the screen's: the chart knows how far the search is.
 */
export interface PlaceSearchEffects<Shape> {
  /** Asks the server for the present question; what an earlier one found is gone. */
  open(signal: AbortSignal): Promise<Answered<unknown>>;
  /** Takes in what the server finds, up to the end. */
  read(signal: AbortSignal): Promise<Answered<unknown>>;
  /** A shape was chosen: the question is about it. */
  keep(shape: Shape): void;
  unexpectedText(): string;
}

interface PlaceSearchContext {
  readonly problem: WorkflowProblem | null;
}

export type PlaceSearchEvent<Shape> =
  /** Begins to draw; what is found stays until another question is asked. */
  | { type: 'place.draw' }
  | { type: 'place.drawn'; shape: Shape }
  | { type: 'place.leaveDrawing' }
  | { type: 'place.ask' }
  | { type: 'place.cancel' };

const READY = { 'place.draw': 'drawing', 'place.ask': 'asking' } as const;

/** Who was here: a shape is drawn or chosen, the past asked, and the answer read as it is found. */
export function createPlaceSearchMachine<Shape>(effects: PlaceSearchEffects<Shape>) {
  return setup({
    types: {
      context: {} as PlaceSearchContext,
      events: {} as PlaceSearchEvent<Shape>,
      tags: {} as 'busy' | 'drawing' | 'searching',
    },
    actors: {
      open: actorOf<Answered<unknown>>((_, signal) => effects.open(signal)),
      read: actorOf<Answered<unknown>>((_, signal) => effects.read(signal)),
    },
    actions: {
      ...problemActions<PlaceSearchContext, PlaceSearchEvent<Shape>>(effects),
      keep: ({ event }) => {
        assertEvent(event, 'place.drawn');
        effects.keep(event.shape);
      },
      clear: assign({ problem: null }),
    },
  }).createMachine({
    id: 'placeSearch',
    context: { problem: null },
    initial: 'idle',
    states: {
      idle: { on: READY },
      drawing: {
        tags: 'drawing',
        on: { 'place.drawn': { target: 'asking', actions: 'keep' }, 'place.leaveDrawing': 'idle' },
      },
      asking: {
        ...ASKING,
        tags: ['busy', 'searching'],
        on: { 'place.cancel': 'cancelled', 'place.ask': { target: 'asking', reenter: true } },
        invoke: {
          src: 'open',
          onDone: [{ guard: succeeded, target: 'streaming' }, refusedTo('failed')],
          onError: failedTo('failed'),
        },
      },
      streaming: {
        tags: 'searching',
        on: { 'place.cancel': 'cancelled', 'place.ask': 'asking', 'place.draw': 'drawing' },
        invoke: {
          src: 'read',
          onDone: [{ guard: succeeded, target: 'done' }, refusedTo('failed')],
          onError: failedTo('failed'),
        },
      },
      done: { on: READY },
      cancelled: { on: READY },
      failed: { on: READY, exit: 'clear' },
    },
  });
}
