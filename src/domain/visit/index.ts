export { isNear, searchAreaOf, type SearchArea } from './nearness.ts';
export { NearFold } from './nearFold.ts';
export type { NearUnit, Visit } from './visit.ts';
export { VisitFold } from './visitFold.ts';
