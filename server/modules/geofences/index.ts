import { success } from '../../../src/domain/base/index.ts';
import type { Handlers } from '../../call/types.ts';
import { importGeofences } from './import.ts';
import type { GeofenceServices } from './services.ts';
import { readShapes } from './shapes.ts';

export { findPastVisits } from './past.ts';
export { geofenceTable } from './table.ts';

/** geofence-service: shapes for maps, and several geofences in one call. */
export function createGeofenceHandlers(
  services: GeofenceServices,
): Pick<Handlers, 'getGeofenceShapes' | 'importGeofences'> {
  return {
    getGeofenceShapes: async (data, context) => success(await readShapes(services.database, data, context)),
    importGeofences: (data, context) => importGeofences(services, data, context),
  };
}
