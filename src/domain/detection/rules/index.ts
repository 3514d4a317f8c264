export {
  createRuleReport,
  type FactName,
  type RuleFact,
  type DriverLookup,
  type DriverPresence,
  type RuleReport,
} from './kinds/index.ts';
export {
  PlaceSet,
  RecentFigures,
  RecentFixes,
  placeSetOf,
  type PlaceBook,
  type PlacedShape,
  type RecentFigureState,
  type RecentFix,
} from './places/index.ts';
export * from './limits/index.ts';
export { QuietRows } from './certainty/certainRows.ts';
export { ROW, type SievedRows } from './certainty/reportColumns.ts';
export { RuleWatch, type Firing, type RuleStates, type WatchedRule } from './ruleWatch.ts';
