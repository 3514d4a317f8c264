import type { CallError, Request } from '../../../src/api/contract/index.ts';
import { DAY, success, toIso, type Result } from '../../../src/domain/base/index.ts';
import { RunFold } from '../../../src/domain/detection/index.ts';
import { planAt, type RouteRun, type RunPlan, type RunState } from '../../../src/domain/route/index.ts';
import { readInstant } from '../../call/interval.ts';
import { isSeenAt, reachOf, unitsInReach } from '../../call/reach.ts';
import type { CallContext } from '../../call/types.ts';
import type { Transaction } from '../../store/database.types.ts';
import { accountOf, atomically, conflictAt, notFound, recordEvent } from '../shared/index.ts';
import { endOf, readRoutes } from './planning.ts';
import { findRun } from './runs.ts';
import type { RouteServices } from './services.ts';

type Answer = Promise<Result<RouteRun, CallError>>;

/** Longest that a run may be planned ahead by hand, or that it may lie back. */
const AHEAD = 366 * DAY;

/** Plans a run of a unit at a time of its own; one in the past is found in what was reported. */
export async function planByHand(services: RouteServices, data: Request<'planRun'>, context: CallContext): Answer {
  const { database, directory, problems } = services;
  const { route_id: routeId, unit_id: unitId } = data;
  const start = readInstant(data.start, 'start', context.lang, problems);
  if (!start.ok) return start;
  if (Math.abs(start.value - context.now) > AHEAD)
    return problems.refuseField(context.lang, 'start', 'validation.invalid');
  return atomically(database, async (transaction) => {
    const [route] = await readRoutes(transaction, [routeId]);
    if (!route || !accountOf(context).scope.includes(route.account_id)) return notFound(context, problems);
    const accounts = reachOf(accountOf(context), { resource: 'units', action: 'r' });
    const seeing = directory.scopeOf(route.account_id).filter((id) => accounts.includes(id));
    const isSeen =
      unitsInReach(directory, seeing, [unitId], context.now) &&
      isSeenAt(directory, new Set<number>(seeing), unitId, start.value);
    if (!isSeen) return problems.refuseField(context.lang, 'unit_id', 'server.ruleUnitUnknown');
    const plan = planAt(route, start.value);
    const [{ id }] = await transaction.query<{ id: number }>(
      `insert into route_run (account_id, route_id, unit_id, start_at, end_at, from_at, until_at, plan, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
      [
        route.account_id,
        routeId,
        unitId,
        toIso(plan.start),
        toIso(endOf(plan)),
        toIso(plan.from),
        toIso(plan.until),
        JSON.stringify(plan),
        toIso(context.now),
      ],
    );
    await recordEvent(transaction, context, {
      accountId: route.account_id,
      kind: 'runPlanned',
      subjectId: id,
      data: {
        route_id: routeId,
        name: route.name,
        unit_id: unitId,
        unit: directory.nameOf(unitId),
        late: false,
        start: toIso(plan.start),
      },
    });
    return readBack(transaction, services, id, context);
  });
}

/** Starts a planned run, or aborts one that is not over. */
export async function setByHand(
  services: RouteServices,
  runId: number,
  act: 'start' | 'abort',
  context: CallContext,
): Answer {
  const { database, problems } = services;
  return atomically(database, async (transaction) => {
    const run = await findRun(transaction, services, runId, context);
    if (!run) return notFound(context, problems);
    const [row] = await transaction.query<{ plan: RunPlan; state: RunState; hand_start_at: Date | null }>(
      'select plan, state, hand_start_at from route_run where id = $1 for update',
      [runId],
    );
    const allowed: readonly RunState[] = act === 'start' ? ['planned'] : ['planned', 'started'];
    if (!row || !allowed.includes(row.state))
      return conflictAt('run_id', act === 'start' ? 'server.runNotPlanned' : 'server.runIsOver', context, problems);
    const column = act === 'start' ? 'hand_start_at' : 'hand_abort_at';
    const byHand = {
      startedAt: act === 'start' ? context.now : (row.hand_start_at?.getTime() ?? null),
      abortedAt: act === 'abort' ? context.now : null,
    };
    // The pipeline looks at the reports with this in a moment; until then it is so.
    const plan = act === 'start' ? startedBefore(row.plan, context.now) : row.plan;
    const blank = new RunFold(plan, byHand).result(context.now);
    await transaction.query(
      `update route_run set ${column} = $2, state = $3, plan = $4, from_at = $5, until_at = $6, started_at = coalesce(started_at, $7), ended_at = $8,
         result = case when result is null or $3 = 'started' then $9::jsonb else result || $10::jsonb end where id = $1`,
      [
        runId,
        toIso(context.now),
        blank.state,
        JSON.stringify(plan),
        toIso(plan.from),
        toIso(plan.until),
        byHand.startedAt === null ? null : toIso(byHand.startedAt),
        blank.endedAt === null ? null : toIso(blank.endedAt),
        JSON.stringify(blank),
        JSON.stringify({
          state: blank.state,
          reason: blank.reason,
          endedAt: blank.endedAt,
          next: null,
          eta: null,
          remaining: null,
          due: null,
        }),
      ],
    );
    const { account_id: accountId, route_id, route_name: name, unit_id, unit_name: unit } = run;
    const kind = act === 'start' ? 'runStartedByHand' : 'runAbortedByHand';
    await recordEvent(transaction, context, {
      accountId,
      kind,
      subjectId: runId,
      data: { route_id, name, unit_id, unit, late: false },
    });
    return readBack(transaction, services, runId, context);
  });
}

/** Reports count from the start on, also where it lies before the planned time. */
const startedBefore = (plan: RunPlan, now: number): RunPlan => ({
  ...plan,
  from: Math.min(plan.from, now),
  until: Math.max(plan.until, now + (plan.until - plan.start)),
});

async function readBack(transaction: Transaction, services: RouteServices, id: number, context: CallContext): Answer {
  const run = await findRun(transaction, services, id, context);
  if (!run) throw new Error(`Run ${id} was written and cannot be read.`);
  return success(run);
}
