import type { CallError } from '../../../src/api/contract/index.ts';
import { can } from '../../../src/domain/access/index.ts';
import type { ReplyChannel } from '../../../src/domain/alarm/index.ts';
import { success, type AccountId, type Instant, type Result, type UserId } from '../../../src/domain/base/index.ts';
import type { CallAccount, CallContext } from '../../call/types.ts';
import type { Transaction } from '../../store/database.types.ts';
import { notFound, type Refused } from '../shared/index.ts';
import { actOnAlarms } from './act.ts';
import type { AlarmServices } from './services.ts';

/** What it takes to act for somebody who is not signed in here. */
export interface AbsentServices extends AlarmServices {
  /** The account as the person may act in it, or a refusal. */
  readonly sessions: { enter(userId: UserId, account: AccountId, now: Instant): Promise<Result<CallAccount, unknown>> };
}

/**
 * A message about an alarm that was sent to somebody, and by what they answered it; null: by the push message itself.
 */
export interface AnsweredDelivery {
  readonly deliveryId: number;
  readonly alarmId: number;
  readonly accountId: number;
  readonly userId: number;
  readonly via: ReplyChannel | null;
}

/**
 * Acknowledges the alarm of a message as the person who got it, as far as they may do so now, and once: a message that
 * was answered before finds nothing.
 */
export async function acknowledgeDelivery(
  services: AbsentServices,
  { deliveryId, alarmId, accountId, userId: person, via }: AnsweredDelivery,
  context: CallContext,
): Promise<Result<{ unit_name: string }, CallError>> {
  const { sessions, database, problems } = services;
  const userId = person as UserId;
  const account = await sessions.enter(userId, accountId as AccountId, context.now);
  if (!account.ok || !can(account.value.permissions, { resource: 'alert', action: 'u' }))
    return notFound(context, problems);
  const acting: CallContext = { ...context, session: { sessionId: 0, userId, account: account.value } };
  const first = async (transaction: Transaction): Promise<Refused | null> => {
    const rows = await transaction.query(
      `update notification_delivery set acknowledged_at = $4
       where id = $1 and alarm_id = $2 and user_id = $3 and acknowledged_at is null returning id`,
      [deliveryId, alarmId, userId, new Date(context.now)],
    );
    return rows.length > 0 ? null : notFound(context, problems);
  };
  const act = { type: 'acknowledge', ...(via !== null && { via }) } as const;
  const reply = await actOnAlarms(services, { alarmIds: [alarmId], act, first }, acting);
  if (!reply.ok) return reply;
  const [refusal] = reply.value.refused;
  if (refusal) return { ok: false, error: { ...problems.error(context.lang, refusal.code), message: refusal.message } };
  const [row] = await database.query<{ unit_name: string }>('select unit_name from alarm where id = $1', [alarmId]);
  return success({ unit_name: row?.unit_name ?? '' });
}
