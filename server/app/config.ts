import { isIP } from 'node:net';
import path from 'node:path';
import { AT_ONCE, LENGTH } from '../../src/domain/base/index.ts';
import { emailField, passwordField } from '../../src/domain/user/index.ts';
import { isCommonPassword } from '../modules/shared/index.ts';
import { parseGeocoderUrl } from '../places/index.ts';
import { NO_TILES } from '../basemap/services.ts';
import type { ProtocolName } from '../../src/domain/telemetry/index.ts';

/** Protocols that listen on a port of their own, and that port (contract, "Device ports"). */
export const DEVICE_PORTS = {
  osmand: 5055,
  teltonika: 5027,
  gt06: 5023,
  wialon_ips: 5039,
  h02: 5013,
  gps103: 5001,
  tk103: 5002,
  nmea: 5005,
  queclink: 5004,
  jt808: 5015,
} as const satisfies Partial<Record<ProtocolName, number>>;
type ListeningProtocol = keyof typeof DEVICE_PORTS;

/** Everything the environment says, checked. */
export interface Configuration {
  port: number;
  host: string;
  dataDirectory: string;
  databaseUrl: string | null;
  demo: boolean;
  demoUnits: number;
  demoHistoryDays: number;
  ingestHost: string;
  ingestPorts: Record<ListeningProtocol, number>;
  /** Connections of devices at once. */
  deviceConnections: { total: number; perAddress: number };
  /** Whether `POST /ingest/traccar` is there, and whether it asks for a key. */
  traccar: 'off' | 'byKey' | 'open';
  /** False; how many proxies stand in front; or their addresses and networks. */
  trustProxy: false | number | string[];
  accessTokenMinutes: number;
  /** Days after which everyone signs in again. */
  sessionDays: number;
  /** What `/metrics` asks for; null: it answers this machine alone. */
  metricsKey: string | null;
  compactMinutes: number;
  logLevel: string;
  map: Record<MapSetting, string | null>;
  basemapPmtiles: string | null;
  /** Origin of links in mails, without a slash at its end; null: as the person who causes the mail sees it. */
  publicUrl: string | null;
  smtpUrl: string | null;
  smsUrl: string | null;
  /** What answers to messages are taken by; null: none are. `address`: where mails of answers arrive, null: nowhere. */
  inbound: { readonly secret: string; readonly address: string | null } | null;
  /** True: webhooks and repeaters may send into the server's own network. */
  privateWebhooks: boolean;
  /** Null: towns of the gazetteer alone. */
  geocoder: { readonly url: string; readonly key: string | null; readonly perSecond: number } | null;
  /** Makes the owner account at the start of a server without a login; null: the set-up page does. */
  admin: { readonly email: string; readonly password: string } | null;
}

/** Keys and addresses of map services: what stands in for each, and what it takes. */
const MAP_SERVICES = {
  MAP_BING_KEY: { fallback: 'unset: the layers are listed and disabled', takes: 'a key of Bing Maps' },
  MAP_BING_URL: {
    fallback: 'https://dev.virtualearth.net',
    takes: 'http(s)://host of a relay that answers as Bing does, tiles included',
  },
  MAP_GOOGLE_KEY: { fallback: 'unset: the layers are listed and disabled', takes: "a key of Google's Map Tiles API" },
  MAP_GOOGLE_URL: {
    fallback: 'https://tile.googleapis.com',
    takes: 'http(s)://host of a relay that answers as Google does',
  },
  MAP_OSM_TILES: {
    fallback: "OpenStreetMap's own",
    takes: 'a tile address with {z}, {x} and {y}, or {quadkey}, or none (no streets of the internet are asked for)',
  },
  MAP_SATELLITE_TILES: {
    fallback: "Google's, by its key",
    takes: 'a tile address with {z}, {x} and {y}, or {quadkey}',
  },
  MAP_TRAFFIC_TILES: { fallback: "Google's, by its key", takes: 'a tile address with {z}, {x} and {y}, or {quadkey}' },
} as const;
type MapSetting = keyof typeof MAP_SERVICES;

