import { success } from '../../../src/domain/base/index.ts';
import type { Handlers } from '../../call/types.ts';
import { unknownSortColumn } from '../shared/index.ts';
import { planByHand, setByHand } from './byHand.ts';
import { listRuns } from './runs.ts';
import { listSchedules, setSchedules } from './schedules.ts';
import type { RouteServices } from './services.ts';

export { planAllRoutes } from './planning.ts';
export { routeTable } from './table.ts';

/** route-service: runs of units along routes. */
export function createRouteHandlers(
  services: RouteServices,
): Pick<Handlers, 'getRouteRuns' | 'planRun' | 'startRun' | 'abortRun' | 'getScheduleList' | 'updateScheduleStatus'> {
  return {
    getRouteRuns: (data, context) => listRuns(services, data, context),
    planRun: (data, context) => planByHand(services, data, context),
    startRun: ({ run_id: runId }, context) => setByHand(services, runId, 'start', context),
    async getScheduleList(data, context) {
      const page = await listSchedules(services, data, context);
      return page ? success(page) : unknownSortColumn(context, services.problems);
    },
    updateScheduleStatus: (data, context) => setSchedules(services, data, context),
    abortRun: ({ run_id: runId }, context) => setByHand(services, runId, 'abort', context),
  };
}
