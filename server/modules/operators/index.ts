export { operatorTable } from './table.ts';
