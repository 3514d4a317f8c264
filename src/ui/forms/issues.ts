/**
 * What a schema found wrong: a text's key and its bounds. Formik keeps errors as strings, so an
 * issue travels as JSON and becomes words only where it is shown, in the language of that moment.
 */
export interface Issue {
  readonly key: string;
  readonly values: Readonly<Record<string, number | string>>;
}

/** The part of a yup schema that forms use. */
export interface FormSchema {
  validateSync(values: unknown, options: { abortEarly: boolean }): unknown;
}

/** One refusal of a yup ValidationError. */
interface Refusal {
  readonly path?: string;
  readonly errors: readonly string[];
  readonly params?: Readonly<Record<string, unknown>>;
}

interface ValidationError extends Refusal {
  readonly inner: readonly Refusal[];
}

const isValidationError = (error: unknown): error is ValidationError =>
  error instanceof Error && error.name === 'ValidationError';

/** Bounds are what a message can name; values that people typed are not repeated to them. */
function boundsOf(params: Readonly<Record<string, unknown>> | undefined): Record<string, number> {
  return Object.fromEntries(
    ['min', 'max', 'length', 'more', 'less', 'position', 'second', 'third'].flatMap((name) => {
      const bound = params?.[name];
      return typeof bound === 'number' ? [[name, bound] as const] : [];
    }),
  );
}

/** Checks values; answers the first issue of each field, encoded. Anything but a refusal throws. */
export function validate(schema: FormSchema, values: unknown): Record<string, string> {
  try {
    schema.validateSync(values, { abortEarly: false });
    return {};
  } catch (error) {
    if (!isValidationError(error)) throw error;
    const refusals = error.inner.length > 0 ? error.inner : [error];
    const found = new Map<string, string>();
    for (const { path = '', errors, params } of refusals) {
      if (!found.has(path))
        found.set(path, JSON.stringify({ key: errors[0], values: boundsOf(params) } satisfies Issue));
    }
    return Object.fromEntries(found);
  }
}

/** Reads an encoded issue. */
export function readIssue(text: string): Issue {
  return JSON.parse(text) as Issue;
}
