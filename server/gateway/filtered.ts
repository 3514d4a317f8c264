import { fromIso, type Instant } from '../../src/domain/base/index.ts';
import {
  createPoint,
  FILTER_LEAD_IN,
  fillFromPosition,
  FixFilter,
  needPast,
  needQuality,
  writeFilterMessage,
  type FilterSettings,
  type FilterVerdict,
} from '../../src/domain/detection/index.ts';
import type { Position, TrackPart } from '../../src/domain/telemetry/index.ts';
import type { HistoryFilters } from '../call/historyFilters.ts';
import type { PositionStore } from '../store/types.ts';
import type { UnitsInSight } from '../call/reach.ts';
import { readBackfillInSight, readBlocksInSight, readPositionsInSight } from '../call/sight.ts';

/** A position, and what the filters of its unit say of it. */
export interface FilteredPosition {
  readonly position: Position;
  readonly verdict: FilterVerdict;
}

/** Units that are read alike: from how long before, and which part of their blocks. */
interface Share {
  readonly units: UnitsInSight;
  readonly leadIn: number;
  readonly columns: TrackPart;
}

/** Those of the units in sight that are named. */
export function only({ spans }: UnitsInSight, ids: readonly number[]): UnitsInSight {
  const allowed = ids.flatMap((id) => {
    const found = spans.get(id);
    return found ? [[id, found] as const] : [];
  });
  return { whole: ids.filter((id) => !spans.has(id)), spans: new Map(allowed) };
}

/**
 * Blocks for a reader that filters fixes itself: first the filters, then blocks as they are stored, undecoded.
 * Of units whose filters look back they begin earlier; where filters ask for more than the core says, they come whole.
 */
export async function* readFilteredBlocks(
  positions: Pick<PositionStore, 'readBlocks'>,
  units: UnitsInSight,
  filters: HistoryFilters,
  from: Instant,
  to: Instant,
  columns: TrackPart,
): AsyncGenerator<Uint8Array> {
  const own = ownOf(units, filters);
  yield writeFilterMessage(own);
  for (const share of sharesOf(units, own, columns))
    yield* readBlocksInSight(positions, share.units, from - share.leadIn, to, share.columns);
}

/** The last fixes at the instant for such a reader: of units whose filters are their own, what came before, too. */
export async function* readFilteredBackfill(
  positions: Pick<PositionStore, 'readBlocks' | 'readBackfill'>,
  units: UnitsInSight,
  filters: HistoryFilters,
  at: Instant,
  columns: TrackPart,
  silentSince: Instant | null,
): AsyncGenerator<Uint8Array> {
  const own = ownOf(units, filters);
  yield writeFilterMessage(own);
  for (const share of sharesOf(units, own, columns)) {
    const isPlain = share.leadIn === 0 && share.columns === columns;
    yield* readBackfillInSight(positions, share.units, at, share.columns, isPlain ? silentSince : null);
    if (!isPlain) yield* readBlocksInSight(positions, share.units, at - FILTER_LEAD_IN, at + 1, share.columns);
  }
}

/** Positions in [from, to) with their verdicts, oldest first. A filter goes from report to report of its unit. */
export async function* readFilteredPositions(
  positions: Pick<PositionStore, 'readPositions'>,
  units: UnitsInSight,
  filters: HistoryFilters,
  from: Instant,
  to: Instant,
): AsyncGenerator<FilteredPosition> {
  const unitFilters = new Map<number, FixFilter>();
  const point = createPoint();
  const lookBack = idsOf(units).some((unitId) => needPast(filters.of(unitId)));
  for await (const position of readPositionsInSight(positions, units, lookBack ? from - FILTER_LEAD_IN : from, to)) {
    let unitFilter = unitFilters.get(position.unit_id);
    if (!unitFilter) {
      unitFilter = new FixFilter(filters.of(position.unit_id));
      unitFilters.set(position.unit_id, unitFilter);
    }
    fillFromPosition(position, point);
    const verdict = unitFilter.check(point, fromIso(position.received_at));
    if (point.time >= from) yield { position, verdict };
  }
}

const idsOf = ({ whole, spans }: UnitsInSight): number[] => [...whole, ...spans.keys()];

function ownOf(units: UnitsInSight, filters: HistoryFilters): Map<number, FilterSettings> {
  const own = new Map<number, FilterSettings>();
  if (filters.own.size === 0) return own;
  for (const unitId of idsOf(units)) {
    const settings = filters.own.get(unitId);
    if (settings) own.set(unitId, settings);
  }
  return own;
}

function sharesOf(units: UnitsInSight, own: ReadonlyMap<number, FilterSettings>, columns: TrackPart): Share[] {
  if (own.size === 0) return [{ units, leadIn: 0, columns }];
  const plain: number[] = [];
  const byPast: number[] = [];
  const byQuality: number[] = [];
  for (const unitId of idsOf(units)) {
    const settings = own.get(unitId);
    if (settings && needQuality(settings)) byQuality.push(unitId);
    else if (settings && needPast(settings)) byPast.push(unitId);
    else plain.push(unitId);
  }
  return [
    { units: only(units, plain), leadIn: 0, columns },
    { units: only(units, byPast), leadIn: FILTER_LEAD_IN, columns },
    { units: only(units, byQuality), leadIn: FILTER_LEAD_IN, columns: 'all' as const },
  ];
}
