export { createOperatorHandlers } from './handlers.ts';
export { operatorTable } from './table.ts';
