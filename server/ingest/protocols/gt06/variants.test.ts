import { describe, expect, it } from 'vitest';
import { RecordingIntake } from '../../testing/recordingIntake.ts';
import { openSession } from '../../testing/streams.ts';
import { concatBytes, crc16X25, fromHex } from '../shared/index.ts';
import { buildFrame } from './framing.ts';
import { encodeGt06Alarm, encodeGt06Login, encodeGt06Position, gt06 } from './index.ts';

/** 31 May 2026, 08:30:15 UTC; 54.6871 north, 25.2796 east; 57 km/h, 201°; nine satellites, fixed. */
const DATE = '1a051f081e0f';
const PLACE = 'c9' + '05de03fc' + '02b635a0' + '39' + '14c9';
const GPS = DATE + PLACE;
const TIME = Date.UTC(2026, 4, 31, 8, 30, 15);
/** Lithuania, network 1. */
const CELL = '00f6' + '01' + '006e' + '0055da';
const LONG_CELL = '00f6' + '01' + '006e' + '000055da';
const CELL_4G = '00f6' + '01' + '0000006e' + '00000000000055da';
const WIDE_CELL = '00f6' + '0001' + '006e' + '000055da';

function send(number: number, hex: string, model = '', extended = false) {
  const opened = openSession(gt06, new RecordingIntake(undefined, { model }));
  opened.session.receive(encodeGt06Login('123456789012345', 1));
  opened.wire.sent.length = 0;
  opened.session.receive(buildFrame(number, fromHex(hex), 7, extended));
  return opened;
}

const attributes = (...args: Parameters<typeof send>) => send(...args).intake.fixes[0].attributes;

