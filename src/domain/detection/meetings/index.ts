export { meetingsOf, type Meeting } from './meetings.ts';
export { UnitPath } from './unitPath.ts';
