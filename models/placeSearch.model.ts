import { setup } from 'xstate';

const ready = { 'draw.begun': 'drawing', 'ask.sent': 'waiting' } as const;

/** A search through the past by place as a person and the server act it out. `server.*`: what comes back, and when. */
export const placeSearchModel = setup({ types: { events: {} as { type: PlaceSearchModelEvent } } }).createMachine({
  id: 'placeSearchModel',
  initial: 'idle',
  states: {
    idle: { on: ready },
    drawing: { on: { 'draw.done': 'waiting', 'draw.left': 'idle' } },
    waiting: {
      on: {
        'server.found': 'found',
        'server.refused': 'failed',
        'server.failed': 'failed',
        'search.cancelled': 'cancelled',
        'ask.sent': 'waiting',
      },
    },
    found: {
      on: {
        'server.finished': 'done',
        'server.broke': 'failed',
        'server.readFailed': 'failed',
        'search.cancelled': 'cancelled',
        'ask.sent': 'waiting',
        'draw.begun': 'drawing',
      },
    },
    done: { on: ready },
    cancelled: { on: ready },
    failed: { on: ready },
  },
});

export type PlaceSearchModelEvent =
  | 'draw.begun'
  | 'draw.done'
  | 'draw.left'
  | 'ask.sent'
  | 'search.cancelled'
  | 'server.found'
  | 'server.refused'
  | 'server.failed'
  | 'server.finished'
  | 'server.broke'
  | 'server.readFailed';
