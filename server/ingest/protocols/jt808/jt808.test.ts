import { describe, expect, it } from 'vitest';
import { RecordingIntake } from '../../testing/recordingIntake.ts';
import { mutate, openSession, expectSameHoweverCut, randomBytes, seededRandom } from '../../testing/streams.ts';
import { concatBytes, fromHex } from '../shared/index.ts';
import { identifierOf, word } from './framing.ts';
import { encodeGbk } from './gbk.ts';
import { writeDate } from './location.ts';
import {
  encodeJt808Authentication,
  encodeJt808Batch,
  encodeJt808Registration,
  encodeJt808Report,
  jt808,
  jt808AuthCode,
  jt808CodeOf,
  jt808Dialect,
  jt808ReportBody,
} from './index.ts';
import { PHONE, dialect, dialect2019, login, REPORT, HEARTBEAT, report, sentBy, afterLogin, frame } from './testing.ts';

describe('frames', () => {
  it('of the reference are read, and answered once stored', () => {
    const { session, intake, wire } = openSession(jt808);
    session.receive(login);
    session.receive(concatBytes(REPORT, HEARTBEAT));
    expect(intake.fixes).toMatchObject([
      {
        identifier: PHONE,
        protocol: 'jt808',
        time: Date.UTC(2024, 4, 1, 4, 0, 0),
        hasPosition: true,
        valid: true,
        latitude: 31.230416,
        longitude: 121.473701,
        altitude: 12,
        speed: 60.5,
        course: 90,
        satellites: 10,
        attributes: { ignition: true, odometer: 100_000, gsm_signal: 100 },
      },
    ]);
    expect(sentBy(wire).map(({ id, serial, body }) => [id, serial, body])).toEqual([
      [0x8001, 0, '0001010200'],
      [0x8001, 1, '0007020000'],
      [0x8001, 2, '007e000200'],
    ]);
  });

  it('are answered byte by byte as the standard says', () => {
    const { session, wire } = openSession(jt808, new RecordingIntake(), 'udp');
    session.receive(REPORT);
    expect(wire.hex).toBe('7e8001000501391234567800000007020000b17e');
  });

  it('name a device in digits, or an IMEI as a binary number', () => {
    expect(identifierOf(fromHex('013912345678'))).toBe(PHONE);
    expect(identifierOf(fromHex('000000000000'))).toBe('0');
    // The IMEI that the standard of IMEIs prints as its example.
    expect(identifierOf(fromHex('2c944ab787a7'))).toBe('490154203237518');
  });

  it('with a wrong check byte, a broken escape, encryption or a wrong length are counted, and the next is read', () => {
    const wrong = (change: (bytes: Uint8Array) => void): Uint8Array => {
      const bytes = REPORT.slice();
      change(bytes);
      return bytes;
    };
    const { session, intake } = afterLogin();
    session.receive(wrong((bytes) => (bytes[20] ^= 1)));
    session.receive(wrong((bytes) => bytes.set([0x7d, 0x41], 20)));
    session.receive(wrong((bytes) => ((bytes[3] ^= 0x04), (bytes[bytes.length - 2] ^= 0x04))));
    session.receive(wrong((bytes) => ((bytes[4] ^= 0x01), (bytes[bytes.length - 2] ^= 0x01))));
    session.receive(Uint8Array.of(0x7e, 1, 2, 3, 0x7e));
    expect(intake.malformedFrames.map(({ reason }) => reason)).toEqual([
      'the checksum is wrong',
      'an escape is broken',
      'the body is encrypted',
      expect.stringContaining('the body has 40 bytes'),
      'the frame is shorter than its header',
    ]);
    session.receive(REPORT);
    expect(intake.fixes).toHaveLength(1);
  });
});

describe('login', () => {
  it('registers, gets a code, shows it, and is let in; in every version', () => {
    for (const way of [dialect, dialect2019]) {
      const { session, intake, wire } = openSession(jt808);
      session.receive(encodeJt808Registration(way, 1, '京A12345'));
      const code = jt808CodeOf(wire.sent[0]);
      expect(code).toBe(jt808AuthCode(PHONE));
      expect(session.ready).toBe(false);
      session.receive(encodeJt808Authentication(way, 2, code ?? ''));
      expect(session.ready).toBe(true);
      session.receive(encodeJt808Report(way, 3, report));
      expect(sentBy(wire).map(({ id, body }) => [id, body])).toEqual([
        [0x8100, `000100${Buffer.from(code ?? '').toString('hex')}`],
        [0x8001, '0002010200'],
        [0x8001, '0003020000'],
      ]);
      expect(intake.fixes).toHaveLength(1);
    }
  });

  it("of a stranger, with a wrong code, or without the device's password, is refused", () => {
    const stranger = openSession(jt808, new RecordingIntake([]));
    stranger.session.receive(concatBytes(encodeJt808Registration(dialect, 1), login, REPORT));
    expect(sentBy(stranger.wire).map(({ body }) => body)).toEqual(['000104', '0001010201', '0007020001']);
    expect(stranger.intake.refused).toEqual([PHONE, PHONE]);
    const guarded = openSession(jt808, new RecordingIntake([{ identifier: PHONE, password: 'secret' }]));
    guarded.session.receive(
      concatBytes(encodeJt808Registration(dialect, 1), login, encodeJt808Authentication(dialect, 2, 'secret'), REPORT),
    );
    expect(sentBy(guarded.wire).map(({ body }) => body)).toEqual(['000103', '0001010201', '0002010200', '0007020000']);
    const datagram = openSession(jt808, new RecordingIntake([{ identifier: PHONE, password: 'secret' }]), 'udp');
    datagram.session.receive(REPORT);
    expect(datagram.intake.fixes).toEqual([]);
  });

  it('comes before data, and another number needs its own', () => {
    const { session, intake, wire } = openSession(jt808);
    session.receive(REPORT);
    session.receive(login);
    session.receive(encodeJt808Report(jt808Dialect('13900000000'), 4, report));
    expect(sentBy(wire).map(({ body }) => body)).toEqual(['0007020001', '0001010200', '0004020001']);
    expect(intake.fixes).toEqual([]);
  });
});

