import { success } from '../../../src/domain/base/index.ts';
import type { Handlers } from '../../call/types.ts';
import { accountOf, atomically, unknownSortColumn, notFound } from '../shared/index.ts';
import { createRule, deleteRules, updateRule, updateRuleStatus } from './change.ts';
import { findRule, listOccurrences, listRules } from './read.ts';
import type { RuleServices } from './services.ts';

type RuleMethod =
  | 'getRuleList'
  | 'getRule'
  | 'createRule'
  | 'updateRule'
  | 'updateRuleStatus'
  | 'deleteRules'
  | 'getOccurrences';

/** rule-service: what is watched in the values of sensors, and when it happened. */
export function createRuleHandlers(services: RuleServices): Pick<Handlers, RuleMethod> {
  const { database, directory, problems } = services;
  return {
    async getRuleList(data, context) {
      const page = await listRules(database, directory, accountOf(context).scope, data);
      return page ? success(page) : unknownSortColumn(context, problems);
    },
    async getRule(data, context) {
      const rule = await findRule(database, directory, data.rule_id, context);
      return rule ? success(rule) : notFound(context, problems);
    },
    createRule: (data, context) =>
      atomically(database, (transaction) => createRule(transaction, data, context, services)),
    updateRule: (data, context) =>
      atomically(database, (transaction) => updateRule(transaction, data, context, services)),
    updateRuleStatus: (data, context) =>
      atomically(database, (transaction) => updateRuleStatus(transaction, data, context, services)),
    deleteRules: ({ rule_ids: ids }, context) =>
      atomically(database, (transaction) => deleteRules(transaction, ids, context, services)),
    getOccurrences: (data, context) => listOccurrences(services, data, context),
  };
}
