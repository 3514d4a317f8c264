type Fields = Readonly<Record<string, unknown>>;

/** What a field is: read when it is of this kind, `ignored` whatever it is. */
type Kind = 'boolean' | 'number' | 'string' | 'plain' | 'fields' | 'ignored';

/** Names of the device and what is beside them; the location is looked into by itself. */
const DOCUMENT: Readonly<Record<string, Kind | undefined>> = {
  device_id: 'ignored',
  deviceId: 'ignored',
  id: 'ignored',
  location: 'ignored',
  password: 'ignored',
};
/**
 * Left out on purpose: `uuid` numbers the location, `age` and `recorded_at` say how late it was written, `_` is the
 * address that the app was given, `sample` marks one of several tries at a place.
 */
const LOCATION: Readonly<Record<string, Kind | undefined>> = {
  timestamp: 'string',
  coords: 'fields',
  is_moving: 'boolean',
  odometer: 'number',
  alarm: 'string',
  mock: 'boolean',
  event: 'plain',
  activity: 'fields',
  battery: 'fields',
  extras: 'fields',
  is_heartbeat: 'boolean',
  geofence: 'fields',
  provider: 'fields',
  uuid: 'ignored',
  age: 'ignored',
  recorded_at: 'ignored',
  sample: 'ignored',
  _: 'ignored',
};
/** How exact the phone takes its own figures to be is read of the place alone. */
const COORDINATES: Readonly<Record<string, Kind | undefined>> = {
  latitude: 'number',
  longitude: 'number',
  speed: 'number',
  heading: 'number',
  altitude: 'number',
  accuracy: 'number',
  floor: 'number',
  age: 'ignored',
  speed_accuracy: 'ignored',
  heading_accuracy: 'ignored',
  altitude_accuracy: 'ignored',
  ellipsoidal_altitude: 'ignored',
};
const ACTIVITY: Readonly<Record<string, Kind | undefined>> = { type: 'string', confidence: 'ignored' };
const BATTERY: Readonly<Record<string, Kind | undefined>> = { level: 'number', is_charging: 'boolean' };
/** Notes about a fence from when the app drew it say nothing of the report. */
const GEOFENCE: Readonly<Record<string, Kind | undefined>> = {
  identifier: 'string',
  action: 'string',
  timestamp: 'ignored',
  extras: 'ignored',
};
/** Whether the phone may say where it is; how it would find out is its own business. */
const PROVIDER: Readonly<Record<string, Kind | undefined>> = {
  enabled: 'boolean',
  gps: 'ignored',
  network: 'ignored',
  status: 'ignored',
  airplane: 'ignored',
  accuracyAuthorization: 'ignored',
  platform: 'ignored',
};
/** Every extra of one value becomes an attribute. */
const EXTRAS: Readonly<Record<string, Kind | undefined>> = {};

/** The first field of a document that nothing is made of, with its place; null when all of it is understood. */
export function unreadField(document: unknown, locations: readonly Fields[]): string | null {
  const own = firstUnread(document, DOCUMENT, undefined);
  if (own !== null) return own;
  for (const location of locations) {
    const unread = inLocation(location);
    if (unread !== null) return `location.${unread}`;
  }
  return null;
}

function inLocation(location: Fields): string | null {
  const own = firstUnread(location, LOCATION, undefined);
  if (own !== null) return own;
  for (const name in NESTED) {
    const unread = firstUnread(location[name], NESTED[name], name === 'extras' ? 'plain' : undefined);
    if (unread !== null) return `${name}.${unread}`;
  }
  return null;
}

const NESTED: Readonly<Record<string, Readonly<Record<string, Kind | undefined>>>> = {
  coords: COORDINATES,
  activity: ACTIVITY,
  battery: BATTERY,
  geofence: GEOFENCE,
  provider: PROVIDER,
  extras: EXTRAS,
};

/** `others`: the kind of fields that have no name here. */
function firstUnread(
  fields: unknown,
  kinds: Readonly<Record<string, Kind | undefined>>,
  others: Kind | undefined,
): string | null {
  for (const name in fields as Fields) {
    const value = (fields as Fields)[name];
    if (value !== null && value !== undefined && !isOfKind(value, Object.hasOwn(kinds, name) ? kinds[name] : others))
      return name;
  }
  return null;
}

function isOfKind(value: unknown, kind: Kind | undefined): boolean {
  if (kind === 'ignored') return true;
  if (kind === 'plain') return typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string';
  return kind === 'fields' ? typeof value === 'object' && !Array.isArray(value) : typeof value === kind;
}
