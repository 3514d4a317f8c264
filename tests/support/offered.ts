import { act, fireEvent } from '@testing-library/react';

// What an open screen offers, and pressing it.

/** Anything that waits until everything that was asked is answered and drawn. */
export type Settle = () => Promise<void>;

const PRESSED = 'button, [role=switch]';
const DIALOG = '[role=dialog], [role=alertdialog]';
const MENU_ITEM = '[role=menuitem], [role=menuitemradio], [role=menuitemcheckbox]';
const TYPED = 'input[type=text], input[type=email], input:not([type]), textarea';

const isEnabled = (element: Element): boolean =>
  !element.matches(':disabled') && element.getAttribute('aria-disabled') !== 'true';
const all = (selector: string, within: ParentNode = document): HTMLElement[] =>
  [...within.querySelectorAll<HTMLElement>(selector)].filter(isEnabled);

/**
 * What the screen offers to press; of rows, those only that name one of `things`, because a list offers the same in
 * each.
 */
export const offered = (things: readonly string[]): HTMLElement[] =>
  all(PRESSED).filter((button) => {
    const row = button.closest('tbody tr, [role=row], [role=treeitem], li');
    return row === null || !row.querySelector('bdi, a') || names(row, things);
  });

const names = ({ textContent }: Element, things: readonly string[]): boolean =>
  things.some((thing) => textContent.includes(thing));

export const nameOf = (element: Element): string =>
  (element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 60);

/** Where the page links to, inside the product. */
export const linksHere = (): string[] =>
  [...document.querySelectorAll('a')]
    .map((link) => link.getAttribute('href') ?? '')
    .filter((href) => href.startsWith('/'));

/** What each field of the page says. */
export const filledIn = (): string[] =>
  [...document.querySelectorAll('input, select, textarea')].map((field) =>
    JSON.stringify([field.getAttribute('name'), Reflect.get(field, 'value'), Reflect.get(field, 'checked')]),
  );

/**
 * Writes something into every empty text field, but not where lists are searched: what forms offer once they are filled
 * is offered.
 */
export async function fill(settle: Settle, within: ParentNode = document): Promise<void> {
  const empty = (): HTMLInputElement[] =>
    [...within.querySelectorAll<HTMLInputElement>(TYPED)].filter(
      (field) => field.value === '' && isEnabled(field) && !field.readOnly,
    );
  const write = (field: HTMLInputElement): boolean =>
    fireEvent.change(field, { target: { value: field.type === 'email' ? 'looks@example.test' : 'Looks 1' } });
  // In one go, and so drawn once; a field that another wrote over is then filled by itself.
  act(() => empty().forEach(write));
  empty().forEach(write);
  await settle();
}

/** Ticks the rows that name one of `things`, where there are some. */
export async function tick(things: readonly string[], settle: Settle): Promise<void> {
  const boxes = [...document.querySelectorAll('tr')]
    .filter((row) => names(row, things))
    .flatMap((row) => row.querySelector<HTMLInputElement>('input[type=checkbox]') ?? []);
  // In one go, and so drawn once; what another tick took back is then ticked by itself.
  act(() => boxes.forEach((box) => fireEvent.click(box)));
  for (const box of boxes) if (!box.checked) fireEvent.click(box);
  await settle();
}

/**
 * Ends what is dragged with the keyboard, which keeps every press to itself on later pages too; closes what is open.
 */
export async function escape(settle: Settle): Promise<void> {
  await act(async () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' }));
  await settle();
}

const dialogOf = (): HTMLElement | null => [...document.querySelectorAll<HTMLElement>(DIALOG)].at(-1) ?? null;
const menuItems = (): HTMLElement[] => all(MENU_ITEM);

/** Agrees to the dialogs that are open, one over the other, and to what they ask. */
async function agree(settle: Settle): Promise<string> {
  let done = '';
  for (let depth = 0; depth < 3; depth++) {
    const dialog = dialogOf();
    if (!dialog) break;
    await fill(settle, dialog);
    const agreeing = all('button', dialog).at(-1);
    if (!agreeing) break;
    done += ` > ${nameOf(agreeing)}`;
    fireEvent.click(agreeing);
    await settle();
    if (dialogOf() === dialog) break;
  }
  return done;
}

/**
 * Presses one button and agrees to what it opens; of a menu that it opens, the entry `item`. Answers how many entries
 * that menu has, so that the caller presses each.
 */
export async function press(
  button: HTMLElement,
  item: number,
  settle: Settle,
  note: (done: string) => void,
): Promise<number> {
  note(` > ${nameOf(button)}`);
  let isReached = false;
  button.addEventListener('click', () => (isReached = true), { capture: true, once: true });
  await act(async () => fireEvent.click(button));
  if (!isReached) throw new Error(`The press of "${nameOf(button)}" did not reach it.`);
  await settle();
  const items = menuItems();
  const entry = items.at(item);
  if (entry) {
    note(` > ${nameOf(entry)}`);
    fireEvent.click(entry);
    await settle();
  }
  note(await agree(settle));
  return items.length;
}
