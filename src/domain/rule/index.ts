export {
  RULE_CONDITIONS,
  meetsCondition,
  ruleSchema,
  rules,
  type Occurrence,
  type Rule,
  type RuleForm,
  type RuleTest,
} from './rule.ts';
