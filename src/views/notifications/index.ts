import { NOTIFICATION_SITE } from '../../domain/notification/registry.ts';
import { WEBHOOK_SITE } from '../../domain/webhook/registry.ts';
import { shellScreen, type Screen } from '../shared/address/screen.ts';
import { entityScreens } from '../shared/entity/screens.tsx';

const OWN = { resource: 'notification', action: 'ns' } as const;

/** Notifications (specification, chapter 2) with their log, and the webhooks that they send to. */
export const notificationScreens: readonly Screen[] = [
  ...entityScreens(
    NOTIFICATION_SITE,
    { group: 'notifications', order: 1 },
    {
      list: () => import('./NotificationListScreen.tsx'),
      form: () => import('./NotificationFormScreen.tsx'),
      view: () => import('./NotificationViewScreen.tsx'),
    },
  ),
  ...entityScreens(
    WEBHOOK_SITE,
    { group: 'notifications', order: 2 },
    { form: () => import('./webhooks/WebhookFormScreen.tsx'), view: () => import('./webhooks/WebhookViewScreen.tsx') },
  ),
  shellScreen('notificationPreferences', '/notification-preferences', OWN, () => import('./PreferencesScreen.tsx'), {
    menu: {
      group: 'notifications',
      order: 3,
      need: OWN,
      labelKey: 'screens.notificationPreferences',
      icon: 'notification',
    },
  }),
];
