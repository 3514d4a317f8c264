import { useEffect, useMemo, useRef, useState } from 'react';
import type { ListLook } from '../../shared/list/listLook.ts';
import type { ListQuery } from '../../shared/list/serverListState.ts';
import { useListColumns, type ListColumns } from '../../shared/list/useListColumns.ts';
import { useScreenPath } from '../../shared/address/useScreenPath.ts';
import { ALL_COLUMNS, type ColumnPlace } from './columns.ts';
import { useFollowedGroup } from '../../shared/list/useFollowedGroup.ts';
import { useOpeningView, useSavedViews, type SavedViewsAnswer } from '../../shared/list/useSavedViews.ts';
import { OWN_SORT, isUnitQuery, orderOf, readUnitQuery, writeUnitQuery } from './listState.ts';
import type { RowOrder } from './unitRows.ts';

/** Names the list in the preferences. */
const LIST = 'units';
/** Pause after the last key before the address follows; the rows follow at once. */
const ADDRESS_DELAY = 300;

export interface UnitListState {
  readonly query: ListQuery;
  readonly order: RowOrder;
  readonly isFiltered: boolean;
  readonly columns: ListColumns<ColumnPlace>;
  readonly look: ListLook;
  readonly kept: SavedViewsAnswer;
  ask(change: Partial<ListQuery>): void;
  search(text: string): void;
  show(look: ListLook, view: string): void;
}

/** The state of the list: search, order and filters in the address, columns in the preferences. */
export function useUnitListState(): UnitListState {
  const { query: address, replaceQuery } = useScreenPath();
  const kept = useSavedViews(LIST);
  const [typed, setTyped] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const write = (part: Partial<ListQuery>): void =>
    replaceQuery(writeUnitQuery(address, part, kept.opening !== undefined));
  /** The write at the end of the timer must start from the address of that moment. */
  const latest = useRef(write);
  useEffect(() => {
    latest.current = write;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  const asked = useMemo(() => readUnitQuery(address), [address]);
  const query = useMemo(() => (typed === null ? asked : { ...asked, search: typed }), [asked, typed]);
  const order = useMemo(() => orderOf(query), [query]);
  const columns = useListColumns(LIST, ALL_COLUMNS);
  const ask = (part: Partial<ListQuery>): void => {
    clearTimeout(timer.current);
    setTyped(null);
    write({ ...(typed === null ? {} : { search: typed }), ...part });
  };
  const show = (look: ListLook, view: string): void => {
    columns.show(look);
    ask({ sort: look.sort || OWN_SORT, search: look.search, filters: look.filters, view });
  };
  useFollowedGroup('units', query.filters.label, (label) => ask({ filters: { ...query.filters, label } }));
  // The units are here already: nobody waits for the answer to see them.
  useOpeningView(kept, !isUnitQuery(address), (view) => show(view, String(view.view_id)));
  return {
    query,
    order,
    columns,
    ask,
    kept,
    show,
    isFiltered: query.search !== '' || Object.values(query.filters).some((value) => value !== ''),
    look: {
      columns: columns.shown.map(({ id }) => id),
      sort: query.sort,
      search: query.search,
      filters: query.filters,
    },
    search(text) {
      setTyped(text);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        setTyped(null);
        latest.current({ search: text });
      }, ADDRESS_DELAY);
    },
  };
}
