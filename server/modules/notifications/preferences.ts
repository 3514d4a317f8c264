import { preferencesOf, type NotificationPreferences } from '../../../src/domain/notification/index.ts';
import type { CallContext } from '../../call/types.ts';
import type { Database, Queryable } from '../../store/database.types.ts';
import { accountOf, changesBetween, recordEvent, sessionOf } from '../shared/index.ts';

/** What the caller wants to get of what the account sends. */
export async function readPreferences(
  database: Queryable,
  context: CallContext,
  lock: boolean,
): Promise<NotificationPreferences> {
  const [row] = await database.query<{ settings: object }>(
    `select settings from notification_preference where user_id = $1 and account_id = $2 ${lock ? 'for update' : ''}`,
    [sessionOf(context).userId, accountOf(context).accountId],
  );
  return preferencesOf(row?.settings ?? null);
}

/** Saves them, and records what changed: whoever asks why somebody was not notified finds it in the audit. */
export async function savePreferences(
  database: Database,
  preferences: NotificationPreferences,
  context: CallContext,
): Promise<void> {
  const { userId } = sessionOf(context);
  const { accountId } = accountOf(context);
  await database.transaction(async (transaction) => {
    const before = await readPreferences(transaction, context, true);
    await transaction.query(
      `insert into notification_preference (user_id, account_id, settings, changed_at) values ($1, $2, $3, $4)
       on conflict (user_id, account_id) do update set settings = excluded.settings, changed_at = excluded.changed_at`,
      [userId, accountId, JSON.stringify(preferences), new Date(context.now)],
    );
    const changes = changesBetween(before, preferences);
    if (changes)
      await recordEvent(transaction, context, {
        accountId,
        kind: 'notificationPreferencesChanged',
        subjectId: userId,
        data: changes,
      });
  });
}
