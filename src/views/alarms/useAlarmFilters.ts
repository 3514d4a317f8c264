import { useMemo } from 'react';
import type { CallData } from '../../api/contract/index.ts';
import { ALARM_STATES } from '../../domain/alarm/index.ts';
import { SEVERITIES } from '../../domain/alert/index.ts';
import { PAGE } from '../../domain/base/index.ts';
import { useScreenPath } from '../shared/address/useScreenPath.ts';
import {
  asksNothing,
  readListQuery,
  writeListQuery,
  type ListDefaults,
  type ListQuery,
} from '../shared/list/serverListState.ts';

type Request = CallData<'getAlarmList'>;
type Filters = NonNullable<Request['filters']>;

const DEFAULTS: ListDefaults = {
  sort: '',
  limit: PAGE.defaultLimit,
  filters: ['state', 'severity', 'mine', 'unit_id', 'rule_id', 'label'],
};

/** What the address asks of the queue. `opensView`: an address that asks for nothing opens a saved view. */
export function useAlarmFilters(opensView = false) {
  const { query, replaceQuery } = useScreenPath();
  const list = readListQuery(query, DEFAULTS);
  const filters = useMemo(() => filtersOf(query), [query]);
  const ask = (change: Partial<ListQuery>): void =>
    replaceQuery(writeListQuery(query, { ...DEFAULTS, opensView }, change));
  const open = (id: number | null): void => {
    const next = new URLSearchParams(query);
    if (id === null) next.delete('alarm');
    else next.set('alarm', String(id));
    replaceQuery(next);
  };
  return {
    filters,
    /** The filters as texts, as saved views have them. */
    chosen: list.filters,
    search: list.search,
    /** The saved view that it was shown by. */
    view: list.view,
    asksNothing: asksNothing(query, DEFAULTS),
    isFiltered: list.search !== '' || Object.keys(list.filters).length > 0,
    ask,
    set: (name: string, value: string): void => ask({ filters: { ...list.filters, [name]: value } }),
    clear: (): void => ask({ search: '', filters: {}, view: '' }),
    opened: Number(query.get('alarm')) || null,
    open,
  };
}

function filtersOf(query: URLSearchParams): Filters {
  const number = (name: string): number | undefined => Number(query.get(name)) || undefined;
  const state = (['all', ...ALARM_STATES] as const).find((each) => each === query.get('state'));
  const severity = SEVERITIES.find((each) => each === query.get('severity'));
  const [unit_id, rule_id] = [number('unit_id'), number('rule_id')];
  const label = query.get('label');
  return {
    ...(state && { state }),
    ...(severity && { severity }),
    ...(query.get('mine') === '1' && { mine: true }),
    ...(unit_id && { unit_id }),
    ...(rule_id && { rule_id }),
    ...(label && { label }),
  };
}

/** What the queue is asked for, without its page. */
export const requestOf = ({ filters, search }: Pick<ReturnType<typeof useAlarmFilters>, 'filters' | 'search'>) =>
  ({ sort: '-at', search, filters }) satisfies Request;
