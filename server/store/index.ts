export { openDatabase, openPool, type DatabaseOptions } from './database.ts';
export { reserveIds } from './ids.ts';
export { allowLongStatements } from './longStatements.ts';
export {
  DatabaseUnavailable,
  StatementTimedOut,
  type AppendedEvent,
  type Database,
  type Queryable,
  type Transaction,
} from './database.types.ts';
export { EmbeddedPostgresError, hasCluster, startEmbeddedPostgres, type EmbeddedPostgres } from './embedded/index.ts';
export { followTable, followedTables, type FollowedTable } from './followedTable.ts';
export { batched } from './batched.ts';
export { checkStore, type CheckedStore } from './check/index.ts';
export { holdAlone, SecondServer } from './onlyServer.ts';
export type { StoreLogger } from './logger.ts';
export { migrate, readSchemaState } from './migrate.ts';
export { EventLoopBreaks, Foreground } from './eventLoopBreaks.ts';
export { openPositionStore, type OpenedPositionStore, type PositionStoreOptions } from './positions/index.ts';
export { boxTracks } from './positions/blocks/boxTracks.ts';
export { countStoredReports, insertBlocks } from './positions/blocks/blockTable.ts';
export { cutBlock, dayBlocksOf, inflate } from './positions/blocks/trackBlocks.ts';
export { createSealer, type Sealer } from './sealing.ts';
export { readSensors, sensorOf } from './sensorRow.ts';
export { insertSchedules } from './scheduleRow.ts';
export { placeOf, type StopRow } from './stopRow.ts';
export type { CommittedBatch, LatestStates, PositionStore } from './types.ts';
export { isAway } from './unavailable.ts';
export { openUnreadMessages, type UnreadMessages } from './unread/messages.ts';
