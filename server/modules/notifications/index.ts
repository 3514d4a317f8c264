export { notificationTable } from './table.ts';
