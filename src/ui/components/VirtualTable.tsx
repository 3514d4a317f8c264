// Rows are placed by transform and exist only while in sight, which table elements cannot do.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react';
import { classes } from './classes.ts';
import { TableHeader } from './TableHeader.tsx';
import { TickAll, TickCell, useTicking, type TableTicks } from './TableTicks.tsx';
import { moveRow } from './tableKeys.ts';
import type { TableColumn, TableSort } from './tableTypes.ts';
import { useCoarsePointer } from './useCoarsePointer.ts';
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
  /** Rows chosen besides the selected one, where several may be. */
  chosenKeys?: ReadonlySet<string | number>;
  onSelect: (key: string | number, row: number, how: RowPress) => void;
  /** Enter or a double press: opens what the row stands for. */
  onOpen?: (key: string | number, row: number) => void;
  density?: 'compact' | 'regular';
  widths?: Partial<Record<Id, number>>;
  onWidths?: (widths: Partial<Record<Id, number>>) => void;
  resizeLabel: string;
  /** Given, every row has a box at its start, and Space ticks it. */
  ticks?: TableTicks;
  /** Notified which rows are in sight, for what is read for those alone. */
  onVisible?: (first: number, last: number) => void;
  /** Shown in place of the rows when there are none. */
  empty?: ReactNode;
  className?: string;
  /** For a search field above the table, which leads into it by keys. */
  keys?: Ref<TableKeys>;
}

/** What a search field does with the table below it. */
export interface TableKeys {
  /** Takes the focus to the first row, from where arrows lead on. */
  enter(): void;
  /** Opens the first row; nothing where there is none. */
  openFirst(): void;
}

/** Keys that were held: one more row, or all rows up to it. */
export interface RowPress {
  readonly additive: boolean;
  readonly range: boolean;
}

/** As the tokens `--row-compact`, `--row-regular` and `--control-touch` have them. */
const ROW_HEIGHT = { compact: 28, regular: 36, touch: 44 } as const;
const OVERSCAN = 8;
const TICK_WIDTH = 40;

/**
 * A table of any number of rows, of which only those in sight exist. Rows are asked for by index,
 * so the caller's data stays in whatever columns it lives in. One tab stop: arrows, Home, End,
 * Page Up and Page Down move, Space and Enter select.
 */
export function VirtualTable<Id extends string>(props: VirtualTableProps<Id>): ReactNode {
  const { label, columns, rowCount, rowKey, density = 'regular', empty, className, ticks, onVisible } = props;
  const id = useId();
  const body = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const [ownWidths, setOwnWidths] = useState<Partial<Record<Id, number>>>({});
  const widths = props.widths ?? ownWidths;
  const height = ROW_HEIGHT[useCoarsePointer() ? 'touch' : density];
  // The virtualizer is read in the render that made it and never kept.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: rowCount,
    getScrollElement: () => body.current,
    estimateSize: () => height,
    overscan: OVERSCAN,
    initialRect: { width: 800, height: 600 },
    scrollPaddingStart: height,
  });
  const current = Math.min(active, Math.max(0, rowCount - 1));
  const ticking = useTicking(ticks, rowCount, rowKey);
  const items = virtualizer.getVirtualItems();
  const [first, last] = [items.at(0)?.index ?? 0, items.at(-1)?.index ?? -1];
  useEffect(() => onVisible?.(first, last), [onVisible, first, last]);
  useEffect(() => virtualizer.measure(), [virtualizer, height]);

  const onKeyDown = useRowKeys(props, { body, current, height, toggle: ticking.toggle }, (row) => {
    setActive(row);
    virtualizer.scrollToIndex(row, { align: 'auto' });
  });
  const template =
    (ticks ? `${TICK_WIDTH}px ` : '') +
    columns.map((column, index) => trackOf(widths[column.id] ?? column.width, index === columns.length - 1)).join(' ');

  return (
    <div
      ref={body}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={rowCount + 1}
      aria-colcount={columns.length + (ticks ? 1 : 0)}
      aria-multiselectable={ticks || props.chosenKeys ? true : undefined}
      aria-activedescendant={rowCount > 0 ? `${id}-${current}` : undefined}
      className={classes('table', `table-${density}`, className)}
      style={{ '--table-columns': template } as React.CSSProperties}
      onKeyDown={onKeyDown}>
      <TableHeader
        columns={columns}
        sort={props.sort}
        onSort={props.onSort}
        widths={widths}
        onWidths={props.onWidths ?? setOwnWidths}
        resizeLabel={props.resizeLabel}
        start={ticks && <TickAll ticks={ticks} state={ticking.state} onToggle={ticking.toggleAll} />}
      />
      {rowCount === 0 && empty !== undefined && <div className="table-empty">{empty}</div>}
      <div role="rowgroup" className="table-rows" style={{ blockSize: virtualizer.getTotalSize() }}>
        {items.map(({ index, start }) => (
          <TableRow<Id>
            {...props}
            key={rowKey(index)}
            id={`${id}-${index}`}
            row={index}
            start={start}
            active={index === current}
            ticked={ticks?.keys.has(rowKey(index)) ?? false}
            onTick={(range) => ticking.toggle(index, range)}
            onActive={setActive}
          />
        ))}
      </div>
    </div>
  );
}

