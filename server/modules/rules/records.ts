import type { BacktestRecords, CallError, Request } from '../../../src/api/contract/index.ts';
import { can } from '../../../src/domain/access/index.ts';
import { DRIVER_NEED } from '../../../src/domain/backtest/index.ts';
import { BACKTEST, success, type Result } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import { readInterval } from '../../call/interval.ts';
import { reachOf, unitsInSight } from '../../call/reach.ts';
import type { CallContext } from '../../call/types.ts';
import { accountOf, notFound } from '../shared/index.ts';
import { readBoundFacts } from './pastBounds.ts';
import { readPastDrivers } from './pastDrivers.ts';
import { readPastRoads } from './pastRoads.ts';
import { readPastFacts } from './pastFacts.ts';
import type { PastServices } from './services.ts';

/** What is stored of the units beside their reports, as far as the caller may see each. */
export async function readBacktestRecords(
  services: PastServices,
  data: Request<'getBacktestRecords'>,
  context: CallContext,
): Promise<Result<{ units: BacktestRecords[] }, CallError>> {
  const { database, directory, problems } = services;
  const interval = readInterval(data, context.lang, problems);
  if (!interval.ok) return interval;
  const { from, to } = interval.value;
  const account = accountOf(context);
  const sight = unitsInSight(directory, account.scope, data.unit_ids, from, to);
  if (!sight) return notFound(context, problems);
  const unitIds = [...sight.whole, ...sight.spans.keys()];
  const names = [...new Set(data.facts)];
  const read = await Promise.all(names.map((name) => readPastFacts(services, account, name, unitIds, interval.value)));
  const found = await readBoundFacts(services, account, data.bounds, {
    unitIds,
    interval: interval.value,
    now: context.now,
  });
  const facts = [...read.flat(), ...found].toSorted((one, other) => (one.fact.time < other.fact.time ? -1 : 1));
  if (facts.length > BACKTEST.facts)
    return problems.refuse(context.lang, ERROR.conflict, {
      key: 'server.backtestFacts',
      values: { max: BACKTEST.facts },
    });
  const drivers =
    data.drivers && can(account.permissions, DRIVER_NEED)
      ? await readPastDrivers(database, sight, interval.value, reachOf(account, DRIVER_NEED))
      : new Map<number, BacktestRecords['drivers']>();
  const roads = data.roads
    ? await readPastRoads(services, sight, interval.value)
    : new Map<number, BacktestRecords['roads']>();
  const own = Map.groupBy(facts, ({ unitId }) => unitId);
  const units = unitIds.map((unitId) => ({
    unit_id: unitId,
    facts: (own.get(unitId) ?? []).map(({ fact }) => fact),
    drivers: drivers.get(unitId) ?? [],
    roads: roads.get(unitId) ?? [],
  }));
  return success({ units: units.filter((unit) => unit.facts.length + unit.drivers.length + unit.roads.length > 0) });
}
