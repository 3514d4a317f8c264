import { useState } from 'react';
import { changedFields, type Fields } from '../../../domain/base/index.ts';
import type { Problem } from '../services/fleet.ts';

/** What a form says beside its values, so that two people who change one thing do not write over each other. */
export interface OwnChanges {
  /**
   * The fields that were changed since the form began, and what they are expected to be where they stand.
   * `shown`: the refusal that is shown above the form; who saves again has read what others wrote.
   */
  of<Values extends object>(
    began: object,
    values: Values,
    shown: Problem | null,
  ): Partial<Values> & { expected: Fields };
  /** Only what is expected to stand, for a thing that is replaced as a whole. */
  expected(began: object, shown: Problem | null): Fields;
  /** The form starts over: what refusals said is past. */
  restart(): void;
}

export function createOwnChanges(): OwnChanges {
  const answered = new Map<string, unknown>();
  const expected = (began: object, shown: Problem | null): Fields => {
    for (const field of shown?.fields ?? []) if ('current' in field) answered.set(field.field, field.current);
    return Object.fromEntries(
      Object.entries(began).map(([name, value]) => [name, answered.has(name) ? answered.get(name) : value]),
    );
  };
  return {
    expected,
    restart: () => answered.clear(),
    of(began, values, shown) {
      const changes = changedFields(began, values);
      const before = Object.entries(expected(began, shown)).filter(([name]) => Object.hasOwn(changes, name));
      return { ...changes, expected: Object.fromEntries(before) };
    },
  };
}

/** The same for a form, as long as it is shown. */
export const useOwnChanges = (): OwnChanges => useState(createOwnChanges)[0];
