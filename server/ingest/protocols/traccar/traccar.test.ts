import { describe, expect, it } from 'vitest';
import { RecordingIntake } from '../../testing/recordingIntake.ts';
import { createTraccarHandler } from './index.ts';

const position = {
  id: 99,
  deviceId: 5,
  protocol: 'h02',
  serverTime: '2026-05-01T10:00:05.000+00:00',
  deviceTime: '2026-05-01T10:00:02.000+00:00',
  fixTime: '2026-05-01T12:00:01.500+02:00',
  outdated: false,
  valid: true,
  latitude: 52.25,
  longitude: -1.5,
  altitude: 77,
  speed: 10,
  course: 180,
  accuracy: 0,
  attributes: {
    sat: 8,
    ignition: true,
    motion: true,
    power: 12.6,
    battery: 4.1,
    batteryLevel: 88,
    hours: 5_400_000,
    odometer: 1234,
    totalDistance: 99,
    distance: 1,
    alarm: 'powerCut',
    driverUniqueId: 'K1',
    io1: 'x',
  },
};
const device = { id: 5, name: 'Van', uniqueId: '123456789', status: 'online' };

function setUp() {
  const intake = new RecordingIntake([{ identifier: '123456789' }]);
  return { intake, handle: createTraccarHandler(intake) };
}

describe('forwarded positions', () => {
  it('come one at a time, speed in knots', async () => {
    const { intake, handle } = setUp();
    expect(await handle({ position, device }, '192.0.2.1')).toEqual({ status: 200, body: { accepted: 1, unknown: 0 } });
    expect(intake.fixes).toEqual([
      {
        identifier: '123456789',
        protocol: 'traccar',
        time: Date.UTC(2026, 4, 1, 10, 0, 1, 500),
        hasPosition: true,
        valid: true,
        latitude: 52.25,
        longitude: -1.5,
        altitude: 77,
        speed: 18.52,
        course: 180,
        satellites: 8,
        attributes: {
          ignition: true,
          motion: true,
          external_voltage: 12.6,
          battery_voltage: 4.1,
          battery_level: 88,
          engine_hours: 1.5,
          odometer: 1234,
          alarm: 'power_cut',
          driver_key: 'K1',
          io1: 'x',
        },
      },
    ]);
  });

  it('or as a list; devices that are unknown are counted', async () => {
    const { intake, handle } = setUp();
    const list = [
      { position, device },
      { position, device: { uniqueId: 'stranger' } },
      { position: { ...position, fixTime: Date.UTC(2026, 0, 1) }, device },
    ];
    expect(await handle(list, '192.0.2.1')).toEqual({ status: 200, body: { accepted: 2, unknown: 1 } });
    expect(intake.fixes.map((fix) => fix.time)).toEqual([Date.UTC(2026, 4, 1, 10, 0, 1, 500), Date.UTC(2026, 0, 1)]);
    expect(intake.refused).toEqual(['stranger']);
  });

  it("that repeat the last place are reports without one, at the device's time", async () => {
    const { intake, handle } = setUp();
    await handle({ position: { ...position, outdated: true }, device }, '192.0.2.1');
    expect(intake.fixes).toMatchObject([
      { hasPosition: false, time: Date.UTC(2026, 4, 1, 10, 0, 2), attributes: { ignition: true } },
    ]);
  });

  it.each([
    ['nothing', undefined, 400],
    ['text', 'position', 400],
    ['an empty list', [], 400],
    ['no device', { position }, 400],
    ['no identifier', { position, device: {} }, 400],
    ['no coordinates', { position: { ...position, latitude: undefined }, device }, 400],
    ['no time', { position: { ...position, fixTime: 'x', deviceTime: undefined }, device }, 400],
    ['coordinates off the globe', { position: { ...position, longitude: 181 }, device }, 400],
    ['a list with one bad entry', [{ position, device }, {}], 400],
    ['an unknown device', { position, device: { uniqueId: 'stranger' } }, 404],
  ])('%s is refused whole', async (_name, body, status) => {
    const { intake, handle } = setUp();
    expect((await handle(body, '192.0.2.1')).status).toBe(status);
    expect(intake.fixes).toEqual([]);
  });

  it('are answered after the commit, with 503 when they were lost', async () => {
    const { intake, handle } = setUp();
    intake.commits = 'by hand';
    const answers: number[] = [];
    const first = handle({ position, device }, '').then(({ status }) => answers.push(status));
    await Promise.resolve();
    expect(answers).toEqual([]);
    intake.commit(false);
    await first;
    expect(answers).toEqual([503]);
  });
});