describe('a state that a model sends in its own form', () => {
  it('is not read as battery, signal and alarm of the manual', () => {
    expect(attributes(0x13, '4406040002')).toEqual({
      armed: false,
      ignition: false,
      charging: true,
      blocked: false,
      battery_level: 100,
      gsm_signal: 100,
    });
    // A battery of 0 with a signal of no step, a supply in the byte of the alarm, and one in two bytes.
    expect(attributes(0x13, '4500640001')).toEqual({ armed: true, ignition: false, charging: true, blocked: false });
    expect(attributes(0x13, '45f1030201')).toEqual({
      armed: true,
      ignition: false,
      charging: true,
      blocked: false,
      external_voltage: 25.8,
      gsm_signal: 75,
    });
    expect(attributes(0x13, '0604ea0400')).toEqual({ armed: false, ignition: true, charging: true, blocked: false });
    expect(attributes(0x13, '4200000001')).toEqual({ armed: false, ignition: true, charging: false, blocked: false });
    expect(attributes(0x13, '4292030002')).toMatchObject({ battery_level: 18, gsm_signal: 75 });
    expect(attributes(0x13, '4456000b02')).not.toHaveProperty('alarm');
    expect(attributes(0x13, '4506560b01', 'SEEWORLD')).toMatchObject({
      battery_level: 100,
      gsm_signal: 86,
      external_voltage: 11,
    });
  });

  it('is not read out of zeros', () => {
    const { intake } = send(0x16, `${GPS}00${'00'.repeat(13)}`);
    expect(intake.fixes).toMatchObject([{ time: TIME, hasPosition: true, attributes: {} }]);
    expect(Object.keys(intake.fixes[0].attributes)).toEqual([]);
    expect(intake.unreadMessages).toMatchObject([{ type: '0x16', part: true }]);
    expect(attributes(0x26, `${GPS}00${'00'.repeat(8)}4203030202`)).toMatchObject({
      ignition: true,
      alarm: 'power_cut',
      battery_level: 50,
    });
    expect(attributes(0x26, `${GPS}004203030202`)).toMatchObject({ ignition: true, alarm: 'power_cut' });
  });

  it('stands behind a cell without a length byte, or behind a long cell', () => {
    expect(attributes(0x16, `${GPS}${CELL}6204e40400`)).toEqual({
      cell: '246,1,110,21978',
      armed: false,
      ignition: true,
      charging: false,
      blocked: false,
      alarm: 'sos',
      external_voltage: 12.52,
      gsm_signal: 100,
    });
    expect(attributes(0x16, `${GPS}09${LONG_CELL}005d4b1302`)).toEqual({
      cell: '246,1,110,21978',
      armed: false,
      ignition: false,
      charging: false,
      blocked: false,
      battery_level: 93,
      gsm_signal: 75,
      alarm: 'tampering',
    });
    expect(attributes(0x32, `${GPS}08${WIDE_CELL}4605040202`)).toMatchObject({
      cell: '246,1,110,21978',
      ignition: true,
      alarm: 'power_cut',
      battery_level: 83.3,
    });
    expect(send(0x32, `${GPS}0a${WIDE_CELL}460504020202af`).intake.fixes[0].altitude).toBe(687);
    expect(send(0x31, `${GPS}${WIDE_CELL}010000000003e802a6`).intake.fixes[0]).toMatchObject({
      altitude: 678,
      attributes: { ignition: true, odometer: 1000 },
    });
  });

  it('of 0xA3 is no alarm at a fence', () => {
    expect(attributes(0xa3, '46000106640c01')).toEqual({
      armed: false,
      ignition: true,
      charging: true,
      blocked: false,
      battery_level: 100,
      gsm_signal: 100,
      external_voltage: 12,
    });
    const { intake } = send(0xa3, '0000000532' + '1e' + '020000' + '00000258' + '4f' + '00' + '01' + '000600');
    expect(intake.fixes[0].attributes).toMatchObject({ steps: 600, battery_level: 79, charging: false, motion: true });
    expect(intake.fixes[0].attributes).not.toHaveProperty('external_voltage');
  });

  it('of a position with a card is no heartbeat, and an unknown one is none either', () => {
    const located = `${GPS}${LONG_CELL}01000000000064${'0514'}28000006${'c3000001453f9201'}`;
    expect(send(0x36, located).intake.fixes).toMatchObject([
      {
        time: TIME,
        speed: 57,
        attributes: {
          ignition: true,
          external_voltage: 13,
          battery_voltage: 4,
          engine_hours: 0.1,
          driver_key: 'c3000001453f9201',
        },
      },
    ]);
    expect(attributes(0x36, '0606040002' + '00180201a4' + '006a015f' + '00270212ce')).toMatchObject({
      battery_voltage: 4.2,
      battery_level: 95,
      external_voltage: 48.14,
    });
    const unknown = send(0x36, DATE + '00'.repeat(9));
    expect(unknown.intake.fixes).toEqual([]);
    expect(unknown.intake.unreadMessages).toMatchObject([{ type: '0x36', part: false }]);
  });
});

describe('alarm codes', () => {
  const position = { time: TIME, latitude: 54.6871, longitude: 25.2796, speed: 57, course: 201, satellites: 9 };
  const status = { ignition: true, charging: true, battery: 6, signal: 4 };
  const alarmOf = (code: number, model = ''): unknown => {
    const { session, intake } = openSession(gt06, new RecordingIntake(undefined, { model }));
    session.receive(concatBytes(encodeGt06Login('123456789012345', 1), encodeGt06Alarm(position, status, code, 2)));
    return intake.fixes[0].attributes.alarm ?? intake.fixes[0].attributes.event;
  };

  it('name driving, a fall and an open cover', () => {
    expect([0x18, 0x23, 0x26, 0x27, 0x28, 0x29, 0x2a, 0x2b, 0x2c, 0x32].map((code) => alarmOf(code))).toEqual([
      'tampering',
      'fall',
      'hard_acceleration',
      'hard_braking',
      'hard_braking',
      'hard_acceleration',
      'hard_cornering',
      'hard_cornering',
      'accident',
      'tampering',
    ]);
  });

  it('that mean two things stay a number until the model is known', () => {
    expect(alarmOf(0x30)).toBe(0x30);
    expect(alarmOf(0x30, 'JM-VL103')).toBe('hard_braking');
    expect(alarmOf(0x30, 'SL48')).toBe('jamming');
    expect(alarmOf(0x28, 'SEEWORLD')).toBe('hard_cornering');
  });

  it('go on in the byte of the language', () => {
    expect(attributes(0xa4, `${GPS}10${CELL_4G}4605040712ff`).alarm).toBe('jamming');
    expect(attributes(0xa4, `${GPS}10${CELL_4G}460504040203`)).toMatchObject({ alarm: 'geofence_enter', area: 3 });
  });
});

