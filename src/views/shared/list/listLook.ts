import type { SavedView } from '../../../domain/savedView/index.ts';

/** The state of a list: what a person may keep of it under a name. */
export type ListLook = Pick<SavedView, 'columns' | 'sort' | 'search' | 'filters'>;

/** A column as far as its place and being shown go. */
export interface PlacedColumn {
  readonly id: string;
  /** False: hidden until it is chosen. */
  readonly shown?: boolean;
}

/**
 * A look as the list comes to stand by it: with the columns that there are, and what the list does by itself where the
 * look says nothing.
 */
export function lookAsShown(look: ListLook, columns: readonly PlacedColumn[], sort: string): ListLook {
  const hidden = new Set(hiddenColumns(look, columns.slice(1)));
  return {
    ...look,
    columns: orderedColumns(columns, look.columns)
      .map(({ id }) => id)
      .filter((id) => !hidden.has(id)),
    sort: look.sort || sort,
  };
}

/** True where both show the same; the order of the filters makes no difference. */
export function isSameLook(one: ListLook, other: ListLook): boolean {
  return plain(one) === plain(other);
}

function plain({ columns, sort, search, filters }: ListLook): string {
  const chosen = Object.entries(filters)
    .filter(([, value]) => value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([columns, sort, search, chosen]);
}

/**
 * Columns that a look hides, of those that can be hidden; a look that names none hides what the list hides by itself.
 */
export function hiddenColumns(look: Pick<ListLook, 'columns'>, columns: readonly PlacedColumn[]): string[] {
  const hidden =
    look.columns.length === 0
      ? columns.filter(({ shown }) => shown === false)
      : columns.filter(({ id }) => !look.columns.includes(id));
  return hidden.map(({ id }) => id);
}

/**
 * The columns in an order that somebody gave them. The first names the row and stays the first; one
 * that the order does not know is behind the column that it follows by itself.
 */
export function orderedColumns<Column extends PlacedColumn>(
  columns: readonly Column[],
  order: readonly string[],
): readonly Column[] {
  const byId = new Map(columns.map((column) => [column.id, column]));
  const [first] = columns;
  if (first === undefined || order.length === 0) return columns;
  const placed: Column[] = [first];
  for (const id of new Set(order)) {
    const column = byId.get(id);
    if (column !== undefined && column !== first) placed.push(column);
  }
  for (const [index, column] of columns.entries()) {
    if (!placed.includes(column)) placed.splice(placed.indexOf(columns[index - 1]) + 1, 0, column);
  }
  return placed;
}
