// Rows are placed by transform and exist only while in sight, which table elements cannot do.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { SortAscendingIcon, SortDescendingIcon } from './icons.ts';
import { classes } from './classes.ts';
import type { TableColumn, TableSort } from './tableTypes.ts';

interface TableHeaderProps<Id extends string> {
  columns: readonly TableColumn<Id>[];
  sort: TableSort<Id> | null;
  onSort: (sort: TableSort<Id>) => void;
  widths: Partial<Record<Id, number>>;
  onWidths: (widths: Partial<Record<Id, number>>) => void;
  resizeLabel: string;
  /** Before the first column, for example a box that ticks all. */
  start?: ReactNode;
}

const SMALLEST = 48;
const LARGEST = 800;
const KEY_STEP = 16;

/** Names of the columns; a press sorts, the edge resizes by pointer or arrows. */
export function TableHeader<Id extends string>({
  columns,
  sort,
  onSort,
  widths,
  onWidths,
  resizeLabel,
  start,
}: TableHeaderProps<Id>): ReactNode {
  return (
    <div role="rowgroup" className="table-head">
      <div role="row" aria-rowindex={1} className="table-row-head">
        {start}
        {columns.map((column, index) => {
          const sorted = sort?.column === column.id ? sort : null;
          const width = widths[column.id] ?? column.width;
          const resize = (next: number): void =>
            onWidths({
              ...widths,
              [column.id]: Math.min(LARGEST, Math.max(column.minimumWidth ?? SMALLEST, Math.round(next))),
            });
          return (
            <div
              key={column.id}
              role="columnheader"
              aria-colindex={index + (start ? 2 : 1)}
              aria-sort={
                sorted ? (sorted.descending ? 'descending' : 'ascending') : column.sortable ? 'none' : undefined
              }
              className={classes('table-column', `table-${column.align ?? 'start'}`)}>
              {column.sortable ? (
                <button
                  type="button"
                  className="table-sort"
                  onClick={() => onSort({ column: column.id, descending: sorted ? !sorted.descending : false })}>
                  <span className="table-name">{column.header}</span>
                  {sorted &&
                    (sorted.descending ? (
                      <SortDescendingIcon aria-hidden="true" />
                    ) : (
                      <SortAscendingIcon aria-hidden="true" />
                    ))}
                </button>
              ) : (
                <span className="table-name">
                  {column.header === '' ? <span className="visually-hidden">{column.label}</span> : column.header}
                </span>
              )}
              {column.header !== '' && (
                <ResizeHandle
                  label={`${resizeLabel}: ${column.header}`}
                  width={width}
                  minimum={column.minimumWidth ?? SMALLEST}
                  onResize={resize}
                />
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

interface ResizeHandleProps {
  label: string;
  width: number;
  minimum: number;
  onResize: (width: number) => void;
}

/** +1 when lines run from left to right. */
const lineSign = (element: Element): 1 | -1 => (getComputedStyle(element).direction === 'rtl' ? -1 : 1);

function ResizeHandle({ label, width, minimum, onResize }: ResizeHandleProps): ReactNode {
  const onPointerDown = (down: PointerEvent<HTMLDivElement>): void => {
    const handle = down.currentTarget;
    const sign = lineSign(handle);
    handle.setPointerCapture(down.pointerId);
    const move = (event: globalThis.PointerEvent): void => onResize(width + sign * (event.clientX - down.clientX));
    const end = (): void => {
      handle.removeEventListener('pointermove', move);
      handle.removeEventListener('pointerup', end);
      handle.removeEventListener('pointercancel', end);
    };
    handle.addEventListener('pointermove', move);
    handle.addEventListener('pointerup', end);
    handle.addEventListener('pointercancel', end);
    down.preventDefault();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const towards = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (towards === 0) return;
    event.preventDefault();
    event.stopPropagation();
    onResize(width + towards * lineSign(event.currentTarget) * KEY_STEP);
  };
  return (
    // A focusable separator is the pattern for a movable edge (WAI-ARIA, "window splitter").
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={minimum}
      aria-valuemax={LARGEST}
      className="table-resize"
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
    />
  );
}
