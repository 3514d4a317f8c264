import { describe, expect, it } from 'vitest';
import { RecordingIntake } from '../../testing/recordingIntake.ts';
import { openSession } from '../../testing/streams.ts';
import { encodeTeltonikaLogin, encodeTeltonikaPacket, teltonika, type TeltonikaIo } from './index.ts';
import { encodeTeltonikaReply } from './command.ts';

const record = {
  time: Date.UTC(2026, 4, 31, 8),
  latitude: 54.68,
  longitude: 25.27,
  altitude: 112,
  course: 271,
  speed: 63,
  satellites: 11,
};
const word = (value: number): number => value & 0xffff;

function attributesOf(io: readonly TeltonikaIo[]) {
  const { session, intake } = openSession(teltonika, new RecordingIntake());
  session.receive(encodeTeltonikaLogin('352093081452251'));
  session.receive(encodeTeltonikaPacket([{ ...record, io }]));
  return intake.fixes[0].attributes;
}

describe('EYE sensors', () => {
  it('have elements of their own, four for each value', () => {
    expect(
      attributesOf([
        { id: 10_800, size: 2, value: word(-1187) },
        { id: 10_803, size: 2, value: 2250 },
        { id: 10_804, size: 1, value: 73 },
        { id: 10_808, size: 1, value: 1 },
        { id: 10_813, size: 1, value: 0 },
        { id: 10_816, size: 1, value: 0xa6 },
        { id: 10_821, size: 1, value: 1 },
        { id: 10_824, size: 2, value: 3020 },
        { id: 10_834, size: 2, value: word(-179) },
        { id: 10_836, size: 2, value: 7 },
        { id: 10_843, size: 2, value: 9 },
      ]),
    ).toEqual({
      tag_temperature_1: -11.87,
      tag_temperature_4: 22.5,
      tag_humidity_1: 73,
      tag_magnet_1: true,
      tag_motion_2: false,
      tag_pitch_1: -90,
      tag_low_battery_2: true,
      tag_voltage_1: 3.02,
      tag_roll_3: -179,
      tag_motion_count_1: 7,
      tag_magnet_count_4: 9,
    });
  });

  it('that are away have error codes and no values; elements of another size stay raw', () => {
    expect(
      attributesOf([
        { id: 10_800, size: 2, value: 32_767 },
        { id: 10_801, size: 2, value: 32_765 },
        { id: 10_804, size: 1, value: 255 },
      ]),
    ).toEqual({});
    expect(
      attributesOf([
        { id: 10_800, size: 4, value: 7 },
        { id: 10_844, size: 1, value: 3 },
      ]),
    ).toEqual({ io10800: 7, io10844: 3 });
  });
});

describe('Bluetooth probes', () => {
  it('that were not found are neither warm nor wet', () => {
    expect(
      attributesOf([
        { id: 25, size: 2, value: 3000 },
        { id: 26, size: 2, value: 2000 },
        { id: 86, size: 2, value: 3000 },
        { id: 104, size: 2, value: 2000 },
      ]),
    ).toEqual({});
  });

  it('of thirty degrees are, when their humidity is one', () => {
    expect(
      attributesOf([
        { id: 25, size: 2, value: 3000 },
        { id: 86, size: 2, value: 455 },
        { id: 104, size: 4, value: 3000 },
      ]),
    ).toEqual({ temperature_1: 30, humidity_1: 45.5, io104: 3000 });
  });
});

it('an answer in binary, from a device on the serial port, is kept as hexadecimal', () => {
  const { session, intake } = openSession(teltonika, new RecordingIntake());
  session.receive(encodeTeltonikaLogin('352093081452251'));
  session.receive(encodeTeltonikaReply('\u0001\u0003\u0000\u0001'));
  session.receive(encodeTeltonikaReply('ver:03.27\r\nOK\u0000'));
  expect(intake.fixes.map(({ attributes }) => attributes.message)).toEqual(['01030001', 'ver:03.27 OK']);
});