describe('frames whose length counts otherwise', () => {
  it('carry a position without serial and checksum, answered with its date', () => {
    const { session, intake, wire } = send(0x13, '4406040002');
    wire.sent.length = 0;
    for (const rest of ['', 'ffdd00'])
      session.receive(fromHex('7878' + (rest === '' ? '12' : '15') + '10' + GPS + rest + '0d0a'));
    expect(intake.fixes.slice(1)).toMatchObject([{ time: TIME, speed: 57, satellites: 9 }, { time: TIME }]);
    expect(wire.hex).toBe(`78780010${DATE}0d0a`.repeat(2));
    session.receive(fromHex('787801080d0a'));
    expect(intake.malformedFrames).toEqual([]);
    session.receive(fromHex(`78781310${GPS}000d0a`));
    expect(intake.malformedFrames).toHaveLength(1);
  });

  it('that leave the checksum out of it are proved by the checksum', () => {
    const { session, intake } = send(0x13, '4406040002');
    const body = fromHex('08' + '13' + '4606020002' + '044d');
    const sum = crc16X25(body, 0, body.length);
    session.receive(concatBytes(fromHex('7878'), body, Uint8Array.of(sum >> 8, sum & 0xff, 0x0d, 0x0a)));
    expect(intake.fixes).toHaveLength(2);
    expect(intake.fixes[1].attributes).toMatchObject({ ignition: true, gsm_signal: 50 });
  });
});

describe('the NT family', () => {
  const state = '46' + '0984' + '28' + '4c' + '00' + '02' + '000000' + '000171';
  const head = '01' + '0357789648774484' + DATE;

  it('is known by its form, whatever the length of its cell counts', () => {
    for (const length of ['08', '09']) {
      expect(send(0x22, head + GPS + length + CELL + state).intake.fixes[0]).toMatchObject({
        time: TIME,
        speed: 57,
        attributes: {
          cell: '246,1,110,21978',
          ignition: true,
          external_voltage: 24.36,
          battery_voltage: 4,
          engine_hours: 6.15,
        },
      });
    }
  });

  it('has the driver behind its state', () => {
    const reader = `02${Buffer.from('510065806BDF').toString('hex')}03`;
    expect(attributes(0x25, head + GPS + '0a' + LONG_CELL + '04' + state + '0f01' + reader)).toMatchObject({
      driver_key: '510065806B',
      external_voltage: 24.36,
    });
    expect(send(0x25, GPS).intake.unreadMessages).toHaveLength(1);
  });
});

