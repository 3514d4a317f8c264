import type { BacktestRecords } from '../../api/contract/index.ts';
import type { PastFact, UnitRecords } from '../../domain/backtest/index.ts';
import { fromIso, success, toIso } from '../../domain/base/index.ts';
import type { FactBound } from '../../domain/rule/index.ts';
import type { createBacktest } from '../../streams/index.ts';
import type { Calls } from '../../views/shared/services/calls.ts';

type FetchRecords = Parameters<typeof createBacktest>[0]['fetchRecords'];

/** Reads what the server has stored of units beside their reports. */
export function createRecordsReader(call: Calls['call']): FetchRecords {
  return async (unitIds, { facts, bounds, drivers, roads }, { from, to }, signal) => {
    const span = { from: toIso(from), to: toIso(to) };
    const question = { unit_ids: [...unitIds], facts: [...facts], bounds: [...bounds], drivers, roads, ...span };
    const answer = await call('getBacktestRecords', question, signal);
    signal.throwIfAborted();
    if (!answer.ok) return answer;
    return success(new Map(answer.value.units.map((unit) => [unit.unit_id, recordsOf(unit)])));
  };
}

/** The records of a unit as rules read them. */
export function recordsOf({ facts, drivers, roads }: BacktestRecords): UnitRecords {
  return {
    facts: facts.map(({ time, position, geofence_id: zone, bound, ...fact }) => ({
      ...fact,
      at: fromIso(time),
      place: position,
      ...(zone !== null && { zoneId: zone }),
      ...(bound !== null && boundOf(bound)),
    })),
    drivers: drivers.map((span) => ({
      from: fromIso(span.from),
      to: span.to === null ? null : fromIso(span.to),
      hasKey: span.has_key,
      isKnown: span.is_known,
      operators: span.operator_ids,
      endsByRest: span.ends_by_rest,
    })),
    roads: roads.map(({ at, road }) => ({ at: fromIso(at), road })),
  };
}

/** With which bound a fact was found. */
function boundOf(bound: FactBound): Pick<PastFact, 'duty' | 'expiryDays' | 'traffic'> {
  const { megabytes, traffic_period: period, driving_minutes: minutes, rest_minutes: restMinutes } = bound;
  if (megabytes !== null) return { traffic: { megabytes, period } };
  if (minutes !== null && restMinutes !== null) return { duty: { minutes, restMinutes } };
  return bound.expiry_days === null ? {} : { expiryDays: bound.expiry_days };
}
