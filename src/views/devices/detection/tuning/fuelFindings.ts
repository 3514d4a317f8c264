import type { Compared, Comparison, FuelEvent } from '../../../../domain/detection/index.ts';
import type { TrackColumns } from '../../../../domain/telemetry/index.ts';
import type { Place } from '../../../../domain/unitEvent/index.ts';
import type { MapSpot } from '../../../../map/index.ts';
import type { DetectionTexts } from '../useDetectionTexts.ts';
import type { Finding } from './FindingList.tsx';
import type { Lane } from './Lanes.tsx';
import type { Total } from './Totals.tsx';
import { keyOf, spanText } from './tripFindings.ts';
import { tracksOn, type TrackLine } from './trackLines.ts';

/** Thefts, refills and sensor faults of one side as bars. */
export function fuelLaneOf(side: 'before' | 'after', events: Comparison<FuelEvent>, texts: DetectionTexts): Lane {
  return {
    id: side,
    bars: events[side].map(({ row, change }) => ({
      key: keyOf(side, row.kind, row.start),
      kind: row.kind,
      from: row.start,
      to: row.end,
      change,
      label: `${texts.t(`detection.kinds.${row.kind}`)}, ${texts.litres(row.volume)}, ${spanText(texts.formats, row.start, row.end)}`,
    })),
  };
}

/**
 * Where thefts and refills of one side began. Too few satellites for the trip detector leave them without a
 * place of their own: the map draws such fixes, so the first one of the change is shown. None is none.
 */
export function fuelSpotsOf(
  side: 'before' | 'after',
  events: Pick<Comparison<FuelEvent>, 'before' | 'after'>,
  track: TrackColumns,
): MapSpot[] {
  return events[side].flatMap(({ row: { kind, start, end, place } }) => {
    const at = place ?? firstPlace(tracksOn(track, [{ from: start, to: end }]));
    return at === null
      ? []
      : [{ id: keyOf(side, kind, start), ...at, look: kind === 'refill' ? ('event' as const) : ('alarm' as const) }];
  });
}

const firstPlace = (lines: readonly TrackLine[]): Place | null =>
  lines.length === 0 ? null : { latitude: lines[0].latitudes[0], longitude: lines[0].longitudes[0] };

/** What the edited settings find and what is gone, in order of time. */
export function fuelFindingsOf({ before, after }: Comparison<FuelEvent>, texts: DetectionTexts): Finding[] {
  const gone = before.filter(({ change }) => change === 'gone').map((compared) => findingOf('before', compared, texts));
  return [...after.map((compared) => findingOf('after', compared, texts)), ...gone].toSorted((a, b) => a.from - b.from);
}

function findingOf(side: 'before' | 'after', { row, change }: Compared<FuelEvent>, texts: DetectionTexts): Finding {
  const { t, formats, words } = texts;
  return {
    key: keyOf(side, row.kind, row.start),
    from: row.start,
    to: row.end,
    kind: row.kind,
    change,
    title: `${t(`detection.kinds.${row.kind}`)} ${texts.litres(row.volume)}`,
    figures: [
      spanText(formats, row.start, row.end),
      `${texts.litres(row.startLevel)} → ${texts.litres(row.endLevel)}`,
    ].join(' · '),
    reasons: words.fuel(row),
  };
}

/** Counts and litres of both sides. */
export function fuelTotalsOf(
  before: readonly FuelEvent[],
  after: readonly FuelEvent[],
  texts: DetectionTexts,
): Total[] {
  const countOf = (events: readonly FuelEvent[]): string => texts.formats.number(events.filter(isDropout).length);
  const row = (kind: 'theft' | 'refill'): Total => {
    const figure = (events: readonly FuelEvent[]): string => {
      const own = events.filter((event) => event.kind === kind);
      return own.length === 0
        ? texts.formats.number(0)
        : `${texts.formats.number(own.length)} · ${texts.litres(own.reduce((sum, { volume }) => sum + volume, 0))}`;
    };
    return { label: texts.t(`detection.totals.${kind}`), before: figure(before), after: figure(after) };
  };
  const isFaulty = [...before, ...after].some(isDropout);
  return [
    row('theft'),
    row('refill'),
    ...(isFaulty ? [{ label: texts.t('detection.totals.fault'), before: countOf(before), after: countOf(after) }] : []),
  ];
}

/** A fault is counted where it begins. */
const isDropout = ({ reason }: FuelEvent): boolean => reason.code === 'dropout';
