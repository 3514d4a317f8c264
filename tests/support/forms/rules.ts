import { alerts } from '../../../src/domain/alert/index.ts';
import { ruleSchema } from '../../../src/domain/rule/index.ts';
import { wordsOf } from '../formSpoilings.ts';
import type { FormFields } from './formFields.ts';

// The forms of rules, and of the alerts that they raise. Names that must be new come from who walks them.

const rule = (name: string, method: FormFields['methods'][number], called: string): FormFields => ({
  name,
  schema: ruleSchema,
  keepsDraft: true,
  submit: 'Save',
  methods: [method],
  chosen: [
    'status',
    'match',
    'all_units',
    'unit_ids',
    'unit_group_ids',
    'during',
    'hours',
    'valid_from',
    'valid_until',
  ],
  fields: {
    name: { label: 'Name', valid: called, like: 'rule_name' },
    'conditions[0].minimum': { label: 'Minimum', valid: '5', like: 'number' },
    'conditions[0].maximum': {
      label: 'Maximum',
      valid: '90',
      like: 'number',
      wrong: [{ rule: 'order', value: '4', message: wordsOf('minimumMaximum', '') }],
    },
    'conditions[0].figure_margin': {
      label: 'Re-arm margin',
      valid: '2',
      like: 'number',
      wrong: [{ rule: 'half', value: '43', message: wordsOf('marginTooWide', '') }],
    },
    hold: { label: 'For at least', valid: '60', like: 'number' },
    repeat_after: { label: 'Not again within', valid: '30', like: 'number' },
    most_a_day: { label: 'At most a day', valid: '20', like: 'number' },
  },
});
export const newRule = (called: string): FormFields => rule('Rule', 'createRule', called);
export const editedRule = (called: string): FormFields => ({
  ...rule('Edit rule', 'updateRule', called),
  isKnown: true,
});
export const newSpeedRule = (called: string): FormFields => {
  const { fields, ...form } = rule('Rule on the speed', 'createRule', called);
  return {
    ...form,
    fields: {
      name: fields.name,
      'conditions[0].limit': { label: 'Speed limit', valid: '90', like: 'number' },
      'conditions[0].margin': { label: 'Re-arm margin', valid: '5', like: 'number' },
    },
    chosen: [...(form.chosen ?? []), 'hold', 'repeat_after', 'most_a_day'],
  };
};

export const newAlert = (called: string): FormFields => ({
  name: 'Alert',
  schema: alerts.schema,
  keepsDraft: true,
  submit: 'Save',
  methods: ['createAlert'],
  fields: {
    name: { label: 'Name', valid: called },
    description: { label: 'Description', valid: 'Call the driver' },
    acknowledge_minutes: { label: 'Acknowledgement expires after', valid: '30' },
  },
  chosen: ['status', 'labels', 'severity', 'rule_ids', 'allow_child', 'auto_resolve', 'escalation'],
});
