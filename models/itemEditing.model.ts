import { setup } from 'xstate';

export type ItemEditingModelEvent =
  | 'add'
  | 'edit'
  | 'save.done'
  | 'save.refused'
  | 'save.serverAway'
  | 'close'
  | 'remove'
  | 'remove.done'
  | 'remove.refused'
  | 'remove.serverAway';

/** Entries of a list that are written one at a time, as their owner and the server act it out. */
export const itemEditingModel = setup({ types: { events: {} as { type: ItemEditingModelEvent } } }).createMachine({
  id: 'itemEditingModel',
  initial: 'list',
  states: {
    list: { on: { add: 'writing', edit: 'writing', remove: 'asking' } },
    writing: {
      on: { 'save.done': 'list', 'save.refused': 'writingRefused', 'save.serverAway': 'writingRefused', close: 'list' },
    },
    writingRefused: { on: { 'save.done': 'list', 'save.refused': 'writingRefused', close: 'list' } },
    asking: {
      on: {
        'remove.done': 'list',
        'remove.refused': 'askingRefused',
        'remove.serverAway': 'askingRefused',
        close: 'list',
      },
    },
    askingRefused: { on: { 'remove.done': 'list', 'remove.refused': 'askingRefused', close: 'list' } },
  },
});
