import { NOTIFICATION, toIso, type Instant } from '../../../../src/domain/base/index.ts';
import { retryAfter, type DeliveryReason } from '../../../../src/domain/notification/index.ts';
import type { Database, Queryable, Transaction } from '../../../store/database.types.ts';
import type { Claimed } from './claim.ts';

const ANSWER_LENGTH = 300;

/** Nothing is sent, for this reason. */
export async function skip(
  database: Queryable,
  ids: readonly number[],
  reason: DeliveryReason,
  now: Instant,
): Promise<void> {
  await database.query(
    "update notification_delivery set state = 'skipped', reason = $2, ended_at = $3, leased_until = null where id = any($1::int8[]) and state = 'waiting'",
    [ids, reason, toIso(now)],
  );
}

/** It is in the outbox, which sends it and records how that went. */
export async function handOver(transaction: Transaction, ids: readonly number[], outboxId: number): Promise<void> {
  await transaction.query(
    "update notification_delivery set state = 'handed', outbox_id = $2, lead_id = $3, attempts = 0, leased_until = null where id = any($1::int8[])",
    [ids, outboxId, ids[0]],
  );
}

interface Attempted {
  readonly ok: boolean;
  readonly answer: string;
  /** Trying again is no use. */
  readonly final?: boolean;
  readonly executionId?: number;
}

/** Records an attempt at messages that went out as one; what failed is tried again later, or given up. */
export async function note(
  database: Database,
  claimed: readonly Claimed[],
  { ok, answer, final = false, executionId }: Attempted,
  now: Instant,
): Promise<void> {
  const ids = claimed.map(({ id }) => id);
  const wait = ok || final ? null : retryAfter(Math.max(...claimed.map(({ attempts }) => attempts)), NOTIFICATION);
  const state = ok ? 'sent' : wait === null ? 'failed' : 'waiting';
  await database.transaction(async (transaction) => {
    await transaction.query(
      `update notification_delivery set state = $2, reason = $3, lead_id = $4, execution_id = $5, leased_until = null,
         ended_at = case when $2 = 'waiting' then null else $6::timestamptz end, due_at = case when $2 = 'waiting' then $7::timestamptz else due_at end
       where id = any($1::int8[])`,
      [
        ids,
        state,
        ok ? '' : answer.slice(0, ANSWER_LENGTH),
        ids[0],
        executionId ?? null,
        toIso(now),
        toIso(now + (wait ?? 0)),
      ],
    );
    await transaction.query(
      'insert into notification_attempt (delivery_id, at, ok, answer) select id, $2, $3, $4 from unnest($1::int8[]) as i (id)',
      [ids, toIso(now), ok, answer.slice(0, ANSWER_LENGTH)],
    );
  });
}

/** Removes what was sent long ago. */
export async function purgeNotifications(database: Queryable, now: Instant): Promise<void> {
  await database.query("delete from notification_delivery where created_at < $1 and state <> 'waiting'", [
    toIso(now - NOTIFICATION.keepDays * 86_400_000),
  ]);
}
