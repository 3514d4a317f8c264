import { HOUR, MINUTE, SECOND, fromIso, type Instant } from '../base/index.ts';
import type { RouteRun, RunCheckpoint } from './run.ts';

type Progress = Pick<RouteRun, 'state' | 'checkpoints'>;

/**
 * How late a run is, whole minutes in ms, below 0 early: by the checkpoint that is overdue, else by the one that was
 * passed last. Null: nothing says.
 */
export function latenessOf({ state, checkpoints }: Progress, now: Instant): number | null {
  if (state === 'aborted') return null;
  const overdue = checkpoints.find(({ status, delay }) => status === 'late' && delay === null);
  if (overdue?.due) return inMinutes(Math.max(0, now - fromIso(overdue.due)));
  const delay = checkpoints.findLast((each) => each.delay !== null)?.delay ?? null;
  return delay === null ? null : inMinutes(delay * SECOND);
}

/** Without its seconds, which nobody plans by: 5:59 late is 5 minutes late. */
export const inMinutes = (milliseconds: number): number => Math.trunc(milliseconds / MINUTE) * MINUTE;

/** True where a checkpoint is overdue, or the last one that was passed was late. */
export function isLate({ state, checkpoints }: Progress): boolean {
  if (state === 'aborted') return false;
  if (checkpoints.some(({ status, delay }) => status === 'late' && delay === null)) return true;
  return checkpoints.findLast(({ delay }) => delay !== null)?.status === 'late';
}

/**
 * When a checkpoint counts as passed: the first of an ordered route when it is left, the others when they are reached.
 */
export function passedAt(
  { order, checkpoints }: Pick<RouteRun, 'order' | 'checkpoints'>,
  place: number,
): string | null {
  const { arrived, departed } = checkpoints[place];
  return order !== 'any' && place === 0 ? departed : arrived;
}

/**
 * A run as it was at an instant of the past: what came later is taken away. Of the distance left nothing is known then.
 */
export function runAt(run: RouteRun, instant: Instant): RouteRun {
  const isPast = (time: string | null): boolean => time !== null && fromIso(time) <= instant;
  const isOver = isPast(run.ended_at);
  if (isOver) return run;
  const checkpoints = run.checkpoints.map((each, place) => checkpointAt(run, each, place, instant));
  const isStarted = isPast(run.started_at);
  return {
    ...run,
    state: isStarted ? 'started' : 'planned',
    reason: '',
    started_at: isStarted ? run.started_at : null,
    ended_at: null,
    checkpoints,
    next: isStarted && run.order !== 'any' ? (nextOf(checkpoints, run)?.key ?? null) : null,
    off_route: run.off_spans.some(({ from, to }) => isPast(from) && !isPast(to)),
    off_spans: run.off_spans
      .filter(({ from }) => isPast(from))
      .map(({ from, to }) => ({ from, to: isPast(to) ? to : null })),
    adherence: null,
    remaining: null,
    eta: null,
  };
}

function checkpointAt(run: RouteRun, checkpoint: RunCheckpoint, place: number, instant: Instant): RunCheckpoint {
  const { arrived, departed, due, tolerance, status } = checkpoint;
  const isPast = (time: string | null): boolean => time !== null && fromIso(time) <= instant;
  const known = { arrived: isPast(arrived) ? arrived : null, departed: isPast(departed) ? departed : null };
  if (isPast(passedAt(run, place))) return { ...checkpoint, ...known };
  // One that was passed over is known to be so once a later one was reached.
  const isSkipped =
    status === 'skipped' && run.checkpoints.some((_, later) => later > place && isPast(passedAt(run, later)));
  if (isSkipped) return { ...checkpoint, ...known };
  const isOverdue = due !== null && instant > fromIso(due) + tolerance * SECOND;
  return { ...checkpoint, ...known, status: isOverdue ? 'late' : 'pending', delay: null };
}

/** The one after the last that was reached. */
const nextOf = (checkpoints: readonly RunCheckpoint[], run: RouteRun): RunCheckpoint | undefined =>
  checkpoints[checkpoints.findLastIndex(({ arrived, status }) => arrived !== null && status !== 'skipped') + 1] ??
  run.checkpoints.at(-1);

/** A run that is over is shown for so long, and one that comes from so long before it. */
const NEAR = HOUR;

/**
 * The run of a unit that matters at an instant: the one that is driven, else the one that should have begun, the one
 * that ended a short while ago, or the next one. `isLive`: the runs are as they are at the instant. `isNear`: it is
 * driven now, or about to be, or just was.
 */
export function runToShow(
  runs: readonly RouteRun[],
  instant: Instant,
  isLive: boolean,
): { readonly run: RouteRun; readonly isNear: boolean } | null {
  const at = isLive ? runs : runs.map((run) => runAt(run, instant));
  const ended = (run: RouteRun): Instant => (run.ended_at === null ? -Infinity : fromIso(run.ended_at));
  const open = at.filter((run) => run.ended_at === null).toSorted((a, b) => fromIso(a.start) - fromIso(b.start));
  const started = open.find(({ state }) => state === 'started');
  const planned = open.filter(({ state }) => state === 'planned');
  const overdue = planned.find(({ start }) => fromIso(start) <= instant);
  const last = at
    .filter((run) => ended(run) > instant - NEAR)
    .toSorted((a, b) => ended(b) - ended(a))
    .at(0);
  const coming = planned.at(0);
  const isComing = coming !== undefined && fromIso(coming.start) - instant <= NEAR;
  const near = started ?? overdue ?? (isComing ? coming : undefined) ?? last;
  if (near) return { run: near, isNear: true };
  return coming ? { run: coming, isNear: false } : null;
}
