import type { BacktestUnits, CallError, Request } from '../../../src/api/contract/index.ts';
import type { BacktestSetup } from '../../../src/domain/backtest/index.ts';
import { DEFAULT_SETTINGS } from '../../../src/domain/account/index.ts';
import { BACKTEST, DAY, success, type Instant, type Result } from '../../../src/domain/base/index.ts';
import { readInterval } from '../../call/interval.ts';
import { unitsInSight } from '../../call/reach.ts';
import type { CallContext } from '../../call/types.ts';
import { Setups } from '../../pipeline/index.ts';
import type { Queryable } from '../../store/database.types.ts';
import { countStoredReports } from '../../store/index.ts';
import { accountOf, notFound } from '../shared/index.ts';
import { readAllSensors } from './read.ts';
import type { UnitServices } from './services.ts';

/** Units are ranked by what they reported in so many days at most: of large fleets a month is millions of blocks. */
const RANKED_DAYS = 7;

/**
 * The units that a rule is tried on, the most active first, with the settings and sensors by which detection reads
 * their reports. Of devices that the caller does not see there are no sensors.
 */
export async function readBacktestUnits(
  services: UnitServices,
  data: Request<'getBacktestUnits'>,
  context: CallContext,
): Promise<Result<BacktestUnits, CallError>> {
  const { database, directory, problems } = services;
  const interval = readInterval(data, context.lang, problems);
  if (!interval.ok) return interval;
  const { from, to } = interval.value;
  const { scope } = accountOf(context);
  const seen = unitsInSight(directory, scope, data.unit_ids, from, to);
  if (!seen) return notFound(context, problems);
  const meant = ofAccount(services, [...seen.whole, ...seen.spans.keys()], data.account_id);
  const active = await mostActive(services, meant, from, to);
  const unitIds = active.slice(0, BACKTEST.units);
  const [read, sensors, zones] = await Promise.all([
    new Setups(database).read(unitIds),
    readAllSensors(database, scope, unitIds, context.now),
    readTimeZones(database, unitIds),
  ]);
  const setups = new Map<string, { readonly place: number; readonly setup: BacktestSetup }>();
  const units = unitIds.flatMap((unitId) => {
    const settings = read.get(unitId);
    const own = sensors.get(unitId);
    if (!settings || !own) return [];
    const setup: BacktestSetup = {
      filters: settings.filters,
      trips: settings.trips,
      devices: [...Map.groupBy(own, ({ device_id }) => device_id).values()].map((of) => of.map(definitionOf)),
    };
    const key = JSON.stringify(setup);
    const known = setups.get(key) ?? { place: setups.size, setup };
    setups.set(key, known);
    return [{ unit_id: unitId, setup: known.place, time_zone: zones.get(unitId) ?? DEFAULT_SETTINGS.timezone }];
  });
  return success({
    units,
    setups: [...setups.values()].map(({ setup }) => setup),
    reporting: active.length,
    total: meant.length,
  });
}

/** Of their accounts, where these have chosen one. */
async function readTimeZones(database: Queryable, unitIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await database.query<{ id: number; zone: string }>(
    `select u.id, a.settings ->> 'timezone' as zone from unit u join account a on a.id = u.account_id
     where u.id = any($1::int8[]) and a.settings ->> 'timezone' is not null`,
    [unitIds],
  );
  return new Map(rows.map(({ id, zone }) => [id, zone]));
}

/** Those that the account owns or holds; all of them where none is named. */
function ofAccount({ directory }: UnitServices, unitIds: readonly number[], account?: number): readonly number[] {
  if (account === undefined) return unitIds;
  const own = new Set(directory.everSeenBy([account as Parameters<typeof directory.scopeOf>[0]]));
  return unitIds.filter((unitId) => own.has(unitId));
}

/** Those that reported in [from, to), by how much they did; what is not in blocks yet counts as a little. */
async function mostActive(
  { database, positions: { latest } }: UnitServices,
  unitIds: readonly number[],
  from: Instant,
  to: Instant,
): Promise<readonly number[]> {
  const stored = await countStoredReports(database, unitIds, from, to);
  const ranked =
    to - from <= RANKED_DAYS * DAY ? stored : await countStoredReports(database, unitIds, to - RANKED_DAYS * DAY, to);
  const isHeard = (unitId: number): boolean => {
    const index = latest.indexOf(unitId);
    return index >= 0 && latest.times[index] >= from;
  };
  return unitIds
    .filter((unitId) => stored.has(unitId) || isHeard(unitId))
    .map((unitId) => ({ unitId, reports: ranked.get(unitId) ?? 0 }))
    .sort((one, other) => other.reports - one.reports || one.unitId - other.unitId)
    .map(({ unitId }) => unitId);
}

type Definition = BacktestSetup['devices'][number][number];
const definitionOf = ({
  type,
  name,
  parameter,
  data_type,
  multiplier,
  minimum,
  maximum,
  table,
}: Definition): Definition => ({ type, name, parameter, data_type, multiplier, minimum, maximum, table });
