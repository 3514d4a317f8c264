import { HOUR, SECOND, success } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import { invitationStatus } from '../../../src/domain/invitation/index.ts';
import type { CallContext, Handlers } from '../../call/types.ts';
import {
  ADDRESS_RULE,
  AttemptLimiter,
  addressKey,
  isNameFree,
  isOwnName,
  nameKey,
  type LimiterRule,
} from '../shared/index.ts';
import { findByToken } from './rows.ts';
import type { InvitationServices } from './services.ts';

/** Names that one person, or one invitation, may ask about: plenty for choosing, few for fishing. */
const ASKER_RULE: LimiterRule = { attempts: 60, window: HOUR, wait: HOUR, longestWait: HOUR };

/**
 * Whether a user name is free: user names are one space for all tenants, so only who is about to choose one learns
 * it.
 */
export function createNameCheck(services: InvitationServices): Handlers['checkUserNameAvailability'] {
  const { database, problems } = services;
  const addresses = new AttemptLimiter(ADDRESS_RULE);
  const askers = new AttemptLimiter(ASKER_RULE);
  return async (data, context) => {
    const limited = addresses.attempt(addressKey(context.remote), context.now);
    const asker = limited > 0 ? null : await askerOf(services, data.token, context);
    if (limited === 0 && asker === null) return problems.refuse(context.lang, ERROR.inviteInvalid);
    const wait = limited || askers.attempt(asker?.key ?? '', context.now);
    if (wait > 0 || asker === null) {
      const seconds = Math.ceil(wait / SECOND);
      return problems.refuse(context.lang, ERROR.tooManyRequests, { values: { seconds }, retryAfter: seconds });
    }
    const isTheirs = isOwnName(data.username, asker.email);
    return success({ available: isTheirs && (await isNameFree(database, data.username, asker.userId)) });
  };
}

interface Asker {
  readonly key: string;
  readonly email: string;
  readonly userId?: number;
}

/** The invited person, or the signed-in one; null for a stranger. */
async function askerOf({ database }: InvitationServices, token: string, context: CallContext): Promise<Asker | null> {
  const invitation = token === '' ? undefined : await findByToken(database, token);
  if (
    invitation &&
    invitationStatus(invitation.status, new Date(invitation.expires_at).getTime(), context.now) === 'pending'
  )
    return { key: `invitation ${invitation.id}`, email: invitation.email };
  const userId = context.session?.userId;
  if (userId === undefined) return null;
  const [user] = await database.query<{ email: string }>('select email from app_user where id = $1', [userId]);
  return user ? { key: `user ${userId}`, email: nameKey(user.email), userId } : null;
}
