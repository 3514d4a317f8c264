import { describe, expect, it } from 'vitest';
import { RecordingIntake } from '../../testing/recordingIntake.ts';
import { mutate, openSession, expectSameHoweverCut, randomBytes, seededRandom } from '../../testing/streams.ts';
import { concatBytes, fromHex } from '../shared/index.ts';
import { buildFrame } from './framing.ts';
import {
  createGt06,
  encodeGt06Alarm,
  encodeGt06Heartbeat,
  encodeGt06Login,
  encodeGt06Position,
  gt06,
} from './index.ts';

const IMEI = '123456789012345';
const LOGIN = fromHex('78780D01012345678901234500018CDD0D0A');
const LOCATION = fromHex('78781F120B081D112E10CF027AC7EB0C46584900148F01CC00287D001FB8000380810D0A');
const HEARTBEAT = fromHex('78780A134B040300010011634F0D0A');
const ALARM_FRAME = fromHex('787825160B0B0F0E241DCF027AC8870C4657E60014020901CC00287D001F726506040101003656A40D0A');

function afterLogin(intake = new RecordingIntake(), protocol = gt06) {
  const opened = openSession(protocol, intake);
  opened.session.receive(LOGIN);
  opened.wire.sent.length = 0;
  return opened;
}

const position = {
  time: Date.UTC(2026, 4, 31, 8, 30, 15),
  latitude: -33.8688197,
  longitude: -151.2092955,
  speed: 57,
  course: 201,
  satellites: 9,
};

describe('login', () => {
  it('is answered with its serial, and with silence for an unknown device until that is registered', () => {
    const known = openSession(gt06, new RecordingIntake([{ identifier: IMEI }]));
    known.session.receive(LOGIN);
    expect(known.wire.hex).toBe('787805010001d9dc0d0a');

    const unknown = openSession(gt06, new RecordingIntake([]));
    unknown.session.receive(concatBytes(LOGIN, LOCATION));
    expect(unknown.wire.hex).toBe('');
    expect(unknown.intake.refused).toEqual([IMEI]);
    expect(unknown.intake.fixes).toEqual([]);
    expect(unknown.wire.ended).toBe(false);
  });

  it('must come before data', () => {
    const { session, intake, wire } = openSession(gt06);
    session.receive(LOCATION);
    expect(intake.fixes).toEqual([]);
    expect(intake.malformedFrames).toHaveLength(1);
    expect(wire.hex).toBe('');
  });

  it.each([
    [480, 8],
    [-210, -3.5],
    [0, 0],
  ])('sets the zone of the dates: %i minutes', (zone, hours) => {
    const { session, intake } = openSession(gt06);
    session.receive(encodeGt06Login(IMEI, 1, zone));
    session.receive(encodeGt06Position(position, 2));
    expect(intake.fixes[0].time).toBe(position.time - hours * 3_600_000);
  });
});

describe('published frames', () => {
  it('location', () => {
    const { session, intake, wire } = afterLogin();
    session.receive(LOCATION);
    expect(intake.fixes).toHaveLength(1);
    const fix = intake.fixes[0];
    expect(fix).toMatchObject({
      time: Date.UTC(2011, 7, 29, 17, 46, 16),
      valid: true,
      hasPosition: true,
      satellites: 15,
      speed: 0,
      course: 143,
    });
    expect(fix.latitude).toBeCloseTo(23.111668, 6);
    expect(fix.longitude).toBeCloseTo(114.409285, 6);
    expect(fix.attributes).toEqual({ cell: '460,0,10365,8120' });
    expect(wire.hex).toBe('787805120003' + wire.hex.slice(12));
    expect(wire.sent[0]).toEqual(buildFrame(0x12, new Uint8Array(0), 3));
  });

  it('heartbeat: a report without position', () => {
    const { session, intake, wire } = afterLogin();
    session.receive(HEARTBEAT);
    expect(wire.hex).toBe('787805130011f9700d0a');
    expect(intake.fixes).toMatchObject([
      {
        time: intake.time,
        hasPosition: false,
        attributes: {
          armed: true,
          ignition: true,
          charging: false,
          blocked: false,
          alarm: 'vibration',
          battery_level: 66.7,
          gsm_signal: 75,
        },
      },
    ]);
  });

  it('alarm', () => {
    const { session, intake } = afterLogin();
    session.receive(ALARM_FRAME);
    expect(intake.fixes).toMatchObject([
      {
        hasPosition: true,
        attributes: { alarm: 'sos', battery_level: 100, gsm_signal: 100, charging: true, cell: '460,0,10365,8050' },
      },
    ]);
  });

  it('a command of the server is built as published', () => {
    const content = concatBytes(Uint8Array.of(0x0f), fromHex('0001a958'), new TextEncoder().encode('DYD,000000#'));
    expect(Buffer.from(buildFrame(0x80, content, 0xa0)).toString('hex')).toBe(
      '787815800f0001a9584459442c3030303030302300a0dcf10d0a',
    );
  });
});

