import { describe, expect, it } from 'vitest';
import { RecordingIntake } from '../../testing/recordingIntake.ts';
import { openSession } from '../../testing/streams.ts';
import { concatBytes, fromHex } from '../shared/index.ts';
import { encodeJt808Authentication } from './encode.ts';
import { buildFrame } from './framing.ts';
import { jt808, jt808AuthCode } from './index.ts';

const PHONE = '13800138000';
const dialect = { version: null, phone: fromHex(PHONE.padStart(12, '0')) };
/** 1 May 2024, 12:00 in China; 31.23 north, 121.47 east, 12 m, 60.5 km/h, 90°; ignition, fixed. */
const PLACE = '01dc89d0073d8aa5';
const MOVEMENT = '000c025d005a';
const WHEN = '240501120000';
const TIME = Date.UTC(2024, 4, 1, 4);
const ascii = (text: string): string => Buffer.from(text, 'latin1').toString('hex');
const sized = (text: string): string => (text.length / 2).toString(16).padStart(2, '0') + text;

function send(id: number, body: string, model = '') {
  const opened = openSession(jt808, new RecordingIntake(undefined, { model }));
  opened.session.receive(encodeJt808Authentication(dialect, 1, jt808AuthCode(PHONE)));
  opened.wire.sent.length = 0;
  opened.session.receive(buildFrame(id, dialect, 2, fromHex(body)));
  return opened;
}

const report = (additions: string, model = '', alarms = '00000000') =>
  send(0x0200, alarms + '00000003' + PLACE + MOVEMENT + WHEN + additions, model);
const read = (additions: string, model = '', alarms = '00000000') => {
  const { ignition, ...rest } = report(additions, model, alarms).intake.fixes[0].attributes;
  expect(ignition).toBe(true);
  return rest;
};

describe('batteries and supplies', () => {
  it.each([
    ['06, per cent', '06013e', { battery_level: 62 }],
    ['06 of two bytes is the air in the carriage', '06028005', { temperature_1: -5 }],
    ['56, tenths', '56020900', { battery_level: 90 }],
    ['56, tenths and per cent', '5602095e', { battery_level: 94 }],
    ['68, hundredths of per cent', '68022328', { battery_level: 90 }],
    ['D4, per cent', 'd40155', { battery_level: 85 }],
    ['D4, charging', 'd401ff', { charging: true }],
    ['D5', 'd50201a2', { battery_voltage: 4.18 }],
    ['E3', 'e304004e0186', { battery_level: 78, battery_voltage: 3.9 }],
    ['E3 of a lorry', 'e30600000505' + '0000', { external_voltage: 12.85 }],
    ['E4 while it charges', 'e4020056', { charging: true, battery_level: 86 }],
    ['E4 while it does not', 'e4020156', { charging: false, battery_level: 86 }],
    ['EE', 'ee060f2ee00fa009', { gsm_signal: 48, external_voltage: 12, battery_voltage: 4 }],
    ['F1', 'f10400002ee0', { external_voltage: 12 }],
    ['F7', 'f70600000f620250', { battery_voltage: 3.938, charging: true, battery_level: 80 }],
    ['FE, per cent', 'fe0145', { battery_level: 69 }],
    ['FE, tenths of a volt', 'fe020028', { battery_voltage: 4 }],
    ['EB-2D of a tracker', 'eb06' + '0004002d0fa5', { battery_voltage: 4.005 }],
    ['EB-2D of a vehicle', 'eb08' + '0006002d00002db4', { external_voltage: 11.7 }],
    ['EB-CE without a wire', 'eb06' + '000400ce0000', {}],
    ['EB-E1', 'eb05' + '000300e14c', { battery_level: 76 }],
    ['61, 82 and E1', '61020fa0' + 'e1020027', { external_voltage: 40, battery_voltage: 3.9 }],
  ])('%s', (_, additions, expected) => {
    expect(read(additions)).toEqual(expected);
  });
});

