export { createEntityHandlers } from './handlers.ts';
export type { ChangeOf, EntityTables, TableOf } from './table.ts';