/** A variable that holds what cannot be used; the message names it and what it takes. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Every variable with its default and what it takes; the README's table is checked against it. */
export const SETTINGS: readonly { name: string; fallback: string; takes: string }[] = [
  { name: 'PORT', fallback: '8080', takes: 'a port, 1 to 65535' },
  { name: 'HOST', fallback: '127.0.0.1 with demo data, else 0.0.0.0', takes: 'an address to listen on' },
  { name: 'DATA_DIR', fallback: './data', takes: 'a folder' },
  {
    name: 'DATABASE_URL',
    fallback: 'unset: embedded Postgres under DATA_DIR',
    takes: 'postgres://user:password@host:port/database',
  },
  { name: 'DEMO', fallback: '1 under npm start, 0 under npm run serve', takes: '0 or 1' },
  { name: 'DEMO_UNITS', fallback: '200', takes: 'a whole number, 1 to 100000' },
  { name: 'DEMO_HISTORY_DAYS', fallback: '14', takes: 'a whole number, 0 to 60' },
  { name: 'INGEST_HOST', fallback: 'as HOST', takes: 'an address to listen on' },
  ...Object.entries(DEVICE_PORTS).map(([protocol, port]) => ({
    name: `INGEST_PORT_${protocol.toUpperCase()}`,
    fallback: String(port),
    takes: 'a port, 1 to 65535, or 0 to switch the protocol off',
  })),
  {
    name: 'INGEST_PORT_TRACCAR',
    fallback: 'unset: POST /ingest/traccar on PORT',
    takes: 'nothing, or 0 to switch POST /ingest/traccar off (it has no port of its own)',
  },
  {
    name: 'TRACCAR_WITHOUT_KEY',
    fallback: '0',
    takes: '0 or 1 (1: POST /ingest/traccar takes positions of every device from anybody, without an API key)',
  },
  {
    name: 'DEVICE_CONNECTIONS',
    fallback: String(AT_ONCE.deviceConnections.total),
    takes: 'connections of trackers at once, a whole number, 1 to 1000000',
  },
  {
    name: 'DEVICE_CONNECTIONS_PER_ADDRESS',
    fallback: String(AT_ONCE.deviceConnections.perAddress),
    takes:
      "the same of one address, which may be a mobile operator's whole network; this machine's own are not counted",
  },
  {
    name: 'TRUST_PROXY',
    fallback: '0: none',
    takes: 'how many proxies stand in front, 0 to 10, or their addresses and networks, such as 127.0.0.1,10.0.0.0/8',
  },
  {
    name: 'PUBLIC_URL',
    fallback: 'unset: as the inviting browser names it',
    takes: 'http(s)://host, the origin of links in mails; needed with SMTP_URL outside the demo',
  },
  {
    name: 'SMTP_URL',
    fallback: 'unset: mails stay in the outbox',
    takes: 'smtp(s)://user:password@host:port?from=sender@example.com',
  },
  {
    name: 'SMS_URL',
    fallback: 'unset: text messages stay in the outbox',
    takes: 'http(s)://user:password@host/path, which takes POST {to, text} as JSON',
  },
  {
    name: 'INBOUND_SECRET',
    fallback: 'unset: alarms cannot be acknowledged by answering a message',
    takes:
      'at least 24 characters without blanks, by which the SMS gateway signs answers and the mail service signs in',
  },
  {
    name: 'REPLY_ADDRESS',
    fallback: 'unset: mails cannot be answered',
    takes: 'an email address whose mails are posted to /inbound/mail, together with INBOUND_SECRET',
  },
  {
    name: 'PRIVATE_WEBHOOKS',
    fallback: '0',
    takes: "0 or 1 (1: webhooks and repeaters may send to addresses of the server's own network)",
  },
  {
    name: 'GEOCODER_URL',
    fallback: 'unset: the nearest town of the built-in gazetteer',
    takes: 'nominatim+https://host, photon+https://host or pelias+https://host',
  },
  { name: 'GEOCODER_KEY', fallback: 'unset', takes: 'the key that the geocoder asks for' },
  { name: 'GEOCODER_PER_SECOND', fallback: '1', takes: 'requests a second at most, a whole number, 1 to 100' },
  {
    name: 'ADMIN_EMAIL',
    fallback: 'unset: the set-up page asks',
    takes: 'an email address, together with ADMIN_PASSWORD',
  },
  {
    name: 'ADMIN_PASSWORD',
    fallback: 'unset: the set-up page asks',
    takes: `${LENGTH.password.min} to ${LENGTH.password.max} characters, none of the 10,000 most common ones, together with ADMIN_EMAIL`,
  },
  { name: 'ACCESS_TOKEN_MINUTES', fallback: '30', takes: 'a number above 0, up to 1440' },
  { name: 'SESSION_DAYS', fallback: '90', takes: 'days after which one signs in again, a whole number, 1 to 365' },
  {
    name: 'METRICS_KEY',
    fallback: 'unset: /metrics answers this machine alone',
    takes: 'at least 16 characters without blanks, which /metrics asks for as a bearer token',
  },
  { name: 'COMPACT_MINUTES', fallback: '15', takes: 'a number, 1 to 60' },
  { name: 'LOG_LEVEL', fallback: 'info', takes: 'fatal, error, warn, info, debug, trace or silent' },
  { name: 'ROLES', fallback: 'all', takes: 'all (one process does everything)' },
  { name: 'NATS_URL', fallback: 'unset: in-process', takes: 'nothing yet: leave it unset' },
  { name: 'REDIS_URL', fallback: 'unset: in-process', takes: 'nothing yet: leave it unset' },
  ...Object.entries(MAP_SERVICES).map(([name, about]) => ({ name, ...about })),
  { name: 'BASEMAP_PMTILES', fallback: 'unset: those in DATA_DIR/basemap', takes: 'a .pmtiles file' },
];

