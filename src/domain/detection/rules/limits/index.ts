export {
  areComplete,
  DURINGS,
  limitFields,
  newRuleHours,
  NO_LIMITS,
  type RuleHours,
  type RuleLimits,
} from './fields.ts';
export type { RuleWindow } from './weekHours.ts';
export { WatchLimits, type LastFiring } from './watchLimits.ts';
