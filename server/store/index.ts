export { openDatabase, type DatabaseOptions } from './database.ts';
export { DatabaseUnavailable, type Database, type Queryable, type Transaction } from './database.types.ts';
export { EmbeddedPostgresError, startEmbeddedPostgres, type EmbeddedPostgres, type EmbeddedPostgresOptions, type EmbeddedPostgresStep } from './embedded/index.ts';
export type { StoreLogger } from './logger.ts';
export { migrate } from './migrate.ts';
export { openPositionStore, type OpenedPositionStore, type PositionStoreOptions } from './positions/index.ts';
export { createSealer, type Sealer } from './sealing.ts';
export type { CommittedBatch, LatestStates, PositionStore } from './types.ts';
