import { ValidationError, type ValidateOptions } from 'yup';
import type { CallError, FieldProblem } from '../../src/api/contract/index.ts';
import { ERROR } from '../../src/domain/errors/index.ts';
import { failure, isStorableText, success, type Result } from '../../src/domain/base/index.ts';
import type { Problems } from './problems.ts';

/** Enough to mend a form; a call with thousands of wrong values needs not hear of each. */
const MAXIMUM_PROBLEMS = 50;

/** Texts for yup's own tests where a schema names no message. */
const KEY_BY_TEST: Readonly<Record<string, string>> = {
  required: 'validation.required',
  optionality: 'validation.required',
  nullable: 'validation.required',
  integer: 'validation.integer',
  oneOf: 'validation.oneOf',
};

/** Bounds are worded by what they bound: the length of a text or the size of a number. */
function boundKey(cause: ValidationError): string | undefined {
  if (cause.type !== 'min' && cause.type !== 'max') return undefined;
  if (cause.params?.[cause.type] === undefined) return undefined;
  return `validation.${cause.type}${typeof cause.value === 'string' ? 'Length' : ''}`;
}

/**
 * Checks and completes a call's data by its schema. Unknown fields are dropped; the problems name
 * every refused field with its bound, in the caller's language.
 */
export function validateData<Data extends object>(
  schema: { validateSync(value: unknown, options: ValidateOptions): Data },
  data: unknown,
  lang: string,
  problems: Problems,
): Result<Data, CallError> {
  return withProblems(lang, problems, () => {
    const checked = schema.validateSync(data ?? {}, { abortEarly: false, stripUnknown: true });
    const fields = unstorable(checked).map((field) => ({
      field,
      message: problems.text(lang, 'validation.invalid', { field: problems.fieldName(lang, field) }),
    }));
    if (fields.length > 0) return failure(problems.error(lang, ERROR.validation, { fields }));
    return success(checked);
  });
}

/**
 * Checks what a schema asks of its fields together, where each of them was checked before. Answers it as the schema
 * casts it.
 */
export function validateTogether<Data extends object>(
  schema: { validateSync(value: unknown, options: ValidateOptions): Data },
  data: object,
  lang: string,
  problems: Problems,
): Result<Data, CallError> {
  return withProblems(lang, problems, () =>
    success(schema.validateSync(data, { abortEarly: false, recursive: false })),
  );
}

function withProblems<Data>(
  lang: string,
  problems: Problems,
  check: () => Result<Data, CallError>,
): Result<Data, CallError> {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const fields = problemFields(error, lang, problems);
    return failure(problems.error(lang, ERROR.validation, { fields }));
  }
}

/**
 * Paths of values that no schema means and no column holds: text with a NUL or half of a character (a lone
 * surrogate), and whole numbers beyond those that are exact. Without recursion: a value may be nested deeply.
 */
function unstorable(data: object): string[] {
  const found: string[] = [];
  const waiting: [path: string, value: object][] = [['', data]];
  for (let next = waiting.pop(); next && found.length < MAXIMUM_PROBLEMS; next = waiting.pop()) {
    const [path, holder] = next;
    for (const [name, value] of Object.entries(holder) as [string, unknown][]) {
      if (typeof value === 'object' && value !== null) waiting.push([placeIn(holder, path, name), value]);
      if (!isStorable(name) || !isStorable(value)) found.push(isStorable(name) ? placeIn(holder, path, name) : path);
    }
  }
  return found;
}

/** As yup writes the places of its own problems. */
function placeIn(holder: object, path: string, name: string): string {
  if (Array.isArray(holder)) return `${path}[${name}]`;
  return path === '' ? name : `${path}.${name}`;
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'number') return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
  return typeof value !== 'string' || isStorableText(value);
}

function problemFields(error: ValidationError, lang: string, problems: Problems): FieldProblem[] {
  const causes = error.inner.length > 0 ? error.inner : [error];
  const byField = new Map<string, FieldProblem>();
  for (const cause of causes) {
    const field = cause.path ?? '';
    // The first problem of a field is the one to mend first; the others follow from it.
    if (byField.has(field)) continue;
    byField.set(field, { field, message: wording(cause, field, lang, problems) });
    if (byField.size === MAXIMUM_PROBLEMS) break;
  }
  return [...byField.values()];
}

function wording(cause: ValidationError, field: string, lang: string, problems: Problems): string {
  const values = { ...cause.params, field: problems.fieldName(lang, field) };
  const named = cause.message.startsWith('validation.')
    ? cause.message
    : (boundKey(cause) ?? KEY_BY_TEST[cause.type ?? '']);
  for (const key of [named, 'validation.invalid']) {
    if (key === undefined) continue;
    const text = problems.text(lang, key, values);
    if (text !== key) return text;
  }
  return cause.message;
}
