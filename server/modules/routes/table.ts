import { ROUTE, type AccountId } from '../../../src/domain/base/index.ts';
import { lineLength } from '../../../src/domain/geometry/index.ts';
import { centerOf, shapeOf, type Route, type RouteForm, type routes } from '../../../src/domain/route/index.ts';
import type { CallContext } from '../../call/types.ts';
import type { Transaction } from '../../store/database.types.ts';
import type { TableOf } from '../shared/entity/index.ts';
import { mayName, type Refused } from '../shared/index.ts';
import { planRoute, readRoutes } from './planning.ts';
import { writeSchedules } from './schedules.ts';
import type { RouteServices } from './services.ts';
import { SCHEDULES, SHAPES } from './shapes.ts';

const ENABLED = '(select count(*) from schedule s where s.route_id = t.id and s.enabled)';

/** Routes with their schedules: a change plans their runs again. */
export function routeTable(services: RouteServices): TableOf<typeof routes> {
  const { directory } = services;
  return {
    joined: {
      checkpoint_count: 'jsonb_array_length(t.checkpoints)',
      length: 't.length',
      schedule_count: ENABLED,
      shapes: SHAPES,
    },
    elsewhere: { schedules: SCHEDULES },
    filters: { scheduled: (value) => `(${ENABLED} > 0) = (${value} = 'yes')` },
    /** Of the units of schedules only those that the route's account sees now or will see, or saw. */
    read({ account_id, checkpoint_count, length, schedule_count, shapes, schedules }) {
      const accounts = new Set<number>(directory.scopeOf(account_id));
      const isSeen = (unitId: number): boolean => directory.sightOf(accounts, unitId)?.length !== 0;
      // Lists have no details.
      const details = schedules as RouteForm['schedules'] | undefined;
      return {
        checkpoint_count: Number(checkpoint_count),
        length: Number(length),
        schedule_count: Number(schedule_count),
        ...(shapes !== undefined && { shapes: shapes as Route['shapes'] }),
        ...(details && { schedules: details.map((each) => ({ ...each, unit_ids: each.unit_ids.filter(isSeen) })) }),
      } as Pick<Route, 'checkpoint_count' | 'length' | 'schedule_count' | 'shapes'> & Partial<RouteForm>;
    },
    perAccount: { max: ROUTE.perAccount, refusal: 'server.tooManyRoutes' },
    refuseChange: async (transaction, { before, form, accountId }, context) =>
      (await refuseGeofences(transaction, accountId, form, context, services)) ??
      refuseUnits(accountId, form, before, context, services),
    async afterWrite(transaction, id, { form, accountId }, context) {
      await writeSchedules(transaction, id, { ...form, account_id: accountId }, context);
      const [route] = await readRoutes(transaction, [id]);
      await transaction.query('update route set length = $2 where id = $1', [id, lengthOf(route)]);
      const event = await planRoute(transaction, directory, route, context.now);
      if (event) await transaction.appendEvent(event);
    },
  };
}

/** Metres along the corridor, or straight from checkpoint to checkpoint. */
function lengthOf({ corridor, checkpoints, shapes }: Pick<Route, 'corridor' | 'checkpoints' | 'shapes'>): number {
  if (corridor) return lineLength(corridor.coordinates);
  const places = checkpoints.map((checkpoint) => shapeOf(checkpoint, shapes)).filter((shape) => shape !== null);
  return lineLength(places.map(centerOf));
}

/** Geofences that are checkpoints are the account's own; unknown ones and those of others look the same. */
async function refuseGeofences(
  transaction: Transaction,
  accountId: AccountId,
  { checkpoints }: RouteForm,
  { lang }: CallContext,
  { problems }: RouteServices,
): Promise<Refused | null> {
  const asked = checkpoints.map(({ geofence_id }) => geofence_id).filter((id) => id !== null);
  if (asked.length === 0) return null;
  const rows = await transaction.query<{ id: number }>(
    'select id from geofence where account_id = $1 and id = any($2::int8[]) for share',
    [accountId, asked],
  );
  const there = new Set(rows.map(({ id }) => id));
  const place = checkpoints.findIndex(({ geofence_id }) => geofence_id !== null && !there.has(geofence_id));
  return place < 0
    ? null
    : problems.refuseField(lang, `checkpoints[${place}].geofence_id`, 'server.routeGeofenceUnknown');
}

/** Each unit that is new in a schedule is one that the route's account and the caller see. */
function refuseUnits(
  accountId: AccountId,
  { schedules }: RouteForm,
  before: Route | null,
  context: CallContext,
  { directory, problems }: RouteServices,
): Refused | null {
  const known = new Set(before?.schedules.flatMap(({ unit_ids }) => unit_ids));
  const isNameable = mayName(directory, accountId, context);
  const isSeen = (unitId: number): boolean => known.has(unitId) || isNameable(unitId);
  const place = schedules.findIndex(({ unit_ids }) => !unit_ids.every(isSeen));
  return place < 0
    ? null
    : problems.refuseField(context.lang, `schedules[${place}].unit_ids`, 'server.ruleUnitUnknown');
}
