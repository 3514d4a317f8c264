export * from './catalogue.ts';
export * from './event.ts';
export { alarmContent } from './alarmContent.ts';
export type { OfAlarm } from './alarms.ts';
export { type Finding } from './findings.ts';
export * from './hearing.ts';
export { type SessionEndReason } from './people.ts';
