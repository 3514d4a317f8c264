export { announce, NEXT_DELIVERY } from './announce.ts';
export { isOwnUnit } from './ownUnit.ts';
export { clearAlarmsOf, raiseAlarms } from './raise.ts';
export { changeAlarm, statusOf, type AlarmRow } from './rows.ts';
