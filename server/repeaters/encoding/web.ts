import { KNOT_IN_KMH } from '../../../src/domain/base/index.ts';
import { messageId, type Message, type RepeatedUnit } from '../message.ts';

/** A report as the query of Traccar Client and OsmAnd (domain reference, 4.1): speed in knots, time in seconds. */
export function osmandQuery({ uid }: RepeatedUnit, message: Message): URLSearchParams {
  const { time, place, altitude, speed, course, satellites, valid, attributes } = message;
  const query = new URLSearchParams({ id: uid, timestamp: String(Math.floor(time / 1000)) });
  if (place !== null) {
    query.set('lat', place.latitude.toFixed(7));
    query.set('lon', place.longitude.toFixed(7));
    query.set('valid', String(valid));
  }
  if (speed !== null) query.set('speed', (speed / KNOT_IN_KMH).toFixed(2));
  if (course !== null) query.set('bearing', String(course));
  if (altitude !== null) query.set('altitude', String(altitude));
  if (satellites !== null) query.set('sat', String(satellites));
  // Attributes called as one of the fields above would replace it.
  for (const [name, value] of Object.entries(attributes)) if (!TAKEN.has(name)) query.set(name, String(value));
  return query;
}

const TAKEN = new Set([
  'id',
  'deviceid',
  'timestamp',
  'lat',
  'lon',
  'location',
  'speed',
  'bearing',
  'heading',
  'altitude',
]);

/** A report as JSON: time in seconds, speed in km/h. */
export const jsonBody = (unit: RepeatedUnit, message: Message): string =>
  JSON.stringify({
    id: messageId(unit, message),
    unit: { id: unit.unitId, name: unit.name, uid: unit.uid },
    t: message.time / 1000,
    lat: message.place?.latitude ?? null,
    lon: message.place?.longitude ?? null,
    alt: message.altitude,
    speed: message.speed,
    course: message.course,
    sats: message.satellites,
    valid: message.valid,
    params: message.attributes,
  });
