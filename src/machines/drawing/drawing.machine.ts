import { assign, setup } from 'xstate';
import { SHAPE } from '../../domain/base/index.ts';
import {
  findShapeFault,
  isShape,
  tidyShape,
  type DraftShape,
  type DrawTool,
  type Shape,
  type ShapeFault,
} from '../../domain/geometry/index.ts';

interface DrawingContext {
  /** Null: nothing is drawn. */
  readonly draft: DraftShape | null;
  /** The draft where its points are filled in, as it would be saved. */
  readonly shape: Shape | null;
  /** What keeps it from being saved; null also while points are missing. */
  readonly fault: ShapeFault | null;
  readonly tool: DrawTool;
  /** Drafts before this one, the latest last, and those that were undone, the next last. */
  readonly past: readonly (DraftShape | null)[];
  readonly future: readonly (DraftShape | null)[];
}

type DrawingEvent =
  | { type: 'drawing.begin'; tool: DrawTool }
  | { type: 'drawing.beginHole' }
  /** The pointer finished a shape, or a hole: the whole draft with it. */
  | { type: 'drawing.drawn'; draft: DraftShape }
  | { type: 'drawing.cancel' }
  /** Vertices were moved, added or removed, on the map or in the list of points. */
  | { type: 'drawing.change'; draft: DraftShape }
  | { type: 'drawing.undo' }
  | { type: 'drawing.redo' }
  | { type: 'drawing.clear' }
  /** The form has another shape, which was not drawn here: it has no history. */
  | { type: 'drawing.load'; draft: DraftShape | null };

function checked(draft: DraftShape | null): Pick<DrawingContext, 'draft' | 'shape' | 'fault'> {
  if (draft === null || !isShape(draft)) return { draft, shape: null, fault: null };
  const shape = tidyShape(draft);
  return { draft, shape, fault: findShapeFault(shape) };
}

const withPast = ({ past, draft }: DrawingContext): Pick<DrawingContext, 'past' | 'future'> => ({
  past: [...past, draft].slice(-SHAPE.undoSteps),
  future: [],
});

/**
 * Drawing one shape: with the pointer, by its list of points, undone and redone. The draft is checked after every
 * change (`editing.whole`, `editing.faulty`, `editing.incomplete`).
 */
export function createDrawingMachine() {
  return setup({
    types: {
      context: {} as DrawingContext,
      events: {} as DrawingEvent,
      input: {} as { readonly draft: DraftShape | null; readonly tool?: DrawTool },
    },
    actions: {
      change: assign(({ context }, { draft }: { draft: DraftShape | null }) => ({
        ...withPast(context),
        ...checked(draft),
      })),
      undo: assign(({ context: { past, future, draft } }) => ({
        past: past.slice(0, -1),
        future: [...future, draft],
        ...checked(past.at(-1) ?? null),
      })),
      redo: assign(({ context: { past, future, draft } }) => ({
        past: [...past, draft],
        future: future.slice(0, -1),
        ...checked(future.at(-1) ?? null),
      })),
      load: assign((_, { draft }: { draft: DraftShape | null }) => ({ ...checked(draft), past: [], future: [] })),
      choose: assign((_, { tool }: { tool: DrawTool }) => ({ tool })),
    },
    guards: {
      hasPast: ({ context: { past } }) => past.length > 0,
      hasFuture: ({ context: { future } }) => future.length > 0,
      isEmpty: ({ context: { draft } }) => draft === null,
      isIncomplete: ({ context: { shape } }) => shape === null,
      isFaulty: ({ context: { fault } }) => fault !== null,
      isPolygon: ({ context: { shape } }) => shape?.type === 'polygon',
    },
  }).createMachine({
    id: 'drawing',
    context: ({ input: { draft, tool = 'polygon' } }) => ({ ...checked(draft), tool, past: [], future: [] }),
    initial: 'measuring',
    on: {
      'drawing.load': {
        target: '.measuring',
        actions: { type: 'load', params: ({ event: { draft } }) => ({ draft }) },
      },
      'drawing.change': {
        target: '.measuring',
        actions: { type: 'change', params: ({ event: { draft } }) => ({ draft }) },
      },
      'drawing.begin': { target: '.drawing', actions: { type: 'choose', params: ({ event: { tool } }) => ({ tool }) } },
      'drawing.undo': { guard: 'hasPast', target: '.measuring', actions: 'undo' },
      'drawing.redo': { guard: 'hasFuture', target: '.measuring', actions: 'redo' },
    },
    states: {
      /** Measures and checks what is drawn. */
      measuring: {
        always: [
          { guard: 'isEmpty', target: 'empty' },
          { guard: 'isIncomplete', target: 'editing.incomplete' },
          { guard: 'isFaulty', target: 'editing.faulty' },
          { target: 'editing.whole' },
        ],
      },
      empty: {},
      drawing: {
        on: {
          'drawing.drawn': {
            target: 'measuring',
            actions: { type: 'change', params: ({ event: { draft } }) => ({ draft }) },
          },
          'drawing.cancel': 'measuring',
        },
      },
      hole: {
        on: {
          'drawing.drawn': {
            target: 'measuring',
            actions: { type: 'change', params: ({ event: { draft } }) => ({ draft }) },
          },
          'drawing.cancel': 'measuring',
        },
      },
      editing: {
        initial: 'whole',
        on: {
          'drawing.beginHole': { guard: 'isPolygon', target: 'hole' },
          'drawing.clear': { target: 'measuring', actions: { type: 'change', params: { draft: null } } },
        },
        states: { incomplete: {}, faulty: {}, whole: {} },
      },
    },
  });
}