describe('reports', () => {
  it('keep every value, alone and in a batch', () => {
    for (const way of [dialect, dialect2019]) {
      const { session, intake } = openSession(jt808);
      session.receive(encodeJt808Authentication(way, 1, jt808AuthCode(PHONE)));
      session.receive(encodeJt808Report(way, 2, report));
      session.receive(encodeJt808Batch(way, 3, [report, { ...report, fixed: false }], true));
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

describe('messages in parts', () => {
  const batch = concatBytes(
    word(3),
    Uint8Array.of(0),
    ...[report, report, report].map(jt808ReportBody).flatMap((body) => [word(body.length), body]),
  );
  const cut = (serial: number): Uint8Array[] =>
    [0, 1, 2].map((index) =>
      frame(0x0704, batch.subarray(index * 50, index === 2 ? batch.length : (index + 1) * 50), serial + index, {
        total: 3,
        index: index + 1,
      }),
    );

  it('are put together in any order; each part is answered', () => {
    const { session, intake, wire } = afterLogin();
    const [first, second, third] = cut(20);
    session.receive(concatBytes(third, first, first));
    expect(intake.fixes).toEqual([]);
    session.receive(second);
    expect(intake.fixes).toHaveLength(3);
    expect(sentBy(wire).map(({ body }) => body)).toEqual(['0016070400', '0014070400', '0014070400', '0015070400']);
  });

  it('are bounded, and the place of a part is checked', () => {
    const { session, intake, wire } = afterLogin();
    session.receive(frame(0x0704, batch, 5, { total: 3, index: 4 }));
    expect(sentBy(wire)[0].body).toBe('0005070402');
    for (let index = 1; index <= 40; index++)
      session.receive(frame(0x0901, new Uint8Array(1000), 100 + index, { total: 40, index }));
    expect(intake.malformedFrames.map(({ reason }) => reason)).toEqual([
      'the part has no place in its message',
      'the message in parts is larger than 32768 bytes',
    ]);
    // Four messages that never end do not keep a fifth from being read.
    for (let open = 0; open < 6; open++)
      session.receive(frame(0x0704, batch, 1000 + open * 10, { total: 2, index: 1 }));
    for (const part of cut(2000)) session.receive(part);
    expect(intake.fixes).toHaveLength(3);
  });
});

describe('other messages', () => {
  it('0702 tells the driver, in the form of 2013 and of 2011', () => {
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

describe('acknowledgement', () => {
  it('waits for the commit, and tells a failure', () => {
    const intake = new RecordingIntake();
    const { session, wire } = afterLogin(intake);
    intake.commits = 'by hand';
    session.receive(REPORT);
    expect(wire.sent).toEqual([]);
    intake.commit(false);
    expect(sentBy(wire)[0].body).toBe('0007020001');
    session.receive(REPORT);
    intake.commit();
    expect(sentBy(wire)[1].body).toBe('0007020000');
  });
});

describe('streams', () => {
  it('mean the same however they are cut', () => {
    const frames = [login, REPORT, HEARTBEAT, encodeJt808Batch(dialect, 5, [report, report])];
    expectSameHoweverCut(jt808, frames, 3);
  });

  it('survive random bytes and damaged frames: the next good one is read', () => {
    const random = seededRandom(20260801);
    const good = encodeJt808Report(dialect, 3, report);
    for (let round = 0; round < 3000; round++) {
      const { session, intake } = afterLogin();
      session.receive(round % 3 === 0 ? randomBytes(Math.floor(random() * 300), random) : mutate(good, random));
      session.receive(concatBytes(Uint8Array.of(0x7e), login));
      const stored = intake.fixes.length;
      session.receive(good);
      expect(intake.fixes.length, `round ${round}`).toBe(stored + 1);
      expect(intake.fixes.at(-1)).toMatchObject({ time: report.time, latitude: report.latitude });
    }
  });

  it('without an end are dropped', () => {
    const { session, intake } = afterLogin();
    session.receive(concatBytes(Uint8Array.of(0x7e), new Uint8Array(10_000).fill(0x41)));
    session.receive(concatBytes(Uint8Array.of(0x7e), REPORT));
    expect(intake.fixes).toHaveLength(1);
    expect(intake.malformedFrames.length).toBeGreaterThan(0);
  });
});
