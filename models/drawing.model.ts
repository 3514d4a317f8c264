import { setup } from 'xstate';

export type DrawingModelEvent =
  | 'begin'
  | 'draw.whole'
  | 'draw.faulty'
  | 'cancel'
  | 'hole'
  | 'drawHole'
  | 'move.whole'
  | 'move.faulty'
  | 'points.incomplete'
  | 'undo'
  | 'clear'
  | 'load.other'
  | 'load.none';

const SHAPED = {
  begin: 'drawingOver',
  'move.whole': 'whole',
  'move.faulty': 'faulty',
  'points.incomplete': 'incomplete',
  clear: 'cleared',
  'load.other': 'loaded',
  'load.none': 'empty',
} as const;

/** Drawing a shape as somebody with a pointer and a list of points acts it out. */
export const drawingModel = setup({ types: { events: {} as { type: DrawingModelEvent } } }).createMachine({
  id: 'drawingModel',
  initial: 'empty',
  states: {
    empty: { on: { begin: 'drawing', 'points.incomplete': 'incomplete', 'load.other': 'loaded' } },
    drawing: { on: { 'draw.whole': 'whole', 'draw.faulty': 'faulty', cancel: 'empty' } },
    /** A shape is there already; what is drawn replaces it. */
    drawingOver: { on: { 'draw.whole': 'whole', 'draw.faulty': 'faulty' } },
    whole: { on: { ...SHAPED, hole: 'hole' } },
    hole: { on: { drawHole: 'whole', cancel: 'whole' } },
    faulty: { on: SHAPED },
    incomplete: { on: { 'move.whole': 'whole', 'move.faulty': 'faulty', clear: 'cleared' } },
    loaded: { on: { 'move.faulty': 'faulty', clear: 'cleared', hole: 'hole' } },
    cleared: { on: { undo: 'whole', begin: 'drawing' } },
  },
});
