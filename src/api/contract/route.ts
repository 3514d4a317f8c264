import { array, boolean, number, object, string } from 'yup';
import { EQUIPMENT, LENGTH, ROUTE } from '../../domain/base/index.ts';
import { RUN_STATES, SCHEDULE_STATES, type ListedSchedule, type RouteRun } from '../../domain/route/index.ts';
import type { BulkReply } from './device.ts';
import { methodOf, pageRequest, type Page } from './method.ts';

const route = methodOf('route-service');
const id = number().integer().positive();
const ids = array(id.required());
const instant = string().required('validation.required').max(40);

/** route-service: runs of units along routes. The routes themselves derive from their definition (`domain/route`). */
export const routeMethods = {
  getRouteRuns: route<{ runs: RouteRun[]; truncated: boolean }>()({
    summary:
      'Runs whose planned time, or whose drive, touches the interval, by their planned start; of units that the caller sees then.',
    access: { resource: 'routes', action: 'r' },
    request: object({
      route_ids: ids.max(ROUTE.runs, 'validation.maxItems'),
      unit_ids: ids.max(ROUTE.runs, 'validation.maxItems'),
      states: array(string().oneOf(RUN_STATES, 'validation.oneOf').required()).max(RUN_STATES.length),
      from: instant,
      to: instant,
      /** With corridors and the shapes of checkpoints, for a map. */
      geometry: boolean().default(false),
      limit: number().integer().min(1).max(ROUTE.runs).default(500),
    }),
  }),
  planRun: route<RouteRun>()({
    summary: 'Plans a run of a unit along a route, at a time of its own.',
    access: { resource: 'routes', action: 'u' },
    request: object({
      route_id: id.required('validation.required'),
      unit_id: id.required('validation.required'),
      start: instant,
    }),
    quiet: false,
  }),
  startRun: route<RouteRun>()({
    summary: 'Starts a planned run now, wherever its unit is.',
    access: { resource: 'routes', action: 'u' },
    request: object({ run_id: id.required('validation.required') }),
    quiet: false,
  }),
  abortRun: route<RouteRun>()({
    summary: 'Ends a planned or started run now.',
    access: { resource: 'routes', action: 'u' },
    request: object({ run_id: id.required('validation.required') }),
    quiet: false,
  }),
  getScheduleList: route<Page<ListedSchedule>>()({
    summary: 'Schedules of all routes, a page at a time, with the route that each is of and what it does now.',
    access: { resource: 'routes', action: 'r' },
    request: pageRequest.shape({
      filters: object({
        account_id: id,
        schedule_id: id,
        label: string().max(LENGTH.label.max, 'validation.maxLength'),
        state: string().oneOf(['', ...SCHEDULE_STATES], 'validation.oneOf'),
      }).default({}),
    }),
  }),
  updateScheduleStatus: route<BulkReply>()({
    summary: 'Pauses schedules, or goes on with them: runs that have not begun are planned again.',
    access: { resource: 'routes', action: 'u' },
    request: object({
      schedule_ids: ids
        .required('validation.required')
        .min(1, 'validation.required')
        .max(EQUIPMENT.perAct, 'validation.maxItems'),
      status: string().oneOf(['active', 'paused'], 'validation.oneOf').required('validation.required'),
    }),
    quiet: false,
  }),
};
