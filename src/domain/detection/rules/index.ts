export type { RuleReport } from './kinds/index.ts';
export { RuleWatch, type Firing, type RuleStates, type WatchedRule } from './ruleWatch.ts';
