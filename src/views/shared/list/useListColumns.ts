import { useMemo } from 'react';
import { hiddenColumns, orderedColumns, type ListLook, type PlacedColumn } from './listLook.ts';
import { usePreferences } from '../services/preferences.ts';

export interface ListColumns<Column> {
  /** All, in their order; the first names the row and can neither be hidden nor moved. */
  readonly ordered: readonly Column[];
  /** Those that are shown, in their order. */
  readonly shown: readonly Column[];
  readonly hidden: ReadonlySet<string>;
  hide(hidden: ReadonlySet<string>): void;
  /** Puts columns into this order; those that are not named keep their places behind the ones before them. */
  order(ids: readonly string[]): void;
  /** Shows the columns of a look, in its order. */
  show(look: Pick<ListLook, 'columns'>): void;
}

/** Which columns a list shows and in which order, kept in the preferences. */
export function useListColumns<Column extends PlacedColumn>(
  list: string,
  columns: readonly Column[],
): ListColumns<Column> {
  const { preferences, change } = usePreferences();
  const { lists, listOrders } = preferences;
  const ordered = useMemo(() => orderedColumns(columns, listOrders[list] ?? []), [columns, listOrders, list]);
  const hidden = useMemo(
    () => new Set(lists[list] ?? hiddenColumns({ columns: [] }, columns.slice(1))),
    [columns, lists, list],
  );
  const shown = useMemo(() => ordered.filter(({ id }, index) => index === 0 || !hidden.has(id)), [ordered, hidden]);
  return {
    ordered,
    shown,
    hidden,
    hide: (next) => change({ lists: { ...lists, [list]: [...next] } }),
    order: (ids) => change({ listOrders: { ...listOrders, [list]: orderedColumns(ordered, ids).map(({ id }) => id) } }),
    show: (look) =>
      change({
        lists: { ...lists, [list]: hiddenColumns(look, columns.slice(1)) },
        // A look that names no column shows the list as it is by itself.
        listOrders: { ...listOrders, [list]: [...look.columns] },
      }),
  };
}
