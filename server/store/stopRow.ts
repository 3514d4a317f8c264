import type { Place, Stop } from '../../src/domain/unitEvent/index.ts';

/** A row of the table `stop`. */
export interface StopRow {
  unit_id: number;
  kind: Stop['kind'];
  start_at: Date;
  end_at: Date | null;
  latitude: number | null;
  longitude: number | null;
}

/** The place of a row, null when it has none. */
export const placeOf = ({ latitude, longitude }: Pick<StopRow, 'latitude' | 'longitude'>): Place | null =>
  latitude === null || longitude === null ? null : { latitude, longitude };
