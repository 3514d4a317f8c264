import { randomBytes } from 'node:crypto';
import { DAY, MINUTE, type TimeSource } from '../../src/domain/base/index.ts';
import type { UnclaimedDevices } from '../../src/api/contract/index.ts';
import { ShownFleet } from '../feeds/index.ts';
import { createProblems, loadMessages } from '../call/index.ts';
import { countedAddressBehind, createFeedAuthenticate, createMetrics, type TraccarDoor } from '../gateway/index.ts';
import {
  createTraccarHandler,
  type DeviceWire,
  type IntakeService,
  openListeners,
  PROTOCOLS,
} from '../ingest/index.ts';
import {
  createBackground,
  createCaptcha,
  createPasswordHasher,
  createSessions,
  readOrCreateSecret,
  type PasswordHasher,
} from '../modules/auth/index.ts';
import { openCommandDispatcher, recordTakeovers, sendCommandByAlarm } from '../modules/commands/index.ts';
import type { SendingServices } from '../modules/notifications/index.ts';
import { createPictures } from '../modules/pictures/index.ts';
import { createHandlers, type HandlerServices } from '../modules/registry.ts';
import { createGeocoder, createPlaces } from '../places/index.ts';
import { createReplyDoor } from '../modules/alarms/index.ts';
import { createDirectory, TrackerClaims, type Directory, type ReplyCodes } from '../modules/shared/index.ts';
import { Foreground, type Database, type PositionStore, type Sealer } from '../store/index.ts';
import { bannerOf } from './banner.ts';
import type { Configuration } from './config.ts';
import { openStore } from './openStore.ts';
import { openSealer } from './sealKey.ts';
import type { Logger } from './product.types.ts';
import { startJobs } from './jobs.ts';
import { openMessaging } from './messaging.ts';
import { collectMetrics } from './metrics.ts';
import {
  startDetection,
  startDutyWatch,
  startMeetings,
  startRouteRuns,
  startExpiry,
  startTraffic,
} from './detection.ts';
import { prepareFirstStart, type FirstStart } from './firstStart.ts';
import { openDemoWorld, startFleet } from './demo.ts';
import { openIngest, type Ingest } from './ingest.ts';
import { startRepeaters } from './repeaters.ts';
import type { StreetArchives } from '../basemap/archives.ts';
import { openUnitFilters } from '../pipeline/index.ts';
import { Closers } from './closers.ts';
import { createTxtLookup } from './txtRecords.ts';
import { openReportStores } from './unread.ts';
import { createRoads, openStreets } from './streets.ts';
import { openFeeds, openGateway } from './web.ts';

