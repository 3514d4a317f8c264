import type { HistoryFormat } from '../../../src/api/contract/index.ts';
import { csv } from './csv.ts';
import { geojson, json } from './json.ts';
import type { ExportFormat } from './types.ts';
import { gpx, kml } from './xml.ts';

export { NO_SENSOR_COLUMNS, sensorColumns, type SensorsByUnit } from './sensorColumns.ts';
export type { ExportFormat } from './types.ts';

/** Formats for people's tools; `blocks` is the product's own and is not among them. */
export const EXPORT_FORMATS: Readonly<Record<Exclude<HistoryFormat, 'blocks'>, ExportFormat>> = {
  json,
  csv,
  gpx,
  kml,
  geojson,
};
