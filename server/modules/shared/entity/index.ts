export { createEntityHandlers } from './handlers.ts';
export type { EntityTables, TableOf } from './table.ts';
