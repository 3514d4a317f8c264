export { CREW, driverKey, type Crew } from './crew.ts';
export { alarmWindow, type DeviceAlarm } from './deviceAlarms.ts';
export { type DrivenKind } from './kinds.ts';
export type { DayPlan } from './dayPlan.ts';
export { Holds, type Hold } from './holds.ts';
export { createReport, type DeviceReport } from './report.ts';
export { isReachable, measure, type Equipment } from './sensors.ts';
export {
  economyOf,
  LIVE_RULES,
  PHONE_RULES,
  TRAILER_RULES,
  Tracker,
  type ReportRules,
  type TrackerMark,
} from './tracker.ts';
export { Vehicle, type VehicleIdentity } from './vehicle.ts';