describe('what our encoder sends', () => {
  it('comes back, in every hemisphere', () => {
    for (const [latitude, longitude] of [
      [54.6871, 25.2796],
      [-33.8688, 151.2093],
      [40.7128, -74.006],
      [-34.6037, -58.3816],
    ]) {
      const { session, intake } = afterLogin();
      session.receive(encodeGt06Position({ ...position, latitude, longitude }, 9));
      expect(intake.fixes[0]).toMatchObject({
        time: position.time,
        speed: 57,
        course: 201,
        satellites: 9,
        valid: true,
      });
      expect(intake.fixes[0].latitude).toBeCloseTo(latitude, 5);
      expect(intake.fixes[0].longitude).toBeCloseTo(longitude, 5);
    }
  });

  it('carries ignition, mileage, alarm, state and the lack of a fix', () => {
    const { session, intake } = afterLogin();
    const status = { ignition: false, charging: true, battery: 3, signal: 2 };
    session.receive(encodeGt06Position({ ...position, ignition: true, odometer: 123_456 }, 1));
    session.receive(encodeGt06Alarm(position, status, 0x06, 2));
    session.receive(encodeGt06Heartbeat(status, 3));
    session.receive(encodeGt06Position({ ...position, fixed: false }, 4));
    session.receive(encodeGt06Position({ ...position, fixed: false, latitude: 0, longitude: 0 }, 5));
    expect(intake.fixes.map((fix) => fix.attributes)).toMatchObject([
      { ignition: true, odometer: 123_456 },
      { ignition: false, alarm: 'overspeed', battery_level: 50, gsm_signal: 50 },
      { ignition: false, charging: true },
      {},
      {},
    ]);
    expect(intake.fixes.map((fix) => [fix.hasPosition, fix.valid])).toEqual([
      [true, true],
      [true, true],
      [false, false],
      [true, false],
      [false, false],
    ]);
  });
});

describe('other messages', () => {
  const send = (number: number, hex: string, extended = false) => {
    const opened = afterLogin();
    opened.session.receive(buildFrame(number, fromHex(hex), 0x0102, extended));
    return opened;
  };

  it('the time request is answered with UTC', () => {
    const { wire } = send(0x8a, '');
    expect(wire.sent).toEqual([buildFrame(0x8a, Uint8Array.of(26, 6, 1, 12, 0, 0), 0x0102)]);
  });

  it('the external voltage, the door and the card of 0x94', () => {
    expect(send(0x94, '0004e3', true).intake.fixes[0].attributes).toEqual({ external_voltage: 12.51 });
    expect(send(0x94, '0501', true).intake.fixes[0].attributes).toEqual({ door: true });
    expect(send(0x94, '1b524649443a303038464232', true).intake.fixes[0].attributes).toEqual({ driver_key: '008FB2' });
  });

  it('a 4G location with wide cell numbers', () => {
    const gps = '1a051f081e0fcf027ac7eb0c46584900148f';
    const { intake } = send(0xa0, `${gps}02d40200009129${'0000000007186b8f'}010e01`);
    expect(intake.fixes[0]).toMatchObject({
      hasPosition: true,
      attributes: { cell: '724,2,37161,119040911', ignition: true, reason: 14, archive: true },
    });
  });

  it('cells and access points are no position', () => {
    const cells = `01cc00287d001f713e${'000000000000'.repeat(6)}`;
    const { intake, wire } = send(0x2c, `1a051f081e0f${cells}ff010102030405064d`);
    expect(intake.fixes[0]).toMatchObject({
      hasPosition: false,
      attributes: { cell: '460,0,10365,8049,62', wifi: '01-02-03-04-05-06,77' },
    });
    expect(wire.sent).toHaveLength(1);
  });

  it('replies to commands, also in UTF-16', () => {
    expect(send(0x15, `0b00000001${Buffer.from('DYD=OK!').toString('hex')}0002`).intake.fixes[0].attributes).toEqual({
      message: 'DYD=OK!',
    });
    expect(send(0x21, '0000000002004f004b0021', true).intake.fixes[0].attributes).toEqual({ message: 'OK!' });
  });

  it('an address request gets the place it asks for, after it is stored', () => {
    const gps = '1a051f081e0fcf027ac7eb0c46584900148f';
    const { intake, wire } = send(0x2a, `${gps}${Buffer.from('13800000000').toString('hex')}`);
    expect(intake.fixes).toHaveLength(1);
    expect(Buffer.from(wire.sent[0]).toString('latin1')).toContain('ADDRESS&&23.111668, 114.409285&&13800000000##');
    expect(wire.sent[0][4]).toBe(0x97);
  });

  it('an unknown number is acknowledged, so that the device goes on', () => {
    const { intake, wire } = send(0x5f, '0102030405');
    expect(intake.fixes).toEqual([]);
    expect(wire.sent).toEqual([buildFrame(0x5f, new Uint8Array(0), 0x0102)]);
  });
});

