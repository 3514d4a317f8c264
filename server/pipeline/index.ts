export { openDetection } from './detection.ts';
export { readPlaces } from './rulePlaces.ts';
export { Setups } from './setup.ts';
export { DRIVES_COUNT_FOR, openDutyWatch, readDrives, type DutyWatchOptions } from './duty/index.ts';
export { openMeetings } from './meetings/index.ts';
export { MEGABYTE, openTraffic, type TrafficOptions } from './traffic/index.ts';
export { EXPIRING, findExpiring, type ExpiryOptions } from './expiry.ts';
export { openRouteRuns } from './routeRuns/index.ts';
export type { AskedDetection, Detection, DetectionOptions } from './types.ts';
export { openUnitFilters } from './unitFilters.ts';
export {
  bindingOfRow,
  BINDING_COLUMNS,
  rebuildBindings,
  rematchSessions,
  signedInAt,
  touch,
  type BindingRow,
  type Touched,
} from './drivers/index.ts';
export { NEXT_DELIVERY, announce, changeAlarm, isOwnUnit, statusOf, type AlarmRow } from './alarms/index.ts';
export { driverEvents } from './driverEvents.ts';
export { endOccurrences } from './rulePlaces.ts';
export { ruleNamesSql } from './ruleNames.ts';
export type { DetectionLedger } from './facts.ts';
export { foundAt, recordFactFirings, type FactChange } from './ruleFacts/index.ts';
