import type { SavedView } from '../../domain/savedView/index.ts';

/** How a list stands: what a person may keep of it under a name. */
export type ListLook = Pick<SavedView, 'columns' | 'sort' | 'search' | 'filters'>;

/** True where both show the same; the order of the filters makes no difference. */
export function isSameLook(one: ListLook, other: ListLook): boolean {
  return plain(one) === plain(other);
}

function plain({ columns, sort, search, filters }: ListLook): string {
  const chosen = Object.entries(filters).filter(([, value]) => value !== '').sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([columns, sort, search, chosen]);
}

/** Columns that a look hides, of those that can be hidden; a look that names none hides what the list hides by itself. */
export function hiddenColumns(look: Pick<ListLook, 'columns'>, columns: readonly { readonly id: string; readonly shown?: boolean }[]): string[] {
  const hidden = look.columns.length === 0 ? columns.filter(({ shown }) => shown === false) : columns.filter(({ id }) => !look.columns.includes(id));
  return hidden.map(({ id }) => id);
}
