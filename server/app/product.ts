import { randomBytes, randomUUID } from 'node:crypto';
import path from 'node:path';
import { MINUTE, type TimeSource } from '../../src/domain/base/index.ts';
import type { UnclaimedDevices } from '../../src/api/contract/index.ts';
import { seedDemoWorld, startDemoFleet } from '../demo/index.ts';
import { ShownFleet, startFeeds } from '../feeds/index.ts';
import { openStreetArchives, type StreetArchives } from '../basemap/archives.ts';
import { createBasemap } from '../basemap/basemap.ts';
import { registerBasemapRoutes } from '../basemap/routes.ts';
import { createMapServices } from '../basemap/services.ts';
import { createProblems, loadMessages } from '../call/index.ts';
import { createFeedAuthenticate, createGateway, createMetrics, tileOrigins } from '../gateway/index.ts';
import {
  createDeviceWire,
  createIntake,
  createTraccarHandler,
  DeviceRegistry,
  type DeviceWire,
  openListeners,
  PROTOCOLS,
} from '../ingest/index.ts';
import {
  createBackground,
  createCaptcha,
  createPasswordHasher,
  createSessions,
  readOrCreateSecret,
} from '../modules/auth/index.ts';
import { openCommandDesk } from '../modules/commands/index.ts';
import { createPictures } from '../modules/pictures/index.ts';
import { createHandlers } from '../modules/registry.ts';
import { createPlaces } from '../places/index.ts';
import {
  createDirectory,
  createNamedThings,
  readBrandingOfHost,
  readPersonalSettings,
} from '../modules/shared/index.ts';
import { readAllSensors } from '../modules/units/index.ts';
import { createSealer, followedTables, type Database } from '../store/index.ts';
import { bannerOf } from './banner.ts';
import { ConfigurationError, type Configuration } from './config.ts';
import { openStore } from './openStore.ts';
import type { Logger } from './product.types.ts';
import { startJobs } from './jobs.ts';
import { openMessaging } from './messaging.ts';
import { collectMetrics } from './metrics.ts';
import { startDetection } from './detection.ts';
import { prepareFirstStart } from './firstStart.ts';
import { openUnitFilters } from '../pipeline/index.ts';
import { Closers } from './closers.ts';
import { openReportStores, startRereading } from './unread.ts';

/** The running product. */
export interface Product {
  /** What the person at the terminal wants to know. */
  banner(milliseconds: number): string;
  /** The way to the devices that are connected now. */
  readonly deviceWire: DeviceWire;
  /** Takes nothing new, finishes what was begun, and closes. */
  stop(): Promise<void>;
}

/** Tile hosts of Bing and Google, allowed by the content policy when their keys are set. */
const BING_HOSTS = ['https://*.tiles.virtualearth.net', 'https://*.virtualearth.net'];
const GOOGLE_HOSTS = ['https://tile.googleapis.com'];
const OSM_HOST = 'https://tile.openstreetmap.org';

/** Builds every room, wires them, and opens the doors; on a failure what was opened is closed again. */
export async function startProduct(
  configuration: Configuration,
  logger: Logger,
  say: (step: string) => void,
): Promise<Product> {
  const closers = new Closers(logger);
  try {
    return await start(configuration, logger, say, closers);
  } catch (error) {
    await closers.closeAll();
    throw error;
  }
}