/** The running product. */
export interface Product {
  /** What the person at the terminal wants to know. */
  banner(milliseconds: number): string;
  /** The way to the devices that are connected now. */
  readonly deviceWire: DeviceWire;
  /** Takes nothing new, finishes what was begun, and closes. */
  stop(): Promise<void>;
}

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
  const world = await openDemoWorld(configuration, database, hasher, time.now());
  if (world && world.added > 0) say(`the demo world has ${world.added} new units`);
  const firstStart = await prepareFirstStart({ configuration, database, hasher, now: time.now(), logger });

  const parts = { configuration, database, time, logger, closers };
  const { positions, unread } = await openReportStores({ database, logger, time }, closers);
  const sealer = await openSealer(database, configuration.dataDirectory);
  const ingest = await openIngest({ ...parts, positions, unread, sealer });
  const { intake, deviceWire } = ingest;
  const streets = await openStreets(configuration, logger, closers);
  const foreground = new Foreground();
  const services = await openServices({
    ...parts,
    foreground,
    streets,
    ...ingest,
    positions,
    sealer,
    hasher,
    firstStart,
  });
  const { sessions, pictures, messaging, directory, detection, notifying, reporting, repeaters } = services;

  const metrics = createMetrics();
  let portsOpen = false;
  const gateway = await openGateway({
    ...parts,
    ...services,
    foreground,
    streets,
    positions,
    metrics,
    setupNeeded: () => firstStart.setupCode.isNeeded(),
    readiness: () => ({ ports: portsOpen }),
    ...(configuration.traccar !== 'off' && { traccar: traccarDoor(intake, configuration.traccar === 'open') }),
    ...inboundDoor(configuration, { ...parts, ...services }),
  });
  const authenticate = createFeedAuthenticate(sessions, services.problems);
  const feeds = await openFeeds({
    ...parts,
    ...services,
    http: gateway.server,
    positions,
    sealer,
    authenticate,
    addressOf: countedAddressBehind(configuration.trustProxy),
  });
  const listeners = await openListeners({
    protocols: PROTOCOLS,
    host: configuration.ingestHost,
    ports: configuration.ingestPorts,
    intake,
    counters: intake.counters,
    logger,
    switchboard: deviceWire,
    connections: configuration.deviceConnections,
  });
  closers.add('device ports', () => listeners.close());
  const jobs = await startJobs({
    ...parts,
    jobPool,
    positions,
    unread,
    sessions,
    pictures,
    messaging,
    directory,
    detection,
    notifying,
    reporting,
    repeaters,
  });
  collectMetrics(metrics, { counters: intake.counters, feeds, positions, database, jobs });
  portsOpen = true;
  if (world) await startFleet({ ...parts, world });
  return {
    deviceWire,
    banner: (milliseconds) => bannerOf(configuration, listeners.ports, milliseconds, firstStart),
    stop: () => closers.closeAll(),
  };
}

/** The way in for positions that a Traccar server forwards. */
const traccarDoor = (intake: IntakeService, isOpen: boolean): TraccarDoor => ({
  isOpen,
  take: createTraccarHandler(intake),
  broken: (remote, reason) => intake.malformed('traccar', remote, reason, new Uint8Array(0)),
});

/** Takes answers to messages, where that is set up. */
function inboundDoor(
  { inbound }: Configuration,
  parts: Omit<Parameters<typeof createReplyDoor>[0], 'codes' | 'secret'> & {
    readonly messaging: { readonly replies: ReplyCodes | null };
  },
) {
  const { replies } = parts.messaging;
  return inbound && replies ? { inbound: createReplyDoor({ ...parts, codes: replies, secret: inbound.secret }) } : {};
}

interface ServiceParts extends Ingest {
  readonly foreground: Foreground;
  readonly configuration: Configuration;
  readonly database: Database;
  readonly positions: PositionStore;
  readonly streets: StreetArchives;
  readonly sealer: Sealer;
  readonly hasher: PasswordHasher;
  readonly firstStart: FirstStart;
  readonly time: TimeSource;
  readonly logger: Logger;
  readonly closers: Closers;
}

/** What is known of trackers that are not in a unit, or registered nowhere. */
function trackersOf(
  intake: IntakeService,
): Pick<HandlerServices, 'unclaimed' | 'heardUnclaimed' | 'trackerClaims' | 'unstoredReports' | 'refusalOf'> {
  return {
    unclaimed: (query) => intake.listUnclaimed(query),
    heardUnclaimed: (identifier) => intake.heardUnclaimed(identifier),
    trackerClaims: new TrackerClaims(),
    unstoredReports: (deviceId) => intake.unstoredReports(deviceId),
    refusalOf: (deviceId) => intake.refusalOf(deviceId),
  };
}

/** What follows reports besides the detection of trips. */
function startWatches(
  parts: ServiceParts & { readonly directory: Directory; readonly detection: ReturnType<typeof startDetection> },
): void {
  startRouteRuns(parts);
  startMeetings(parts);
  startDutyWatch(parts);
  startExpiry(parts);
  startTraffic({ ...parts, count: parts.intake.traffic });
}

