import type { Interval } from '../../../../domain/base/index.ts';
import {
  FILTER_REASONS,
  FILTER_VERDICTS,
  type Compared,
  type Comparison,
  type FilterCounts,
  type FilterVerdict,
  type Trip,
} from '../../../../domain/detection/index.ts';
import { firstRowAt } from '../../../../domain/telemetry/index.ts';
import type { DetectionTexts } from '../useDetectionTexts.ts';
import type { Finding } from './FindingList.tsx';
import type { Lane } from './Lanes.tsx';
import type { Total } from './Totals.tsx';
import { keyOf, spanText } from './tripFindings.ts';
import type { TrackLine } from './trackLines.ts';

/** Fixes in a row that are refused for one reason. */
export interface Refusal extends Interval {
  readonly verdict: FilterVerdict;
  readonly fixes: number;
}

/** A day by one set of filters. */
export interface FilteredDay {
  readonly counts: FilterCounts;
  readonly trips: readonly Trip[];
  readonly refusals: readonly Refusal[];
  /** The fixes that count. */
  readonly lines: readonly TrackLine[];
}

/** A report without a position is nothing that a filter refused. */
const NOT_LISTED: readonly FilterVerdict[] = ['valid', 'noPosition'];

/** The refused fixes of the shown stretch, those in a row together. */
export function refusalsOf(times: Float64Array, verdicts: Uint8Array, shown: Interval): Refusal[] {
  const found: { verdict: FilterVerdict; from: number; to: number; fixes: number }[] = [];
  let last = -2;
  for (let row = firstRowAt(times, shown.from); row < times.length && times[row] < shown.to; row++) {
    const verdict = FILTER_VERDICTS[verdicts[row]];
    if (NOT_LISTED.includes(verdict)) continue;
    const open = found.at(-1);
    if (open && last === row - 1 && open.verdict === verdict) {
      open.to = times[row];
      open.fixes++;
    } else found.push({ verdict, from: times[row], to: times[row], fixes: 1 });
    last = row;
  }
  return found;
}

const words = ({ t, words: reasons }: DetectionTexts, { verdict, fixes }: Refusal): string =>
  `${verdict === 'valid' ? '' : reasons.refused(verdict)} · ${t('detection.count.fixes', { count: fixes })}`;

/** Refused fixes of one side as bars. */
export function refusalLaneOf(side: 'before' | 'after', refusals: Comparison<Refusal>, texts: DetectionTexts): Lane {
  return {
    id: side,
    bars: refusals[side].map(({ row, change }) => ({
      key: keyOf(side, row.verdict, row.from),
      kind: 'refused',
      from: row.from,
      to: row.to,
      change,
      label: `${words(texts, row)}, ${spanText(texts.formats, row.from, row.to)}`,
    })),
  };
}

/** More of them than this nobody reads one by one; the bars show all. */
const LISTED = 200;

/** Refused fixes as the edited filters see them, and those that count now. */
export function refusalFindingsOf({ before, after }: Comparison<Refusal>, texts: DetectionTexts): Finding[] {
  const finding = (side: 'before' | 'after', { row, change }: Compared<Refusal>): Finding => ({
    key: keyOf(side, row.verdict, row.from),
    from: row.from,
    to: row.to,
    kind: 'refused',
    change,
    title: spanText(texts.formats, row.from, row.to),
    figures: texts.t('detection.count.fixes', { count: row.fixes }),
    reasons: row.verdict === 'valid' ? [] : [texts.words.refused(row.verdict)],
  });
  const gone = before.filter(({ change }) => change === 'gone').map((compared) => finding('before', compared));
  return [...after.map((compared) => finding('after', compared)), ...gone]
    .toSorted((a, b) => a.from - b.from)
    .slice(0, LISTED);
}

/** Fixes by verdict, and the trips that they make. */
export function filterTotalsOf(
  before: FilteredDay,
  after: FilteredDay,
  { t, formats, words: reasons }: DetectionTexts,
): Total[] {
  const count = (verdict: FilterVerdict, label: string): Total => ({
    label,
    before: formats.number(before.counts[verdict]),
    after: formats.number(after.counts[verdict]),
  });
  const refused = FILTER_REASONS.filter((reason) => before.counts[reason] + after.counts[reason] > 0);
  return [
    count('valid', t('detection.totals.valid')),
    ...refused.map((reason) => count(reason, reasons.refused(reason))),
    {
      label: t('detection.totals.trips'),
      before: formats.number(before.trips.length),
      after: formats.number(after.trips.length),
    },
  ];
}