describe('sensors, keys and alarms', () => {
  it.each([
    ['probes', '5104800affff', { temperature_1: -1 }],
    ['Bluetooth probes', 'e60b' + '01' + 'aabbccddeeff' + '1980' + '3c00', { temperature_1: 25.5, humidity_1: 60 }],
    ['readings of a box', 'ea09' + '01' + '1602028a' + '1502020d', { temperature_1: 15, humidity_1: 52.5 }],
    [
      'readings of a tracker of goods',
      'f610' + '071e' + 'ff94' + '0261' + 'ffe8ff10fdd8' + '05dc0028',
      { io246: '071eff940261ffe8ff10fdd805dc0028' },
    ],
    ['motion', 'e50101', { motion: true }],
    [
      'a driver',
      'bc18' + ascii('A DRIVER'.padEnd(24, '\0')) + 'bd0f' + ascii('241999995800100'),
      { driver_name: 'A DRIVER', driver_key: '241999995800100' },
    ],
    ['the key of a driver', 'e90400bc614e', { driver_key: '12345678' }],
    ['the card of a lock', '60100061' + 'cd91fe1314da' + ascii('00112233'), { event: 0x61, driver_key: '00112233' }],
    [
      'a lock on its command',
      '0b06' + '22' + '00623a49' + '01',
      { lock_command: 0x22, lock_card: 6_437_449, unlock_result: 1 },
    ],
    ['the password of a lock, which nobody reads', '6708' + ascii('13214232'), {}],
    ['a padlock', '33' + sized(ascii('*M00,45,113860Roy1Open&0000#')), { battery_voltage: 3.86 }],
    [
      'locks in a list',
      'd50e' + '01' + '0102030405' + '1122334455' + '5a' + '0000',
      { lock_id_1: '0102030405', lock_card_1: '1122334455', lock_battery_1: 90, lock_closed_1: true },
    ],
    ['driving, 57', '57080100000000000000', { alarm: 'hard_acceleration' }],
    ['driving, 70', '700600000001' + '0103', { alarm: 'hard_cornering' }],
    ['driving, FE', 'fe0c7c0104' + '00000002' + 'f10300' + '0000', { alarm: 'hard_braking' }],
    ['EB-C5 shaken', 'eb08' + '000600c5' + 'ffffffbf', { alarm: 'vibration' }],
    ['EB-C5 moving', 'eb08' + '000600c5' + 'fe7fffff', { motion: true }],
    ['EB-C5 at rest', 'eb08' + '000600c5' + 'feffffff', { motion: false }],
    [
      'a part of EB that nobody documents',
      'eb0c' + '000300a84c' + '000500b7010203',
      { battery_level: 76, eb_b7: 66_051 },
    ],
    ['EB-C6', 'eb05' + '000300c603', { alarm: 'low_battery' }],
    ['the string of a lock', 'da03' + '0000' + '0d', { string: true, motion: true, cover: true }],
    [
      'the engine, 91',
      '9116' + '0084' + '03e8' + '3c' + '80' + 'ff' + '7d' + '0000'.repeat(6) + '0271',
      {
        external_voltage: 13.2,
        engine_speed: 1000,
        can_speed: 60,
        throttle: 50.2,
        engine_load: 100,
        coolant_temperature: 85,
        fuel_used: 6.25,
      },
    ],
    ['the engine, F3', 'f30a' + '0002020258' + '0003020bb8', { can_speed: 60, engine_speed: 3000 }],
    [
      'the engine as text',
      'e6' + sized(ascii('$OBD-RT,12.3,1500,20')),
      { external_voltage: 12.3, engine_speed: 1500, can_speed: 20 },
    ],
  ])('%s', (_, additions, expected) => {
    expect(read(additions)).toEqual(expected);
  });

  it('of trackers for goods, by a mask whose fields have to fit', () => {
    expect(read('f616' + '071e' + 'ff94' + '0261' + 'ffe8ff10fdd8' + '05dc002800000032000a')).toEqual({
      event: 7,
      temperature_1: -10.8,
      humidity_1: 60.9,
      acceleration: '-24,-240,-552',
    });
    expect(read('f912' + '000f' + '00000004' + '00000000' + '0010' + '240824234954')).toEqual({ hdop: 1.6 });
    expect(read('f315' + '1c' + 'aabbcc001122' + 'bd' + '0bb8' + '00fa' + '01f4' + '00'.repeat(7))).toEqual({
      io243: '1caabbcc001122bd0bb800fa01f4' + '00'.repeat(7),
    });
    expect(read('f30e' + '1c' + 'aabbcc001122' + 'bd' + '0bb8' + '00fa' + '01f4')).toEqual({
      tag_id_1: 'aabbcc001122',
      tag_voltage_1: 3,
      tag_temperature_1: 25,
      tag_humidity_1: 50,
    });
  });

  it('of one model alone', () => {
    expect(read('', 'AL300', '00010000')).toEqual({ alarm: 'movement' });
    expect(read('', '', '00010000')).toEqual({});
    expect(read('', 'G-360P', '00000003')).toEqual({ alarm: 'tampering' });
    expect(read('57080000000000010000', 'MV710G')).toMatchObject({ alarm: 'door' });
    expect(read('57080000000000010000')).toEqual({});
    expect(read('f8024936', 'C5L')).toEqual({ steps: 18_742 });
    expect(read('f8024936')).toEqual({ io248: 18_742 });
  });
});

