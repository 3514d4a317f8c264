export { alertTable } from './table.ts';
