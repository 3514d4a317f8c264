import { describe, expect, it } from 'vitest';
import { RecordingIntake } from '../../testing/recordingIntake.ts';
import { openSession } from '../../testing/streams.ts';
import { concatBytes, fromHex } from '../shared/index.ts';
import { word } from './framing.ts';
import { encodeGbk } from './gbk.ts';
import { writeDate } from './location.ts';
import {
  encodeJt808Authentication,
  encodeJt808Batch,
  encodeJt808Report,
  jt808,
  jt808AuthCode,
  jt808ReportBody,
} from './index.ts';
import { PHONE, dialect, dialect2019, REPORT, report, sentBy, afterLogin, frame } from './testing.ts';

describe('reports', () => {
  it('keep every value, alone and in a batch', () => {
    for (const version of [dialect, dialect2019]) {
      const { session, intake } = openSession(jt808);
      session.receive(encodeJt808Authentication(version, 1, jt808AuthCode(PHONE)));
      session.receive(encodeJt808Report(version, 2, report));
      session.receive(encodeJt808Batch(version, 3, [report, { ...report, fixed: false }], true));
      const [single, batched, old] = intake.fixes;
      expect(single).toMatchObject({
        time: report.time,
        valid: true,
        latitude: -33.456789,
        longitude: -70.123456,
        altitude: -12,
        speed: 63.4,
        course: 271,
        satellites: 11,
      });
      expect(single.attributes).toEqual({ ignition: true, odometer: 123_456_700 });
      expect(batched).toMatchObject({ time: report.time, valid: true, attributes: { archive: true } });
      expect(old).toMatchObject({ hasPosition: true, valid: false });
    }
  });

  it('name the gravest alarm, and notices beside it', () => {
    const alarmOf = (alarms: number): unknown => {
      const { session, intake } = afterLogin();
      session.receive(encodeJt808Report(dialect, 2, { ...report, alarms }));
      return intake.fixes[0].attributes.alarm;
    };
    const bit = (place: number): number => 2 ** place;
    expect([0, 1, 2, 5, 7, 8, 18, 28, 29, 30].map((place) => alarmOf(bit(place)))).toEqual([
      'sos',
      'overspeed',
      'fatigue',
      'gps_antenna_cut',
      'low_power',
      'power_cut',
      'fatigue',
      'movement',
      'accident',
      'fall',
    ]);
    expect(alarmOf(bit(1) + bit(0) + bit(29))).toBe('sos');
    expect(alarmOf(0)).toBeUndefined();
  });

  it('have additions', () => {
    const { session, intake } = afterLogin();
    const additions = fromHex(
      '0202012c' +
        '03020258' +
        '04020007' +
        '1205010000000a'.replace('1205', '1206') +
        '01' +
        '2a020002' +
        '2b0400640032' +
        '30010f' +
        '6406000000010104'.slice(0, 16) +
        '6506000000010101' +
        '51048017ffff' +
        'e4020163' +
        'f103aabbcc' +
        'f20512345678aa' +
        '01',
    );
    session.receive(
      encodeJt808Report(dialect, 2, { ...report, odometer: undefined, satellites: undefined, additions }),
    );
    expect(intake.fixes[0].attributes).toEqual({
      ignition: true,
      fuel_level: 30,
      can_speed: 60,
      event: 7,
      alarm: 'fatigue',
      area: 10,
      sleep_mode: 2,
      adc1: 50,
      adc2: 100,
      gsm_signal: 48,
      road_alarm: 4,
      driver_alarm: 1,
      temperature_1: -2.3,
      charging: false,
      battery_level: 99,
      io241: 0xaabbcc,
      io242: '12345678aa',
    });
  });

  it('without a date, or shorter than a location, are refused with a result of their own', () => {
    const { session, intake, wire } = afterLogin();
    const body = jt808ReportBody(report);
    const dateless = body.slice();
    dateless.fill(0, 22, 28);
    session.receive(frame(0x0200, dateless, 2));
    session.receive(frame(0x0200, body.subarray(0, 20), 3));
    session.receive(frame(0x0704, concatBytes(word(2), Uint8Array.of(0), word(body.length), body), 4));
    expect(sentBy(wire).map(({ body: answer }) => answer)).toEqual(['0002020002', '0003020002', '0004070402']);
    expect(intake.fixes).toEqual([]);
    expect(intake.malformedFrames).toHaveLength(3);
  });
});

