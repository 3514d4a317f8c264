import type { CallError, Request } from '../../../src/api/contract/index.ts';
import { can, type Need } from '../../../src/domain/access/index.ts';
import {
  SECOND,
  success,
  toIso,
  type AccountId,
  type Instant,
  type Result,
  type RouteId,
  type RouteRunId,
  type UnitId,
} from '../../../src/domain/base/index.ts';
import { adherenceOf, RunFold, type RunResult } from '../../../src/domain/detection/index.ts';
import type { PlannedCheckpoint, RouteRun, RunPlan, RunState } from '../../../src/domain/route/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import { readInterval } from '../../call/interval.ts';
import { isSeenAt, reachOf, unitsInSight, type UnitsInSight } from '../../call/reach.ts';
import type { CallContext } from '../../call/types.ts';
import type { Queryable } from '../../store/database.types.ts';
import { accountOf } from '../shared/index.ts';
import type { RouteServices } from './services.ts';

const SEES_UNITS: Need = { resource: 'units', action: 'r' };

interface RunRow {
  id: number;
  account_id: number;
  route_id: number;
  route_name: string;
  colour: string;
  labels: string[];
  unit_id: number;
  unit_name: string;
  schedule_key: number | null;
  schedule_name: string | null;
  schedule_labels: string[] | null;
  start_at: Date;
  end_at: Date;
  plan: RunPlan;
  state: RunState;
  result: RunResult | null;
}

const COLUMNS = `r.id, r.account_id, r.route_id, t.name as route_name, t.colour, t.labels, r.unit_id, u.name as unit_name,
  r.schedule_key, s.name as schedule_name, s.labels as schedule_labels, r.start_at, r.end_at, r.plan, r.state, r.result`;
const FROM = `route_run r join route t on t.id = r.route_id join unit u on u.id = r.unit_id
  left join schedule s on s.route_id = r.route_id and s.key = r.schedule_key`;

/** Runs of the caller's routes by units that they see then, by their planned start. */
export async function listRuns(
  { database, directory, problems }: RouteServices,
  data: Request<'getRouteRuns'>,
  context: CallContext,
): Promise<Result<{ runs: RouteRun[]; truncated: boolean }, CallError>> {
  const interval = readInterval(data, context.lang, problems);
  if (!interval.ok) return interval;
  const { from, to } = interval.value;
  const account = accountOf(context);
  const sight = can(account.permissions, SEES_UNITS)
    ? unitsInSight(directory, reachOf(account, SEES_UNITS), data.unit_ids, from, to)
    : null;
  if (!sight)
    return data.unit_ids ? problems.refuse(context.lang, ERROR.notFound) : success({ runs: [], truncated: false });
  const rows = await database.query<RunRow>(
    `select ${COLUMNS} from ${FROM}
     where r.account_id = any($1::int8[]) and r.start_at < $3 and coalesce(r.ended_at, r.until_at) >= $2 and greatest(r.end_at, coalesce(r.ended_at, r.end_at)) >= $2
       and ${seen('$4', '$5', '$6', '$7')}
       and ($8::int8[] is null or r.route_id = any($8)) and ($9::text[] is null or r.state = any($9))
     order by r.start_at, r.id limit $10`,
    [
      account.scope,
      toIso(from),
      toIso(to),
      ...sightOf(sight),
      data.route_ids ?? null,
      data.states ?? null,
      data.limit + 1,
    ],
  );
  const runs = rows.slice(0, data.limit).map((row) => runOf(row, context.now, data.geometry));
  return success({ runs, truncated: rows.length > data.limit });
}

/** A run whose route the call reaches and whose unit it sees, or null. */
export async function findRun(
  database: Queryable,
  { directory }: Pick<RouteServices, 'directory'>,
  runId: number,
  context: CallContext,
): Promise<RouteRun | null> {
  const account = accountOf(context);
  const [row] = await database.query<RunRow>(
    `select ${COLUMNS} from ${FROM} where r.id = $1 and r.account_id = any($2::int8[])`,
    [runId, account.scope],
  );
  if (!row || !can(account.permissions, SEES_UNITS)) return null;
  const accounts = new Set<number>(reachOf(account, SEES_UNITS));
  return isSeenAt(directory, accounts, row.unit_id, row.start_at.getTime()) ? runOf(row, context.now, false) : null;
}

/** Runs of one's own units, and of those that were allocated when the run was planned to start. */
const seen = (
  whole: string,
  units: string,
  from: string,
  to: string,
): string => `(r.unit_id = any(${whole}::int8[]) or exists (
  select 1 from unnest(${units}::int8[], ${from}::timestamptz[], ${to}::timestamptz[]) as span (unit_id, since, until)
  where span.unit_id = r.unit_id and r.start_at >= span.since and r.start_at < span.until))`;

function sightOf({ whole, spans }: UnitsInSight): unknown[] {
  const flat = [...spans].flatMap(([unitId, allowed]) => allowed.map((span) => ({ unitId, ...span })));
  const text = (at: Instant): string => (Number.isFinite(at) ? toIso(at) : at > 0 ? 'infinity' : '-infinity');
  return [whole, flat.map(({ unitId }) => unitId), flat.map(({ from }) => text(from)), flat.map(({ to }) => text(to))];
}

const isoOf = (at: Instant | null): string | null => (at === null ? null : toIso(at));

function runOf(row: RunRow, now: Instant, geometry: boolean): RouteRun {
  const { plan } = row;
  const result = row.result ?? new RunFold(plan).result(Math.min(now, plan.until - 1));
  const timed = plan.checkpoints.some(({ due }, place) => due !== null && place > 0);
  return {
    run_id: row.id as RouteRunId,
    account_id: row.account_id as AccountId,
    route_id: row.route_id as RouteId,
    route_name: row.route_name,
    colour: row.colour,
    labels: row.labels,
    unit_id: row.unit_id as UnitId,
    unit_name: row.unit_name,
    schedule_key: row.schedule_key,
    schedule_name: row.schedule_name ?? '',
    schedule_labels: row.schedule_labels ?? [],
    order: plan.order,
    state: row.state,
    reason: result.reason,
    start: row.start_at.toISOString(),
    end: timed ? row.end_at.toISOString() : null,
    started_at: isoOf(result.startedAt),
    ended_at: isoOf(result.endedAt),
    checkpoints: plan.checkpoints.map((checkpoint, place) => checkpointOf(checkpoint, result.checkpoints[place])),
    next: result.next === null ? null : (plan.checkpoints[result.next]?.key ?? null),
    off_route: result.isOff,
    off_spans: result.offSpans.map(({ from, to }) => ({ from: toIso(from), to: isoOf(to) })),
    adherence: adherenceOf(plan, result),
    distance: Math.round(result.distance),
    remaining: result.remaining === null ? null : Math.round(result.remaining),
    eta: isoOf(result.eta),
    ...(geometry && { geometry: { corridor: plan.corridor, shapes: plan.checkpoints.map(({ shape }) => shape) } }),
  };
}

function checkpointOf(
  { key, name, center: [longitude, latitude], due, tolerance }: PlannedCheckpoint,
  { arrived, departed, status, delay }: RunResult['checkpoints'][number],
): RouteRun['checkpoints'][number] {
  return {
    key,
    name,
    position: { latitude, longitude },
    due: isoOf(due),
    tolerance: Math.round(tolerance / SECOND),
    arrived: isoOf(arrived),
    departed: isoOf(departed),
    status,
    delay: delay === null ? null : Math.round(delay / SECOND),
  };
}
