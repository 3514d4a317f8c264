import { success } from '../../../src/domain/base/index.ts';
import { alarmSightBy } from '../../../src/domain/notification/index.ts';
import type { CallContext, Handlers } from '../../call/types.ts';
import { accountOf, notFound, readPersonalSettings, sessionOf, type Refused } from '../shared/index.ts';
import { listDeliveries } from './deliveries.ts';
import { deleteSubscription, listSubscriptions, saveToken } from './pushSubscriptions.ts';
import { readPreferences, savePreferences } from './preferences.ts';
import { previewRecipients } from './recipients.ts';
import { renewSecret, webhookSecret } from './secret.ts';
import { exampleAlarm, latestAlarm, wordsOf } from './sending/index.ts';
import type { NotificationServices } from './services.ts';
import { testNotification, testWebhook } from './testing.ts';

export type NotificationHandlers = Pick<
  Handlers,
  | 'getDeliveryList'
  | 'previewNotification'
  | 'previewRecipients'
  | 'testNotification'
  | 'testWebhook'
  | 'getWebhookSecret'
  | 'renewWebhookSecret'
  | 'getNotificationPreferences'
  | 'saveNotificationPreferences'
  | 'getPushSetup'
  | 'saveToken'
  | 'deletePushSubscription'
>;

/** notification-service and webhook-service beside the methods of their entities, and push-service. */
export function createNotificationHandlers(services: NotificationServices): NotificationHandlers {
  const { database, problems, push } = services;
  const refuseForeign = async (
    table: 'notification' | 'webhook',
    id: number,
    context: CallContext,
  ): Promise<Refused | null> => {
    const { accountId } = accountOf(context);
    const rows = await database.query(`select 1 from ${table} where id = $1 and account_id = $2`, [id, accountId]);
    return rows.length > 0 ? null : notFound(context, problems);
  };
  const secretOf = async (id: number, context: CallContext, secret: () => Promise<string | null>) => {
    const refused = await refuseForeign('webhook', id, context);
    if (refused) return refused;
    const found = await secret();
    return found === null ? notFound(context, problems) : success({ secret: found });
  };
  return {
    getDeliveryList: (data, context) => listDeliveries(services, data, context),
    async previewNotification({ lang, text }, context) {
      const { accountId, permissions } = accountOf(context);
      const alarm = await latestAlarm(database, accountId, alarmSightBy(permissions));
      const settings = await readPersonalSettings(database, accountId, sessionOf(context).userId);
      const [account] = await database.query<{ name: string }>('select name from account where id = $1', [accountId]);
      const about = {
        occasion: 'raised',
        accountName: account?.name ?? '',
        messages: text.trim() === '' ? [] : [{ lang, text }],
        alarm: alarm ?? exampleAlarm(context.now, (key) => problems.text(lang, key)),
      } as const;
      return success(await wordsOf(services, about, { lang, settings }));
    },
    previewRecipients: (data, context) => previewRecipients(services, data, context),
    async testNotification({ notification_id: id }, context) {
      return (
        (await refuseForeign('notification', id, context)) ??
        success({ deliveries: await testNotification(services, id, context) })
      );
    },
    async testWebhook({ webhook_id: id }, context) {
      const refused = await refuseForeign('webhook', id, context);
      if (!refused) await testWebhook(services, id, context);
      return refused ?? success({});
    },
    getWebhookSecret: ({ webhook_id: id }, context) => secretOf(id, context, () => webhookSecret(services, id)),
    renewWebhookSecret: ({ webhook_id: id }, context) =>
      secretOf(id, context, () => renewSecret(services, id, context)),
    getNotificationPreferences: async (_, context) =>
      success({ preferences: await readPreferences(database, context, false) }),
    async saveNotificationPreferences(preferences, context) {
      await savePreferences(database, preferences, context);
      return success({ preferences });
    },
    async getPushSetup(_, context) {
      return success({ public_key: push.publicKey, subscriptions: await listSubscriptions(database, context) });
    },
    saveToken: (data, context) => saveToken(services, data, context),
    deletePushSubscription: (data, context) => deleteSubscription(services, data.subscription_id, context),
  };
}
