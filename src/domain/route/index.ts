export { centerOf, clockAt, planAt, planRuns, shapeOf, type PlannedRoute, type ScheduledRun } from './planning.ts';
export { inMinutes, isLate, latenessOf, passedAt, runAt, runToShow } from './progress.ts';
export { ORDER_RULES, routes, routeSchema, type Checkpoint, type Route, type RouteForm } from './route.ts';
export {
  RUN_STATES,
  type AbortReason,
  type CheckpointStatus,
  type PlannedCheckpoint,
  type RouteRun,
  type RunCheckpoint,
  type RunPlan,
  type RunState,
} from './run.ts';
export {
  REPEATS,
  SCHEDULE_STATES,
  TIMINGS,
  newSchedule,
  type ListedSchedule,
  type Schedule,
  type ScheduleState,
} from './schedule.ts';
