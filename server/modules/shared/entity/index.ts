export { createEntityHandlers } from './handlers.ts';
export { updateOf } from './changes.ts';
export { listOf, scopeOf } from './rows.ts';
export type { ChangeOf, EntityTables, TableOf } from './table.ts';