describe('positions with something behind them', () => {
  it.each([
    [
      'cells of a kind and modules',
      0x38,
      `${GPS}0e0003${CELL_4G}001b002e04000015c4`,
      { cell: '246,1,110,21978', reason: 14, odometer: 5572 },
    ],
    [
      'switches and modules',
      0x37,
      `${GPS}${CELL}010001` + '0027020514' + '003b0217c0',
      { ignition: true, archive: true, external_voltage: 13, accuracy: 60.8 },
    ],
    [
      'an alarm and modules',
      0x39,
      `${GPS}03${CELL_4G}001b4606040102` + '0018020190',
      { alarm: 'sos', battery_voltage: 4 },
    ],
    ['a card', 0x17, `${GPS}${CELL}bf0000012ca7e00100`, { driver_key: 'bf0000012ca7e001' }],
    [
      'a key',
      0x61,
      `0869412070143950${GPS}${LONG_CELL}000001395581`,
      { cell: '246,1,110,21978', driver_key: '20534657' },
    ],
    ['cells around', 0x1e, `${GPS}00f601${'006e0055da40'.repeat(7)}ff0002`, {}],
    [
      'supplies',
      0x24,
      `${GPS}${CELL}0104ed0194${'00'.repeat(10)}`,
      { ignition: true, external_voltage: 12.61, battery_voltage: 4.04 },
    ],
    ['inputs', 0x12, `${GPS}${CELL}d01c`, { ignition: true, digital_inputs: 3, temperature_1: 28 }],
    [
      'a tank',
      0x12,
      `${GPS}${CELL}4504b6040000001c00000cd9`,
      { external_voltage: 12.06, temperature_1: 28, odometer: 32_890 },
    ],
    ['a mileage', 0x12, `${GPS}${CELL}0001e240`, { odometer: 123_456 }],
    [
      'climate',
      0x22,
      `${GPS}${LONG_CELL}010000000025d400000000${'8020'}002d`,
      { ignition: true, odometer: 9684, temperature_1: -0.32 },
    ],
    [
      'a state of 4G',
      0xa2,
      `${GPS}${CELL_4G}114504df06031c010007d0000000000008697310552457650003`,
      { charging: true, external_voltage: 12.47, battery_level: 100, odometer: 512_000, digital_inputs: 3 },
    ],
    [
      'a box with wires',
      0x34,
      `00000011${GPS}000000001388${LONG_CELL}004aa82b050001900020000001030005000a`,
      {
        odometer: 5000,
        driver_key: '4892715',
        external_voltage: 12.8,
        battery_voltage: 4,
        analog_1: 0.05,
        analog_2: 0.1,
      },
    ],
  ])('%s', (_, number, content, expected) => {
    const { intake, wire } = send(number, content);
    expect(intake.fixes).toMatchObject([
      { time: TIME, hasPosition: true, valid: true, speed: 57, course: 201, satellites: 9, attributes: expected },
    ]);
    expect(wire.sent).toEqual([buildFrame(number, new Uint8Array(0), 7)]);
  });

  it('modules carry a place, a time, an alarm and what was measured', () => {
    const place = '0033' + '0012' + '6a1b9b87' + '06' + '00d5' + '05de03fc' + '02b635a0' + '39' + '14c9';
    const { intake } = send(
      0x70,
      '00000001020035000101' + place + '0034000612' + '6a1b9b8700' + '001800020195' + '002e00040000f25d',
      '',
      true,
    );
    expect(intake.fixes[0]).toMatchObject({
      time: 0x6a1b9b87 * 1000,
      hasPosition: true,
      altitude: 213,
      speed: 57,
      satellites: 6,
      attributes: { alarm: 'tampering', battery_voltage: 4.05, odometer: 62_045 },
    });
    expect(send(0x70, '00330012ff', '', true).intake.unreadMessages).toMatchObject([{ type: '0x70', part: false }]);
  });

  it('readings of the engine end with a place', () => {
    const { intake } = send(
      0x8c,
      `${DATE}01${Buffer.from('353=000016a8,363=00028ac8,2D3=0000189c,4A3=KNAF241CMK5014255').toString('hex')}${PLACE}`,
      '',
      true,
    );
    expect(intake.fixes[0]).toMatchObject({
      hasPosition: true,
      speed: 57,
      attributes: {
        ignition: true,
        can_speed: 58,
        engine_speed: 1666,
        coolant_temperature: 63,
        vin: 'KNAF241CMK5014255',
      },
    });
  });
});