/** Reads and checks the environment. Throws {@link ConfigurationError} on the first wrong variable. */
export function readConfiguration(environment: Environment): Configuration {
  const demo = flag(environment, 'DEMO', false);
  const host = environment.HOST || (demo ? '127.0.0.1' : '0.0.0.0');
  refuseUnsupported(environment);
  return {
    port: whole(environment, 'PORT', 8080, 1, 65535),
    host,
    dataDirectory: path.resolve(environment.DATA_DIR || './data'),
    databaseUrl: databaseUrl(environment),
    demo,
    demoUnits: whole(environment, 'DEMO_UNITS', 200, 1, 100_000),
    demoHistoryDays: whole(environment, 'DEMO_HISTORY_DAYS', 14, 0, 60),
    ingestHost: environment.INGEST_HOST || host,
    ingestPorts: ingestPorts(environment),
    deviceConnections: deviceConnections(environment),
    traccar: traccarDoor(environment),
    trustProxy: trustedProxies(environment),
    accessTokenMinutes: decimal(environment, 'ACCESS_TOKEN_MINUTES', 30, 0.01, 1440),
    sessionDays: whole(environment, 'SESSION_DAYS', 90, 1, 365),
    metricsKey: metricsKey(environment),
    compactMinutes: decimal(environment, 'COMPACT_MINUTES', 15, 1, 60),
    logLevel: oneOf(environment, 'LOG_LEVEL', 'info', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    map: mapSettings(environment),
    smtpUrl: secretUrl(environment, 'SMTP_URL', ['smtp:', 'smtps:']),
    smsUrl: secretUrl(environment, 'SMS_URL', ['http:', 'https:']),
    publicUrl: originOfLinks(environment, demo),
    inbound: inbound(environment),
    privateWebhooks: flag(environment, 'PRIVATE_WEBHOOKS', false),
    geocoder: geocoder(environment),
    admin: firstAdministrator(environment),
    basemapPmtiles: environment.BASEMAP_PMTILES ? path.resolve(environment.BASEMAP_PMTILES) : null,
  };
}

const MOST_PROXIES = 10;
/** The reply code behind it must fit into the 64 characters of a name. */
const LONGEST_REPLY_NAME = 28;
const MOST_CONNECTIONS = 1_000_000;

/** Whose `X-Forwarded-*` count: a caller who comes past the proxies is not believed. */
function trustedProxies(environment: Environment): Configuration['trustProxy'] {
  const text = environment.TRUST_PROXY ?? '';
  if (text === '' || /^\d+$/.test(text)) return whole(environment, 'TRUST_PROXY', 0, 0, MOST_PROXIES) || false;
  const places = text.split(',').map((place) => place.trim());
  if (!places.every(isNetwork)) refuse('TRUST_PROXY', text, takenBy('TRUST_PROXY'));
  return places;
}

/** An address, or one with the length of its network's prefix. */
function isNetwork(text: string): boolean {
  const [address, bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128));
}

