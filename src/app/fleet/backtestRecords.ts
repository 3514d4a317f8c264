import type { BacktestRecords } from '../../api/contract/index.ts';
import type { UnitRecords } from '../../domain/backtest/index.ts';
import { fromIso, success, toIso } from '../../domain/base/index.ts';
import type { createBacktest } from '../../streams/index.ts';
import type { Calls } from '../../views/shared/services/calls.ts';

type FetchRecords = Parameters<typeof createBacktest>[0]['fetchRecords'];

/** Reads what the server has stored of units beside their reports. */
export function createRecordsReader(call: Calls['call']): FetchRecords {
  return async (unitIds, { facts, drivers }, { from, to }, signal) => {
    const question = { unit_ids: [...unitIds], facts: [...facts], drivers, from: toIso(from), to: toIso(to) };
    const answer = await call('getBacktestRecords', question, signal);
    signal.throwIfAborted();
    if (!answer.ok) return answer;
    return success(new Map(answer.value.units.map((unit) => [unit.unit_id, recordsOf(unit)])));
  };
}

/** The records of a unit as rules read them. */
export function recordsOf({ facts, drivers }: BacktestRecords): UnitRecords {
  return {
    facts: facts.map(({ time, position, geofence_id: zone, ...fact }) => ({
      ...fact,
      at: fromIso(time),
      place: position,
      ...(zone !== null && { zoneId: zone }),
    })),
    drivers: drivers.map((span) => ({
      from: fromIso(span.from),
      to: span.to === null ? null : fromIso(span.to),
      hasKey: span.has_key,
      isKnown: span.is_known,
      operators: span.operator_ids,
      endsByRest: span.ends_by_rest,
    })),
  };
}
