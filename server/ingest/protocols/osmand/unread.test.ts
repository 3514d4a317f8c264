import { expect, it } from 'vitest';
import { unreadField } from './unread.ts';

const location = {
  timestamp: '2026-05-31T08:30:15Z',
  uuid: 'x',
  age: 12,
  odometer: 4,
  is_moving: true,
  event: 'motionchange',
  mock: null,
  coords: { latitude: 1, longitude: 2, accuracy: 3, speed: -1, speed_accuracy: 1, heading_accuracy: 4 },
  activity: { type: 'still', confidence: 90 },
  battery: { level: 0.5, is_charging: false },
  extras: { note: 'a', count: 2, done: true },
};
const of = (change: object, document: object = {}): string | null => {
  const one = { ...location, ...change };
  return unreadField({ device_id: 'a', location: one, ...document }, [one]);
};

it('understands all that phones send', () => {
  expect(of({})).toBeNull();
  expect(of({ activity: null, battery: undefined, extras: {} })).toBeNull();
});

it.each([
  ['location.geofence.shape', { geofence: { action: 'ENTER', shape: 'circle' } }],
  ['location.beacons', { beacons: [1] }],
  ['location.odometer', { odometer: '12 km' }],
  ['location.event', { event: { name: 'a' } }],
  ['location.coords.floor', { coords: { ...location.coords, floor: 'third' } }],
  ['location.battery.temperature', { battery: { level: 1, temperature: 30 } }],
  ['location.activity', { activity: 'walking' }],
  ['location.extras.list', { extras: { list: [1, 2] } }],
])('names %s', (name, change) => {
  expect(of(change)).toBe(name);
});

it('names what stands beside the location', () => {
  expect(of({}, { schema: 2 })).toBe('schema');
});
