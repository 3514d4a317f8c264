export { GEOFENCE_COLOURS, colourToken } from './colours.ts';
export { geofences, geofenceSchema, type Geofence, type GeofenceForm } from './geofence.ts';
export { freeGeofenceName, geofenceNameKey } from './names.ts';
