import { PAGE } from '../../../domain/base/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { useScreenPath } from '../../shared/address/useScreenPath.ts';
import type { ListFilter } from '../../shared/list/ServerList.tsx';
import { useAnswer } from '../../shared/services/calls.ts';
import { useFleet } from '../../shared/services/fleet.ts';
import { useSession } from '../../shared/services/session.ts';
import { useStorePart } from '../../shared/services/store.ts';

/** What the events are narrowed by; by a unit where the address names one. */
export function useEventFilters(): readonly ListFilter[] {
  const { t } = useTranslation();
  const { account } = useSession();
  const { query } = useScreenPath();
  const rules = useAnswer('getRuleList', { limit: PAGE.maximumLimit, sort: 'name' }, ['rule']).value?.rows ?? [];
  const options = rules.map(({ rule_id, name, account_id, account_name }) => ({
    value: String(rule_id),
    label: account_id === account?.account_id ? name : `${name} · ${account_name}`,
  }));
  const ruleId = query.get('rule_id');
  const unitId = query.get('unit_id');
  const unitName = useStorePart(useFleet().units, ({ byId }) =>
    unitId === null ? '' : (byId.get(Number(unitId))?.name ?? unitId),
  );
  // What a rule reported outlives it.
  const isListed = ruleId === null || options.some(({ value }) => value === ruleId);
  return [
    {
      id: 'rule_id',
      label: t('events.rule'),
      numeric: true,
      options: isListed ? options : [...options, { value: ruleId, label: t('events.otherRule') }],
    },
    {
      id: 'state',
      label: t('events.state'),
      options: (['lasting', 'over'] as const).map((value) => ({ value, label: t(`events.states.${value}`) })),
    },
    ...(unitId === null
      ? []
      : [{ id: 'unit_id', label: t('events.unit'), numeric: true, options: [{ value: unitId, label: unitName }] }]),
  ];
}
