import { array, boolean, number, object, string } from 'yup';
import { ROUTE } from '../../domain/base/index.ts';
import { RUN_STATES, type RouteRun } from '../../domain/route/index.ts';
import { methodOf } from './method.ts';

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
};
