export { geofenceTable } from './table.ts';
