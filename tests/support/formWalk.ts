import { expect, type BrowserContext, type Locator, type Page } from 'playwright/test';
import type { AnyObject, ObjectSchema } from 'yup';
import type { MethodName } from '../../src/api/contract/index.ts';
import { EQUIPMENT, LENGTH } from '../../src/domain/base/index.ts';
import entrance from '../../src/i18n/catalogues/en/entrance.json' with { type: 'json' };
import { pathsOf, spoilingsOf, wordsOf, type TypedFields } from './formSpoilings.ts';

/** One form of the product as people meet it. */
export interface FormUnderTest {
  readonly name: string;
  readonly schema: ObjectSchema<AnyObject>;
  /** Fields that take text; every other one of the schema stands in `chosen`. */
  readonly fields: TypedFields;
  /** Fields that offer their values, so that nothing wrong can be typed. */
  readonly chosen?: readonly string[];
  /** The calls that a good submit makes, the first of which the lost connection meets. */
  readonly methods: readonly MethodName[];
  readonly submit: string;
  /** Whose form it is, where a password is compared with that. */
  readonly username?: string;
  /** Where the form stands, when not on the page alone. */
  readonly within?: (page: Page) => Locator;
  /** What people see once it went through. */
  readonly done: (page: Page) => Promise<void>;
  /** Long forms come back after a reload, without their passwords. */
  readonly survivesReload?: boolean;
  /** What is wrong without a field to type it into. */
  readonly alsoWrong?: readonly WrongChoice[];
  /** True of a form that was walked with all its wrong values already: one of each field is enough. */
  readonly isKnown?: boolean;
  /** False where Enter in a field means something else. */
  readonly enterSends?: boolean;
  /** Brings the form back after a reload, where its address does not. */
  readonly reopen?: (page: Page) => Promise<void>;
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

/** What labels are refused for, wherever they are given; `label` stands above their field. */
export function wrongLabels(label: string): WrongChoice[] {
  const field = (scope: Page | Locator): Locator => scope.getByRole('textbox', { name: label, exact: true });
  const add = async (scope: Page | Locator, labels: string): Promise<void> => {
    await field(scope).fill(labels);
    await field(scope).press('Tab');
  };
  const mend = async (scope: Page | Locator): Promise<void> => {
    const buttons = scope.getByRole('button', { name: /^Remove the label/ });
    while ((await buttons.count()) > 0) await buttons.first().click();
    // What was left standing as text counts too.
    await add(scope, '');
  };
  return [
    {
      what: 'a label too long',
      message: wordsOf('maxLength', label, LENGTH.label),
      place: field,
      mend,
      spoil: (scope) => add(scope, 'x'.repeat(LENGTH.label.max + 1)),
    },
    {
      what: 'too many labels',
      message: wordsOf('maxItems', label, { max: EQUIPMENT.labels }),
      place: field,
      mend,
      spoil: (scope) =>
        add(scope, Array.from({ length: EQUIPMENT.labels + 1 }, (_, index) => `label ${index}`).join(',')),
    },
  ];
}

export const WRONG_LABELS = wrongLabels('Labels');

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

/** Counts the calls of a browser by their methods. */
export class CallCounter {
  readonly #counts = new Map<string, number>();

  constructor(context: BrowserContext) {
    context.on('request', (request) => {
      if (request.method() !== 'POST' || !request.url().endsWith('/api')) return;
      const method = (JSON.parse(request.postData() ?? '{}') as { header?: { method?: string } }).header?.method ?? '';
      this.#counts.set(method, (this.#counts.get(method) ?? 0) + 1);
    });
  }

  of(methods: readonly string[]): number {
    return methods.reduce((sum, method) => sum + (this.#counts.get(method) ?? 0), 0);
  }
}

const isSecret = (name: string): boolean => name.includes('password');
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

  /** Every wrong value is named at its own field, and nothing leaves the browser. Answers how many. */
  async spoil(): Promise<number> {
    const { schema, fields, name: form, username = '' } = this.#form;
    let tried = 0;
    for (const name of Object.keys(fields)) {
      const field = this.field(name);
      for (const { rule, value, message } of spoilingsOf(schema, name, fields, username).slice(
        0,
        this.#form.isKnown ? 1 : undefined,
      )) {
        const what = `${form}: ${name} by ${rule}, ${JSON.stringify(value).slice(0, 40)}`;
        await field.fill(value);
        await (this.#form.enterSends === false ? this.submit() : field.press('Enter'));
        await expect(field, what).toHaveAttribute('aria-invalid', 'true');
        await expect(field, what).toHaveAccessibleDescription(escaped(message));
        tried++;
      }
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
    await this.#form.reopen?.(this.#page);
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
      this.#scope.getByRole('alert').filter({ hasText: entrance.errors.unreachableTitle }),
      `${name} says that the connection is gone`,
    ).toBeVisible();
    await this.expectTyped();
    expect(this.#calls.of(methods), `${name} is sent once it is good`).toBe(before + 1);
    await this.#page.context().setOffline(false);
    await this.submit();
    await done(this.#page);
  }
}

/** Walks one form that is open: every spoiling, a reload where it keeps a draft, a lost connection, and the good end. */
export async function walkForm(page: Page, form: FormUnderTest, calls: CallCounter): Promise<Walked> {
  const walk = new Walk(page, form, calls);
  const known = [...Object.keys(form.fields), ...(form.chosen ?? [])];
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
  if (form.survivesReload) await walk.reload();
  await walk.loseConnection();
  return {
    form: form.name,
    fields: Object.keys(form.fields).length,
    spoilings,
    sent,
    lostConnection: 'kept',
    reload: form.survivesReload ? 'kept' : '–',
  };
}

/** The field is marked as wrong and says why. */
export async function expectRefused(field: Locator, message: string | RegExp): Promise<void> {
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(typeof message === 'string' ? escaped(message) : message);
}

/** Whatever is sent by the method arrives spoilt at the server, until the answered function is called. */
export async function spoilPost(page: Page, method: string, spoilt: object): Promise<() => Promise<void>> {
  await page.route('**/api', async (route) => {
    const body = JSON.parse(route.request().postData() ?? '{}') as { header: { method: string }; data: object };
    if (body.header.method === method) Object.assign(body.data, spoilt);
    await route.continue({ postData: JSON.stringify(body) });
  });
  return () => page.unroute('**/api');
}
