import {
  CoreFilter,
  filtersRows,
  needQuality,
  refuseZeros,
  type FilterSettings,
} from '../../src/domain/detection/index.ts';
import { VISITS, type Instant, type Interval, type UnitId } from '../../src/domain/base/index.ts';
import { CoreRows, type CoreColumns, type TrackPart } from '../../src/domain/telemetry/index.ts';
import type { SearchArea } from '../../src/domain/visit/index.ts';
import { EventLoopBreaks, inflate } from '../store/index.ts';
import type { PositionStore, UnitPast } from '../store/types.ts';
import type { HistoryFilters } from './historyFilters.ts';
import type { UnitsInSight } from './reach.ts';

/** What goes through the fixes of units, one unit after the other, as they are shown. */
interface PastFold {
  /** Begins with a unit; what lies before the interval, from `earliest` on, only says where it was. */
  begin(unitId: UnitId, interval: Interval, earliest: Instant): void;
  rows(columns: CoreColumns, count: number): void;
  /** Fixes were passed over that are not near. */
  away(): void;
  end(): void;
}

export interface PastSearch {
  readonly positions: Pick<PositionStore, 'readPast'>;
  readonly filters: HistoryFilters;
  readonly units: UnitsInSight;
  readonly interval: Interval;
  readonly area: SearchArea;
  readonly fold: PastFold;
}

/** Units that are read alike. */
interface Share {
  readonly unitIds: readonly number[];
  /** What may be read of them: from the lead-in on, or from when they were allocated to the caller. */
  readonly earliest: Instant;
  readonly interval: Interval;
  readonly area: SearchArea | null;
  readonly columns: TrackPart;
  /** The caller's for some time only: what a block reports before stays on the server. */
  readonly isDated: boolean;
}

/**
 * Has a fold go through what the units' filters show of them near an area. Units whose filters look back are read
 * whole, as each fix depends on those before it. Answers, from time to time, how many units are done: where the caller
 * stops, so does the reading.
 */
export async function* searchPast(search: PastSearch): AsyncGenerator<number> {
  const { positions, filters, fold } = search;
  await filters.settled();
  const rows = new CoreRows(inflate);
  const breaks = new EventLoopBreaks();
  let done = 0;
  for (const share of sharesOf(search)) {
    const { unitIds, earliest, interval, area, columns } = share;
    const sorted = unitIds.toSorted((a, b) => a - b);
    let place = 0;
    for await (const past of positions.readPast(sorted, earliest, interval.to, area, columns)) {
      if (past.stretches.length > 0) foldUnit(past, share, filters.own.get(past.unitId), fold, rows);
      while (place < sorted.length && sorted[place] <= past.unitId) place++;
      await breaks.take();
      yield done + place;
    }
    done += sorted.length;
  }
  yield done;
}

function foldUnit(
  { unitId, stretches }: UnitPast,
  { interval, earliest, isDated }: Share,
  settings: FilterSettings | undefined,
  fold: PastFold,
  rows: CoreRows,
): void {
  // The account's own directory answered the number.
  fold.begin(unitId as UnitId, interval, earliest);
  const filter = settings && filtersRows(settings) ? new CoreFilter(settings) : null;
  const isByQuality = settings !== undefined && needQuality(settings);
  for (const [index, stretch] of stretches.entries()) {
    if (stretch === null) {
      if (index > 0 || !isDated) fold.away();
      continue;
    }
    rows.clear();
    for (const block of stretch) rows.add(block);
    const unit = rows.read(unitId);
    const { columns, count } = unit;
    if (filter) filter.apply(unit, isByQuality ? rows.readQuality(unitId) : null);
    else refuseZeros(columns.longitudes, columns.latitudes, columns.marks, count);
    fold.rows(columns, count);
  }
  fold.end();
}

function* sharesOf({ units: { whole, spans }, filters, interval, area }: PastSearch): Generator<Share> {
  const earliest = interval.from - VISITS.leadIn;
  const plain: number[] = [];
  for (const unitId of whole) {
    const how = howToRead(filters.own.get(unitId), area);
    if (how.area) plain.push(unitId);
    else yield { unitIds: [unitId], earliest, interval, ...how, isDated: false };
  }
  if (plain.length > 0) yield { unitIds: plain, earliest, interval, area, columns: 'core', isDated: false };
  for (const [unitId, allowed] of spans) {
    for (const span of allowed) {
      const seen = { from: Math.max(interval.from, span.from), to: Math.min(interval.to, span.to) };
      if (seen.from >= seen.to) continue;
      const how = howToRead(filters.own.get(unitId), area);
      yield { unitIds: [unitId], earliest: Math.max(earliest, span.from), interval: seen, ...how, isDated: true };
    }
  }
}

/** By its own filters a unit is read from the first row to the last, in one stretch a day. */
function howToRead(settings: FilterSettings | undefined, area: SearchArea): Pick<Share, 'area' | 'columns'> {
  if (!settings || !filtersRows(settings)) return { area, columns: 'core' };
  return { area: null, columns: needQuality(settings) ? 'all' : 'core' };
}
