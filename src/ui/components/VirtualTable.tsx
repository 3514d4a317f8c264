// Rows are placed by transform and exist only while in sight, which table elements cannot do.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { useVirtualizer } from '@tanstack/react-virtual';
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { classes } from './classes.ts';
import { TableHeader } from './TableHeader.tsx';
import { moveRow } from './tableKeys.ts';
import type { TableColumn, TableSort } from './tableTypes.ts';
import './table.css';

export interface VirtualTableProps<Id extends string> {
  label: string;
  columns: readonly TableColumn<Id>[];
  rowCount: number;
  /** A row's identity; stays with it when the order changes. */
  rowKey: (row: number) => string | number;
  renderCell: (row: number, column: Id) => ReactNode;
  sort: TableSort<Id> | null;
  onSort: (sort: TableSort<Id>) => void;
  selectedKey: string | number | null;
  onSelect: (key: string | number, row: number) => void;
  /** Enter or a double press: opens what the row stands for. */
  onOpen?: (key: string | number, row: number) => void;
  density?: 'compact' | 'regular';
  widths?: Partial<Record<Id, number>>;
  onWidths?: (widths: Partial<Record<Id, number>>) => void;
  resizeLabel: string;
  /** Shown in place of the rows when there are none. */
  empty?: ReactNode;
  className?: string;
}

const ROW_HEIGHT = { compact: 28, regular: 36 } as const;
const OVERSCAN = 8;

/**
 * A table of any number of rows, of which only those in sight exist. Rows are asked for by index,
 * so the caller's data stays in whatever columns it lives in. One tab stop: arrows, Home, End,
 * Page Up and Page Down move, Space and Enter select.
 */
export function VirtualTable<Id extends string>(props: VirtualTableProps<Id>): ReactNode {
  const { label, columns, rowCount, rowKey, density = 'regular', selectedKey, empty, className } = props;
  const id = useId();
  const body = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const [ownWidths, setOwnWidths] = useState<Partial<Record<Id, number>>>({});
  const widths = props.widths ?? ownWidths;
  const height = ROW_HEIGHT[density];
  // The virtualizer is read in the render that made it and never kept.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: rowCount,
    getScrollElement: () => body.current,
    estimateSize: () => height,
    overscan: OVERSCAN,
    getItemKey: rowKey,
    initialRect: { width: 800, height: 600 },
    scrollPaddingStart: height,
  });
  const current = Math.min(active, Math.max(0, rowCount - 1));

  const goTo = (row: number): void => {
    setActive(row);
    virtualizer.scrollToIndex(row, { align: 'auto' });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (rowCount === 0 || event.target !== event.currentTarget) return;
    const page = Math.max(1, Math.floor((body.current?.clientHeight ?? 0) / height) - 2);
    const target = moveRow(event.key, current, rowCount, page);
    if (target === null) return;
    event.preventDefault();
    if (target === 'select') props.onSelect(rowKey(current), current);
    else if (target === 'open') (props.onOpen ?? props.onSelect)(rowKey(current), current);
    else goTo(target);
  };
  const template = columns.map((column, index) => trackOf(widths[column.id] ?? column.width, index === columns.length - 1)).join(' ');

  return (
    <div
      ref={body}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={rowCount + 1}
      aria-colcount={columns.length}
      aria-activedescendant={rowCount > 0 ? `${id}-${current}` : undefined}
      className={classes('table', `table-${density}`, className)}
      style={{ '--table-columns': template } as React.CSSProperties}
      onKeyDown={onKeyDown}
    >
      <TableHeader
        columns={columns}
        sort={props.sort}
        onSort={props.onSort}
        widths={widths}
        onWidths={props.onWidths ?? setOwnWidths}
        resizeLabel={props.resizeLabel}
      />
      {rowCount === 0 && empty !== undefined && <div className="table-empty">{empty}</div>}
      <div role="rowgroup" className="table-rows" style={{ blockSize: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const key = rowKey(item.index);
          const selected = key === selectedKey;
          return (
            // Keys are handled by the grid, which holds the focus for all rows.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={item.key}
              id={`${id}-${item.index}`}
              role="row"
              aria-rowindex={item.index + 2}
              aria-selected={selected}
              className={classes('table-row', selected && 'table-row-selected', item.index === current && 'table-row-active')}
              style={{ transform: `translateY(${item.start}px)` }}
              onClick={() => {
                setActive(item.index);
                props.onSelect(key, item.index);
              }}
              onDoubleClick={props.onOpen && (() => props.onOpen?.(key, item.index))}
            >
              {columns.map((column, index) => (
                <div key={column.id} role="gridcell" aria-colindex={index + 1} className={classes('table-cell', `table-${column.align ?? 'start'}`)}>
                  {props.renderCell(item.index, column.id)}
                </div>
              ))}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** The last column grows, so that no empty strip stays beside it. */
const trackOf = (width: number, last: boolean): string => (last ? `minmax(${width}px, 1fr)` : `${width}px`);
