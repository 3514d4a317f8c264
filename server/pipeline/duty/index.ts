export { openDutyWatch, type DutyWatchOptions } from './dutyWatch.ts';
export { DRIVES_COUNT_FOR, readDrives } from './dutyRows.ts';
