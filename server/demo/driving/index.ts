export { KIND_PROFILES, type DrivenKind } from './kinds.ts';
export { createReport, type DeviceReport } from './report.ts';
export { isReachable, type Equipment } from './sensors.ts';
export { economyOf, LIVE_RULES, PHONE_RULES, TRAILER_RULES, Tracker, type ReportRules, type TrackerMark } from './tracker.ts';
export { Vehicle, type VehicleIdentity } from './vehicle.ts';
