export {
  COMPARISONS,
  ConditionMemory,
  CONDITION_KINDS,
  IGNITION_CHOICES,
  MATCHES,
  RULE_CONDITIONS,
  conditionWords,
  figurePlace,
  isComplete,
  newCondition,
  sensorPlaces,
  type ConditionKindName,
  type RuleCondition,
  type RuleReport,
  type RuleTest,
} from '../detection/rules/kinds/index.ts';
export { ruleSchema, rules, type Occurrence, type Rule, type RuleForm } from './rule.ts';
