import type { Interval } from '../../base/index.ts';
import { reconcile } from '../trips/index.ts';

/** How a row of one side relates to the other: on both alike, there with other bounds or content, on this side only. */
export type Change = 'same' | 'moved' | 'added' | 'gone';

export interface Compared<Row> {
  readonly row: Row;
  readonly change: Change;
  /** The row of the other side that it is, or null. */
  readonly other: Row | null;
}

export interface Comparison<Row> {
  /** `same`, `moved` or `gone`. */
  readonly before: readonly Compared<Row>[];
  /** `same`, `moved` or `added`. */
  readonly after: readonly Compared<Row>[];
  readonly added: number;
  readonly gone: number;
  readonly moved: number;
}

/**
 * Shows what other settings make of the same reports: matched as kept rows are with those of a repeated run,
 * by the time that they have in common.
 */
export function compare<Row>(
  before: readonly Row[],
  after: readonly Row[],
  spanOf: (row: Row) => Interval,
): Comparison<Row> {
  const kept = before.map((row, id) => ({ id, row }));
  const { created, changed, retired } = reconcile(kept, after, spanOf);
  const left = before.map((row): Compared<Row> => ({ row, change: 'same', other: row }));
  for (const id of retired) left[id] = { row: before[id], change: 'gone', other: null };
  const right = new Map<Row, Compared<Row>>(created.map((row) => [row, { row, change: 'added', other: null }]));
  for (const { id, row } of changed) {
    const moved = !isSameSpan(spanOf(before[id]), spanOf(row));
    left[id] = { row: before[id], change: moved ? 'moved' : 'same', other: row };
    right.set(row, { row, change: moved ? 'moved' : 'same', other: before[id] });
  }
  const all = after.map((row): Compared<Row> => right.get(row) ?? { row, change: 'same', other: row });
  const count = (list: readonly Compared<Row>[], wanted: Change): number =>
    list.filter(({ change }) => change === wanted).length;
  return {
    before: left,
    after: all,
    added: count(all, 'added'),
    gone: count(left, 'gone'),
    moved: count(all, 'moved'),
  };
}

const isSameSpan = (a: Interval, b: Interval): boolean => a.from === b.from && a.to === b.to;
