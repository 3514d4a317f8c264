import { useMemo, type ReactNode } from 'react';
import type { LabelledList } from '../../../domain/entities/index.ts';
import { isSorted, type AnyEntity, type Look, type RowOf } from '../../../domain/entity/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Link } from '../../../ui/index.ts';
import { LabelBadges } from '../form/LabelBadges.tsx';
import { useLabelColours } from '../form/labelColours.ts';
import type { ListColumn } from '../list/ServerList.tsx';
import { idOf, valueOf } from './calls.ts';
import { entityPaths } from './paths.ts';
import { StatusMark } from './StatusMark.tsx';
import { useEntityWords } from './words.ts';

/**
 * A cell that looks otherwise, or is said otherwise wherever there is only text: in exports, and where no cell is
 * given.
 */
type Cell<Row> =
  | ((row: Row) => ReactNode)
  | { readonly text: (row: Row) => string; readonly cell?: (row: Row) => ReactNode };
/** Cells that differ from their column's look. */
export type Cells<E extends AnyEntity> = { readonly [Field in keyof RowOf<E>]?: Cell<RowOf<E>> };

/** Figures and latin letters, in whatever language they stand. */
function Code({ children }: { children: string }): ReactNode {
  return (
    <bdi dir="ltr" className="figures">
      {children}
    </bdi>
  );
}

/** Shows fields as the definition says they look, in lists and on pages. */
export function useEntityCells<E extends AnyEntity>(entity: E, cells: Cells<E> = {}) {
  const words = useEntityWords(entity);
  const formats = useFormats();
  const { i18n } = useTranslation();
  // A day of the calendar is the same in every time zone.
  const days = useMemo(
    () => new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeZone: 'UTC' }),
    [i18n.language],
  );
  const colours = useLabelColours(entity.hasLabels ? (entity.names as LabelledList) : null);
  const looks: Readonly<Record<string, Look | undefined>> = entity.columns;
  const text = (row: RowOf<E>, field: string): string => {
    const own = cells[field as keyof RowOf<E>];
    if (typeof own === 'object') return own.text(row);
    const value = valueOf(row, field);
    if (value === null || value === undefined || value === '') return '';
    if (looks[field] === 'status') return words.status(String(value));
    if (looks[field] === 'time') return formats.dateTime(Date.parse(String(value)));
    if (looks[field] === 'day') return days.format(new Date(`${String(value)}T00:00:00Z`));
    if (typeof value === 'number') return formats.number(value);
    return Array.isArray(value) ? value.join(', ') : String(value);
  };
  const cell = (row: RowOf<E>, field: string): ReactNode => {
    const own = cells[field as keyof RowOf<E>];
    if (typeof own === 'function') return own(row);
    if (own?.cell) return own.cell(row);
    const shown = text(row, field);
    const value = valueOf(row, field);
    switch (looks[field]) {
      case 'code':
        return <Code>{shown}</Code>;
      case 'status':
        return <StatusMark status={String(value)}>{shown}</StatusMark>;
      case 'labels':
        return <LabelBadges labels={value as readonly string[]} colours={colours} />;
      case 'time':
      case 'day':
      case 'number':
        return <span className="figures">{shown}</span>;
      default:
        return <bdi>{shown}</bdi>;
    }
  };
  return { text, cell, words };
}

/** Columns of the entity's list; the first leads to the page of its row. */
export function useEntityColumns<E extends AnyEntity>(entity: E, cells?: Cells<E>): readonly ListColumn<RowOf<E>>[] {
  const { text, cell, words } = useEntityCells(entity, cells);
  const { view } = entityPaths(entity);
  return Object.entries(entity.columns).flatMap(([field, look]) =>
    look === undefined
      ? []
      : [
          {
            id: field,
            header: words.column(field),
            sortable: isSorted(look),
            shown: !entity.hidden?.includes(field),
            text: (row: RowOf<E>) => text(row, field),
            cell: (row: RowOf<E>) =>
              field === entity.title ? (
                <Link href={view(idOf(entity, row))}>{cell(row, field)}</Link>
              ) : (
                cell(row, field)
              ),
          },
        ],
  );
}
