import { expect, type Locator, type Page } from 'playwright/test';
import { LENGTH } from '../../src/domain/base/index.ts';
import entrance from '../../src/i18n/catalogues/en/entrance.json' with { type: 'json' };
import { isSecret, type FormFields } from './forms/formFields.ts';
import { pathsOf, spoilingsOf, wordsOf } from './formSpoilings.ts';

/** One form of the product as people meet it. Its wrong values are tried one by one in a document without a browser. */
export interface FormUnderTest extends FormFields {
  /**
   * Fields besides the first one that take a wrong value here, too: those of a kind that no other form has in front.
   */
  readonly alsoTyped?: readonly string[];
  /** Where the form is, when not on the page alone. */
  readonly within?: (page: Page) => Locator;
  /** What people see once it went through. */
  readonly done: (page: Page) => Promise<void>;
  /** It is loaded again in the middle; whether each form comes back, a document without a browser shows. */
  readonly isReloaded?: true;
  /** What is wrong without a field to type it into. */
  readonly alsoWrong?: readonly WrongChoice[];
  /** False where Enter in a field means something else. */
  readonly enterSends?: boolean;
  /** Choices that are made before text is typed. */
  readonly prepare?: (page: Page) => Promise<void>;
}

/** A choice that is refused, and where that is said. */
export interface WrongChoice {
  readonly what: string;
  readonly message: string;
  readonly spoil: (scope: Page | Locator) => Promise<void>;
  readonly mend: (scope: Page | Locator) => Promise<void>;
  readonly place: (scope: Page | Locator) => Locator;
}

/** A label that is too long, wherever labels are given; `label` is above their field. */
export function wrongLabel(label: string): WrongChoice {
  const field = (scope: Page | Locator): Locator => scope.getByRole('textbox', { name: label, exact: true });
  const add = async (scope: Page | Locator, labels: string): Promise<void> => {
    await field(scope).fill(labels);
    await field(scope).press('Tab');
  };
  return {
    what: 'a label too long',
    message: wordsOf('maxLength', label, LENGTH.label),
    place: field,
    spoil: (scope) => add(scope, 'x'.repeat(LENGTH.label.max + 1)),
    async mend(scope) {
      const buttons = scope.getByRole('button', { name: /^Remove from the group/ });
      while ((await buttons.count()) > 0) await buttons.first().click();
      // Text that was left in the field counts too.
      await add(scope, '');
    },
  };
}

/** A line of the table at the end. */
export interface Walked {
  readonly form: string;
  readonly fields: number;
  readonly spoilings: number;
  /** Calls that left the browser while the form was wrong. */
  readonly sent: number;
  readonly lostConnection: 'kept' | '–';
  readonly reload: 'kept' | '–';
}

/** Counts the calls of a page by their methods. */
export class CallCounter {
  readonly #counts = new Map<string, number>();

  constructor(page: Page) {
    page.on('request', (request) => {
      if (request.method() !== 'POST' || !request.url().endsWith('/api')) return;
      const method = (JSON.parse(request.postData() ?? '{}') as { header?: { method?: string } }).header?.method ?? '';
      this.#counts.set(method, (this.#counts.get(method) ?? 0) + 1);
    });
  }

  of(methods: readonly string[]): number {
    return methods.reduce((sum, method) => sum + (this.#counts.get(method) ?? 0), 0);
  }
}

const escaped = (text: string): RegExp => new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));

class Walk {
  readonly #page: Page;
  readonly #form: FormUnderTest;
  readonly #calls: CallCounter;
  readonly #scope: Page | Locator;

  constructor(page: Page, form: FormUnderTest, calls: CallCounter) {
    this.#page = page;
    this.#form = form;
    this.#calls = calls;
    this.#scope = form.within?.(page) ?? page;
  }

  field(name: string): Locator {
    const { label, byName } = this.#form.fields[name];
    return byName ? this.#scope.locator(`input[name="${name}"]`) : this.#scope.getByLabel(label, { exact: true });
  }

  async submit(): Promise<void> {
    await this.#scope.getByRole('button', { name: this.#form.submit, exact: true }).click();
  }

