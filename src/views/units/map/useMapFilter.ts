import { useEffect, useMemo, useReducer, useState } from 'react';
import { SECOND } from '../../../domain/base/index.ts';
import type { UnitSummary } from '../../../domain/unit/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { useFollowedGroup } from '../../shared/list/useFollowedGroup.ts';
import { useFleet } from '../../shared/services/fleet.ts';
import { usePreferences } from '../../shared/services/preferences.ts';
import { useStorePart } from '../../shared/services/store.ts';
import type { ViewState } from '../../shared/unit/viewState.ts';
import { orderOf } from '../list/listState.ts';
import { orderRows, rowSources, type RowOrder, type SortKey } from '../list/unitRows.ts';
import { useFleetLook } from '../useFleetLook.ts';

/** While nothing is filtered the list is not followed. */
const NONE: readonly UnitSummary[] = [];
/** A filter by what units do is applied again this often. */
const AGAIN = 5 * SECOND;

/** Values by the name of the filter, the search among them, as the address has them. */
export type FilterValues = ViewState['filter'];

/** The one filter of the map screen: of the list, the marks, trips, events and exports. */
export interface MapFilter {
  readonly values: FilterValues;
  /** The same with the order of the list. */
  readonly order: RowOrder;
  readonly set: (values: FilterValues) => void;
  readonly sortBy: (sort: SortKey, descending: boolean) => void;
  readonly clear: () => void;
  /** Units that pass, in the order of their names; null = nothing is filtered. The same list until others pass. */
  readonly unitIds: readonly number[] | null;
  /** Of how many. */
  readonly total: number;
  /** Units that are filtered out are drawn faintly instead of not at all. */
  readonly dims: boolean;
  readonly setDims: (dims: boolean) => void;
}

/** Keeps the filter that a link began with, and applies it to the map. */
export function useMapFilter(linked: FilterValues): MapFilter {
  const { units: store, dimOthers } = useFleet();
  const { preferences, change } = usePreferences();
  const [values, setValues] = useState(linked);
  const [sort, setSort] = useState('name');
  const order = useMemo(() => orderOf({ search: values.search ?? '', sort, filters: values }), [values, sort]);
  useFollowedGroup('units', values.label, (label) => setValues((before) => ({ ...before, label })));
  const isFiltered = Object.values(values).some((value) => value !== '');
  const unitIds = useFiltered(order, isFiltered);
  const dims = preferences.filteredAway === 'dimmed';
  const dimmed = dims ? unitIds : null;
  useEffect(() => dimOthers(dimmed), [dimOthers, dimmed]);
  useEffect(() => () => dimOthers(null), [dimOthers]);
  return {
    values,
    order,
    set: (part) => setValues((before) => ({ ...before, ...part })),
    sortBy: (key, descending) => setSort(`${descending ? '-' : ''}${key}`),
    clear: () => setValues({}),
    unitIds,
    total: useStorePart(store, ({ units }) => units.length),
    dims,
    setDims: (on) => change({ filteredAway: on ? 'dimmed' : 'hidden' }),
  };
}

function useFiltered(order: RowOrder, isFiltered: boolean): readonly number[] | null {
  const { i18n } = useTranslation();
  const units = useStorePart(useFleet().units, (state) => (isFiltered ? state.units : NONE));
  const [round, again] = useReducer((count: number) => count + 1, 0);
  const follows = isFiltered && order.states.size > 0;
  useEffect(() => {
    if (!follows) return undefined;
    const timer = setInterval(again, AGAIN);
    return () => clearInterval(timer);
  }, [follows]);
  const [prepare] = useState(rowSources);
  const source = useMemo(
    () => (isFiltered ? prepare(units, i18n.language) : null),
    [isFiltered, prepare, units, i18n.language],
  );
  const { fleet, instant } = useFleetLook(round);
  const passing = useMemo(() => {
    if (source === null) return null;
    const rows = orderRows(source, fleet, { ...order, sort: 'name', descending: false }, instant());
    return Array.from(rows, (row) => units[row].unit_id).join();
  }, [source, fleet, order, instant, units]);
  return useMemo(() => {
    if (passing === null) return null;
    return passing === '' ? [] : passing.split(',').map(Number);
  }, [passing]);
}
