import { isPersonal, type NotificationChannel } from '../../../src/domain/notification/index.ts';
import type { CallContext } from '../../call/types.ts';
import { addJob } from '../../jobs/index.ts';
import { NEXT_DELIVERY } from '../../pipeline/index.ts';
import { accountOf, sessionOf } from '../shared/index.ts';
import type { NotificationServices } from './services.ts';

/** Sends a test to the caller by the channels of the notification, and to its webhook; a command is not sent. */
export function testNotification(
  { database }: NotificationServices,
  notificationId: number,
  context: CallContext,
): Promise<number> {
  const { userId } = sessionOf(context);
  const { accountId } = accountOf(context);
  return database.transaction(async (transaction) => {
    const [row] = await transaction.query<{ channels: NotificationChannel[] }>(
      'select channels from notification where id = $1',
      [notificationId],
    );
    const channels = (row?.channels ?? []).filter((channel) => channel !== 'command');
    for (const channel of channels)
      await transaction.query(
        `insert into notification_delivery (account_id, notification_id, occasion, sequence, user_id, channel, created_at, due_at)
         values ($1, $2, 'test', 0, $3, $4, $5, $5)`,
        [accountId, notificationId, isPersonal(channel) ? userId : null, channel, new Date(context.now)],
      );
    if (channels.length > 0)
      await addJob(transaction, 'sendNotifications', {}, { now: context.now, dedupeKey: NEXT_DELIVERY });
    return channels.length;
  });
}
