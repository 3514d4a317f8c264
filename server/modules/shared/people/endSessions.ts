import type { SessionEndReason } from '../../../../src/domain/events/index.ts';
import type { Transaction } from '../../../store/database.types.ts';
import type { Actor } from '../changes/events.ts';
import { recordPersonEvent } from '../changes/personEvents.ts';

export interface EndedSessions {
  readonly userId: number;
  /** Only these; null for all. */
  readonly only?: readonly number[];
  /** The session that goes on. */
  readonly except?: number;
  readonly reason: SessionEndReason;
  readonly by: Actor;
}

/**
 * Ends sessions of a user and records it; answers which. The event makes the live feed look at its
 * viewers again. The event also clears the sessions' cache; `auth`
 * lets `Sessions.forget` know after the commit as well.
 */
export async function endSessionsOf(transaction: Transaction, ended: EndedSessions): Promise<number[]> {
  const rows = await transaction.query<{ id: number }>(
    `update session set ended_at = $2, ended_reason = $3
     where user_id = $1 and ended_at is null and id <> $4 and ($5::int8[] is null or id = any($5::int8[])) returning id`,
    [ended.userId, new Date(ended.by.now), ended.reason, ended.except ?? 0, ended.only ?? null],
  );
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) {
    await recordPersonEvent(transaction, ended.userId, ended.by, {
      kind: 'sessionsEnded',
      data: { session_ids: ids, reason: ended.reason },
    });
  }
  return ids;
}
