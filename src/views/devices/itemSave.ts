import type { Fields } from '../../domain/base/index.ts';

/** An entry as its form leaves it, and what is expected to stand until then; of a new one nothing. */
export interface Written<Form> {
  readonly form: Form;
  readonly expected: Fields;
}

/** What is read of a list's statechart while one of its entries is saved. */
interface Editing {
  hasTag(tag: 'busy'): boolean;
  matches(state: 'listing'): boolean;
}

/** A list's statechart, as forms of its entries use it. */
export interface ItemEditor<Form> {
  subscribe(observer: (state: Editing) => void): { unsubscribe(): void };
  send(event: { type: 'item.save'; form: Written<Form> }): void;
}

/** Saves what a form holds; true once the server has it. */
export function saveItem<Form>(editor: ItemEditor<Form>, form: Written<Form>): Promise<boolean> {
  return new Promise((resolve) => {
    const subscription = editor.subscribe((state) => {
      if (state.hasTag('busy')) return;
      subscription.unsubscribe();
      resolve(state.matches('listing'));
    });
    editor.send({ type: 'item.save', form });
  });
}
