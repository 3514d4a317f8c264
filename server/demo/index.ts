export { addDemoAlarms } from './alarms/index.ts';
export { DEMO_PASSWORD, PEOPLE } from './companies.ts';
export { startDemoFleet } from './fleet.ts';
export { addDemoGeofences } from './geofences.ts';
export { closeDemoLogins, openDemoLogins } from './logins.ts';
export { DEMO_PROTOCOLS, rosterEntry, type DemoProtocol } from './roster.ts';
export { addDemoOperators } from './operators.ts';
export { addDemoRoutes } from './routes.ts';
export { seedDemoWorld } from './world.ts';
