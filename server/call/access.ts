import { needsOf, type Access, type CallHeader } from '../../src/api/contract/index.ts';
import { can, type Need } from '../../src/domain/access/index.ts';
import { failure, success, type AccountId, type Instant, type Result } from '../../src/domain/base/index.ts';
import { ERROR } from '../../src/domain/errors/index.ts';
import type { Authenticator, Refusal } from './ports.ts';
import { reachOf } from './reach.ts';
import type { CallSession } from './types.ts';

/**
 * Token, then account, then permission (specification, chapters 6 and 8). A public method goes on without a session
 * when its token is worth nothing; a session method goes on when only the account was refused, so that someone who lost
 * an account can still choose another. A key is in for its holder where a permission is asked for, and where the
 * catalogue says so (`forKeys`), never where the person is: it changes no password. How far the call reaches follows
 * from the permission that let it in: the account of the answer is narrowed to that. `unitAccess` opens the method in
 * the place of `access`; its handler then keeps to devices of the caller's own units.
 */
export async function checkAccess(
  access: Access,
  header: Pick<CallHeader, 'token' | 'account'>,
  sessions: Authenticator,
  now: Instant,
  { unitAccess, forKeys = false }: { readonly unitAccess?: Need | undefined; readonly forKeys?: boolean } = {},
): Promise<Result<CallSession | null, Refusal>> {
  if (access === 'public' && header.token === null) return success(null);
  const answer = header.token
    ? await sessions.authenticate(header.token, header.account as AccountId | null, now)
    : failure<Refusal>({ code: ERROR.accessToken });
  if (access === 'public')
    return success(answer.ok && answer.value.session.apiKeyId === undefined ? answer.value.session : null);
  if (!answer.ok) return answer;
  const { session, accountRefusal } = answer.value;
  if (access === 'session' && session.apiKeyId === undefined) return success(session);
  if (access === 'session' && !forKeys) return failure({ code: ERROR.accessRight, key: 'server.apiKeyNotHere' });
  if (accountRefusal) return failure(accountRefusal);
  if (!session.account) return failure({ code: ERROR.accountMissing });
  if (access === 'session') return success(session);
  const { account } = session;
  const need = [...needsOf(access), ...(unitAccess === undefined ? [] : [unitAccess])].find((each) =>
    can(account.permissions, each),
  );
  return need
    ? success({ ...session, account: { ...account, scope: reachOf(account, need) } })
    : failure({ code: ERROR.accessRight });
}