interface RowPlace {
  readonly body: RefObject<HTMLDivElement | null>;
  readonly current: number;
  /** Of a row, pixels. */
  readonly height: number;
  readonly toggle: (row: number, range: boolean) => void;
}

/** The keys of the grid, and of the search field that leads into it. */
function useRowKeys<Id extends string>(
  { rowCount, rowKey, ticks, keys, onOpen, onSelect }: VirtualTableProps<Id>,
  { body, current, height, toggle }: RowPlace,
  goTo: (row: number) => void,
): (event: KeyboardEvent) => void {
  useImperativeHandle(keys, () => ({
    enter() {
      if (rowCount === 0) return;
      goTo(0);
      body.current?.focus();
    },
    openFirst() {
      if (rowCount > 0) onOpen?.(rowKey(0), 0);
    },
  }));
  return (event) => {
    if (rowCount === 0 || event.target !== event.currentTarget) return;
    const page = Math.max(1, Math.floor((body.current?.clientHeight ?? 0) / height) - 2);
    const target = moveRow(event.key, current, rowCount, page);
    if (target === null) return;
    event.preventDefault();
    if (target === 'select' && ticks) toggle(current, event.shiftKey);
    else if (target === 'select' || (target === 'open' && !onOpen)) onSelect(rowKey(current), current, pressOf(event));
    else if (target === 'open') onOpen?.(rowKey(current), current);
    else goTo(target);
  };
}

interface TableRowProps<Id extends string> extends VirtualTableProps<Id> {
  id: string;
  row: number;
  /** Pixels from the top. */
  start: number;
  active: boolean;
  ticked: boolean;
  onTick: (range: boolean) => void;
  onActive: (row: number) => void;
}

function TableRow<Id extends string>({
  id,
  row,
  start,
  active,
  ticked,
  onTick,
  onActive,
  columns,
  rowKey,
  renderCell,
  selectedKey,
  chosenKeys,
  onSelect,
  onOpen,
  ticks,
}: TableRowProps<Id>): ReactNode {
  const key = rowKey(row);
  const selected = ticked || key === selectedKey || chosenKeys?.has(key) === true;
  return (
    // Keys are handled by the grid, which holds the focus for all rows.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="row"
      aria-rowindex={row + 2}
      aria-selected={selected}
      className={classes('table-row', selected && 'table-row-selected', active && 'table-row-active')}
      style={{ transform: `translateY(${start}px)` }}
      onClick={(event) => {
        // Controls in a cell have a meaning of their own.
        if (event.target instanceof Element && event.target.closest('a, button, input, label')) return;
        onActive(row);
        onSelect(key, row, pressOf(event));
      }}
      onDoubleClick={onOpen && (() => onOpen(key, row))}>
      {ticks && <TickCell label={ticks.label(row)} ticked={ticked} onToggle={onTick} />}
      {columns.map((column, index) => (
        <div
          key={column.id}
          role="gridcell"
          aria-colindex={index + (ticks ? 2 : 1)}
          className={classes('table-cell', `table-${column.align ?? 'start'}`)}>
          {renderCell(row, column.id)}
        </div>
      ))}
    </div>
  );
}

/** The last column grows, so that no empty strip stays beside it. */
const trackOf = (width: number, last: boolean): string => (last ? `minmax(${width}px, 1fr)` : `${width}px`);

const pressOf = ({
  ctrlKey,
  metaKey,
  shiftKey,
}: {
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
}): RowPress => ({ additive: ctrlKey || metaKey, range: shiftKey });
