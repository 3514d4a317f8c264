/**
 * What the registry of screens needs of geofences: apart from the definition, so that the sign-in page loads no schema.
 */
export const GEOFENCE_SITE = {
  name: 'geofence',
  names: 'geofences',
  resource: 'geofences',
  paths: { list: '/geofences', create: '/geofence/create', view: '/geofence/:id/view', edit: '/geofence/:id/edit' },
} as const;