describe('messages without a position', () => {
  it.each([
    [
      'an alarm with a 4G cell',
      0xa5,
      `${CELL_4G}4206040102`,
      { cell: '246,1,110,21978', alarm: 'sos', ignition: true },
    ],
    ['the cell of a request for an address', 0xa7, `${CELL_4G}${'30'.repeat(21)}02`, { cell: '246,1,110,21978' }],
    [
      'counted cells',
      0x24,
      `${DATE}0001946202${'13ee00606a34'.repeat(2)}${'00'.repeat(21)}`,
      { cell: '404,98,5102,24682,52;404,98,5102,24682,52' },
    ],
    [
      'counted wide cells',
      0x34,
      `${DATE}0000f6000101${'006e000055da43'}${'00'.repeat(31)}`,
      { cell: '246,1,110,21978,67' },
    ],
    [
      'wide cells and access points',
      0x33,
      `${DATE}00f60001${'006e000055da43'.repeat(6)}0501${'1c7839013992'}ce`,
      { wifi: '1c-78-39-01-39-92,206' },
    ],
    ['parts with lengths', 0x33, `${DATE}00000000a203000000`, { alarm: 'low_battery' }],
    ['the supply alone', 0x94, '04eb', { external_voltage: 12.59 }],
    [
      'a state of accessories',
      0xf1,
      '6318c000' + '00010102' + '00040101' + '0005020195',
      { motion: true, ignition: true, battery_voltage: 4.05 },
    ],
    ['a reader', 0x9b, `0302${Buffer.from('5900B48CEB8A').toString('hex')}03`, { driver_key: '5900B48CEB' }],
    [
      'the button of a camera',
      0x95,
      `${DATE}05de03fc02b635a014c9010000${Buffer.from('a.mp4').toString('hex')}`,
      { alarm: 'sos', message: 'a.mp4' },
    ],
  ])('%s', (_, number, content, expected) => {
    expect(attributes(number, content)).toMatchObject(expected);
  });

  it('the card of the network has no filler', () => {
    expect(
      attributes(0x94, `0a${'0359857082366758'}${'0520050218721401'}${'8966051912408052452f'}`, '', true).iccid,
    ).toBe('8966051912408052452');
  });
});

describe('what is acknowledged and not understood', () => {
  it.each([
    ['a number that nobody documents', 0xfd, '0358899050927725', false],
    ['a position with more behind it', 0x12, `${GPS}${CELL}0102030405060708090a0b`, true],
    ['content that contradicts its layout', 0x12, 'ffffffffffff', false],
    ['a heartbeat with other fields', 0x13, '0604ea0400', true],
  ])('%s is kept', (_, number, content, part) => {
    const { intake, wire } = send(number, content);
    expect(intake.fixes).toHaveLength(part ? 1 : 0);
    expect(intake.unreadMessages).toMatchObject([
      { type: `0x${number.toString(16)}`, part, bytes: buildFrame(number, fromHex(content), 7) },
    ]);
    expect(wire.sent).toEqual([buildFrame(number, new Uint8Array(0), 7)]);
    expect(intake.malformedFrames).toEqual([]);
  });

  it('is kept with the login that says which zone its dates are in', () => {
    const { session, intake } = openSession(gt06);
    const login = encodeGt06Login('123456789012345', 1, 120);
    const unknown = buildFrame(0x13, fromHex('0604ea0400'), 2);
    session.receive(concatBytes(login, unknown));
    expect(intake.unreadMessages).toMatchObject([{ bytes: concatBytes(login, unknown) }]);
    const other = openSession(gt06, new RecordingIntake(undefined, { clockOffset: 120 }));
    other.session.receive(concatBytes(login, unknown));
    expect(other.intake.unreadMessages).toMatchObject([{ bytes: unknown }]);
  });

  it('can be read again in a session of its own', () => {
    const { session, intake } = openSession(gt06);
    session.resume?.({
      identifier: '123456789012345',
      deviceId: 1,
      unitId: 1,
      password: null,
      model: '',
      clockOffset: 0,
    });
    session.receive(
      encodeGt06Position(
        { time: TIME, latitude: 54.6871, longitude: 25.2796, speed: 57, course: 201, satellites: 9 },
        3,
      ),
    );
    expect(intake.fixes).toMatchObject([{ time: TIME, speed: 57 }]);
  });
});
