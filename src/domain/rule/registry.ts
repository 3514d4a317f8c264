/**
 * What the registry of screens needs of event rules: apart from the definition, so that the sign-in page loads no
 * schema.
 */
export const RULE_SITE = {
  name: 'rule',
  names: 'rules',
  resource: 'alert',
  paths: { list: '/rules', create: '/rules-config', view: '/event-list?rule_id=:id', edit: '/edit-event?rule_id=:id' },
} as const;
