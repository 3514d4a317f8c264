import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { EQUIPMENT, LENGTH } from '../../../src/domain/base/index.ts';
import entrance from '../../../src/i18n/catalogues/en/entrance.json' with { type: 'json' };
import { spoilingsOf, wordsOf } from '../formSpoilings.ts';
import { isSecret, type FormFields } from './formFields.ts';

/** What an element is described by, as it is read out. */
export const descriptionOf = (element: Element): string =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');

const settle = (): Promise<void> => act(async () => undefined);

/** Turns of the event loop in which a form has checked what was typed, and drawn it. */
const TURNS = 4;

/** Waits for a look that mostly is there at once, which a wait that looks every 50 ms would not see at once. */
export async function soon(look: () => void): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) {
    await settle();
    try {
      return look();
    } catch {
      // Not yet drawn; what stays wrong is said by the wait below.
    }
  }
  await waitFor(look);
}

/** A form that is open in a document. */
interface OpenForm {
  /** What was sent so far. */
  readonly sent: () => readonly unknown[];
  /** Where it is, when not on the page alone. */
  readonly within?: () => HTMLElement;
}

/** The only dialog that is open. */
export const theDialog = (): HTMLElement => {
  const dialog = document.querySelector<HTMLElement>('[role="dialog"], [role="alertdialog"]');
  if (dialog === null) throw new Error('No dialog is open');
  return dialog;
};

/** Presses the last button of that name, which is the one of what was opened last. */
export function press(name: string | RegExp, scope: HTMLElement = document.body): void {
  const isNamed = (text: string): boolean => (typeof name === 'string' ? text === name : name.test(text));
  const button = [...scope.querySelectorAll('button')].findLast((each) =>
    isNamed(each.getAttribute('aria-label') ?? each.textContent),
  );
  if (button === undefined) throw new Error(`No button is named ${name}`);
  fireEvent.click(button);
}

/** The walk over the fields of one open form. */
export class DocumentForm {
  readonly form: FormFields;
  readonly #open: OpenForm;
  readonly #fields = new Map<string, HTMLInputElement>();

  constructor(form: FormFields, open: OpenForm) {
    this.form = form;
    this.#open = open;
  }

  get scope(): HTMLElement {
    return this.#open.within?.() ?? document.body;
  }

  /** Found once by its label: to look a label up in a long form takes longer than to check the form. */
  field(name: string): HTMLInputElement {
    const known = this.#fields.get(name);
    if (known?.isConnected) return known;
    const { label, byName } = this.form.fields[name];
    const found = byName
      ? this.scope.querySelector<HTMLInputElement>(`input[name="${name}"]`)
      : within(this.scope).getByLabelText<HTMLInputElement>(label, { selector: 'input, textarea' });
    if (found === null) throw new Error(`${this.form.name} has no field ${name}`);
    this.#fields.set(name, found);
    return found;
  }

  type(name: string, value: string): void {
    fireEvent.change(this.field(name), { target: { value } });
  }

  submit(): void {
    press(this.form.submit, this.scope);
  }

  async fill(): Promise<void> {
    // In one go, and so drawn once.
    act(() => {
      for (const [name, { valid }] of Object.entries(this.form.fields)) this.type(name, valid);
    });
    await settle();
    for (const [name, { valid }] of Object.entries(this.form.fields))
      if (this.field(name).value !== valid) this.type(name, valid);
    await settle();
  }

  /**
   * Every wrong value that the schema knows of is named at its field, and nothing of it is sent; of a form that is
   * known, the first of each.
   */
  async spoil(): Promise<void> {
    const { name: form, schema, fields, username = '', isKnown = false } = this.form;
    await this.fill();
    for (const name of Object.keys(fields)) {
      const spoilings = spoilingsOf(schema, name, fields, username);
      for (const { rule, value, message } of spoilings.slice(0, isKnown ? 1 : undefined)) {
        this.type(name, value);
        this.submit();
        await this.#expectRefused(name, `${form}: ${name} by ${rule}, ${JSON.stringify(value).slice(0, 40)}`, message);
      }
      this.type(name, fields[name].valid);
      await soon(() =>
        expect(this.field(name).getAttribute('aria-invalid'), `${form}: ${name} is good again`).not.toBe('true'),
      );
    }
    this.expectNothingSent();
  }

  /** After a reload: what was typed is back, passwords are not. */
  async expectBack(): Promise<void> {
    await screen.findByText(entrance.draft.restored);
    for (const [name, { valid }] of Object.entries(this.form.fields))
      expect(this.field(name).value, `${this.form.name}: ${name} after a reload`).toBe(isSecret(name) ? '' : valid);
  }

  expectNothingSent(): void {
    expect(this.#open.sent(), `${this.form.name} sends nothing that is wrong`).toEqual([]);
  }

  async #expectRefused(name: string, what: string, message: string): Promise<void> {
    await soon(() => {
      expect(this.field(name).getAttribute('aria-invalid'), what).toBe('true');
      expect(descriptionOf(this.field(name)), what).toContain(message);
    });
  }
}

/** Chooses in a field that is found by typing: in the only one of that label, or in `given` where there are several. */
export async function chooseIn(label: string, option: string | RegExp, given?: HTMLElement): Promise<void> {
  const field = given ?? (await screen.findByRole('combobox', { name: label }));
  act(() => field.focus());
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  fireEvent.click(await screen.findByRole('option', { name: option }));
  await settle();
}

/** Chooses in a field that opens its list. */
export async function selectIn(label: string, option: string): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: new RegExp(label) }));
  fireEvent.click(await screen.findByRole('option', { name: option }));
  await settle();
}

/** A choice that is refused, and where that is said. */
interface WrongChoiceInDocument {
  readonly what: string;
  readonly message: string;
  readonly spoil: () => void;
  readonly mend: () => void;
  readonly place: () => Element;
}

/**
 * What labels are refused for, wherever they are given; `label` is above their field, `kept` is what they are mended
 * to.
 */
export function wrongLabels(label: string, kept: readonly string[] = []): WrongChoiceInDocument[] {
  const field = (): HTMLElement => screen.getByRole('textbox', { name: label });
  const add = (labels: readonly string[]): void => {
    fireEvent.change(field(), { target: { value: labels.join(',') } });
    fireEvent.keyDown(field(), { key: 'Enter' });
  };
  const mend = (): void => {
    const first = (): HTMLElement | undefined => screen.queryAllByRole('button', { name: /^Remove from the group/ })[0];
    for (let button = first(); button !== undefined; button = first()) fireEvent.click(button);
    add(kept);
  };
  const tooMany = Array.from({ length: EQUIPMENT.labels + 1 }, (_, index) => `label ${index}`);
  return [
    {
      what: 'a label too long',
      message: wordsOf('maxLength', label, LENGTH.label),
      spoil: () => add(['x'.repeat(LENGTH.label.max + 1)]),
      mend,
      place: field,
    },
    {
      what: 'too many labels',
      message: wordsOf('maxItems', label, { max: EQUIPMENT.labels }),
      spoil: () => add(tooMany),
      mend,
      place: field,
    },
  ];
}

/** Spoils every choice of a list, each refused in its place and good again afterwards. */
export async function expectWrongChoices(choices: readonly WrongChoiceInDocument[], submit: () => void): Promise<void> {
  for (const { what, message, spoil, mend, place } of choices) {
    spoil();
    await settle();
    submit();
    await soon(() => expect(descriptionOf(place()), what).toContain(message));
    mend();
    await soon(() => expect(descriptionOf(place()), `${what} is good again`).not.toContain(message));
  }
}
