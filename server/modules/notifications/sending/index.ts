export { latestAlarm } from './claim.ts';
export { purgeNotifications } from './log.ts';
export { sendNotifications } from './send.ts';
export { exampleAlarm, wordsOf } from './wording.ts';