async function start(
  configuration: Configuration,
  logger: Logger,
  say: (step: string) => void,
  closers: Closers,
): Promise<Product> {
  const time: TimeSource = { now: () => Date.now() };
  const { database, jobPool } = await openStore(configuration, logger, say, closers);
  const hasher = createPasswordHasher();
  const world = configuration.demo
    ? await seedDemoWorld({
        database,
        units: configuration.demoUnits,
        now: time.now(),
        hashPassword: (text) => hasher.hash(text),
      })
    : null;
  if (world && world.added > 0) say(`the demo world has ${world.added} new units`);
  const firstStart = await prepareFirstStart({ configuration, database, hasher, now: time.now(), logger });

  const { positions, unread } = await openReportStores({ database, logger, time }, closers);
  const sealer = createSealer(readOrCreateSecret(configuration.dataDirectory, 'seal'));
  // A password that cannot be opened any more is one that no device knows.
  const registry = new DeviceRegistry((secret) => sealer.open(secret) ?? randomUUID());
  const devices = registry.follow(database, (error) =>
    logger.warn({ error: String(error) }, 'devices could not be read; trying again'),
  );
  closers.add('device registry', () => devices.close());
  await devices.current();
  const deviceWire = createDeviceWire(logger);
  const intake = createIntake({ registry, store: positions, logger, now: time.now, switchboard: deviceWire });
  closers.add('unclaimed devices', await intake.keepUnclaimed(database));
  startRereading({ database, intake, unread, time, logger }, closers);
  const directory = await createDirectory(database, { logger, time });
  closers.add('directory', () => directory.close());

  const detection = startDetection({ database, positions, directory, time, logger, closers });

  const filters = await openUnitFilters({ database, logger });
  closers.add('filters', () => filters.close());
  const shown = new ShownFleet({ positions, filters, logger });
  closers.add('shown fleet', () => shown.close());

  const places = createPlaces();
  closers.add('places', () => places.close());
  const messages = loadMessages();
  const problems = createProblems(messages);
  const sessions = createSessions({ database, directory, accessLifetime: configuration.accessTokenMinutes * MINUTE });
  closers.add('sessions', () => sessions.close());
  const captcha = createCaptcha(readOrCreateSecret(configuration.dataDirectory));
  const background = createBackground(logger);
  closers.add('work after answers', () => background.settled());
  const commands = await openCommandDesk({ database, directory, sealer, wire: deviceWire, time, logger });
  closers.add('command desk', () => commands.close());
  const messaging = openMessaging({ configuration, database, sealer, messages, logger, closers });
  const pictures = createPictures(database);
  const handlers = createHandlers({
    commands,
    detection,
    setupCode: firstStart.setupCode,
    database,
    directory,
    sessions,
    hasher,
    captcha,
    problems,
    messages,
    positions,
    shown,
    places,
    unclaimed: (query) => intake.listUnclaimed(query),
    heldReports: (deviceId) => intake.heldReports(deviceId),
    listening: listeningOf(configuration),
    ...messaging,
    sealer,
    background,
    codeSecret: readOrCreateSecret(configuration.dataDirectory, 'codes'),
    publicUrl: configuration.publicUrl,
    demo: configuration.demo,
  });

  const metrics = createMetrics();
  const streets = await openStreets(configuration, logger, closers);
  const mapServices = createMapServices(
    {
      bingKey: configuration.map.MAP_BING_KEY,
      bingUrl: configuration.map.MAP_BING_URL,
      googleKey: configuration.map.MAP_GOOGLE_KEY,
      googleUrl: configuration.map.MAP_GOOGLE_URL,
      osmTiles: configuration.map.MAP_OSM_TILES,
      satelliteTiles: configuration.map.MAP_SATELLITE_TILES,
      trafficTiles: configuration.map.MAP_TRAFFIC_TILES,
      streets: streets.about,
    },
    fetchJson,
  );
  let portsOpen = false;
  const gateway = createGateway({
    handlers,
    sessions,
    messages,
    problems,
    logger,
    database,
    directory,
    things: createNamedThings(database),
    positions,
    filters,
    metrics,
    time,
    clientDirectory: path.resolve(import.meta.dirname, '../../dist'),
    clientConfig: {
      map: () => mapServices.at(time.now()),
      app: () => ({ demo: configuration.demo }),
      branding: ({ host }) => readBrandingOfHost(database, directory, host),
    },
    setupNeeded: () => firstStart.setupCode.isNeeded(),
    settingsOf: (accountId, userId) => readPersonalSettings(database, accountId, userId),
    sensorsOf: (unitIds, scope) => readAllSensors(database, scope, unitIds, time.now()),
    pictures,
    config: { trustProxy: configuration.trustProxy, tileHosts: tileHostsOf(configuration) },
    readiness: () => ({ ports: portsOpen }),
    stale: () => followedTables(database).flatMap(({ name, stale }) => (stale ? [name] : [])),
    traccar: createTraccarHandler(intake),
  });
  serveBasemap(gateway, streets, time, logger, closers);
  await gateway.listen({ host: configuration.host, port: configuration.port });
  closers.add('gateway', () => gateway.close());

  const feeds = startFeeds({
    http: gateway.server,
    positions,
    shown,
    directory,
    time,
    logger,
    epoch: await feedEpoch(database),
    run: randomUUID(),
    authenticate: createFeedAuthenticate(sessions, problems),
    onEvents: (listener) => database.onEvents(listener),
    correlationId: randomUUID,
  });
  closers.add('feeds', () => feeds.close());
  const listeners = await openListeners({
    protocols: PROTOCOLS,
    host: configuration.ingestHost,
    ports: configuration.ingestPorts,
    intake,
    counters: intake.counters,
    logger,
    switchboard: deviceWire,
  });
  closers.add('device ports', () => listeners.close());
  const jobs = await startJobs({
    configuration,
    database,
    jobPool,
    positions,
    unread,
    sessions,
    pictures,
    messaging,
    time,
    logger,
    closers,
  });
  collectMetrics(metrics, { counters: intake.counters, feeds, positions, database, jobs });
  portsOpen = true;
  if (world) await startFleet(configuration, world, database, time, logger, closers);
  return {
    deviceWire,
    banner: (milliseconds) => bannerOf(configuration, listeners.ports, milliseconds, firstStart),
    stop: () => closers.closeAll(),
  };
}

