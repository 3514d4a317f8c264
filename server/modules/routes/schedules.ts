import type { BulkReply, CallError, Page, Request } from '../../../src/api/contract/index.ts';
import { LENGTH, success, type AccountId, type Fields, type Result } from '../../../src/domain/base/index.ts';
import { routes, type ListedSchedule, type RouteForm, type Schedule } from '../../../src/domain/route/index.ts';
import type { CallContext } from '../../call/types.ts';
import type { Queryable, Transaction } from '../../store/database.types.ts';
import { scopeOf } from '../shared/entity/index.ts';
import {
  Conditions,
  atomically,
  escapeLike,
  inBulk,
  notFound,
  readPage,
  recordEvent,
  type Refused,
} from '../shared/index.ts';
import { insertSchedules } from '../../store/index.ts';
import { settleLabels } from '../shared/labels/index.ts';
import { planRoute, readRoutes } from './planning.ts';
import type { RouteServices } from './services.ts';

/**
 * Writes a route's schedules as they are to be; those that are not among them end. Groups are called as the account
 * spells them.
 */
export async function writeSchedules(
  transaction: Transaction,
  routeId: number,
  {
    account_id: accountId,
    name,
    schedules,
  }: Pick<RouteForm, 'name' | 'schedules'> & { readonly account_id: AccountId },
  context: CallContext,
): Promise<void> {
  const rows: Schedule[] = [];
  for (const schedule of schedules) {
    const labels = await settleLabels(transaction, context, { accountId, kind: 'schedules' }, schedule.labels);
    rows.push({ ...schedule, name: schedule.name || name.slice(0, LENGTH.label.max), labels });
  }
  await transaction.query('delete from schedule where route_id = $1 and key <> all($2::int4[])', [
    routeId,
    rows.map(({ key }) => key),
  ]);
  await insertSchedules(transaction, { routeId, accountId }, rows);
}

type ListedRow = Omit<ListedSchedule, keyof Schedule> &
  Pick<Schedule, 'key' | 'name' | 'enabled' | 'labels'> & { plan: Fields };

const LAST_DAY = "case when s.plan ->> 'repeat' = 'once' then s.plan ->> 'date' else s.plan ->> 'until' end";
/** Days are those of the account's time zone; `now` is the place of the present. */
const stateAt = (now: string): string => `case
  when ${LAST_DAY} < to_char(${now}::timestamptz at time zone coalesce(a.settings ->> 'timezone', 'UTC'), 'YYYY-MM-DD') then 'ended'
  when s.enabled then 'active' else 'paused' end`;

/** One page of the schedules of all routes in reach; null where there is no such column to sort by. */
export function listSchedules(
  { database, directory }: RouteServices,
  { search, filters, ...request }: Request<'getScheduleList'>,
  context: CallContext,
): Promise<Page<ListedSchedule> | null> {
  const state = stateAt('$2');
  const conditions = new Conditions()
    .add((place) => `s.account_id = any(${place}::int8[])`, scopeOf(routes, context))
    .add((place) => `${place}::timestamptz is not null`, new Date(context.now));
  if (filters.account_id) conditions.add((place) => `s.account_id = ${place}`, filters.account_id);
  if (filters.schedule_id) conditions.add((place) => `s.id = ${place}`, filters.schedule_id);
  if (filters.state) conditions.add((place) => `${state} = ${place}`, filters.state);
  if (filters.label) conditions.add((place) => `s.labels @> ${place}::jsonb`, JSON.stringify([filters.label]));
  if (search.trim())
    conditions.add((place) => `(s.name ilike ${place} or r.name ilike ${place})`, `%${escapeLike(search.trim())}%`);
  return readPage<ListedRow, ListedSchedule>(
    database,
    request,
    {
      columns: `s.id as schedule_id, s.account_id, a.name as account_name, s.route_id, r.name as route_name, r.colour,
        s.key, s.name, s.enabled, s.labels, s.plan, ${state} as state`,
      from: 'schedule s join route r on r.id = s.route_id join account a on a.id = s.account_id',
      conditions,
      sorts: {
        name: 'lower(s.name)',
        route_name: 'lower(r.name)',
        start: "s.plan ->> 'start'",
        state,
        account_name: 'lower(a.name)',
      },
      fallback: 'name',
      id: 's.id',
    },
    ({ plan, ...row }) => {
      const schedule = { ...plan, ...row } as ListedSchedule;
      const accounts = new Set<number>(directory.scopeOf(row.account_id));
      return { ...schedule, unit_ids: schedule.unit_ids.filter((id) => directory.sightOf(accounts, id)?.length !== 0) };
    },
  );
}

/** Pauses schedules, or goes on with them: their runs that have not begun are planned again. */
export function setSchedules(
  { database, directory, problems }: RouteServices,
  { schedule_ids: ids, status }: Request<'updateScheduleStatus'>,
  context: CallContext,
): Promise<Result<BulkReply, CallError>> {
  const enabled = status === 'active';
  return atomically(database, async (transaction) => {
    const changed = new Set<number>();
    const reply = await inBulk(ids, async (id) => {
      const row = await lockSchedule(transaction, id, context);
      if (!row) return notFound(context, problems) as Refused;
      if (row.enabled === enabled) return null;
      await transaction.query('update schedule set enabled = $2 where id = $1', [id, enabled]);
      await recordEvent(transaction, context, {
        accountId: row.account_id,
        kind: 'scheduleUpdated',
        subjectId: id,
        data: { name: row.name, before: { enabled: row.enabled }, after: { enabled } },
      });
      changed.add(row.route_id);
      return null;
    });
    for (const route of await readRoutes(transaction, [...changed])) {
      const event = await planRoute(transaction, directory, route, context.now);
      if (event) await transaction.appendEvent(event);
    }
    return reply.ok ? success(reply.value) : reply;
  });
}

/** The route is locked first, as by a change of the route itself, which writes its schedules. */
async function lockSchedule(
  transaction: Transaction,
  id: number,
  context: CallContext,
): Promise<{ account_id: AccountId; route_id: number; name: string; enabled: boolean } | null> {
  const scope = scopeOf(routes, context);
  await lockRouteOf(transaction, id, scope);
  const [row] = await transaction.query<{ account_id: AccountId; route_id: number; name: string; enabled: boolean }>(
    'select account_id, route_id, name, enabled from schedule where id = $1 and account_id = any($2::int8[]) for update',
    [id, scope],
  );
  return row ?? null;
}

const lockRouteOf = (database: Queryable, scheduleId: number, scope: readonly AccountId[]): Promise<unknown> =>
  database.query(
    `select id from route where id = (select route_id from schedule where id = $1) and account_id = any($2::int8[]) for update`,
    [scheduleId, scope],
  );
