import { DAY, ROUTE, toIso, type AccountId, type Instant } from '../../../src/domain/base/index.ts';
import { eventOf } from '../../../src/domain/events/index.ts';
import { planRuns, type PlannedRoute, type RunPlan, type ScheduledRun } from '../../../src/domain/route/index.ts';
import type { UnitDirectory } from '../../call/ports.ts';
import type { AppendedEvent, Database, Queryable, Transaction } from '../../store/database.types.ts';
import { settingsOf } from '../shared/index.ts';
import { SCHEDULES, SHAPES } from './shapes.ts';

/** A route as planning reads it. */
export interface RouteRow extends PlannedRoute {
  readonly id: number;
  readonly account_id: AccountId;
  readonly name: string;
  readonly timeZone: string;
}

/** Routes with what their runs are planned by. */
export async function readRoutes(database: Queryable, routeIds: readonly number[]): Promise<RouteRow[]> {
  const rows = await database.query<RouteRow & { settings: object }>(
    `select t.id, t.account_id, t.name, t.order_rule, t.checkpoints, t.corridor, ${SCHEDULES} as schedules, a.settings, ${SHAPES} as shapes
     from route t join account a on a.id = t.account_id where t.id = any($1::int8[]) order by t.id`,
    [routeIds],
  );
  return rows.map(({ settings, ...route }) => ({ ...route, timeZone: settingsOf(settings).timezone }));
}

type Seeing = Pick<UnitDirectory, 'scopeOf' | 'sightOf'>;

/**
 * Replaces the runs of schedules that have not begun by those that the route asks for now. Answers what changed, for
 * its log; null: nothing.
 */
export async function planRoute(
  transaction: Transaction,
  directory: Seeing,
  route: RouteRow,
  now: Instant,
): Promise<AppendedEvent | null> {
  const accounts = new Set<number>(directory.scopeOf(route.account_id));
  const wanted = planRuns(route, route.timeZone, { from: now, to: now + ROUTE.ahead * DAY }).filter(
    ({ unitId }) => directory.sightOf(accounts, unitId)?.length !== 0,
  );
  const kept = await transaction.query<{
    id: number;
    schedule_key: number;
    unit_id: number;
    day: string;
    plan: RunPlan;
  }>(
    `select id, schedule_key, unit_id, day::text as day, plan from route_run
     where route_id = $1 and schedule_key is not null and state = 'planned' and start_at > $2 for update`,
    [route.id, toIso(now)],
  );
  const texts = new Map(wanted.map((run) => [keyOf(run.scheduleKey, run.unitId, run.day), run]));
  const same = kept.filter((row) => {
    const run = texts.get(keyOf(row.schedule_key, row.unit_id, row.day));
    return run !== undefined && JSON.stringify(inOrder(run.plan)) === JSON.stringify(inOrder(row.plan));
  });
  const removed = kept.filter((row) => !same.includes(row));
  if (removed.length > 0)
    await transaction.query('delete from route_run where id = any($1::int8[])', [removed.map(({ id }) => id)]);
  const there = new Set(same.map((row) => keyOf(row.schedule_key, row.unit_id, row.day)));
  const added = await insertRuns(
    transaction,
    route,
    [...texts].filter(([key]) => !there.has(key)).map(([, run]) => run),
    now,
  );
  if (added === 0 && removed.length === 0) return null;
  return eventOf(
    { kind: 'runsPlanned', data: { route_id: route.id, name: route.name, added, removed: removed.length } },
    { account_id: route.account_id, subject_id: route.id, user_id: null, time: toIso(now) },
  );
}

const keyOf = (schedule: number, unit: number, day: string): string => `${schedule} ${unit} ${day}`;

/** The database keeps the fields of JSON in an order of its own. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, inOrder(each)]),
  );
}

/** One whose day was planned before, and ran, stays as it is. Answers how many were added. */
async function insertRuns(
  transaction: Transaction,
  { id, account_id }: RouteRow,
  runs: readonly ScheduledRun[],
  now: Instant,
): Promise<number> {
  if (runs.length === 0) return 0;
  const rows = await transaction.query(
    `insert into route_run (account_id, route_id, unit_id, schedule_key, day, start_at, end_at, from_at, until_at, plan, created_at)
     select $1, $2, w.unit_id, w.schedule_key, w.day, w.start_at, w.end_at, w.from_at, w.until_at, w.plan, $3
     from unnest($4::int8[], $5::int4[], $6::date[], $7::timestamptz[], $8::timestamptz[], $9::timestamptz[], $10::timestamptz[], $11::jsonb[])
       as w (unit_id, schedule_key, day, start_at, end_at, from_at, until_at, plan)
     join unit u on u.id = w.unit_id
     on conflict do nothing returning id`,
    [
      account_id,
      id,
      toIso(now),
      runs.map(({ unitId }) => unitId),
      runs.map(({ scheduleKey }) => scheduleKey),
      runs.map(({ day }) => day),
      runs.map(({ plan }) => toIso(plan.start)),
      runs.map(({ plan }) => toIso(endOf(plan))),
      runs.map(({ plan }) => toIso(plan.from)),
      runs.map(({ plan }) => toIso(plan.until)),
      runs.map(({ plan }) => JSON.stringify(plan)),
    ],
  );
  return rows.length;
}

/** When the last checkpoint is due. */
export const endOf = ({ start, checkpoints }: RunPlan): Instant =>
  Math.max(start, ...checkpoints.map(({ due }) => due ?? start));

/**
 * Plans the runs of all routes for the days that come; a route at a time, so that nobody waits long. Answers how many
 * routes changed.
 */
export async function planAllRoutes(
  { database, directory }: { readonly database: Database; readonly directory: Seeing },
  now: Instant,
  signal: AbortSignal,
): Promise<number> {
  const ids = await database.query<{ id: number }>('select distinct route_id as id from schedule order by id', []);
  let changed = 0;
  for (const { id } of ids) {
    signal.throwIfAborted();
    await database.transaction(async (transaction) => {
      await transaction.query('select id from route where id = $1 for update', [id]);
      const [route] = await readRoutes(transaction, [id]);
      const event = route ? await planRoute(transaction, directory, route, now) : null;
      if (!event) return;
      await transaction.appendEvent(event);
      changed++;
    });
  }
  return changed;
}
