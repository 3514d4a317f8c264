export * from './alarm.ts';
export { decide, dueAt, evolve, openedAlarm, type AlarmAct, type AlarmChange, type AlarmRefusal } from './states.ts';
export { stormsOf } from './storms.ts';
