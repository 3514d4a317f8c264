import { describe, expect, it } from 'vitest';
import { METRE_PER_SECOND_IN_KMH } from '../../../../src/domain/base/index.ts';
import { RecordingIntake } from '../../testing/recordingIntake.ts';
import { osmand } from './index.ts';

/**
 * Every parameter of a query and every field of a document that OsmAnd, Traccar Client and the location libraries of
 * phones document: read, left out on purpose, or kept with a reason.
 */

const TIME = Date.UTC(2026, 4, 31, 8, 30, 15);
const encoder = new TextEncoder();

async function query(parameters: string, model = ''): Promise<RecordingIntake> {
  const intake = new RecordingIntake([{ identifier: '101', model }]);
  const url = `/?id=101&lat=47.1&lon=9.5&timestamp=${TIME / 1000}&${parameters}`;
  const answer = await osmand.answer(
    { method: 'GET', url, contentType: '', body: new Uint8Array(0), remote: '' },
    intake,
  );
  expect(answer.status).toBe(200);
  return intake;
}

async function post(location: object): Promise<RecordingIntake> {
  const intake = new RecordingIntake([{ identifier: '101' }]);
  const timestamp = new Date(TIME).toISOString();
  const body = encoder.encode(JSON.stringify({ device_id: '101', location: { timestamp, ...location } }));
  const answer = await osmand.answer(
    { method: 'POST', url: '/', contentType: 'application/json', body, remote: '' },
    intake,
  );
  expect(answer.status).toBe(200);
  return intake;
}

const PARAMETERS: readonly (readonly [parameter: string, read: object])[] = [
  ['altitude=432.5', { altitude: 432.5 }],
  ['speed=10', { speed: 18.52 }],
  ['bearing=90', { course: 90 }],
  ['heading=90', { course: 90 }],
  ['sat=9', { satellites: 9 }],
  ['satellites=11', { satellites: 11 }],
  ['satellites=many', { satellites: -1 }],
  ['valid=false', { valid: false }],
  ['hdop=1.2', { attributes: { hdop: 1.2 } }],
  ['accuracy=12.5', { attributes: { accuracy: 12.5 } }],
  ['hacc=12.5', { attributes: { accuracy: 12.5 } }],
  ['vacc=4', { attributes: { vacc: 4 } }],
  ['batt=47', { attributes: { battery_level: 47 } }],
  ['charge=true', { attributes: { charging: true } }],
  ['ignition=true', { attributes: { ignition: true } }],
  ['rpm=933', { attributes: { engine_speed: 933 } }],
  // Litres or percent: the parameter does not say, so a sensor does.
  ['fuel=24', { attributes: { fuel: 24 } }],
  ['alarm=sos', { attributes: { alarm: 'sos' } }],
  ['driverUniqueId=0007', { attributes: { driver_key: '0007' } }],
  ['cell=257,02,16,2224&cell=257,02,16,2223,-90', { attributes: { cell: '257,02,16,2224;257,02,16,2223,-90' } }],
  ['wifi=00-14-22-01-23-45,-80', { attributes: { wifi: '00-14-22-01-23-45,-80' } }],
  // Arrival and distance of the route that OsmAnd follows.
  ['eta=1780000000000&eda=5200', { attributes: { eta: 1780000000000, eda: 5200 } }],
];

describe('a query', () => {
  it.each(PARAMETERS)('%s', async (parameter, read) => {
    const intake = await query(parameter);
    expect(intake.fixes).toMatchObject([{ time: TIME, latitude: 47.1, longitude: 9.5, ...read }]);
    expect(intake.unreadMessages).toEqual([]);
  });

  it('of the app OsmAnd has metres a second, and metres in the place of hdop', async () => {
    const [fix] = (await query('speed=10&hdop=12', 'OsmAnd')).fixes;
    expect(fix.speed).toBe(10 * METRE_PER_SECOND_IN_KMH);
    expect(fix.attributes).toEqual({ accuracy: 12 });
  });

  it.each(['notificationToken=abc', 'password=secret'])('%s is nobody’s business', async (parameter) => {
    expect((await query(parameter)).fixes).toMatchObject([{ attributes: {} }]);
  });
});

