import { RULE_STATUSES, type Rule, type RuleStatus } from '../../domain/rule/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { useStatusAct } from '../shared/unit/useStatusAct.ts';

/** A rule at work may be let rest, and one that rests be put to work. */
const otherStatuses = (status: RuleStatus): readonly RuleStatus[] => RULE_STATUSES.filter((other) => other !== status);

/** Gives rules another status and offers to take it back. */
export function useRuleStatus() {
  const { t } = useTranslation();
  const { give, ...rest } = useStatusAct<'updateRuleStatus', RuleStatus>({
    method: 'updateRuleStatus',
    next: otherStatuses,
    dataOf: (ids, status) => ({ rule_ids: [...ids], status }),
    given: (count, status) => t('rules.statusGiven', { count, status: t(`rules.statuses.${status}`) }),
    restored: (count) => t('rules.statusRestored', { count }),
  });
  return {
    ...rest,
    give: (rules: readonly Rule[], status: RuleStatus) =>
      give(
        rules.map((rule) => ({ id: rule.rule_id, name: rule.name, status: rule.status })),
        status,
      ),
  };
}
