export { isDangerousCode, SENDABLE_COMMANDS } from './commands.ts';
export { CHANNELS, isPersonal, notifications, OCCASIONS, type NotificationForm } from './notification.ts';
export { TAGS } from './tags.ts';
