import { describe, expect, it } from 'vitest';
import { RecordingIntake } from '../../testing/recordingIntake.ts';
import { openSession } from '../../testing/streams.ts';
import { concatBytes, fromHex } from '../shared/index.ts';
import { buildFrame } from './framing.ts';
import { encodeGt06Alarm, encodeGt06Login, encodeGt06Position, gt06 } from './index.ts';

const IMEI = '123456789012345';
const position = {
  time: Date.UTC(2026, 4, 31, 8, 30, 15),
  latitude: -33.8688,
  longitude: -151.2093,
  speed: 57,
  course: 201,
  satellites: 9,
};
const status = { ignition: true, charging: true, battery: 6, signal: 4 };

/** What a device that is set up so says with the frame. */
function read(frame: Uint8Array, device: { model?: string; clockOffset?: number } = {}) {
  const { session, intake } = openSession(gt06, new RecordingIntake(undefined, device));
  session.receive(concatBytes(encodeGt06Login(IMEI, 1, 60), frame));
  return intake.fixes[0];
}

const heartbeat = (content: string): Uint8Array => buildFrame(0x13, fromHex(content), 2);

describe('the clock of a device', () => {
  it('is what is set for it, else what its login says', () => {
    const frame = encodeGt06Position(position, 2);
    expect(read(frame).time).toBe(position.time - 60 * 60_000);
    expect(read(frame, { clockOffset: 210 }).time).toBe(position.time - 210 * 60_000);
    expect(read(frame, { clockOffset: 0 }).time).toBe(position.time);
  });
});

describe('models', () => {
  it.each([
    ['LW4G-4B', '560604f083', { external_voltage: 13.1, battery_level: 100, gsm_signal: 100, ignition: true }],
    ['R11', '460b120400', { external_voltage: 28.34, gsm_signal: 100, ignition: true }],
    ['GT06N', '4606040000', { battery_level: 100, gsm_signal: 100, ignition: true }],
  ])('%s reports its supply in its own heartbeat', (model, content, expected) => {
    const { attributes } = read(heartbeat(content), { model });
    expect(attributes).toMatchObject(expected);
    expect('external_voltage' in attributes).toBe('external_voltage' in expected);
  });

  it('LW reports driving by numbers of other alarms', () => {
    const frame = encodeGt06Alarm(position, status, 0x19, 2);
    expect(read(frame, { model: 'LW4G-4B' }).attributes.alarm).toBe('hard_acceleration');
    expect(read(frame).attributes.alarm).toBe('low_battery');
    expect(read(encodeGt06Alarm(position, status, 0x02, 2), { model: 'LW4G-4B' }).attributes.alarm).toBe('power_cut');
  });

  it('NT has its source and sending time before the position, and its counters behind', () => {
    const gps = '1a041714310f' + 'b00288a5a8050754500a1c00';
    const state = '06' + '04e3' + '29' + '04' + '01' + '02' + '00468b' + '000025';
    const frame = buildFrame(
      0x22,
      fromHex('010999999999999999' + '1a0417143310' + gps + '08' + '00'.repeat(8) + state),
      2,
    );
    const fix = read(frame, { model: 'XT40', clockOffset: 0 });
    expect(fix).toMatchObject({
      time: Date.UTC(2026, 3, 23, 20, 49, 15),
      valid: true,
      speed: 10,
      attributes: {
        external_voltage: 12.51,
        battery_voltage: 4.1,
        alarm: 'sos',
        mileage: 18_059,
        engine_hours: 37 / 60,
      },
    });
    expect([fix.latitude, fix.longitude].map((degrees) => Math.round(degrees * 1e5) / 1e5)).toEqual([
      23.61652, -46.87023,
    ]);
    for (let cut = 1; cut < 40; cut++) {
      const { session, intake } = openSession(gt06, new RecordingIntake(undefined, { model: 'XT40' }));
      session.receive(concatBytes(encodeGt06Login(IMEI, 1), buildFrame(0x22, frame.subarray(4, 4 + cut), 2)));
      for (const { attributes } of intake.fixes) expect(Object.values(attributes).some(Number.isNaN)).toBe(false);
    }
  });
});

describe('what is known by its shape', () => {
  it("a driver's card behind the cell", () => {
    const tail = '0000000000000000' + '0000869c' + '04' + Buffer.from('AB12').toString('hex') + '01' + '00' + '0078';
    const frame = buildFrame(0x12, fromHex('1703160000' + '01' + 'cf015b51220af12011051400' + tail), 2);
    expect(read(frame).attributes).toEqual({ odometer: 34_460, driver_key: 'AB12', driving_time: 120 });
  });

  it('the long heartbeat of loggers: a probe only in its mode', () => {
    const long = (mode: string): Uint8Array =>
      heartbeat('02' + '8019' + '00' + '00' + '2e' + mode + '016f' + '00' + '0000' + '003a');
    expect(read(long('42')).attributes).toMatchObject({
      battery_voltage: 3.67,
      battery_level: 46,
      gsm_signal: 81,
      ignition: true,
    });
    expect(read(long('42')).attributes).not.toHaveProperty('temperature_1');
    expect(read(long('04')).attributes.temperature_1).toBe(5.8);
  });

  it("a camera's alarm with its mark in front of the date, and one with its place behind it", () => {
    const marked = buildFrame(
      0x95,
      fromHex(
        'ffff01' +
          '170719152013' +
          'df0163d45f041ee520' +
          '18be' +
          '002f' +
          '0087' +
          '69' +
          '0000' +
          Buffer.from('clip.mp4').toString('hex'),
      ),
      2,
    );
    const fix = read(marked, { clockOffset: 0 });
    expect(fix).toMatchObject({
      time: Date.UTC(2023, 6, 25, 21, 32, 19),
      satellites: 15,
      speed: 47,
      course: 190,
      attributes: { event: 105, external_voltage: 13.5, message: 'clip.mp4' },
    });
    expect([fix.latitude, fix.longitude].map((degrees) => Math.round(degrees * 1e4) / 1e4)).toEqual([
      -12.9554, -38.4076,
    ]);
    const plain = read(
      buildFrame(0x95, fromHex('170719152013' + '0163d45f041ee520' + '1cbe' + '91' + '00'.repeat(2)), 2),
    );
    expect(plain).toMatchObject({
      hasPosition: true,
      course: 190,
      speed: Number.NaN,
      attributes: { alarm: 'hard_braking' },
    });
  });
});
