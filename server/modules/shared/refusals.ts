import type { CallError } from '../../../src/api/contract/index.ts';
import { failure, type Result } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import type { Problems } from '../../gateway/problems.ts';
import type { CallContext } from '../../gateway/types.ts';

export type Refused = Result<never, CallError>;

/** The answer for what does not exist or belongs to others: the two must look the same. */
export function notFound({ lang }: CallContext, problems: Problems): Refused {
  return problems.refuse(lang, ERROR.notFound);
}

/** A refusal that the state of things demands, in the words of `key`, shown at the field that it is about. */
export function conflictAt(field: string, key: string, { lang }: CallContext, problems: Problems, values: Record<string, unknown> = {}): Refused {
  return failure(problems.error(lang, ERROR.conflict, { key, values, fields: [{ field, message: problems.text(lang, key, values) }] }));
}

/** A list's answer to a column that it cannot be sorted by. */
export function badSort({ lang }: CallContext, problems: Problems): Refused {
  return problems.refuseField(lang, 'sort', 'validation.oneOf');
}