const FIELDS: readonly (readonly [name: string, field: object, attributes: object])[] = [
  ['is_moving', { is_moving: true }, { motion: true }],
  ['is_heartbeat', { is_heartbeat: true }, { heartbeat: true }],
  ['odometer', { odometer: 1200.4 }, { odometer: 1200.4 }],
  ['alarm', { alarm: 'sos' }, { alarm: 'sos' }],
  ['mock', { mock: true }, { mock: true }],
  ['event by name', { event: 'motionchange' }, { event_name: 'motionchange' }],
  ['event by number', { event: 7 }, { event: 7 }],
  ['activity', { activity: { type: 'in_vehicle', confidence: 90 } }, { activity: 'in_vehicle' }],
  ['battery', { battery: { level: 0.79, is_charging: true } }, { battery_level: 79, charging: true }],
  ['unknown battery', { battery: { level: -1, is_charging: false } }, { charging: false }],
  [
    'location switched off',
    { provider: { enabled: false, gps: false, network: true, status: 3 } },
    { location_enabled: false },
  ],
  [
    'entered fence',
    { geofence: { identifier: 'Depot', action: 'ENTER', extras: { owner: 'a' } } },
    { geofence: 'Depot', geofence_action: 'enter', alarm: 'geofence_enter' },
  ],
  [
    'left fence',
    { geofence: { identifier: 'Depot', action: 'EXIT' } },
    { geofence: 'Depot', geofence_action: 'exit', alarm: 'geofence_exit' },
  ],
  [
    'fence that one stays in',
    { geofence: { identifier: 'Depot', action: 'DWELL' } },
    { geofence: 'Depot', geofence_action: 'dwell' },
  ],
  ['extras', { extras: { depot: 7, name: 'a', done: true } }, { depot: 7, name: 'a', done: true }],
];

describe('a document', () => {
  it.each(FIELDS)('%s', async (_name, field, attributes) => {
    const intake = await post(field);
    expect(intake.fixes).toMatchObject([{ time: TIME, attributes }]);
    expect(Object.keys(intake.fixes[0].attributes)).toHaveLength(Object.keys(attributes).length);
    expect(intake.unreadMessages).toEqual([]);
  });

  it('reads the place, and what is unknown of it is left out', async () => {
    const known = { latitude: 47.1, longitude: 9.5, accuracy: 3.8, speed: 10, heading: 63, altitude: 432, floor: 2 };
    expect((await post({ coords: known })).fixes).toMatchObject([
      { latitude: 47.1, longitude: 9.5, speed: 36, course: 63, altitude: 432, attributes: { accuracy: 3.8, floor: 2 } },
    ]);
    const unknown = { latitude: 47.1, longitude: 9.5, speed: -1, heading: -1, floor: null };
    expect((await post({ coords: unknown })).fixes).toMatchObject([{ speed: Number.NaN, course: Number.NaN }]);
  });

  /** Numbers of the report itself, how exact the phone takes its figures to be, and the app's own settings. */
  it.each([
    [{ uuid: '0e9a2473' }],
    [{ age: 188 }],
    [{ recorded_at: '2026-05-31T08:30:16Z' }],
    [{ sample: true }],
    [{ _: '&id=101&lat=47.1' }],
    [{ coords: { latitude: 1, longitude: 2, speed_accuracy: 0.3, heading_accuracy: 1, altitude_accuracy: 4 } }],
    [{ coords: { latitude: 1, longitude: 2, ellipsoidal_altitude: 80, age: 3 } }],
  ])('%j is left out on purpose', async (field) => {
    const intake = await post(field);
    expect(intake.fixes).toMatchObject([{ attributes: {} }]);
    expect(Object.keys(intake.fixes[0].attributes)).toEqual([]);
    expect(intake.unreadMessages).toEqual([]);
  });

  it.each([
    ['location.beacons', { beacons: [{ id: 1 }] }],
    ['location.geofence.shape', { geofence: { action: 'EXIT', shape: 'circle' } }],
    ['location.extras.stops', { extras: { stops: [1, 2] } }],
    ['location.odometer', { odometer: 'far' }],
  ])('%s is kept with its reason', async (type, field) => {
    expect((await post(field)).unreadMessages).toMatchObject([{ type, part: true, reason: expect.any(String) }]);
  });
});
