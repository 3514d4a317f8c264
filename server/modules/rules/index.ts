import type { Handlers } from '../../call/types.ts';
import { listOccurrences } from './read.ts';
import type { RuleServices } from './services.ts';

export { ruleTable } from './table.ts';

/** rule-service: when rules fired. */
export function createRuleHandlers(services: RuleServices): Pick<Handlers, 'getOccurrences'> {
  return { getOccurrences: (data, context) => listOccurrences(services, data, context) };
}