describe('cells and access points', () => {
  it.each([
    ['53', '5309' + '01' + '00f601006e55da3e', { cell: '246,1,110,21978,62' }],
    ['5D', '5d15' + '02' + '00f601006e000055da3e'.repeat(2), { cell: '246,1,110,21978,62;246,1,110,21978,62' }],
    ['E1', 'e10c' + '00f6000100006e000055da00', { cell: '246,1,110,21978,0' }],
    ['EB', 'eb08' + '00f601' + '006e55da3e', { cell: '246,1,110,21978,62' }],
    ['EB-D8', 'eb10' + '000e00d8' + '00f60001' + '01' + '006e000055da3e', { cell: '246,1,110,21978,62' }],
    [
      'EC and F4',
      'ec07' + '30de4bf67368ce' + 'f407' + 'c65bbec0fac6b8',
      { wifi: '30-de-4b-f6-73-68,-50;c6-5b-be-c0-fa-c6,-72' },
    ],
    ['54', '5408' + '01' + '30de4bf67368ce', { wifi: '30-de-4b-f6-73-68,-50' }],
    ['EB-B9', 'eb19' + '001700b9' + '01' + ascii('30:DE:4B:F6:73:68,-5'), { wifi: '30-de-4b-f6-73-68,-5' }],
    ['EE', 'ee0a' + '00f601006e000055da00', { cell: '246,1,110,21978' }],
    ['F0', 'f00d' + '00f60001000055da0000006e3e', { cell: '246,1,110,21978,62' }],
  ])('%s', (_, additions, expected) => {
    expect(read(additions)).toEqual(expected);
  });
});

describe('messages that are no reports', () => {
  it('0900 F0: readings, codes and alarms of a vehicle, with their place', () => {
    const head = 'f0' + WHEN + '01' + '02';
    const place = '00000003' + PLACE + WHEN;
    const codes = '02' + '0001' + 'ffffffff' + '0001' + '00001457' + '00000002' + '0006' + ascii('P1457\0');
    const located = { time: TIME, hasPosition: true, valid: true };
    const readings = '01' + '03' + '0535020258' + '05300230d4' + '053602' + '0bb8';
    expect(send(0x0900, head + readings + place).intake.fixes).toMatchObject([
      { ...located, attributes: { archive: true, can_speed: 60, external_voltage: 12.5, engine_speed: 3000 } },
    ]);
    expect(send(0x0900, head + codes + place).intake.fixes).toMatchObject([
      { ...located, attributes: { trouble_codes: 'P1457' } },
    ]);
    expect(send(0x0900, head + '03' + '01' + '1a00' + place).intake.fixes).toMatchObject([
      { ...located, attributes: { alarm: 'hard_acceleration' } },
    ]);
    expect(send(0x0900, head + '0b' + '01' + ascii('12345678ABCDEFGHK')).intake.fixes).toMatchObject([
      { hasPosition: false, attributes: { vin: '12345678ABCDEFGHK' } },
    ]);
    // A message that runs past its end is kept as it came.
    expect(send(0x0900, head + '03' + '09' + '1aff').intake.fixes[0].attributes).toHaveProperty('passthrough');
  });

  it('0900 FF, 53 and 40: a moment, tags and a reader', () => {
    expect(send(0x0900, 'ff' + WHEN + PLACE + MOVEMENT).intake.fixes).toMatchObject([
      { time: TIME, hasPosition: true, speed: 60.5, course: 90, altitude: 12 },
    ]);
    expect(
      send(0x0900, '53' + '00000003' + PLACE + MOVEMENT + WHEN + '01' + '00' + 'aabbcc001122' + 'bd' + '03' + '043f04')
        .intake.fixes,
    ).toMatchObject([{ time: TIME, speed: 60.5, attributes: { tag_id_1: 'aabbcc001122', tag_data_1: '043f04' } }]);
    expect(send(0x0900, '40' + ascii('GTSL|6|13|180|123456|1')).intake.fixes[0].attributes).toMatchObject({
      driver_key: '123456',
    });
  });

  it('2070, 6006, 0002 with a body, and 0210 with a charge', () => {
    expect(send(0x2070, (WHEN + '000e002d80ac').repeat(2)).intake.fixes).toMatchObject([
      { time: TIME, attributes: { acceleration: '14,45,-172;14,45,-172' } },
    ]);
    const text = send(0x6006, '00' + ascii('<VER:1.02>'));
    expect(text.intake.fixes[0].attributes).toEqual({ message: '<VER:1.02>' });
    expect(text.intake.answers).toMatchObject([{ reference: null, accepted: null, text: '<VER:1.02>' }]);
    expect(send(0x0002, '551f00').intake.fixes[0].attributes).toEqual({ battery_level: 85, gsm_signal: 100 });
    expect(send(0x0002, '').intake.fixes).toEqual([]);
    expect(send(0x0210, '55' + WHEN).intake.fixes).toMatchObject([{ time: TIME, attributes: { battery_level: 85 } }]);
  });

  it('0500 and 0801 carry a place', () => {
    const location = '00000000' + '00000003' + PLACE + MOVEMENT + WHEN;
    expect(send(0x0500, '0001' + location).intake.fixes).toMatchObject([{ time: TIME, speed: 60.5 }]);
    const picture = send(0x0801, '00000001' + '00000001' + location + 'ffd8ffe000104a464946');
    expect(picture.intake.fixes).toMatchObject([{ time: TIME, speed: 60.5 }]);
    expect(picture.intake.unreadMessages).toMatchObject([{ type: '0x0801', part: true }]);
  });
});

