export { startFeeds, type Feeds } from './server.ts';
export type { FeedPositions } from './types.ts';
export { ShownFleet } from './shownFleet.ts';
