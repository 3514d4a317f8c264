import type { Visit } from '../../src/domain/detection/index.ts';
import { placeOf } from './stopRow.ts';

/** A row of the table `zone_visit`. */
export interface VisitRow {
  unit_id: number;
  geofence_id: number;
  entered_at: Date;
  left_at: Date | null;
  entry_seen: boolean;
  passed_through: boolean;
  latitude: number;
  longitude: number;
  left_latitude: number | null;
  left_longitude: number | null;
  distance: number | null;
  max_speed: number | null;
}

/** The visit of a row, of whatever shape the geofence then had. */
export const visitOfRow = (row: VisitRow): Omit<Visit, 'zoneKey' | 'settled'> => ({
  zoneId: row.geofence_id,
  entered: row.entered_at.getTime(),
  isEntrySeen: row.entry_seen,
  entryPlace: { latitude: row.latitude, longitude: row.longitude },
  left: row.left_at?.getTime() ?? null,
  leftPlace: placeOf({ latitude: row.left_latitude, longitude: row.left_longitude }),
  isPass: row.passed_through,
  distance: row.distance,
  maximumSpeed: row.max_speed,
});
