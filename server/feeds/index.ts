export { startFeeds, type Feeds, type FeedLogger, type FeedOptions } from './server.ts';
export type { FeedAuthenticate, FeedDirectory, FeedPositions, FeedSession } from './types.ts';
export { ShownFleet, type FeedFilters, type ShownFleetOptions } from './shownFleet.ts';
