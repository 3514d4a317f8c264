import { changedFields, overwrittenFields, type Fields } from '../../../domain/base/index.ts';

/** A field that somebody changed: what was there when they began, and what they made of it. */
interface DraftField {
  readonly was: unknown;
  readonly now: unknown;
}

/**
 * What a draft keeps: the fields that were changed, and nothing of the others, which may become what others make of
 * them.
 */
export interface DraftChanges {
  readonly changed: Readonly<Record<string, DraftField>>;
}

/** A draft laid over the current values. */
export interface Restored<Values> {
  readonly values: Values;
  /** What was in each restored field when it was changed. */
  readonly was: Fields;
  /** The restored fields that somebody else gave another value meanwhile. */
  readonly overwritten: readonly string[];
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isDraftField = (value: unknown): value is DraftField =>
  isFields(value) && Object.hasOwn(value, 'was') && Object.hasOwn(value, 'now');

/** A draft as {@link draftOf} makes it. Whole forms, as earlier versions kept them, are none. */
function isDraft(kept: unknown): kept is DraftChanges {
  return (
    isFields(kept) &&
    Object.keys(kept).length === 1 &&
    isFields(kept.changed) &&
    Object.values(kept.changed).every(isDraftField)
  );
}

/** What changed between the form as it began and as it is, or null. */
export function draftOf(began: object, values: object): DraftChanges | null {
  const before = new Map<string, unknown>(Object.entries(began));
  const changed = Object.entries(changedFields(began, values)).map(([name, now]): [string, DraftField] => [
    name,
    { was: before.get(name) ?? null, now: now ?? null },
  ]);
  return changed.length === 0 ? null : { changed: Object.fromEntries(changed) };
}

/** A field can take a value of the kind that is in it; where either is nothing, there is nothing to compare. */
function canTake(current: unknown, value: unknown): boolean {
  if (current === null || current === undefined || value === null) return true;
  return typeof current === typeof value && Array.isArray(current) === Array.isArray(value);
}

/**
 * Lays what was kept over the current values. Fields that the form does not have, or that hold another
 * kind of value (an older version of the product), are left as they stand. Null: nothing is left to restore.
 */
export function restoreDraft<Values extends object>(kept: unknown, current: Values): Restored<Values> | null {
  if (!isDraft(kept)) return null;
  const stored = new Map<string, unknown>(Object.entries(current));
  const usable = Object.entries(kept.changed).filter(
    ([name, { now }]) => stored.has(name) && canTake(stored.get(name), now),
  );
  const now: Fields = Object.fromEntries(usable.map(([name, field]) => [name, field.now]));
  if (Object.keys(changedFields(current, now)).length === 0) return null;
  const was: Fields = Object.fromEntries(usable.map(([name, field]) => [name, field.was]));
  return { values: { ...current, ...now }, was, overwritten: overwrittenFields(current, was, now) };
}

/**
 * What was in each field when it was changed, for the next draft: for what was restored and not
 * touched since, what was there when it was first changed; for all others, what the form began with.
 */
export function beganOf<Values extends object>(
  initial: Values,
  restored: Restored<Values> | null,
  values: Values,
): Values {
  if (restored === null) return initial;
  const touched = new Set(Object.keys(changedFields(restored.values, values)));
  return { ...initial, ...Object.fromEntries(Object.entries(restored.was).filter(([name]) => !touched.has(name))) };
}
