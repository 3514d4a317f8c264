import { isPersonal, type NotificationChannel } from '../../../src/domain/notification/index.ts';
import type { CallContext } from '../../call/types.ts';
import { addJob } from '../../jobs/index.ts';
import { NEXT_DELIVERY } from '../../pipeline/index.ts';
import type { Transaction } from '../../store/database.types.ts';
import { accountOf, sessionOf } from '../shared/index.ts';
import type { NotificationServices } from './services.ts';

/** A test that is to be sent. */
interface Test {
  readonly notificationId: number | null;
  readonly webhookId: number | null;
  readonly channel: NotificationChannel;
}

/** Sends a test to the caller by the channels of the notification, and to its webhooks; a command is not sent. */
export function testNotification(
  { database }: Pick<NotificationServices, 'database'>,
  notificationId: number,
  context: CallContext,
): Promise<number> {
  return database.transaction(async (transaction) => {
    const [row] = await transaction.query<{ channels: NotificationChannel[]; webhook_ids: number[] }>(
      `select channels, coalesce((select array_agg(w.id order by w.id) from notification_webhook s join webhook w on w.id = s.webhook_id
         where s.notification_id = n.id and w.status = 'active'), '{}') as webhook_ids from notification n where n.id = $1`,
      [notificationId],
    );
    const { channels, webhook_ids } = row ?? { channels: [], webhook_ids: [] };
    const tests = channels.flatMap((channel): Test[] => {
      if (isPersonal(channel)) return [{ notificationId, webhookId: null, channel }];
      return channel === 'webhook' ? webhook_ids.map((webhookId) => ({ notificationId, webhookId, channel })) : [];
    });
    await sendTests(transaction, tests, context);
    return tests.length;
  });
}

/** Sends a test to a webhook. */
export function testWebhook(
  { database }: Pick<NotificationServices, 'database'>,
  webhookId: number,
  context: CallContext,
): Promise<void> {
  return database.transaction((transaction) =>
    sendTests(transaction, [{ notificationId: null, webhookId, channel: 'webhook' }], context),
  );
}

async function sendTests(transaction: Transaction, tests: readonly Test[], context: CallContext): Promise<void> {
  const { userId } = sessionOf(context);
  const { accountId } = accountOf(context);
  for (const { notificationId, webhookId, channel } of tests)
    await transaction.query(
      `insert into notification_delivery (account_id, notification_id, webhook_id, occasion, sequence, user_id, channel, created_at, due_at)
       values ($1, $2, $3, 'test', 0, $4, $5, $6, $6)`,
      [accountId, notificationId, webhookId, webhookId === null ? userId : null, channel, new Date(context.now)],
    );
  if (tests.length > 0)
    await addJob(transaction, 'sendNotifications', {}, { now: context.now, dedupeKey: NEXT_DELIVERY });
}
