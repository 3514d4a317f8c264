import { GEOFENCE_SITE } from '../../domain/geofence/registry.ts';
import type { Screen } from '../shared/address/screen.ts';
import { entityScreens } from '../shared/entity/screens.tsx';

/** Geofences: the list, one geofence, and its form (specification, chapter 2). */
export const geofenceScreens: readonly Screen[] = entityScreens(
  GEOFENCE_SITE,
  { group: 'referenceData', order: 1 },
  {
    list: () => import('./GeofenceListScreen.tsx'),
    form: () => import('./GeofenceFormScreen.tsx'),
    view: () => import('./GeofenceViewScreen.tsx'),
  },
);
