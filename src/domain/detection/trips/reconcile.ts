import type { Interval } from '../../base/index.ts';
import { isSameData } from '../shared/index.ts';

/** A derived row that is kept: its id stays while what it stands for does. */
export interface Kept<Row> {
  readonly id: number;
  readonly row: Row;
}

/** What a repeated run makes of the rows that were kept. */
export interface Reconciled<Row> {
  readonly created: Row[];
  /** Under the old id, with other content. */
  readonly changed: Kept<Row>[];
  readonly unchanged: Kept<Row>[];
  /** Ids that stand for nothing any more. */
  readonly retired: number[];
}

/**
 * Matches rows of a repeated run with those that were kept: the pairs that overlap longest first, of
 * equal ones the earlier. A row keeps the id of its match; nothing is announced again for it.
 */
export function reconcile<Row>(
  kept: readonly Kept<Row>[],
  rows: readonly Row[],
  spanOf: (row: Row) => Interval,
): Reconciled<Row> {
  const pairs = overlaps(kept, rows, spanOf).toSorted(
    (a, b) =>
      b.overlap - a.overlap ||
      spanOf(a.old.row).from - spanOf(b.old.row).from ||
      spanOf(a.row).from - spanOf(b.row).from,
  );
  const ids = new Map<Row, Kept<Row>>();
  const taken = new Set<number>();
  for (const { old, row } of pairs) {
    if (taken.has(old.id) || ids.has(row)) continue;
    taken.add(old.id);
    ids.set(row, old);
  }
  const result: Reconciled<Row> = {
    created: [],
    changed: [],
    unchanged: [],
    retired: kept.filter(({ id }) => !taken.has(id)).map(({ id }) => id),
  };
  for (const row of rows) {
    const old = ids.get(row);
    if (!old) result.created.push(row);
    else if (isSameData(old.row, row)) result.unchanged.push(old);
    else result.changed.push({ id: old.id, row });
  }
  return result;
}

interface Pair<Row> {
  readonly old: Kept<Row>;
  readonly row: Row;
  /** Milliseconds in common. */
  readonly overlap: number;
}

/**
 * Pairs that have time in common, or begin at one instant. Rows of a kind do not overlap one another: both lists are
 * walked once.
 */
function overlaps<Row>(kept: readonly Kept<Row>[], rows: readonly Row[], spanOf: (row: Row) => Interval): Pair<Row>[] {
  const before = kept.toSorted((a, b) => spanOf(a.row).from - spanOf(b.row).from);
  const after = rows.toSorted((a, b) => spanOf(a).from - spanOf(b).from);
  const pairs: Pair<Row>[] = [];
  let [place, next] = [0, 0];
  while (place < before.length && next < after.length) {
    const old = before[place];
    const row = after[next];
    const [a, b] = [spanOf(old.row), spanOf(row)];
    const overlap = Math.min(a.to, b.to) - Math.max(a.from, b.from);
    if (overlap > 0 || a.from === b.from) pairs.push({ old, row, overlap });
    if (a.to <= b.to) place++;
    else next++;
  }
  return pairs;
}
