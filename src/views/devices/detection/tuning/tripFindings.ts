import type { Interval } from '../../../../domain/base/index.ts';
import {
  FILTER_REASONS,
  type Compared,
  type Comparison,
  type Discarded,
  type FilterCounts,
  type NoData,
  type Parking,
  type Trip,
  type TripDay,
} from '../../../../domain/detection/index.ts';
import type { Formats } from '../../../../i18n/index.ts';
import type { DetectionTexts } from '../useDetectionTexts.ts';
import type { Finding } from './FindingList.tsx';
import type { Lane, LaneBar } from './Lanes.tsx';
import type { Total } from './Totals.tsx';

/** A day by the saved and by the edited settings. */
export interface ComparedDay {
  readonly before: TripDay;
  readonly after: TripDay;
  readonly trips: Comparison<Trip>;
  readonly parkings: Comparison<Parking>;
  readonly noData: Comparison<NoData>;
  /** Until when there are reports: what is under way is drawn up to there. */
  readonly until: number;
  /** What the filters made of the day's fixes. */
  readonly counts: FilterCounts;
}

/** From when to when, in the account's format. */
export const spanText = ({ time }: Formats, from: number, to: number): string => `${time(from)} – ${time(to)}`;

/** Key of a trip, parking, ...: what begins at one instant on one side is one thing. */
export const keyOf = (side: 'before' | 'after', kind: string, from: number): string => `${side}.${kind}.${from}`;

/** The bars of one side, in order of what lies under what. */
export function laneOf(
  side: 'before' | 'after',
  { trips, parkings, noData, [side]: day, until }: ComparedDay,
  { t, formats }: DetectionTexts,
): Lane {
  const bar = (kind: LaneBar['kind'], from: number, to: number, change: LaneBar['change']): LaneBar => ({
    key: keyOf(side, kind, from),
    kind,
    from,
    to,
    change,
    label: `${t(`detection.kinds.${kind}`)}, ${spanText(formats, from, to)}`,
  });
  return {
    id: side,
    bars: [
      ...parkings[side].map(({ row, change }) => bar('parking', row.from, row.to ?? until, change)),
      ...noData[side].map(({ row, change }) => bar('noData', row.from, row.to, change)),
      ...day.discarded.map(({ start, end }) => bar('discarded', start, end, 'same')),
      ...trips[side].map(({ row, change }) => bar('trip', row.start, row.end, change)),
    ],
  };
}

/** Trips as the edited settings find them, those that are gone, and what missed a bound, in order of time. */
export function findingsOf({ trips, after }: ComparedDay, words: DetectionTexts): Finding[] {
  const found = trips.after.map((compared) => tripFinding('after', compared, words));
  const gone = trips.before
    .filter(({ change }) => change === 'gone')
    .map((compared) => tripFinding('before', compared, words));
  const discarded = after.discarded.map((candidate) => discardedFinding(candidate, words));
  return [...found, ...gone, ...discarded].toSorted((a, b) => a.from - b.from || a.to - b.to);
}

function tripFinding(
  side: 'before' | 'after',
  { row, change, other }: Compared<Trip>,
  { t, formats, words }: DetectionTexts,
): Finding {
  const figures = [
    formats.distance(row.distance),
    formats.duration(row.end - row.start),
    ...(row.stops.length === 0 ? [] : [t('detection.count.stops', { count: row.stops.length })]),
  ];
  const was =
    change === 'moved' && other !== null
      ? [t('detection.tuning.was', { span: spanText(formats, other.start, other.end) })]
      : [];
  return {
    key: keyOf(side, 'trip', row.start),
    from: row.start,
    to: row.end,
    kind: 'trip',
    change,
    title: spanText(formats, row.start, row.end),
    figures: figures.join(' · '),
    reasons: [...was, words.started(row.started), words.ended(row.ended)],
  };
}

function discardedFinding(
  { start, end, distance, started, missed }: Discarded,
  { t, formats, words }: DetectionTexts,
): Finding {
  return {
    key: keyOf('after', 'discarded', start),
    from: start,
    to: end,
    kind: 'discarded',
    change: 'same',
    faint: true,
    title: spanText(formats, start, end),
    figures: [t('detection.kinds.discarded'), formats.distance(distance)].join(' · '),
    reasons: [words.started(started), words.missed(missed)],
  };
}

/** Counts and sums of both sides. */
export function totalsOf({ before, after, counts }: ComparedDay, { t, formats }: DetectionTexts): Total[] {
  const row = (key: string, read: (day: TripDay) => string): Total => ({
    label: t(`detection.totals.${key}`),
    before: read(before),
    after: read(after),
  });
  const sum = <Row>(rows: readonly Row[], of: (row: Row) => number): number =>
    rows.reduce((total, each) => total + of(each), 0);
  const refused = sum(FILTER_REASONS, (reason) => counts[reason]);
  return [
    row('trips', ({ trips }) => formats.number(trips.length)),
    row('distance', ({ trips }) => formats.distance(sum(trips, ({ distance }) => distance))),
    row('driving', ({ trips }) => formats.duration(sum(trips, ({ start, end }) => end - start))),
    row('parkings', ({ parkings }) => formats.number(parkings.length)),
    row('noData', ({ noData }) => formats.number(noData.length)),
    row('discarded', ({ discarded }) => formats.number(discarded.length)),
    { label: t('detection.totals.refused'), before: formats.number(refused), after: formats.number(refused) },
  ];
}

/** The stretches of the day that were driven. */
export function drivenOf({ trips }: TripDay): Interval[] {
  return trips.map(({ start, end }) => ({ from: start, to: end }));
}
