import type { CallError } from '../../../src/api/contract/index.ts';
import { can } from '../../../src/domain/access/index.ts';
import { success, type AccountId, type Instant, type Result, type UserId } from '../../../src/domain/base/index.ts';
import type { CallAccount, CallContext } from '../../call/types.ts';
import type { Sealer } from '../../store/index.ts';
import type { Transaction } from '../../store/database.types.ts';
import { notFound, openAcknowledgement, type Refused } from '../shared/index.ts';
import { actOnAlarms } from './act.ts';
import type { AlarmServices } from './services.ts';

/** What it takes to act for somebody who is not signed in here. */
export interface TokenServices extends AlarmServices {
  readonly sealer: Sealer;
  /** The account as the person may act in it, or a refusal. */
  readonly sessions: { enter(userId: UserId, account: AccountId, now: Instant): Promise<Result<CallAccount, unknown>> };
}

/**
 * Acknowledges the alarm of a token from a push message, as the person who got it and as far as they may do so now. A
 * token that is old, used before, made up, or of somebody who may not, finds nothing.
 */
export async function acknowledgeByToken(
  services: TokenServices,
  token: string,
  context: CallContext,
): Promise<Result<{ unit_name: string }, CallError>> {
  const { sealer, sessions, database, problems } = services;
  const what = openAcknowledgement(sealer, token, context.now);
  if (what === null) return notFound(context, problems);
  const userId = what.userId as UserId;
  const account = await sessions.enter(userId, what.accountId as AccountId, context.now);
  if (!account.ok || !can(account.value.permissions, { resource: 'alert', action: 'u' }))
    return notFound(context, problems);
  const acting: CallContext = { ...context, session: { sessionId: 0, userId, account: account.value } };
  const first = async (transaction: Transaction): Promise<Refused | null> => {
    const rows = await transaction.query(
      `update notification_delivery set acknowledged_at = $4
       where id = $1 and alarm_id = $2 and user_id = $3 and acknowledged_at is null returning id`,
      [what.deliveryId, what.alarmId, userId, new Date(context.now)],
    );
    return rows.length > 0 ? null : notFound(context, problems);
  };
  const act = { type: 'acknowledge' } as const;
  const reply = await actOnAlarms(services, { alarmIds: [what.alarmId], act, first }, acting);
  if (!reply.ok) return reply;
  const [refusal] = reply.value.refused;
  if (refusal) return { ok: false, error: { ...problems.error(context.lang, refusal.code), message: refusal.message } };
  const [row] = await database.query<{ unit_name: string }>('select unit_name from alarm where id = $1', [
    what.alarmId,
  ]);
  return success({ unit_name: row?.unit_name ?? '' });
}