describe('of one maker', () => {
  /** What a terminal that is set up so says with these additions, and this status. */
  function read(additions: string, device: { model?: string; clockOffset?: number } = {}, status = '00000003') {
    const { session, intake } = afterLogin(new RecordingIntake(undefined, device));
    session.receive(
      frame(0x0200, fromHex('00000000' + status + '01dc89d0073d8aa5000c025d005a' + '240501120000' + additions)),
    );
    return intake.fixes[0];
  }

  it("tyres, locks, and what the engine's computer says behind 80", () => {
    expect(read('7710' + '017e19f100384d08' + '026e73e0003a4d08').attributes).toMatchObject({
      tire_pressure_1: 1.4,
      tire_temperature_1: 27,
      tire_pressure_2: 1.45,
    });
    expect(read('630b' + 'cd91fe1314da' + '0fc6' + '31' + '81' + '22').attributes).toMatchObject({
      lock_id_1: 'cd91fe1314da',
      lock_voltage_1: 4.038,
      lock_sealed_1: true,
    });
    const engine =
      '80012a' +
      '81021388' +
      '82020085' +
      '840164' +
      '8b11' +
      Buffer.from('12345678ABCDEFGHK').toString('hex') +
      'a00b' +
      Buffer.from('P538f,U029f').toString('hex');
    expect(read(engine).attributes).toMatchObject({
      can_speed: 42,
      engine_speed: 5000,
      external_voltage: 13.3,
      coolant_temperature: 60,
      vin: '12345678ABCDEFGHK',
      trouble_codes: 'P538f U029f',
    });
    expect(read('840164').attributes).toMatchObject({ io132: 100 });
  });

  it('a door, supplies and events, by the model alone', () => {
    expect(read('', { model: 'MV710G' }, '00010042').attributes.door).toBe(true);
    expect(read('', { model: 'FT1' }, '00010042').attributes).not.toHaveProperty('door');
    const supplies = 'e80a' + '2003' + '07' + '01' + '05' + '019f' + '03' + '04d8';
    expect(read(supplies, { model: 'JC371' }).attributes).toMatchObject({
      charging: true,
      battery_level: 83.3,
      battery_voltage: 4.15,
      external_voltage: 12.4,
    });
    expect(read('e8020406', { model: 'jc371' }).attributes.alarm).toBe('vibration');
    expect(read('e802fff0', { model: 'JC371' }).attributes.event).toBe(0xfff0);
    expect(read('e8020406').attributes).toMatchObject({ io232: 0x0406 });
    expect(read('f813' + '02' + '0865413051529609' + '898604a6102181622843', { model: 'GL100' }).attributes.iccid).toBe(
      '898604a6102181622843',
    );
  });

  it("a clock that is not China's, where that is set", () => {
    expect(read('').time).toBe(Date.UTC(2024, 4, 1, 4));
    expect(read('', { clockOffset: 0 }).time).toBe(Date.UTC(2024, 4, 1, 12));
    expect(read('', { clockOffset: -210 }).time).toBe(Date.UTC(2024, 4, 1, 15, 30));
  });
});

describe('other messages', () => {
  it('0702 gives the driver, in the form of 2013 and of 2011', () => {
    const { session, intake } = afterLogin();
    const name = encodeGbk('王小明') ?? new Uint8Array(0);
    const ascii = (text: string, size: number): Uint8Array =>
      concatBytes(new TextEncoder().encode(text), new Uint8Array(size - text.length));
    const when = writeDate(report.time);
    session.receive(
      frame(
        0x0702,
        concatBytes(
          Uint8Array.of(1),
          when,
          Uint8Array.of(0, name.length),
          name,
          ascii('CERT-0042', 20),
          Uint8Array.of(0),
          fromHex('20301231'),
        ),
      ),
    );
    session.receive(frame(0x0702, concatBytes(Uint8Array.of(2), when)));
    session.receive(
      frame(
        0x0702,
        concatBytes(Uint8Array.of(name.length), name, ascii('ID', 20), ascii('CERT-0043', 40), Uint8Array.of(0)),
      ),
    );
    session.receive(frame(0x0702, concatBytes(Uint8Array.of(1), when, Uint8Array.of(3, 0))));
    expect(intake.fixes.map(({ attributes }) => attributes)).toEqual([
      { driver_present: true, driver_name: '王小明', driver_key: 'CERT-0042' },
      { driver_present: false },
      { driver_name: '王小明', driver_key: 'CERT-0043' },
      { driver_present: true, driver_card_fault: 3 },
    ]);
    expect(intake.fixes[0].time).toBe(report.time);
  });

  it('0109 and 0004 ask for the time; what is unknown is kept and acknowledged; 0003 ends the session', () => {
    const { session, wire, intake } = afterLogin();
    session.receive(
      concatBytes(
        frame(0x0109, new Uint8Array(0)),
        frame(0x0004, new Uint8Array(0)),
        frame(0x0801, new Uint8Array(40)),
        frame(0x0003, new Uint8Array(0)),
        REPORT,
      ),
    );
    expect(sentBy(wire).map(({ id, body }) => [id, body])).toEqual([
      [0x8109, '07ea06010c0000'],
      [0x8004, '260601120000'],
      [0x8001, '0009080100'],
      [0x8800, '00000000'],
      [0x8001, '0009000300'],
      [0x8001, '0007020001'],
    ]);
    expect(intake.fixes).toEqual([]);
    expect(intake.unreadMessages).toEqual([
      {
        identifier: PHONE,
        protocol: 'jt808',
        type: '0x0801',
        bytes: frame(0x0801, new Uint8Array(40)),
        reason: 'pictures and sounds are kept as they came and not shown',
        part: false,
      },
    ]);
  });
});
