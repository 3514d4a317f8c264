/** Where rules and their events are shown (specification, chapter 2). */
export const RULE_PATHS = {
  list: '/rules',
  create: '/rules-config',
  edit: '/edit-event',
  events: '/event-list',
} as const;

/** The form of a rule. */
export const editPath = (ruleId: number): string => `${RULE_PATHS.edit}?rule_id=${ruleId}`;

/** What a rule told. */
export const eventsPath = (ruleId: number): string => `${RULE_PATHS.events}?rule_id=${ruleId}`;
