import type { CallData, Reply } from '../../../api/contract/index.ts';
import { useAnswer, type Answer } from '../services/calls.ts';
import { useSession } from '../services/session.ts';

/** Whether one may see who visited geofences: it takes both, the geofences and what happens to units. */
export function useSeesVisits(): boolean {
  const { can } = useSession();
  return can({ resource: 'geofences', action: 'r' }) && can({ resource: 'units', action: 'se' });
}

/** Visits of geofences, read again when units come or go; nothing is asked where one may not see them, or of null. */
export function useZoneVisits(data: CallData<'getGeofenceVisits'> | null): Answer<Reply<'getGeofenceVisits'>> {
  const may = useSeesVisits();
  return useAnswer('getGeofenceVisits', may ? data : null, ['visit', 'geofence']);
}
