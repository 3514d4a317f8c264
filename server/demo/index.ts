export { COMPANIES, DEMO_MAIL_DOMAIN, DEMO_PASSWORD, PEOPLE } from './companies.ts';
export { startDemoFleet, type DemoFleet, type DemoFleetOptions, type DemoLogger } from './fleet.ts';
export { closeDemoLogins, openDemoLogins } from './logins.ts';
export { DEMO_PROTOCOLS, rosterEntry, type DemoProtocol, type RosterEntry } from './roster.ts';
export { seedDemoWorld, type DemoWorld, type WorldOptions } from './world.ts';
