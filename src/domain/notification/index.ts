export * from './channels.ts';
export { isDangerousCode, SENDABLE_COMMANDS } from './commands.ts';
export * from './delivery.ts';
export {
  notifications,
  recipientsSchema,
  type Notification,
  type NotificationForm,
  type NotificationMessage,
} from './notification.ts';
export { DEFAULT_PREFERENCES, preferencesOf, preferencesSchema, type NotificationPreferences } from './preferences.ts';
export * from './sight.ts';
export { fillTags, TAGS, unknownTags, type TagValues } from './tags.ts';
