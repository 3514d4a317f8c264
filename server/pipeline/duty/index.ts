export { openDutyWatch, type DutyWatchOptions } from './dutyWatch.ts';
