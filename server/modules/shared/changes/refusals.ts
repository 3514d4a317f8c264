import type { CallError } from '../../../../src/api/contract/index.ts';
import {
  failure,
  overwrittenFields,
  comparableText,
  type Fields,
  type Result,
} from '../../../../src/domain/base/index.ts';
import { ERROR } from '../../../../src/domain/errors/index.ts';
import type { Problems } from '../../../call/problems.ts';
import type { CallContext } from '../../../call/types.ts';

export type Refused = Result<never, CallError>;

/** The answer for what does not exist or belongs to others: the two must look the same. */
export function notFound({ lang }: CallContext, problems: Problems): Refused {
  return problems.refuse(lang, ERROR.notFound);
}

/** A refusal that the state of things demands, in the words of `key`, shown at the field that it is about. */
export function conflictAt(
  field: string,
  key: string,
  { lang }: CallContext,
  problems: Problems,
  values: Record<string, unknown> = {},
): Refused {
  return failure(
    problems.error(lang, ERROR.conflict, {
      key,
      values,
      fields: [{ field, message: problems.text(lang, key, values) }],
    }),
  );
}

/**
 * The refusal of a change that would write over what somebody else wrote since the caller read it, or
 * null. Each field has the current value: a change that expects that is made.
 * `typed`: fields that hold what somebody typed; left out: those that usually do.
 */
export function refuseOverwriting(
  current: object,
  expected: Fields | undefined,
  changes: object,
  { lang }: CallContext,
  problems: Problems,
  typed?: ReadonlySet<string>,
): Refused | null {
  const names = overwrittenFields(current, expected, changes);
  if (names.length === 0) return null;
  const stored = new Map<string, unknown>(Object.entries(current));
  const fields = names.map((field) => {
    const value = comparableText(field, stored.get(field), typed);
    return {
      field,
      message:
        value === null
          ? problems.text(lang, 'server.changedMeanwhile')
          : problems.text(lang, 'server.changedMeanwhileTo', { value }),
      current: stored.get(field) ?? null,
    };
  });
  const named = names.map((field) => problems.fieldName(lang, field));
  return failure(
    problems.error(lang, ERROR.conflict, {
      key: 'server.changedByOthers',
      values: { fields: new Intl.ListFormat(lang, { type: 'unit' }).format(named) },
      fields,
    }),
  );
}

/** A list's answer to a column that it cannot be sorted by. */
export function unknownSortColumn({ lang }: CallContext, problems: Problems): Refused {
  return problems.refuseField(lang, 'sort', 'validation.oneOf');
}
