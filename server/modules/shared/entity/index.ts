export { createEntityHandlers } from './handlers.ts';
export { listOf } from './rows.ts';
export type { ChangeOf, EntityTables, TableOf } from './table.ts';