function ingestPorts(environment: Environment): Record<ListeningProtocol, number> {
  const known = [...Object.keys(DEVICE_PORTS), 'traccar'].map((name) => `INGEST_PORT_${name.toUpperCase()}`);
  for (const name of Object.keys(environment)) {
    if (name.startsWith('INGEST_PORT_') && !known.includes(name)) {
      refuse(
        name,
        environment[name],
        `nothing: there is no such protocol; known are ${Object.keys(DEVICE_PORTS).join(', ')}`,
      );
    }
  }
  return Object.fromEntries(
    Object.entries(DEVICE_PORTS).map(([protocol, port]) => [
      protocol,
      whole(environment, `INGEST_PORT_${protocol.toUpperCase()}`, port, 0, 65535),
    ]),
  ) as Record<ListeningProtocol, number>;
}

function deviceConnections(environment: Environment): Configuration['deviceConnections'] {
  const { total, perAddress } = AT_ONCE.deviceConnections;
  return {
    total: whole(environment, 'DEVICE_CONNECTIONS', total, 1, MOST_CONNECTIONS),
    perAddress: whole(environment, 'DEVICE_CONNECTIONS_PER_ADDRESS', perAddress, 1, MOST_CONNECTIONS),
  };
}

function traccarDoor(environment: Environment): Configuration['traccar'] {
  const isOpen = flag(environment, 'TRACCAR_WITHOUT_KEY', false);
  const port = environment.INGEST_PORT_TRACCAR ?? '';
  if (port !== '' && port !== '0') refuse('INGEST_PORT_TRACCAR', port, takenBy('INGEST_PORT_TRACCAR'));
  if (port === '0') return 'off';
  return isOpen ? 'open' : 'byKey';
}

function refuseUnsupported(environment: Environment): void {
  oneOf(environment, 'ROLES', 'all', ['all']);
  for (const name of ['NATS_URL', 'REDIS_URL'])
    if (environment[name]) refuse(name, environment[name], 'nothing yet: leave it unset');
}

function databaseUrl(environment: Environment): string | null {
  const url = environment.DATABASE_URL;
  if (!url) return null;
  if (!/^postgres(ql)?:\/\/\S+$/.test(url))
    refuse('DATABASE_URL', '(hidden)', 'postgres://user:password@host:port/database');
  return url;
}

/** An address with a password in it: what is wrong is reported without repeating it. */
function secretUrl(environment: Environment, name: string, protocols: readonly string[]): string | null {
  const text = environment[name];
  if (!text) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !protocols.includes(url.protocol) || url.hostname === '') refuse(name, '(hidden)', takenBy(name));
  return text;
}

/** Not repeated when it is refused. */
function metricsKey(environment: Environment): string | null {
  const key = environment.METRICS_KEY;
  if (!key) return null;
  if (!/^\S{16,200}$/.test(key)) refuse('METRICS_KEY', '(hidden)', takenBy('METRICS_KEY'));
  return key;
}

function inbound(environment: Environment): Configuration['inbound'] {
  const { INBOUND_SECRET: secret, REPLY_ADDRESS: address } = environment;
  if (address && (!secret || !emailField.isValidSync(address) || address.indexOf('@') > LONGEST_REPLY_NAME))
    refuse('REPLY_ADDRESS', address, takenBy('REPLY_ADDRESS'));
  if (!secret) return null;
  if (!/^\S{24,200}$/.test(secret)) refuse('INBOUND_SECRET', '(hidden)', takenBy('INBOUND_SECRET'));
  return { secret, address: address ? address.trim() : null };
}

