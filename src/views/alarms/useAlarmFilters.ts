import { useMemo } from 'react';
import type { CallData } from '../../api/contract/index.ts';
import { ALARM_STATES } from '../../domain/alarm/index.ts';
import { SEVERITIES } from '../../domain/alert/index.ts';
import { useScreenPath } from '../shared/address/useScreenPath.ts';

type Filters = NonNullable<CallData<'getAlarmList'>['filters']>;

/** What the address narrows the queue by. */
export function useAlarmFilters() {
  const { query, replaceQuery } = useScreenPath();
  const filters = useMemo((): Filters => {
    const number = (name: string): number | undefined => Number(query.get(name)) || undefined;
    const state = ['all', ...ALARM_STATES].find((each) => each === query.get('state')) as Filters['state'];
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
  }, [query]);
  const set = (name: string, value: string): void => {
    const next = new URLSearchParams(query);
    if (value === '') next.delete(name);
    else next.set(name, value);
    replaceQuery(next);
  };
  const clear = (): void => replaceQuery(new URLSearchParams());
  return { filters, set, clear, opened: Number(query.get('alarm')) || null };
}
