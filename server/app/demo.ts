import type { TimeSource } from '../../src/domain/base/index.ts';
import {
  addDemoAlarms,
  addDemoGeofences,
  addDemoMaintenance,
  addDemoNotifications,
  addDemoOperators,
  addDemoReports,
  addDemoRepeaters,
  addDemoRoutes,
  addDemoShares,
  addPlacedRules,
  seedDemoWorld,
  startDemoFleet,
} from '../demo/index.ts';
import type { PasswordHasher } from '../modules/auth/index.ts';
import { measure } from '../modules/maintenance/index.ts';
import { addGeneration } from '../modules/reports/index.ts';
import { announce } from '../pipeline/index.ts';
import type { Database } from '../store/index.ts';
import type { Closers } from './closers.ts';
import type { Configuration } from './config.ts';
import type { Logger } from './product.types.ts';

type DemoWorld = Awaited<ReturnType<typeof seedDemoWorld>>;

/** Accounts, people and units of the demo, made where they are missing; null where no demo is wanted. */
export async function openDemoWorld(
  { demo, demoUnits }: Configuration,
  database: Database,
  hasher: PasswordHasher,
  now: number,
): Promise<DemoWorld | null> {
  if (!demo) return null;
  const world = await seedDemoWorld({ database, units: demoUnits, now, hashPassword: (text) => hasher.hash(text) });
  await addDemoGeofences(database, demoUnits, now);
  await addDemoOperators(database, demoUnits, now);
  await addDemoRoutes(database, demoUnits, now);
  await addPlacedRules(database, now);
  await addDemoAlarms(database, demoUnits, now);
  await addDemoShares(database, now);
  await addDemoMaintenance(database, measure, now);
  await addDemoNotifications(database, announce, now);
  await addDemoReports(database, addGeneration, now);
  await addDemoRepeaters(database, now);
  return world;
}

interface FleetParts {
  readonly configuration: Configuration;
  readonly world: DemoWorld;
  readonly database: Database;
  readonly time: TimeSource;
  readonly logger: Logger;
  readonly closers: Closers;
}

/** Lets the demo's trackers drive and report to the device ports. */
export async function startFleet({ configuration, world, database, time, logger, closers }: FleetParts): Promise<void> {
  const fleet = await startDemoFleet({
    database,
    world,
    ports: configuration.ingestPorts,
    host: configuration.ingestHost === '0.0.0.0' ? '127.0.0.1' : configuration.ingestHost,
    units: configuration.demoUnits,
    now: time.now,
    logger,
    historyDays: configuration.demoHistoryDays,
    dataDirectory: configuration.dataDirectory,
  });
  closers.add('demo fleet', () => fleet.stop());
}