function geocoder(environment: Environment): Configuration['geocoder'] {
  const { GEOCODER_URL: url, GEOCODER_KEY: key } = environment;
  const perSecond = whole(environment, 'GEOCODER_PER_SECOND', 1, 1, 100);
  if (!url) return null;
  if (!parseGeocoderUrl(url)) refuse('GEOCODER_URL', url, takenBy('GEOCODER_URL'));
  return { url, key: key || null, perSecond };
}

/** Both or neither. The password is not repeated when it is refused. */
function firstAdministrator(environment: Environment): Configuration['admin'] {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = environment;
  if (!email && !password) return null;
  if (!email || !emailField.isValidSync(email)) refuse('ADMIN_EMAIL', email, takenBy('ADMIN_EMAIL'));
  if (!password || !passwordField('length').isValidSync(password) || isCommonPassword(password))
    refuse('ADMIN_PASSWORD', password ? '(hidden)' : '', takenBy('ADMIN_PASSWORD'));
  return { email: email.trim(), password };
}

/** Where mails leave, their links do not follow whatever name a caller used; a demo has only its own callers. */
function originOfLinks(environment: Environment, demo: boolean): string | null {
  const origin = originUrl(environment, 'PUBLIC_URL');
  if (origin === null && !demo && environment.SMTP_URL) refuse('PUBLIC_URL', '', takenBy('PUBLIC_URL'));
  return origin;
}

/** Scheme and host, nothing behind them. */
function originUrl(environment: Environment, name: string): string | null {
  const text = environment[name];
  if (!text) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (
    !url ||
    !['http:', 'https:'].includes(url.protocol) ||
    url.pathname !== '/' ||
    url.search ||
    url.hash ||
    url.username
  )
    refuse(name, text, takenBy(name));
  return url.origin;
}

function mapSettings(environment: Environment): Record<MapSetting, string | null> {
  const given = (name: MapSetting) => environment[name] || null;
  return {
    MAP_BING_KEY: given('MAP_BING_KEY'),
    MAP_BING_URL: originUrl(environment, 'MAP_BING_URL'),
    MAP_GOOGLE_KEY: given('MAP_GOOGLE_KEY'),
    MAP_GOOGLE_URL: originUrl(environment, 'MAP_GOOGLE_URL'),
    MAP_OSM_TILES: tileAddress(environment, 'MAP_OSM_TILES'),
    MAP_SATELLITE_TILES: tileAddress(environment, 'MAP_SATELLITE_TILES'),
    MAP_TRAFFIC_TILES: tileAddress(environment, 'MAP_TRAFFIC_TILES'),
  };
}

const TILE_PLACES = [['{z}', '{x}', '{y}'], ['{quadkey}']] as const;

function tileAddress(environment: Environment, name: MapSetting): string | null {
  const text = environment[name];
  if (!text) return null;
  if (name === 'MAP_OSM_TILES' && text === NO_TILES) return text;
  if (!/^https?:\/\/\S+$/.test(text) || !TILE_PLACES.some((parts) => parts.every((part) => text.includes(part))))
    refuse(name, text, takenBy(name));
  return text;
}

function takenBy(name: string): string {
  return SETTINGS.find((setting) => setting.name === name)?.takes ?? '';
}

function whole(environment: Environment, name: string, fallback: number, minimum: number, maximum: number): number {
  const value = decimal(environment, name, fallback, minimum, maximum);
  if (!Number.isInteger(value)) refuse(name, environment[name], `a whole number, ${minimum} to ${maximum}`);
  return value;
}

function decimal(environment: Environment, name: string, fallback: number, minimum: number, maximum: number): number {
  const text = environment[name];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (!Number.isFinite(value) || value < minimum || value > maximum)
    refuse(name, text, `a number, ${minimum} to ${maximum}`);
  return value;
}

function flag(environment: Environment, name: string, fallback: boolean): boolean {
  return oneOf(environment, name, fallback ? '1' : '0', ['0', '1']) === '1';
}

function oneOf(environment: Environment, name: string, fallback: string, choices: readonly string[]): string {
  const value = environment[name] || fallback;
  if (!choices.includes(value)) refuse(name, value, choices.join(' or '));
  return value;
}

function refuse(name: string, value: string | undefined, takes: string): never {
  throw new ConfigurationError(`${name}=${value ?? ''} cannot be used. ${name} takes ${takes}.`);
}
