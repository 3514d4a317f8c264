import { VISITS, type Interval } from '../../src/domain/base/index.ts';
import { probeOf, type Shape } from '../../src/domain/geometry/index.ts';
import { searchAreaOf, VisitFold, type Visit } from '../../src/domain/visit/index.ts';
import type { PositionStore } from '../store/types.ts';
import type { HistoryFilters } from './historyFilters.ts';
import { searchPast } from './past.ts';
import type { UnitsInSight } from './reach.ts';

export interface VisitQuestion {
  readonly positions: Pick<PositionStore, 'readPast'>;
  readonly filters: HistoryFilters;
  readonly units: UnitsInSight;
  readonly interval: Interval;
  readonly shape: Shape;
}

/** Visits that were found since the last piece, and how many units have been gone through. */
interface FoundVisits {
  readonly visits: readonly Visit[];
  readonly done: number;
}

/** Who was inside a shape, unit after unit. Ends where the caller stops. */
export async function* searchVisits({ shape, ...question }: VisitQuestion): AsyncGenerator<FoundVisits> {
  let found: Visit[] = [];
  const area = searchAreaOf(shape);
  const fold = new VisitFold(probeOf(shape), area, (visit) => void found.push(visit));
  for await (const done of searchPast({ ...question, area, fold })) {
    const visits = found;
    found = [];
    yield { visits, done };
  }
}

/** At most so many visits; `truncated` where there were more. */
export async function findVisits(
  question: VisitQuestion,
  most: number = VISITS.rows,
): Promise<{ visits: Visit[]; truncated: boolean }> {
  const visits: Visit[] = [];
  for await (const found of searchVisits(question)) {
    visits.push(...found.visits);
    if (visits.length > most) return { visits: visits.slice(0, most), truncated: true };
  }
  return { visits, truncated: false };
}

/** How many units a question is about. */
export const countUnits = ({ whole, spans }: UnitsInSight): number => whole.length + spans.size;