/** What calls work with, and the handlers of all calls over it. */
async function openServices(parts: ServiceParts) {
  const { configuration, database, positions, sealer, intake, deviceWire, time, logger, closers } = parts;
  const directory = await createDirectory(database, { logger, time });
  closers.add('directory', () => directory.close());
  const roads = createRoads(parts.streets, logger);
  const detection = startDetection({ ...parts, directory, roads });
  startWatches({ ...parts, directory, detection });
  const filters = await openUnitFilters({ database, logger });
  closers.add('filters', () => filters.close());
  const shown = new ShownFleet({ positions, filters, logger });
  closers.add('shown fleet', () => shown.close());
  const places = createPlaces();
  closers.add('places', () => places.close());
  const messages = loadMessages();
  const problems = createProblems(messages);
  const sessions = createSessions({
    database,
    directory,
    accessLifetime: configuration.accessTokenMinutes * MINUTE,
    longest: configuration.sessionDays * DAY,
  });
  closers.add('sessions', () => sessions.close());
  const background = createBackground(logger);
  closers.add('work after answers', () => background.settled());
  const commands = await openCommandDispatcher({ database, directory, sealer, wire: deviceWire, time, logger });
  closers.add('command dispatcher', () => commands.close());
  const takeovers = recordTakeovers({ database, ledger: directory, wire: deviceWire, time, logger });
  closers.add('takeovers', () => takeovers.close());
  const messaging = openMessaging({ configuration, database, sealer, messages, logger, closers });
  const repeaters = await startRepeaters({ ...parts, directory });
  const handlers = createHandlers({
    commands,
    repeaters,
    detection,
    setupCode: parts.firstStart.setupCode,
    database,
    directory,
    sessions,
    hasher: parts.hasher,
    captcha: createCaptcha(readOrCreateSecret(configuration.dataDirectory)),
    problems,
    messages,
    positions,
    roads,
    filters,
    shown,
    places,
    geocoder: openGeocoder(configuration, time, logger),
    ...trackersOf(intake),
    listening: listeningOf(configuration),
    openIngest: configuration.traccar === 'open',
    ...messaging,
    sealer,
    background,
    codeSecret: readOrCreateSecret(configuration.dataDirectory, 'codes'),
    publicUrl: configuration.publicUrl,
    resolveTxt: createTxtLookup(),
    demo: configuration.demo,
  });
  const commanding = { database, problems, commands, sealer, positions, shown, sessions };
  const notifying: SendingServices = {
    database,
    messages,
    problems,
    places,
    positions,
    publicUrl: configuration.publicUrl,
    directory,
    sealer,
    ...messaging,
    sendCommand: (command, now) => sendCommandByAlarm(commanding, command, now),
    logger,
  };
  return {
    handlers,
    directory,
    detection,
    filters,
    shown,
    messages,
    problems,
    sessions,
    messaging,
    notifying,
    reporting: { database, directory, detection, positions, messages, places, sessions, newFileId },
    pictures: createPictures(database),
    repeaters,
  };
}

/** Files are found by what cannot be guessed. */
const newFileId = (): string => randomBytes(18).toString('base64url');

/** Addresses of points where a geocoder is set; kept apart from those of another one. */
function openGeocoder({ geocoder }: Configuration, time: TimeSource, logger: Logger) {
  if (geocoder === null) return null;
  const onFailure = (error: unknown) => logger.warn({ error: String(error) }, 'the geocoder does not answer');
  return { ...createGeocoder({ ...geocoder, time, onFailure }), source: geocoder.url };
}

/** Where trackers are to report to; ports that are switched off are left out. */
function listeningOf({ publicUrl, ingestPorts }: Configuration): UnclaimedDevices['listening'] {
  return {
    host: publicUrl === null ? null : new URL(publicUrl).hostname,
    ports: Object.fromEntries(Object.entries(ingestPorts).filter(([, port]) => port > 0)),
  };
}