async function openStreets(configuration: Configuration, logger: Logger, closers: Closers): Promise<StreetArchives> {
  const file = configuration.basemapPmtiles;
  const streets = await openStreetArchives({
    file,
    dataDirectory: configuration.dataDirectory,
    problem: (found, error) => logger.warn({ file: found, error }, 'This street map cannot be read and is left out.'),
  }).catch((error: unknown) => {
    throw new ConfigurationError(`BASEMAP_PMTILES=${file} cannot be used: ${messageOf(error)}`);
  });
  closers.add('street maps', () => streets.close());
  return streets;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function serveBasemap(
  gateway: ReturnType<typeof createGateway>,
  streets: StreetArchives,
  time: TimeSource,
  logger: Logger,
  closers: Closers,
): void {
  const basemap = createBasemap();
  closers.add('base map', () => basemap.close());
  registerBasemapRoutes(gateway, basemap, { streets, now: time.now, logger });
}

async function startFleet(
  configuration: Configuration,
  world: Awaited<ReturnType<typeof seedDemoWorld>>,
  database: Database,
  time: TimeSource,
  logger: Logger,
  closers: Closers,
): Promise<void> {
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

/** Where trackers are to report to; ports that are switched off are left out. */
function listeningOf({ publicUrl, ingestPorts }: Configuration): UnclaimedDevices['listening'] {
  return {
    host: publicUrl === null ? null : new URL(publicUrl).hostname,
    ports: Object.fromEntries(Object.entries(ingestPorts).filter(([, port]) => port > 0)),
  };
}

function tileHostsOf(configuration: Configuration): string[] {
  const { map } = configuration;
  return [
    ...tileOrigins([
      map.MAP_OSM_TILES ?? OSM_HOST,
      map.MAP_SATELLITE_TILES,
      map.MAP_TRAFFIC_TILES,
      map.MAP_BING_URL,
      map.MAP_GOOGLE_URL,
    ]),
    ...(map.MAP_BING_KEY ? BING_HOSTS : []),
    ...(map.MAP_GOOGLE_KEY ? GOOGLE_HOSTS : []),
  ];
}

/** Names the database: sequences of another one cannot be compared with ours. */
async function feedEpoch(database: Database): Promise<string> {
  const made = randomBytes(6).readUIntBE(0, 6);
  await database.query("insert into counter (name, value) values ('feed_epoch', $1) on conflict (name) do nothing", [
    made,
  ]);
  const [row] = await database.query<{ value: string }>("select value::text from counter where name = 'feed_epoch'");
  return row.value;
}

const fetchJson: Parameters<typeof createMapServices>[1] = async (url, init) => {
  const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(10_000) });
  // A refusal may be a page for people.
  return { status: answer.status, body: answer.ok ? await answer.json() : null };
};
