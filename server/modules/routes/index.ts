import type { Handlers } from '../../call/types.ts';
import { planByHand, setByHand } from './byHand.ts';
import { listRuns } from './runs.ts';
import type { RouteServices } from './services.ts';

export { planAllRoutes } from './planning.ts';
export { routeTable } from './table.ts';

/** route-service: runs of units along routes. */
export function createRouteHandlers(
  services: RouteServices,
): Pick<Handlers, 'getRouteRuns' | 'planRun' | 'startRun' | 'abortRun'> {
  return {
    getRouteRuns: (data, context) => listRuns(services, data, context),
    planRun: (data, context) => planByHand(services, data, context),
    startRun: ({ run_id: runId }, context) => setByHand(services, runId, 'start', context),
    abortRun: ({ run_id: runId }, context) => setByHand(services, runId, 'abort', context),
  };
}
