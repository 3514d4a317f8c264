export { GEOFENCE_COLOURS, colourToken } from './colours.ts';
export { geofences, type Geofence } from './geofence.ts';
