export * from './types.ts';
export * from './summary.ts';
export * from './wanted.ts';
export { meetingFacts, pathOf } from './meetings.ts';
export { backtestUnit } from './backtestUnit.ts';
export { readReports, type PastReports } from './reports.ts';
export { groupsByZone, leadInOf, prepareRules, prepareSetup, type PreparedSetup } from './prepare.ts';
