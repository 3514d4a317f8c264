import { assertEvent, assign, setup } from 'xstate';
import {
  actorOf,
  ASKING,
  failedTo,
  formOf,
  problemActions,
  refusedTo,
  succeeded,
  valueIn,
  type Answered,
  type WorkflowProblem,
} from '../shared/index.ts';

/**
 * What the statechart asks of the rest of the client for the things of one kind that something has: its sensors, its
 * commands.
 */
export interface ItemEditingEffects<Form, Item> {
  /** Adds one, or changes the one with the id. */
  save(id: number | null, form: Form, signal: AbortSignal): Promise<Answered<Item>>;
  remove(id: number, signal: AbortSignal): Promise<Answered<unknown>>;
  /** Says that it was done. */
  saved(item: Item, isNew: boolean): void;
  removed(): void;
  unexpectedText(): string;
}

export interface ItemEditingContext {
  /** The one that is edited or taken away; null for a new one. */
  readonly id: number | null;
  readonly problem: WorkflowProblem | null;
}

export type ItemEditingEvent<Form> =
  | { type: 'item.add' }
  | { type: 'item.edit'; id: number }
  | { type: 'item.remove'; id: number }
  | { type: 'item.save'; form: Form }
  | { type: 'item.confirm' }
  | { type: 'item.close' };

/** A list whose entries are written one at a time and taken away after a question. Typed values stay until saved. */
export function createItemEditingMachine<Form, Item>(effects: ItemEditingEffects<Form, Item>) {
  return setup({
    types: {
      context: {} as ItemEditingContext,
      events: {} as ItemEditingEvent<Form>,
      tags: {} as 'busy' | 'editing' | 'removing',
    },
    actors: {
      save: actorOf<Answered<Item>, { id: number | null; form: Form }>(({ id, form }, signal) =>
        effects.save(id, form, signal),
      ),
      remove: actorOf<Answered<unknown>, number>((id, signal) => effects.remove(id, signal)),
    },
    actions: {
      ...problemActions<ItemEditingContext, ItemEditingEvent<Form>>(effects),
      removed: () => effects.removed(),
      choose: assign({
        id: ({ event }) => {
          assertEvent(event, ['item.edit', 'item.remove']);
          return event.id;
        },
      }),
    },
  }).createMachine({
    id: 'itemEditing',
    context: { id: null, problem: null },
    initial: 'listing',
    states: {
      listing: {
        on: {
          'item.add': { target: 'editing', actions: assign({ id: null, problem: null }) },
          'item.edit': { target: 'editing', actions: ['choose', 'forgetProblem'] },
          'item.remove': { target: 'confirmingRemoval', actions: ['choose', 'forgetProblem'] },
        },
      },
      editing: {
        tags: 'editing',
        on: { 'item.save': 'saving', 'item.close': { target: 'listing', actions: 'forgetProblem' } },
      },
      saving: {
        ...ASKING,
        tags: ['busy', 'editing'],
        invoke: {
          src: 'save',
          input: ({ context, event }) => ({ id: context.id, form: formOf(event, 'item.save') }),
          onDone: [
            {
              guard: succeeded,
              target: 'listing',
              actions: ({ context, event }) => effects.saved(valueIn(event.output), context.id === null),
            },
            refusedTo('editing'),
          ],
          onError: failedTo('editing'),
        },
      },
      confirmingRemoval: {
        tags: 'removing',
        on: { 'item.confirm': 'removing', 'item.close': { target: 'listing', actions: 'forgetProblem' } },
      },
      removing: {
        ...ASKING,
        tags: ['busy', 'removing'],
        invoke: {
          src: 'remove',
          input: ({ context }) => context.id ?? 0,
          onDone: [{ guard: succeeded, target: 'listing', actions: 'removed' }, refusedTo('confirmingRemoval')],
          onError: failedTo('confirmingRemoval'),
        },
      },
    },
  });
}
