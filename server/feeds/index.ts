export { startFeeds, type Feeds, type FeedLogger, type FeedOptions } from './server.ts';
export type { FeedAuthenticate, FeedDirectory, FeedSession } from './types.ts';
