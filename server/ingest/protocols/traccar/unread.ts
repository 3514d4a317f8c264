import { isFields, type Fields } from './position.ts';

/** Fields of a position: those that are read, and those that are that server's own business. */
const FIELDS: ReadonlySet<string> = new Set([
  'latitude',
  'longitude',
  'speed',
  'course',
  'altitude',
  'accuracy',
  'outdated',
  'fixTime',
  'deviceTime',
  'serverTime',
  'valid',
  'attributes',
  'network',
  'id',
  'deviceId',
  'protocol',
  'address',
  'geofenceIds',
  'type',
]);

/** The first field of a forwarded position that nothing is made of; null when all of it is understood. */
export function unreadField(position: Fields): string | null {
  for (const name in position) if (!FIELDS.has(name) && !isAbsent(position[name])) return name;
  const { attributes } = position;
  if (!isFields(attributes)) return isAbsent(attributes) ? null : 'attributes';
  for (const name in attributes) {
    const value = attributes[name];
    if (typeof value === 'object' && value !== null) return `attributes.${name}`;
  }
  return null;
}

const isAbsent = (value: unknown): value is null | undefined => value === null || value === undefined;
