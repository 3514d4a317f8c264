import type { Instant } from '../../../base/index.ts';
import { certaintyOf, isSettled, planOf, type Branch, type RuleCondition, type RuleReport } from '../kinds/index.ts';
import type { RuleWatch, WatchedRule } from '../ruleWatch.ts';
import { CERTAINTY, ROW, type ReportColumns } from './reportColumns.ts';

/** Shorter stretches are gone through as usual: to find where they may be joined again costs as much. */
const WORTHWHILE = 4;

interface CertainLeaf {
  readonly condition: RuleCondition;
  /** Of its sensor or its geometry. */
  readonly place: number;
  readonly rows: Int8Array;
}

interface CertainRule {
  readonly leaves: readonly CertainLeaf[];
  /** What the rule is known to make of each report. */
  readonly rows: Int8Array;
  readonly rule: WatchedRule;
}

/** A stretch of reports that change nothing. */
interface QuietStretch {
  /** From here on reports are heard again, so that all is known that those before said. */
  readonly resumes: number;
  /** The first report after it, which may change something. */
  readonly end: number;
}

/**
 * Knows by their columns which reports of the past change nothing of rules, so that a watch need not hear them: a rule
 * that is at rest and is known not to hold stays so, as does one that fires and is known to hold. The last reports of
 * the stretch say again what conditions would have kept of such reports. Finds the same as hearing every report.
 */
export class QuietRows {
  readonly #watch: RuleWatch;
  readonly #rules: readonly CertainRule[];
  readonly #columns: ReportColumns;
  readonly #reportAt: (row: number) => RuleReport;

  private constructor(
    watch: RuleWatch,
    rules: readonly CertainRule[],
    columns: ReportColumns,
    reportAt: (row: number) => RuleReport,
  ) {
    this.#watch = watch;
    this.#rules = rules;
    this.#columns = columns;
    this.#reportAt = reportAt;
  }

  /**
   * Null where every report has to be heard: a condition is about more than its report, or about time. `reportAt` fills
   * a report of the columns; the rules listen to all of them.
   */
  static of(
    watch: RuleWatch,
    columns: Omit<ReportColumns, 'places'>,
    reportAt: (row: number) => RuleReport,
  ): QuietRows | null {
    const rules: CertainRule[] = [];
    for (const rule of watch.rules) {
      const certain = certainRule(rule, { ...columns, places: rule.places ?? [] });
      if (certain === null) return null;
      rules.push(certain);
    }
    return new QuietRows(watch, rules, { ...columns, places: [] }, reportAt);
  }

  /** The stretch after a report that was heard; null: the next one has to be heard as well. */
  after(row: number): QuietStretch | null {
    const until = this.#watch.until ?? Number.POSITIVE_INFINITY;
    let end = this.#columns.end;
    for (const [place, { rows }] of this.#rules.entries()) {
      const steady = this.#watch.steadinessOf(place);
      if (steady === CERTAINTY.open) return null;
      end = endOf(rows, steady, row + 1, end);
      if (end - row <= WORTHWHILE) return null;
    }
    end = this.#before(until, row, end);
    return end - row <= WORTHWHILE ? null : { resumes: this.#resumes(row, end), end };
  }

  /** The end, or the first row after the instant at which time alone changes something. */
  #before(until: Instant, row: number, end: number): number {
    const { times } = this.#columns.track;
    if (times[end - 1] <= until) return end;
    let last = row + 1;
    while (last < end && times[last] <= until) last++;
    return last;
  }

  #resumes(row: number, end: number): number {
    let resumes = end;
    for (const { leaves, rule } of this.#rules)
      for (const leaf of leaves) resumes = Math.min(resumes, this.#lastSaid(leaf, rule, row, end));
    return resumes;
  }

  /** From which row on the condition is what it is at the end of the stretch, whatever was before. */
  #lastSaid({ condition, place, rows }: CertainLeaf, rule: WatchedRule, heard: number, end: number): number {
    const { marks } = this.#columns;
    let open = end;
    for (let row = end - 1; row > heard; row--) {
      if ((marks[row] & ROW.counts) === 0 || rows[row] === CERTAINTY.silent) continue;
      if (rows[row] !== CERTAINTY.open) return row;
      const report = this.#reportAt(row);
      report.places = rule.places ?? [];
      if (isSettled(condition, report, place)) return row;
      open = row;
    }
    return open;
  }
}

/** The first row from `start` on at which the rule may be something else. */
function endOf(rows: Int8Array, steady: number, start: number, end: number): number {
  let row = start;
  while (row < end && (rows[row] === steady || rows[row] === CERTAINTY.nothing)) row++;
  return row;
}

function certainRule(rule: WatchedRule, columns: ReportColumns): CertainRule | null {
  const { leaves, root } = planOf(rule.test);
  const certain: CertainLeaf[] = [];
  for (const [index, condition] of leaves.entries()) {
    const rows = certaintyOf(condition, columns, rule.sensors[index]);
    if (rows === null) return null;
    certain.push({ condition, place: rule.sensors[index], rows });
  }
  const rows = joined(
    root,
    certain.map((leaf) => leaf.rows),
    columns,
  );
  const { marks, start, end } = columns;
  for (let row = start; row < end; row++) if ((marks[row] & ROW.counts) === 0) rows[row] = CERTAINTY.nothing;
  return { leaves: certain, rows, rule };
}

/** What a group makes of each report: where that depends on what was before, or is not said, it is silent. */
function joined(
  { negated, match, parts }: Branch,
  leaves: readonly Int8Array[],
  span: Pick<ReportColumns, 'start' | 'end'>,
): Int8Array {
  const { start, end } = span;
  const columns = parts.map((part) => (typeof part === 'number' ? leaves[part] : joined(part, leaves, span)));
  const isAll = match === 'all';
  const into = new Int8Array(end).fill(isAll ? CERTAINTY.yes : CERTAINTY.no, start);
  for (const column of columns) {
    for (let row = start; row < end; row++) {
      const value = column[row] === CERTAINTY.open ? CERTAINTY.silent : column[row];
      if (isAll ? value < into[row] : value > into[row]) into[row] = value;
    }
  }
  if (negated) for (let row = start; row < end; row++) into[row] = -into[row];
  return into;
}
