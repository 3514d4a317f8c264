import { array, number, object, string } from 'yup';
import { EQUIPMENT, expectedField } from '../../domain/base/index.ts';
import { RULE_STATUSES, ruleSchema, type Occurrence, type Rule } from '../../domain/rule/index.ts';
import type { BulkReply } from './device.ts';
import { methodOf, pageRequest, type Page } from './method.ts';

const rule = methodOf('rule-service');
const positive = number().integer().positive();
const ruleId = object({ rule_id: positive.required('validation.required') });
const ruleIds = array(positive.required())
  .required('validation.required')
  .min(1, 'validation.required')
  .max(EQUIPMENT.perAct, 'validation.maxItems');

/** rule-service: what is watched in the values of sensors, and when it happened. */
export const ruleMethods = {
  getRuleList: rule<Page<Rule>>()({
    summary: 'Rules of the account and its permitted descendants, a page at a time.',
    access: { resource: 'alert', action: 'r' },
    request: pageRequest.shape({
      filters: object({
        status: string().max(20),
        account_id: positive,
        state: string().oneOf(['', 'firing', 'quiet']),
      }).default({}),
    }),
  }),
  getRule: rule<Rule>()({ summary: 'One rule.', access: { resource: 'alert', action: 'r' }, request: ruleId }),
  createRule: rule<Rule>()({
    summary: 'Adds a rule; it watches what is reported from now on.',
    access: { resource: 'alert', action: 'a' },
    request: ruleSchema,
    quiet: false,
  }),
  updateRule: rule<Rule>()({
    summary: 'Replaces a rule by what is given; what it asks for counts from now on.',
    access: { resource: 'alert', action: 'u' },
    request: ruleSchema.concat(ruleId).shape({ expected: expectedField }),
    quiet: false,
  }),
  updateRuleStatus: rule<BulkReply>()({
    summary: 'Puts rules to work, or lets them rest.',
    access: { resource: 'alert', action: 'u' },
    request: object({
      rule_ids: ruleIds,
      status: string().oneOf(RULE_STATUSES, 'validation.oneOf').required('validation.required'),
    }),
    quiet: false,
  }),
  deleteRules: rule<BulkReply>()({
    summary: 'Deletes rules; what they told stays in the list of events.',
    access: { resource: 'alert', action: 'd' },
    request: object({ rule_ids: ruleIds }),
    quiet: false,
  }),
  getOccurrences: rule<Page<Occurrence>>()({
    summary:
      'When rules of the account and its permitted descendants fired, a page at a time; newest first where nothing else is asked.',
    access: { resource: 'alert', action: 'r' },
    request: pageRequest.shape({
      from: string().max(40),
      to: string().max(40),
      filters: object({ rule_id: positive, unit_id: positive, state: string().oneOf(['', 'lasting', 'over']) }).default(
        {},
      ),
    }),
  }),
};