describe('what is acknowledged and not understood', () => {
  it('is kept: unknown messages, what is too long for a raw parameter, and what runs past the end', () => {
    const unknown = send(0x1007, '06400000');
    expect(unknown.intake.unreadMessages).toMatchObject([
      { type: '0x1007', part: false, bytes: buildFrame(0x1007, dialect, 2, fromHex('06400000')) },
    ]);
    expect(report('7a' + sized('00'.repeat(40))).intake.unreadMessages).toMatchObject([{ type: '0x0200', part: true }]);
    expect(report('7a05').intake.unreadMessages).toHaveLength(1);
    expect(report('7a020102').intake.unreadMessages).toEqual([]);
    expect(report('01040000000a30011f').intake.unreadMessages).toEqual([]);
  });

  it('in parts is kept whole, and read again as it came', () => {
    const { session, intake } = send(0x0002, '');
    const body = fromHex('00000001' + '00000001' + '00'.repeat(2000));
    const half = body.length / 2;
    for (const index of [1, 2])
      session.receive(
        buildFrame(0x0901, dialect, 10 + index, body.subarray((index - 1) * half, index * half), { total: 2, index }),
      );
    expect(intake.unreadMessages).toHaveLength(1);
    const again = openSession(jt808);
    again.session.resume?.({ identifier: PHONE, deviceId: 1, unitId: 1, password: null, model: '', clockOffset: null });
    again.session.receive(intake.unreadMessages[0].bytes);
    expect(again.intake.unreadMessages).toMatchObject([{ type: '0x0901', bytes: intake.unreadMessages[0].bytes }]);
  });

  it('of a picture is kept part by part, each before it is acknowledged, however large the picture is', () => {
    const { session, intake, wire } = send(0x0002, '');
    const place = '00000007' + '00000001' + '00000000' + '00000003' + PLACE + MOVEMENT + WHEN;
    const body = fromHex(place + 'ff'.repeat(60_000));
    const total = Math.ceil(body.length / 1000);
    wire.sent.length = 0;
    for (let index = 1; index <= total; index++) {
      const part = body.subarray((index - 1) * 1000, index * 1000);
      session.receive(buildFrame(0x0801, dialect, 10 + index, part, { total, index }));
    }
    expect(intake.malformedFrames).toEqual([]);
    expect(intake.fixes).toMatchObject([{ time: TIME, speed: 60.5 }]);
    expect(intake.unreadMessages.map(({ part }) => part)).toEqual([
      true,
      ...Array.from({ length: total - 1 }, () => false),
    ]);
    expect(intake.unreadMessages[0].reason).toContain('pictures');
    // An answer to each part, and one when everything is there.
    expect(wire.sent).toHaveLength(total + 1);
    const again = openSession(jt808);
    again.session.resume?.({ identifier: PHONE, deviceId: 1, unitId: 1, password: null, model: '', clockOffset: null });
    for (const { bytes } of intake.unreadMessages.slice(0, 2)) again.session.receive(bytes);
    expect(again.intake.fixes).toHaveLength(1);
    expect(again.intake.unreadMessages).toHaveLength(2);
  });

  it('can be read again in a session of its own', () => {
    const { session, intake } = openSession(jt808);
    session.resume?.({ identifier: PHONE, deviceId: 1, unitId: 1, password: null, model: '', clockOffset: 0 });
    session.receive(concatBytes(buildFrame(0x0200, dialect, 2, fromHex('0000000000000003' + PLACE + MOVEMENT + WHEN))));
    expect(intake.fixes).toMatchObject([{ time: TIME + 8 * 3_600_000, speed: 60.5 }]);
  });
});
