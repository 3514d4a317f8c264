import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { Checkbox, Skeleton, SortAscendingIcon, SortDescendingIcon, classes } from '../../../ui/index.ts';
import './serverList.css';

export interface ListColumn<Row> {
  /** Also the name that the server sorts by. */
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** The cell as text, for the export. */
  readonly text: (row: Row) => string;
  readonly sortable?: boolean;
  readonly align?: 'start' | 'end';
  /** False: hidden until it is chosen. */
  readonly shown?: boolean;
}

/** What identifies a row. */
export type RowKey = number | string;

export interface ServerListTableProps<Row> {
  label: string;
  columns: readonly ListColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => RowKey;
  rowName: (row: Row) => string;
  actions: ((row: Row) => ReactNode) | undefined;
  sort: string;
  onSort: (sort: string) => void;
  ticked: ReadonlySet<RowKey>;
  onTick: (ticked: ReadonlySet<RowKey>) => void;
}

/** The rows of a page. */
export function ServerListTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  rowName,
  actions,
  sort,
  onSort,
  ticked,
  onTick,
}: ServerListTableProps<Row>): ReactNode {
  const { t } = useTranslation();
  const count = rows.filter((row) => ticked.has(rowKey(row))).length;
  const tick = (key: RowKey, on: boolean): void => {
    const next = new Set(ticked);
    if (on) next.add(key);
    else next.delete(key);
    onTick(next);
  };
  return (
    <div className="server-list-scroll">
      <table className="server-table server-rows" aria-label={label}>
        <thead>
          <tr>
            <th scope="col" className="server-table-tick">
              <TickBox
                label={t('list.selectAll')}
                selected={count === rows.length}
                indeterminate={count > 0 && count < rows.length}
                onChange={(on) => onTick(on ? new Set(rows.map(rowKey)) : new Set())}
              />
            </th>
            {columns.map((column) => (
              <SortableHeader key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
            {actions && (
              <th scope="col">
                <span className="visually-hidden">{t('list.actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const key = rowKey(row);
            return (
              <tr key={key} data-ticked={ticked.has(key) || undefined} onKeyDown={moveBetweenRows}>
                <td className="server-table-tick">
                  <TickBox
                    label={t('list.select', { name: rowName(row) })}
                    selected={ticked.has(key)}
                    onChange={(on) => tick(key, on)}
                  />
                </td>
                {columns.map((column, index) =>
                  index === 0 ? (
                    <th key={column.id} scope="row" className="server-table-name" title={hint(column.text(row))}>
                      {column.cell(row)}
                    </th>
                  ) : (
                    <td
                      key={column.id}
                      data-label={column.header}
                      title={hint(column.text(row))}
                      className={classes(column.align === 'end' && 'server-table-end')}>
                      {column.cell(row)}
                    </td>
                  ),
                )}
                {actions && <td className="server-table-actions">{actions(row)}</td>}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Characters that a cell has room for on its one line (serverList.css). */
const ROOM = 36;

/** What a cell that is cut off says in whole, to a pointer that rests on it. */
const hint = (text: string): string | undefined => (text.length > ROOM - 4 ? text : undefined);

/** A tick box whose name is only read out. */
function TickBox({
  label,
  ...rest
}: {
  label: string;
  selected: boolean;
  indeterminate?: boolean;
  onChange: (on: boolean) => void;
}): ReactNode {
  return (
    <Checkbox {...rest}>
      <span className="visually-hidden">{label}</span>
    </Checkbox>
  );
}

function SortableHeader<Row>({
  column,
  sort,
  onSort,
}: {
  column: ListColumn<Row>;
  sort: string;
  onSort: (sort: string) => void;
}): ReactNode {
  const descending = sort === `-${column.id}`;
  const sorted = descending || sort === column.id;
  return (
    <th
      scope="col"
      aria-sort={sorted ? (descending ? 'descending' : 'ascending') : undefined}
      className={classes(column.align === 'end' && 'server-table-end')}>
      {column.sortable ? (
        <button
          type="button"
          className="server-sort"
          onClick={() => onSort(sorted && !descending ? `-${column.id}` : column.id)}>
          <span>{column.header}</span>
          {sorted &&
            (descending ? <SortDescendingIcon aria-hidden="true" /> : <SortAscendingIcon aria-hidden="true" />)}
        </button>
      ) : (
        column.header
      )}
    </th>
  );
}

const FOCUSABLE = 'a[href], button:not([disabled]), input:not([disabled])';

/** Arrows go to the same place of the next row; everything else keeps its meaning. */
function moveBetweenRows(event: KeyboardEvent<HTMLTableRowElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const row = event.currentTarget;
  const target = event.key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling;
  const own = [...row.querySelectorAll<HTMLElement>(FOCUSABLE)];
  const others = [...(target?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])];
  const next = others[Math.min(own.indexOf(event.target as HTMLElement), others.length - 1)];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

/** Rows that are on their way. */
export function WaitingRows(): ReactNode {
  return (
    <div className="server-list-waiting" aria-hidden="true">
      {['62%', '78%', '54%', '70%', '66%', '58%'].map((width) => (
        <Skeleton key={width} width={width} height="1.25em" />
      ))}
    </div>
  );
}
