import { can, type Need, type Permissions } from '../../src/domain/access/index.ts';
import { failure, success, type AccountId, type Instant, type Result } from '../../src/domain/base/index.ts';
import { ERROR, type ErrorCode } from '../../src/domain/errors/index.ts';
import { DEFAULT_LANGUAGE } from '../call/messages.ts';
import type { Authenticator } from '../call/ports.ts';
import { errorKey, type Problems } from '../call/problems.ts';
import { reachOf } from '../call/reach.ts';

const SEES_UNITS: Need = { resource: 'units', action: 'r' };

/** What the live feed learns of a viewer. */
export interface FeedViewer {
  readonly sessionId: number;
  readonly userId: number;
  /** Accounts whose units it may see: its own, or the sub-accounts too; none without the permission. */
  readonly scope: readonly AccountId[];
  readonly reach: readonly AccountId[];
  readonly permissions: Permissions;
}

/**
 * The live feed's check of token and account. Everybody who is in the account is let in, since all
 * must hear when their role changes; units are seen by the same rule as in a call that reads them.
 */
export function createFeedAuthenticate(sessions: Authenticator, problems: Problems) {
  const refuse = (code: ErrorCode) =>
    failure({ code: code as string, message: problems.text(DEFAULT_LANGUAGE, errorKey(code)) });
  return async (
    token: string,
    account: number,
    now: Instant,
  ): Promise<Result<FeedViewer, { code: string; message: string }>> => {
    const answer = await sessions.authenticate(token, account as AccountId, now);
    if (!answer.ok) return refuse(answer.error.code);
    const { session, accountRefusal } = answer.value;
    if (accountRefusal) return refuse(accountRefusal.code);
    if (!session.account) return refuse(ERROR.accountMissing);
    const { permissions, tree } = session.account;
    const scope = can(permissions, SEES_UNITS) ? reachOf(session.account, SEES_UNITS) : [];
    return success({ sessionId: session.sessionId, userId: session.userId, scope, reach: tree, permissions });
  };
}
