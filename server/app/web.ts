import { randomBytes, randomUUID } from 'node:crypto';
import path from 'node:path';
import type { StreetArchives } from '../basemap/archives.ts';
import { createBasemap } from '../basemap/basemap.ts';
import { registerBasemapRoutes } from '../basemap/routes.ts';
import { createMapServices } from '../basemap/services.ts';
import { startFeeds, type Feeds } from '../feeds/index.ts';
import { createGateway, tileOrigins, type GatewayOptions } from '../gateway/index.ts';
import {
  createNamedThings,
  readBrandingOfHost,
  readPersonalSettings,
  type Directory,
} from '../modules/shared/index.ts';
import { readSeenAlarm } from '../modules/alarms/index.ts';
import type { Sessions } from '../modules/auth/index.ts';
import { createShareWatch, type ShareReading } from '../modules/shares/index.ts';
import { openReportFile } from '../modules/reports/index.ts';
import { readAllSensors } from '../modules/units/index.ts';
import { followedTables, type Database } from '../store/index.ts';
import type { Closers } from './closers.ts';
import type { Configuration } from './config.ts';
import type { Logger } from './product.types.ts';

/** Tile hosts of Bing and Google, allowed by the content policy when their keys are set. */
const BING_HOSTS = ['https://*.tiles.virtualearth.net', 'https://*.virtualearth.net'];
const GOOGLE_HOSTS = ['https://tile.googleapis.com'];
const OSM_HOST = 'https://tile.openstreetmap.org';

interface GatewayParts extends Omit<
  GatewayOptions,
  'things' | 'files' | 'clientDirectory' | 'clientConfig' | 'settingsOf' | 'sensorsOf' | 'config' | 'stale' | 'database'
> {
  readonly database: Database;
  readonly directory: Directory;
  readonly logger: Logger;
  readonly configuration: Configuration;
  readonly closers: Closers;
  readonly streets: StreetArchives;
}

/** The HTTP server with API, client and base map, listening. */
export async function openGateway({ configuration, closers, streets, ...parts }: GatewayParts) {
  const { database, directory, time, logger } = parts;
  const mapServices = createMapServices(mapKeysOf(configuration, streets), fetchJson);
  const gateway = createGateway({
    ...parts,
    things: createNamedThings(database),
    files: { open: (id, account) => openReportFile(database, id, account) },
    clientDirectory: path.resolve(import.meta.dirname, '../../dist'),
    clientConfig: {
      map: () => mapServices.at(time.now()),
      app: () => ({ demo: configuration.demo }),
      branding: ({ host }) => readBrandingOfHost(database, directory, host),
    },
    settingsOf: (accountId, userId) => readPersonalSettings(database, accountId, userId),
    sensorsOf: (unitIds, scope) => readAllSensors(database, scope, unitIds, time.now()),
    metricsKey: configuration.metricsKey,
    config: {
      trustProxy: configuration.trustProxy,
      tileHosts: tileHostsOf(configuration),
      publicUrl: configuration.publicUrl,
    },
    stale: () => followedTables(database).flatMap(({ name, stale }) => (stale ? [name] : [])),
  });
  const basemap = createBasemap();
  closers.add('base map', () => basemap.close());
  registerBasemapRoutes(gateway, basemap, { streets, now: time.now, logger });
  await gateway.listen({ host: configuration.host, port: configuration.port });
  closers.add('gateway', () => gateway.close());
  return gateway;
}

type FeedParts = Omit<
  Parameters<typeof startFeeds>[0],
  'epoch' | 'run' | 'onEvents' | 'onSessionsEnded' | 'correlationId' | 'lookUpAlarm' | 'shares'
> & { readonly sessions: Pick<Sessions, 'onEnded'>; readonly closers: Closers } & ShareReading;

/** The live feed on the gateway's HTTP server. */
export async function openFeeds({ sessions, closers, ...parts }: FeedParts): Promise<Feeds> {
  const { database } = parts;
  const feeds = startFeeds({
    ...parts,
    shares: createShareWatch(parts),
    epoch: await feedEpoch(database),
    run: randomUUID(),
    onEvents: (listener) => database.onEvents(listener),
    onSessionsEnded: (listener) => sessions.onEnded(listener),
    lookUpAlarm: (session, alarmId) => readSeenAlarm(database, session, alarmId),
    correlationId: randomUUID,
  });
  closers.add('feeds', () => feeds.close());
  return feeds;
}

const mapKeysOf = ({ map }: Configuration, streets: StreetArchives): Parameters<typeof createMapServices>[0] => ({
  bingKey: map.MAP_BING_KEY,
  bingUrl: map.MAP_BING_URL,
  googleKey: map.MAP_GOOGLE_KEY,
  googleUrl: map.MAP_GOOGLE_URL,
  osmTiles: map.MAP_OSM_TILES,
  satelliteTiles: map.MAP_SATELLITE_TILES,
  trafficTiles: map.MAP_TRAFFIC_TILES,
  streets: streets.about,
});

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
