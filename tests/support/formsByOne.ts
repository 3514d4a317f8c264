import type { Locator, Page } from 'playwright/test';
import { signIn } from './app.ts';
import { CallCounter, walkForm, type FormUnderTest, type Walked } from './formWalk.ts';
import { test } from './journey.ts';
import { callAs, type PageCall } from './pageCalls.ts';

/** What the tests of a file that walks forms work with. */
export interface FormsPage {
  readonly page: Page;
  readonly calls: CallCounter;
  readonly call: PageCall;
}

/** Forms that one person walks on one page, one after the other. */
export interface FormsByOne {
  /** Walks a form, and writes it into the table that is at the end. */
  readonly walk: (form: FormUnderTest) => Promise<void>;
  /** A line for what is no form with a schema. */
  readonly note: (line: Pick<Walked, 'form' | 'fields' | 'spoilings'> & Partial<Walked>) => void;
  readonly dialog: () => Locator;
}

/** Prepares a file of tests in which a dealer walks forms; `begin` is notified of the page before the first. */
export function formsByOne(begin: (forms: FormsPage) => Promise<void> | void): FormsByOne {
  test.describe.configure({ mode: 'serial', timeout: 180_000 });
  const table: Walked[] = [];
  let forms: FormsPage | null = null;
  const opened = (): FormsPage => {
    if (forms === null) throw new Error('Forms are walked in tests');
    return forms;
  };
  let leave = (): void => undefined;
  test.beforeAll(async ({ profile, viewport, contextOptions }) => {
    const context = await profile.open({ ...contextOptions, viewport });
    leave = () => profile.leave();
    const page = await context.newPage();
    // The browser asks before a reload that would lose something; this person always agrees.
    page.on('dialog', (question) => void question.accept());
    const calls = new CallCounter(page);
    await signIn(page, 'dealer', '/sim');
    forms = { page, calls, call: await callAs(page) };
    await begin(forms);
  });
  test.afterAll(() => {
    leave();
    console.table(table);
  });
  return {
    walk: async (form) => void table.push(await walkForm(opened().page, form, opened().calls)),
    note: (line) => void table.push({ sent: 0, lostConnection: '–', reload: '–', ...line }),
    dialog: () => opened().page.getByRole('dialog'),
  };
}
