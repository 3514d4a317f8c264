export { openRouteRuns } from './runWatch.ts';