  async fill(names = Object.keys(this.#form.fields)): Promise<void> {
    for (const name of names) await this.field(name).fill(this.#form.fields[name].valid);
  }

  /** A wrong value is named at its own field, and nothing leaves the browser. Answers how many were tried. */
  async spoil(): Promise<number> {
    const { schema, fields, name: form, username = '', alsoTyped = [] } = this.#form;
    let tried = 0;
    for (const name of [...Object.keys(fields).slice(0, 1), ...alsoTyped]) {
      const field = this.field(name);
      const [{ rule, value, message }] = spoilingsOf(schema, name, fields, username);
      const what = `${form}: ${name} by ${rule}, ${JSON.stringify(value).slice(0, 40)}`;
      await field.fill(value);
      await (this.#form.enterSends === false ? this.submit() : field.press('Enter'));
      await expect(field, what).toHaveAttribute('aria-invalid', 'true');
      await expect(field, what).toHaveAccessibleDescription(escaped(message));
      tried++;
      await field.fill(fields[name].valid);
      await expect(field, `${form}: ${name} is good again`).not.toHaveAttribute('aria-invalid', 'true');
    }
    for (const { what, message, spoil, mend, place } of this.#form.alsoWrong ?? []) {
      await spoil(this.#scope);
      await this.submit();
      await expect(place(this.#scope), `${form}: ${what}`).toHaveAccessibleDescription(escaped(message));
      await mend(this.#scope);
      await expect(place(this.#scope), `${form}: ${what} is good again`).not.toHaveAccessibleDescription(
        escaped(message),
      );
      tried++;
    }
    return tried;
  }

  async expectTyped(names = Object.keys(this.#form.fields)): Promise<void> {
    for (const name of names)
      await expect(this.field(name), `${this.#form.name}: ${name} is kept`).toHaveValue(this.#form.fields[name].valid);
  }

  /** A reload in the middle: what was typed is back, passwords are not. */
  async reload(): Promise<void> {
    const names = Object.keys(this.#form.fields);
    await this.#page.reload();
    await expect(this.#page.getByText(entrance.draft.restored)).toBeVisible();
    await this.expectTyped(names.filter((name) => !isSecret(name)));
    for (const name of names.filter(isSecret)) await expect(this.field(name)).toHaveValue('');
    await this.fill(names.filter(isSecret));
  }

  /** The connection goes as the form is sent: it stays, says why, and the next try goes through. */
  async loseConnection(): Promise<void> {
    const { methods, name, done } = this.#form;
    const before = this.#calls.of(methods);
    await this.#page.context().setOffline(true);
    await this.submit();
    await expect(
      // The form's own, which is below what the screen says of data that it read again meanwhile.
      this.#scope.getByRole('alert').filter({ hasText: entrance.errors.unreachableTitle }).last(),
      `${name} says that the connection is gone`,
    ).toBeVisible();
    await this.expectTyped();
    expect(this.#calls.of(methods), `${name} is sent once it is good`).toBe(before + 1);
    await this.#page.context().setOffline(false);
    await this.submit();
    await done(this.#page);
  }
}

/**
 * Walks one form that is open: every spoiling, a reload where it keeps a draft, a lost connection, and the good end.
 */
export async function walkForm(page: Page, form: FormUnderTest, calls: CallCounter): Promise<Walked> {
  const walk = new Walk(page, form, calls);
  // A list is one field of the schema, whatever is filled in within it.
  const filled = Object.keys(form.fields).map((name) => name.replace(/\[.*$/, ''));
  const known = [...filled, ...(form.chosen ?? [])];
  const paths = pathsOf(form.schema);
  const isWithin = (path: string, name: string): boolean => path === name || path.startsWith(`${name}.`);
  expect(
    paths.filter((path) => !known.some((name) => isWithin(path, name))),
    `${form.name} has every field of its schema`,
  ).toEqual([]);
  expect(
    known.filter((name) => !paths.some((path) => isWithin(path, name))),
    `${form.name} has no other`,
  ).toEqual([]);
  await form.prepare?.(page);
  await walk.fill();
  const before = calls.of(form.methods);
  const spoilings = await walk.spoil();
  const sent = calls.of(form.methods) - before;
  expect(sent, `${form.name} sends nothing that is wrong`).toBe(0);
  if (form.isReloaded) await walk.reload();
  await walk.loseConnection();
  return {
    form: form.name,
    fields: Object.keys(form.fields).length,
    spoilings,
    sent,
    lostConnection: 'kept',
    reload: form.isReloaded ? 'kept' : '–',
  };
}

/** The field is marked as wrong and says why. */
export async function expectRefused(field: Locator, message: string | RegExp): Promise<void> {
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(typeof message === 'string' ? escaped(message) : message);
}

/** Calls of the method arrive spoilt at the server, until the answered function is called. */
export async function spoilPost(page: Page, method: string, spoilt: object): Promise<() => Promise<void>> {
  await page.route('**/api', async (route) => {
    const body = JSON.parse(route.request().postData() ?? '{}') as { header: { method: string }; data: object };
    if (body.header.method === method) Object.assign(body.data, spoilt);
    await route.continue({ postData: JSON.stringify(body) });
  });
  return () => page.unroute('**/api');
}
