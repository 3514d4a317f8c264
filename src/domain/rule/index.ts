export {
  RULE_CONDITIONS,
  RULE_STATUSES,
  meetsCondition,
  ruleSchema,
  rules,
  type Occurrence,
  type Rule,
  type RuleCondition,
  type RuleForm,
  type RuleStatus,
  type RuleTest,
} from './rule.ts';
