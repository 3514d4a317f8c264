import { mixed } from 'yup';

/** Fields of something, by name. */
export type Fields = Readonly<Record<string, unknown>>;

/** A database gives names back in an order of its own. */
const sorted = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;
const onWire = (value: unknown): string => JSON.stringify(value ?? null, sorted);

/** Compares as what goes over the wire, whatever the order of names. */
const isSameOnWire = (one: unknown, other: unknown): boolean => onWire(one) === onWire(other);

/** The fields of `after` that are another than in `before`. */
export function changedFields<Values extends object>(before: object, after: Values): Partial<Values> {
  const old = new Map<string, unknown>(Object.entries(before));
  const changed: Partial<Values> = { ...after };
  for (const name of Object.keys(after))
    if (isSameOnWire(old.get(name), Reflect.get(after, name))) Reflect.deleteProperty(changed, name);
  return changed;
}

/**
 * What a change takes to stand: the fields that it changes, as the person who changes them saw them.
 * A server that finds others refuses, so that nobody writes over what somebody else has just written.
 * Absent: the change is made whatever is there, as scripts want it.
 */
export const expectedField = mixed<Fields>(
  (value): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value),
)
  .typeError('validation.invalid')
  .optional();

/** Fields that `changes` would give another value, though somebody else changed them since they were `expected`. */
export function overwrittenFields(current: object, expected: Fields | undefined, changes: object): string[] {
  const wanted = new Map<string, unknown>(Object.entries(changes));
  const stored = new Map<string, unknown>(Object.entries(current));
  return Object.entries(expected ?? {})
    .filter(
      ([name, before]) =>
        wanted.get(name) !== undefined &&
        stored.has(name) &&
        !isSameOnWire(stored.get(name), before) &&
        !isSameOnWire(stored.get(name), wanted.get(name)),
    )
    .map(([name]) => name);
}

/** Fields whose value is what somebody typed: it reads the same in any language. */
const TYPED: ReadonlySet<string> = new Set([
  'name',
  'unique_identifier',
  'version',
  'manufacturer',
  'sim_number_1',
  'sim_operator_1',
  'sim_number_2',
  'sim_operator_2',
  'note',
  'labels',
  'field',
  'parameter',
  'description',
  'minimum',
  'maximum',
  'code',
  'text',
  'sensor',
]);

/**
 * The value of a field in words that are the same in every language, or null where it has none. `typed`: fields that
 * hold what somebody typed.
 */
export function comparableText(field: string, value: unknown, typed: ReadonlySet<string> = TYPED): string | null {
  if (typeof value === 'number' && !field.endsWith('_id')) return String(value);
  if (!typed.has(field)) return null;
  const words = [value].flat().join(', ');
  return words === '' ? null : words;
}