describe('damaged frames', () => {
  it('with a wrong checksum are counted and not answered, unless that is allowed', () => {
    const damaged = LOCATION.slice();
    damaged[20] ^= 1;
    const strict = afterLogin();
    strict.session.receive(concatBytes(damaged, HEARTBEAT));
    expect(strict.intake.malformedFrames).toHaveLength(1);
    expect(strict.wire.hex).toBe('787805130011f9700d0a');
    const lenient = afterLogin(new RecordingIntake(), createGt06({ acceptWrongChecksum: true }));
    lenient.session.receive(damaged);
    expect(lenient.intake.fixes).toHaveLength(1);
  });

  it('without the terminator in its place end at the next one', () => {
    const { session, intake } = afterLogin();
    const short = LOCATION.slice();
    short[2] = 0x10;
    session.receive(concatBytes(short, HEARTBEAT));
    expect(intake.malformedFrames).toHaveLength(1);
    expect(intake.fixes).toHaveLength(1);
  });

  it('with a length that reaches over the next frame do not swallow it', () => {
    const { session, intake } = afterLogin();
    session.receive(concatBytes(fromHex('79794000'), LOCATION.subarray(3)));
    session.receive(HEARTBEAT);
    session.receive(LOCATION);
    expect(intake.fixes).toHaveLength(2);
  });
});

describe('acknowledgement', () => {
  it('waits for the commit and never comes for what was lost', () => {
    const intake = new RecordingIntake();
    const { session, wire } = afterLogin(intake);
    intake.commits = 'by hand';
    session.receive(HEARTBEAT);
    expect(wire.hex).toBe('');
    intake.commit();
    expect(wire.hex).toBe('787805130011f9700d0a');
    session.receive(LOCATION);
    intake.commit(false);
    expect(wire.hex).toBe('787805130011f9700d0a');
  });
});

describe('streams', () => {
  it('mean the same however they are cut', () => {
    const wifi = fromHex(
      '787803691604130318491475905bd30e25001e10bbf7635d14759006e626560501cc0028660f213228660f1f2828660ea81e286610731428660f20140d0a',
    );
    const long = buildFrame(0x94, fromHex('0004e3'), 7, true);
    const frames = [LOGIN, LOCATION, long, wifi, HEARTBEAT, ALARM_FRAME];
    expectSameHoweverCut(gt06, frames, 5);
  });

  it('survive random bytes and damaged frames: nothing wrong is stored and the next good frame is read', () => {
    const random = seededRandom(7878);
    const good = encodeGt06Position(position, 5);
    for (let round = 0; round < 3000; round++) {
      const { session, intake } = afterLogin();
      session.receive(round % 3 === 0 ? randomBytes(Math.floor(random() * 300), random) : mutate(good, random));
      const stored = intake.fixes.length;
      session.receive(good);
      expect(intake.fixes.length, `round ${round}`).toBe(stored + 1);
      for (const fix of intake.fixes) expect(fix.time).toBe(position.time);
    }
  });
});
