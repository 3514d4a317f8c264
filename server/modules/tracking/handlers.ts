import type { CallError } from '../../../src/api/contract/index.ts';
import { can, type Need } from '../../../src/domain/access/index.ts';
import { success, type AccountId, type Interval, type Result } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import { readInstant, readInterval } from '../../call/interval.ts';
import type { UnitDirectory } from '../../call/ports.ts';
import type { Problems } from '../../call/problems.ts';
import { reachOf, unitsInReach, unitsInSight, type UnitsInSight } from '../../call/reach.ts';
import type { CallContext, Handlers } from '../../call/types.ts';
import type { AskedDetection } from '../../pipeline/index.ts';
import type { Queryable } from '../../store/database.types.ts';
import {
  accountOf,
  countGeofences,
  readFuelEvents,
  readStops,
  readTrips,
  readUnitEvents,
  readVisits,
  withZones,
} from '../shared/index.ts';

export interface DetectedServices {
  readonly database: Queryable;
  readonly directory: UnitDirectory;
  readonly detection: AskedDetection;
  readonly problems: Problems;
}

export type DetectedMethod =
  | 'getTrips'
  | 'getStops'
  | 'getFuelEvents'
  | 'getEvents'
  | 'getGeofenceVisits'
  | 'recomputeDetection';

interface Question {
  readonly from: string;
  readonly to: string;
  readonly unit_ids?: readonly number[];
}

const READS_RULES: Need = { resource: 'alert', action: 'r' };
const READS_ROUTES: Need = { resource: 'routes', action: 'r' };
const READS_GEOFENCES: Need = { resource: 'geofences', action: 'r' };
const READS_COMMANDS: Need = { resource: 'units', action: 'ch' };
const READS_EVENTS: Need = { resource: 'units', action: 'se' };

/** Accounts whose things of the permission the caller may read. */
function accountsOf(context: CallContext, need: Need): readonly AccountId[] {
  const account = accountOf(context);
  return can(account.permissions, need) ? reachOf(account, need) : [];
}

/** What detection made of the reports: trips, stops, fuel, and all of it as events. */
export function createDetectedHandlers(services: DetectedServices): Pick<Handlers, DetectedMethod> {
  const { database, detection, directory, problems } = services;
  const answered = async <Answer>(
    data: Question,
    context: CallContext,
    read: (sight: UnitsInSight, interval: Interval) => Promise<Answer>,
    scope: readonly AccountId[] = accountOf(context).scope,
  ): Promise<Result<Answer, CallError>> => {
    const interval = readInterval(data, context.lang, problems);
    if (!interval.ok) return interval;
    const { from, to } = interval.value;
    const sight = unitsInSight(directory, scope, data.unit_ids, from, to);
    if (!sight) return problems.refuse(context.lang, ERROR.notFound);
    await detection.catchUp([...sight.whole, ...sight.spans.keys()]);
    return success(await read(sight, interval.value));
  };
  return {
    getTrips: (data, context) =>
      answered(data, context, async (sight, interval) => {
        const { trips, truncated } = await readTrips(database, sight, interval, data.limit, detection);
        const geofences = accountsOf(context, READS_GEOFENCES);
        return { trips: geofences.length > 0 ? await withZones(database, trips, geofences) : trips, truncated };
      }),
    getStops: (data, context) =>
      answered(data, context, (sight, interval) => readStops(database, sight, interval, data.limit)),
    getFuelEvents: (data, context) =>
      answered(data, context, (sight, interval) => readFuelEvents(database, sight, interval, data.limit)),
    getEvents: (data, context) =>
      answered(data, context, (sight, interval) =>
        readUnitEvents(database, sight, interval, data.kinds, data.limit, {
          rules: accountsOf(context, READS_RULES),
          routes: accountsOf(context, READS_ROUTES),
          geofences: accountsOf(context, READS_GEOFENCES),
          commands: accountsOf(context, READS_COMMANDS),
        }),
      ),
    async getGeofenceVisits(data, context) {
      const { scope } = accountOf(context);
      const { geofence_ids: asked } = data;
      if (!can(accountOf(context).permissions, READS_EVENTS)) return problems.refuse(context.lang, ERROR.accessRight);
      if (asked && asked.length > 0 && (await countGeofences(database, scope, asked)) === 0)
        return problems.refuse(context.lang, ERROR.notFound);
      return answered(
        data,
        context,
        (sight, interval) => readVisits(database, sight, interval, data.limit, scope, asked),
        accountsOf(context, READS_EVENTS),
      );
    },
    async recomputeDetection({ unit_id: unitId, from }, context) {
      const instant = readInstant(from, 'from', context.lang, problems);
      if (!instant.ok) return instant;
      const { scope } = accountOf(context);
      const reached = unitsInReach(directory, scope, [unitId], context.now);
      // The unit's past is its owner's: an account that has the unit for a while does not rewrite it.
      const own = reached !== null && directory.sightOf(new Set<number>(scope), unitId) === null;
      if (!own) return problems.refuse(context.lang, ERROR.notFound);
      const { trips, fuelEvents } = await detection.recompute(unitId, instant.value);
      return success({ trips, fuel_events: fuelEvents });
    },
  };
}
