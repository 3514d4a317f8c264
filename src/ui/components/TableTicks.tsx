// Cells of a grid that table elements cannot make: see `VirtualTable`.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { useRef, type MouseEvent, type ReactNode } from 'react';
import { CheckIcon, MinusIcon } from './icons.ts';
import { classes } from './classes.ts';

export type TableKey = string | number;

/** Ticks of rows, kept by the caller. */
export interface TableTicks {
  readonly keys: ReadonlySet<TableKey>;
  /** Name of a row's box. */
  readonly label: (row: number) => string;
  readonly allLabel: string;
  readonly onChange: (keys: ReadonlySet<TableKey>) => void;
}

type TickState = 'none' | 'some' | 'all';

export interface Ticking {
  readonly state: TickState;
  /** `range`: all from the row that was ticked before up to this one. */
  toggle(row: number, range: boolean): void;
  toggleAll(): void;
}

/** How rows are ticked: one, a range with Shift, all. */
export function useTicking(
  ticks: TableTicks | undefined,
  rowCount: number,
  rowKey: (row: number) => TableKey,
): Ticking {
  const anchor = useRef(0);
  const keys = ticks?.keys;
  const ticked =
    keys === undefined || keys.size === 0
      ? 0
      : Array.from({ length: rowCount }, (_, row) => rowKey(row)).filter((key) => keys.has(key)).length;
  return {
    state: ticked === 0 ? 'none' : ticked === rowCount ? 'all' : 'some',
    toggle(row, range) {
      if (!ticks) return;
      const next = new Set(ticks.keys);
      const on = !next.has(rowKey(row));
      const [from, to] = range
        ? [Math.min(anchor.current, row), Math.min(rowCount - 1, Math.max(anchor.current, row))]
        : [row, row];
      for (let each = from; each <= to; each++) {
        if (on) next.add(rowKey(each));
        else next.delete(rowKey(each));
      }
      anchor.current = row;
      ticks.onChange(next);
    },
    toggleAll() {
      ticks?.onChange(
        ticked === rowCount ? new Set() : new Set(Array.from({ length: rowCount }, (_, row) => rowKey(row))),
      );
    },
  };
}

function Box({ state }: { state: TickState }): ReactNode {
  return (
    <span className={classes('table-box', state !== 'none' && 'table-box-on')} aria-hidden="true">
      {state === 'all' ? <CheckIcon /> : state === 'some' && <MinusIcon />}
    </span>
  );
}

/** The box of a row. Keys are the grid's, which holds the focus for all rows: Space ticks. */
export function TickCell({
  label,
  ticked,
  onToggle,
}: {
  label: string;
  ticked: boolean;
  onToggle: (range: boolean) => void;
}): ReactNode {
  const press = (event: MouseEvent): void => {
    // The press ticks and does not select as well.
    event.stopPropagation();
    onToggle(event.shiftKey);
  };
  return (
    <div role="gridcell" aria-colindex={1} className="table-cell table-tick">
      <button
        type="button"
        role="checkbox"
        tabIndex={-1}
        aria-checked={ticked}
        aria-label={label}
        onClick={press}
        onDoubleClick={(event) => event.stopPropagation()}>
        <Box state={ticked ? 'all' : 'none'} />
      </button>
    </div>
  );
}

/** The box above all rows. */
export function TickAll({
  ticks,
  state,
  onToggle,
}: {
  ticks: TableTicks;
  state: TickState;
  onToggle: () => void;
}): ReactNode {
  return (
    <div role="columnheader" aria-colindex={1} className="table-column table-tick">
      <button
        type="button"
        role="checkbox"
        aria-checked={state === 'some' ? 'mixed' : state === 'all'}
        aria-label={ticks.allLabel}
        onClick={onToggle}>
        <Box state={state} />
      </button>
    </div>
  );
}
