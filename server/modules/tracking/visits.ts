import { failure, success, VISITS } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import { searchAreaOf, NearFold, type NearUnit } from '../../../src/domain/visit/index.ts';
import { NO_FILTERS, type HistoryFilters } from '../../call/historyFilters.ts';
import { readInstant, readInterval } from '../../call/interval.ts';
import { searchPast } from '../../call/past.ts';
import type { UnitDirectory } from '../../call/ports.ts';
import type { Problems } from '../../call/problems.ts';
import { unitsInSight } from '../../call/reach.ts';
import type { Handlers } from '../../call/types.ts';
import { findVisits } from '../../call/visits.ts';
import type { PositionStore } from '../../store/types.ts';
import { accountOf } from '../shared/index.ts';

/** The way to the fix after the window leads through it. */
const NEXT_FIX = VISITS.gap + 1;

export type VisitMethod = 'findVisits' | 'findLastVisit' | 'findUnitsNear';

export interface VisitServices {
  readonly directory: UnitDirectory;
  readonly positions: Pick<PositionStore, 'readPast' | 'earliest'>;
  /** The validity filters of units; left out = nobody touched any. */
  readonly filters?: HistoryFilters;
  readonly problems: Problems;
}

/** The past by place: who was here, when a unit last was, who stood nearby. */
export function createVisitHandlers(services: VisitServices): Pick<Handlers, VisitMethod> {
  const { directory, positions, filters = NO_FILTERS, problems } = services;
  return {
    async findVisits(data, context) {
      const interval = readInterval(data, context.lang, problems);
      if (!interval.ok) return failure(interval.error);
      const { from, to } = interval.value;
      const units = unitsInSight(directory, accountOf(context).scope, data.unit_ids, from, to);
      if (!units) return problems.refuse(context.lang, ERROR.notFound);
      const question = { positions, filters, units, interval: interval.value, shape: data.shape };
      const { visits, truncated } = await findVisits(question, data.limit);
      return success({
        visits: visits.toSorted((a, b) => (a.entered_at < b.entered_at ? 1 : a.entered_at > b.entered_at ? -1 : 0)),
        truncated,
      });
    },
    async findLastVisit({ unit_id: unitId, shape }, context) {
      const to = context.now + 1;
      const units = unitsInSight(directory, accountOf(context).scope, [unitId], 0, to);
      if (!units) return problems.refuse(context.lang, ERROR.notFound);
      const from = await positions.earliest([unitId]);
      if (from === null || from >= to) return success({ visit: null });
      const { visits } = await findVisits(
        { positions, filters, units, interval: { from, to }, shape },
        Number.POSITIVE_INFINITY,
      );
      return success({ visit: visits.at(-1) ?? null });
    },
    async findUnitsNear({ unit_ids: unitIds, latitude, longitude, radius, at, span }, context) {
      const instant = readInstant(at, 'at', context.lang, problems);
      if (!instant.ok) return failure(instant.error);
      const window = { from: instant.value - span * 1_000, to: instant.value + span * 1_000 };
      const interval = { from: window.from, to: window.to + NEXT_FIX };
      const units = unitsInSight(directory, accountOf(context).scope, unitIds, interval.from, interval.to);
      if (!units) return problems.refuse(context.lang, ERROR.notFound);
      const near: NearUnit[] = [];
      const question = { latitude, longitude, radius, at: instant.value, window };
      const fold = new NearFold(question, (unit) => void near.push(unit));
      const area = searchAreaOf({ type: 'circle', center: [longitude, latitude], radius });
      for await (const _ of searchPast({ positions, filters, units, interval, area, fold }));
      return success({ units: near.toSorted((a, b) => a.distance - b.distance) });
    },
  };
}
