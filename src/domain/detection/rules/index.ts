export { RuleWatch, type Firing, type RuleStates, type WatchedRule } from './ruleWatch.ts';
