import type { CallError } from '../../../src/api/contract/index.ts';
import { SECOND, failure, success, type Result } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import type { Problems } from '../../call/problems.ts';
import type { CallContext } from '../../call/types.ts';
import type { Queryable } from '../../store/database.types.ts';
import { AttemptLimiter, NAME_RULE, USER_COLUMNS, sessionOf, type Refused, type UserRow } from '../shared/index.ts';
import { HashQueueFull, type PasswordHasher } from './password.ts';

/** A full queue is an expected failure under attack; anything else is a bug. */
export async function inQueue<T>(work: () => Promise<T>): Promise<Result<T, 'full'>> {
  try {
    return success(await work());
  } catch (error) {
    if (error instanceof HashQueueFull) return failure('full');
    throw error;
  }
}

/** Null when too many passwords are being hashed already. */
export async function hashInQueue(hasher: PasswordHasher, password: string): Promise<string | null> {
  const hashed = await inQueue(() => hasher.hash(password));
  return hashed.ok ? hashed.value : null;
}

/** A wait in the words of the API. */
export function refuseWait(problems: Problems, lang: string, milliseconds: number): Refused {
  const seconds = Math.ceil(milliseconds / SECOND);
  return problems.refuse(lang, ERROR.tooManyRequests, { values: { seconds }, retryAfter: seconds });
}

/** Asks a signed-in person for their password once more, as often as at sign-in: an open browser is no proof. */
export function createPasswordCheck(services: {
  readonly database: Queryable;
  readonly hasher: PasswordHasher;
  readonly problems: Problems;
}) {
  const { database, hasher, problems } = services;
  const attempts = new AttemptLimiter(NAME_RULE);
  return async (password: string, field: string, context: CallContext): Promise<Result<UserRow, CallError>> => {
    const { userId } = sessionOf(context);
    const wait = attempts.attempt(String(userId), context.now);
    if (wait > 0) return refuseWait(problems, context.lang, wait);
    const [row] = await database.query<UserRow>(`select ${USER_COLUMNS} from app_user where id = $1`, [userId]);
    if (!row) return problems.refuse(context.lang, ERROR.accessTokenMessage);
    const right = await inQueue(() => hasher.verify(row.password_hash, password));
    if (!right.ok) return problems.refuse(context.lang, ERROR.unavailable, { retryAfter: 2 });
    if (!right.value) return problems.refuseField(context.lang, field, 'server.wrongPassword');
    attempts.forget(String(userId));
    return success(row);
  };
}

export type PasswordCheck = ReturnType<typeof createPasswordCheck>;
