import { can, type Need } from '../../../src/domain/access/index.ts';
import { FACT_NEEDS } from '../../../src/domain/backtest/index.ts';
import type { BacktestRecords } from '../../../src/api/contract/index.ts';
import { BACKTEST, MINUTE, SECOND, toIso, type Interval } from '../../../src/domain/base/index.ts';
import type { FactName, FuelEvent, Trip } from '../../../src/domain/detection/index.ts';
import { reachOf, unitsInSight } from '../../call/reach.ts';
import type { CallAccount } from '../../call/types.ts';
import type { Queryable } from '../../store/database.types.ts';
import { placeOf } from '../../store/index.ts';
import { instantSql, sightParameters, withinSight } from '../shared/index.ts';
import type { RuleServices } from './services.ts';

type PastFact = BacktestRecords['facts'][number];

interface FactRow {
  [column: string]: unknown;
  unit_id: number;
  at: Date;
  latitude: number | null;
  longitude: number | null;
  /** Of the fact, as its detector or module stores it. */
  data: unknown;
  geofence_id: number | null;
}

const SEES_HISTORY: Need = { resource: 'units', action: 'sh' };
const NOWHERE = 'null::float8 as latitude, null::float8 as longitude';
const fuel = (kind: string): string =>
  `select unit_id, start_at as begin, end_at as at, ${NOWHERE}, data, null::int8 as geofence_id from fuel_event where kind = '${kind}'`;
const inRuns = (kind: string): string =>
  `select unit_id, at as begin, at, latitude, longitude, data, null::int8 as geofence_id
   from route_run_event where kind = '${kind}' and account_id = any($7::int8[])`;

/** What was recorded of maintenance: in the log of the accounts, whose reminders they are. */
const services = (state: string): string =>
  `select (data ->> 'unit_id')::int8 as unit_id, time as begin, time as at, ${NOWHERE}, null::jsonb as data, null::int8 as geofence_id
   from event where subject_type = 'service_reminder' and kind = 'serviceTurned' and data ->> 'state' = '${state}' and data ->> 'unit_id' is not null and account_id = any($7::int8[])`;

/**
 * Where each fact is stored: its instant is that which rules have for it (pipeline/ruleFacts). Those with bounds are
 * looked for (`pastBounds.ts`); whom units met is found by the reports of both.
 */
const SOURCES: Readonly<Partial<Record<FactName, string>>> = {
  fuelTheft: fuel('theft'),
  fuelRefill: fuel('refill'),
  tripEnded: `select unit_id, start_at as begin, end_at as at, ${NOWHERE}, data, null::int8 as geofence_id from trip where not open`,
  zonePassed: `select v.unit_id, v.entered_at as begin, v.entered_at as at, ${NOWHERE}, null::jsonb as data, v.geofence_id
    from zone_visit v join geofence g on g.id = v.geofence_id where v.passed_through and g.account_id = any($7::int8[])`,
  driverChanged: `select b.unit_id, b.from_at as begin, b.from_at as at, ${NOWHERE}, null::jsonb as data, null::int8 as geofence_id
    from operator_binding b where b.to_at is distinct from b.from_at`,
  checkpointLate: inRuns('checkpointLate'),
  checkpointSkipped: inRuns('checkpointSkipped'),
  offRoute: inRuns('offRoute'),
  runFinished: inRuns('runFinished'),
  commandFailed: `select unit_id, finished_at as begin, finished_at as at, ${NOWHERE}, null::jsonb as data, null::int8 as geofence_id
    from command_execution where unit_id is not null and state in ('refused', 'timedOut', 'expired')`,
  deviceTakenOver: `select unit_id, at as begin, at, ${NOWHERE}, null::jsonb as data, null::int8 as geofence_id
    from device_takeover where unit_id is not null`,
  serviceSoon: services('soon'),
  serviceDue: services('due'),
  serviceOverdue: services('overdue'),
};

/** Facts of a name that the caller sees of the units, oldest first; none where the caller lacks the right. */
export async function readPastFacts(
  { database, directory }: Pick<RuleServices, 'database' | 'directory'>,
  account: CallAccount,
  name: FactName,
  unitIds: readonly number[],
  interval: Interval,
): Promise<{ unitId: number; fact: PastFact }[]> {
  const [need, source] = [FACT_NEEDS[name], SOURCES[name]];
  if (source === undefined || !can(account.permissions, need)) return [];
  const { from, to } = interval;
  const sight = unitsInSight(
    directory,
    reachOf(account, need.resource === 'units' ? need : SEES_HISTORY),
    unitIds,
    from,
    to,
  );
  if (!sight) return [];
  const rows = await readRows(database, source, [
    ...sightParameters(sight),
    instantSql(from),
    instantSql(to),
    reachOf(account, need),
    BACKTEST.facts + 1,
  ]);
  return rows.map((row) => ({ unitId: row.unit_id, fact: shown(name, row) }));
}

const readRows = (database: Queryable, source: string, parameters: unknown[]): Promise<FactRow[]> =>
  database.query<FactRow>(
    `select unit_id, at, latitude, longitude, data, geofence_id from (${source}) f
     where at >= $5 and at < $6 and ${withinSight('f.unit_id', 'f.begin', 'f.at')} and $7::int8[] is not null
     order by at, unit_id limit $8`,
    parameters,
  );

/** With the figures that rules look at. */
function shown(fact: FactName, row: FactRow): PastFact {
  const plain: PastFact = {
    fact,
    time: toIso(row.at.getTime()),
    position: placeOf(row),
    value: null,
    litres: null,
    kilometres: null,
    minutes: null,
    geofence_id: row.geofence_id,
    bound: null,
  };
  switch (fact) {
    case 'tripEnded': {
      const { start, end, distance, endPlace } = row.data as Trip;
      return { ...plain, position: endPlace, kilometres: distance / 1_000, minutes: (end - start) / MINUTE };
    }
    case 'fuelTheft':
    case 'fuelRefill': {
      const { volume, place } = row.data as FuelEvent;
      return { ...plain, position: place, litres: volume, value: volume };
    }
    case 'checkpointLate': {
      const { delay } = row.data as { readonly delay?: number };
      return { ...plain, minutes: delay === undefined ? null : (delay * SECOND) / MINUTE };
    }
    default:
      return plain;
  }
}
