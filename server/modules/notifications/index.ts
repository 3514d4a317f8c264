export { createNotificationHandlers } from './handlers.ts';
export { purgeNotifications, sendNotifications } from './sending/index.ts';
export type { NotificationServices, SendingServices } from './services.ts';
export { notificationTable } from './table.ts';
export { webhookTable } from './webhookTable.ts';
