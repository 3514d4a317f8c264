import { describe, expect, it } from 'vitest';
import { RecordingIntake } from '../../testing/recordingIntake.ts';
import {
  mutate,
  openSession,
  expectSameHoweverCut,
  outcomeOf,
  randomBytes,
  seededRandom,
  cutsOf,
} from '../../testing/streams.ts';
import { concatBytes, fromHex } from '../shared/index.ts';
import { encodeH02Binary, encodeH02Heartbeat, encodeH02Position, h02 } from './index.ts';

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

/** 45 bytes, as the protocol's document shows it. */
const LONG = fromHex('2491802711800850240512192350143206090249758e000001ffffbbff00bdf0900000000001d60161cc4b9a35');
const SHORT = fromHex('2441060116601245431311165035313006004318210e000000fffffbffff0024');
const V1 = text('*HQ,4210051415,V1,164549,A,0956.3869,N,08406.7068,W,010.00,090,221215,FFFFFFFF,712,01,7,9,6#');

const message = {
  time: Date.UTC(2026, 4, 31, 8, 30, 15),
  latitude: -33.8688197,
  longitude: 151.2092955,
  speed: 57.5,
  course: 201,
};

/** Sends one frame; answers what came of it. */
function ask(frame: Uint8Array | string, intake = new RecordingIntake()) {
  const { session, wire } = openSession(h02, intake);
  session.receive(typeof frame === 'string' ? text(frame) : frame);
  return { intake, answer: wire.text, fix: intake.fixes[0] };
}

describe('text positions', () => {
  it('are read with speed in km/h, state, cell and charge', () => {
    const { fix } = ask(V1);
    expect(fix).toMatchObject({
      identifier: '4210051415',
      protocol: 'h02',
      time: Date.UTC(2015, 11, 22, 16, 45, 49),
      valid: true,
      hasPosition: true,
      speed: 18.52,
      course: 90,
      attributes: { ignition: true, status: 0xffffffff, cell: '712,1,7,9', battery_level: 100 },
    });
    expect(fix.latitude).toBeCloseTo(9.939782, 6);
    expect(fix.longitude).toBeCloseTo(-84.11178, 6);
  });

  it.each([
    ['without points', '37573392,N,122253456,W', 37.9556533, -122.4224267],
    ['with dashes', '-23-29.0095,S,-46-51.5852,W', -23.483492, -46.859753],
    ['with one digit of degrees', '701.8915,S,3450.3399,W', -7.031525, -34.838998],
  ])('coordinates %s', (_, place, latitude, longitude) => {
    const { fix } = ask(`*HQ,1,V1,030149,A,${place},2.4,065,070315,FFFFFFFF#`);
    expect(fix.latitude).toBeCloseTo(latitude, 6);
    expect(fix.longitude).toBeCloseTo(longitude, 6);
  });

  it.each([
    ['decimal', '460,11,d18e105,7752', '460,11,219734277,7752'],
    ['hexadecimal', '25c,a, 154,b04c', '604,10,340,45132'],
    ['hexadecimal without a letter', '106,14, 201,2173', '262,20,513,8563'],
    ['padded', '0002d4,00000b,005385,0052aa', '724,11,21381,21162'],
  ])('cells are %s', (_, sent, cell) => {
    expect(ask(`*HQ,1,V1,030149,A,0101.0000,N,00101.0000,E,0,0,070315,FFFFFBFF,${sent}#`).fix.attributes.cell).toBe(
      cell,
    );
  });

  it("without coordinates keep the state and the server's time", () => {
    const { intake, fix } = ask('*HQ,353505510948929,V1,,V,,N,,E,0.00,0,,FFFFF7FF,f0,a,11a0,c0c6#');
    expect(fix).toMatchObject({
      time: intake.time,
      hasPosition: false,
      valid: false,
      speed: Number.NaN,
      attributes: { ignition: true, cell: '240,10,4512,49350' },
    });
  });

  it('with a wrong date, place or time are refused', () => {
    for (const [time, place, date] of [
      ['250149', '0101.0000,N,00101.0000,E', '070315'],
      ['030149', '0161.0000,N,00101.0000,E', '070315'],
      ['030149', '9101.0000,N,00101.0000,E', '070315'],
      ['030149', '0101.0000,N,00101.0000,E', '310215'],
    ]) {
      const { intake, answer } = ask(`*HQ,1,V1,${time},A,${place},0,0,${date},FFFFFBFF#`);
      expect(intake.fixes).toEqual([]);
      expect(intake.malformedFrames).toHaveLength(1);
      expect(answer).toBe('');
    }
  });

  it('take the midnight before for a time without a date', () => {
    const intake = new RecordingIntake();
    intake.time = Date.UTC(2026, 5, 1, 0, 0, 20);
    expect(ask('*HQ,1,V1,235950,A,0101.0000,N,00101.0000,E,0,0,,FFFFFBFF#', intake).fix.time).toBe(
      Date.UTC(2026, 4, 31, 23, 59, 50),
    );
  });

  it('V19 gives the SIM card, and one vendor its sensors', () => {
    expect(
      ask('*HQ,1,V19,093043,V,5052.9749,N,00426.4322,E,000.00,000,130916,,0032475874141,8944538530000543700F,FFFFFBFF#')
        .fix.attributes.iccid,
    ).toBe('8944538530000543700F');
    const sensors = ask(
      '*HQ,1,V1,012632,A,0520.0663,N,10028.6324,E,0.286,023,100317,FFFFDFFF,69129336,0,100.0,18,5141,5A20#',
    ).fix;
    expect(sensors).toMatchObject({
      altitude: 18,
      attributes: { odometer: 69129336, fuel_percent: 100, temperature_1: 0 },
    });
  });
});

it('a connection that breaks off within a frame is reported, and so is a place off the globe', () => {
  const { session, intake } = openSession(h02);
  session.receive(
    text('*HQ,4210051415,V1,164549,A,9100.0000,N,08406.7068,W,010.00,090,221215,FFFFFFFF#*HQ,4210051415,V1,16'),
  );
  session.closed();
  expect(intake.malformedFrames.map(({ reason }) => reason)).toEqual([
    'the V1 frame contradicts its layout',
    'the connection ended within a frame',
  ]);
});

describe('state', () => {
  it.each([
    ['FFFFFFFF', undefined],
    ['FFFFFFFE', 'vibration'],
    ['FFFFFFFD', 'sos'],
    ['FFFBFFFF', 'sos'],
    ['FFFFFFFB', 'overspeed'],
    ['FFF7FFFF', 'power_cut'],
    ['FFF7FFFD', 'sos'],
  ])('%s: a zero bit is an alarm (%s)', (status, alarm) => {
    expect(ask(`*HQ,1,V1,030149,A,0101.0000,N,00101.0000,E,0,0,070315,${status}#`).fix.attributes.alarm).toBe(alarm);
  });

  it('bit 10 is the ignition', () => {
    expect(ask('*HQ,1,V1,030149,A,0101.0000,N,00101.0000,E,0,0,070315,FFFFFBFF#').fix.attributes.ignition).toBe(false);
  });
});

describe('binary positions', () => {
  it('of 45 bytes are the published one', () => {
    const { fix } = ask(LONG);
    expect(fix).toMatchObject({
      identifier: '9180271180',
      time: Date.UTC(2019, 11, 5, 8, 50, 24),
      valid: true,
      speed: 0,
      course: 1,
      attributes: { cell: '470,1,25036,19354', battery_level: 100 },
    });
    expect(fix.latitude).toBeCloseTo(23.83572, 6);
    expect(fix.longitude).toBeCloseTo(90.4162633, 6);
  });

  it('are distinguished by what follows', () => {
    const { intake } = ask(concatBytes(SHORT, V1, SHORT, LONG, LONG, V1));
    expect(intake.fixes.map((fix) => fix.identifier)).toEqual([
      '4106011660',
      '4210051415',
      '4106011660',
      '9180271180',
      '9180271180',
      '4210051415',
    ]);
    expect(intake.malformedFrames).toEqual([]);
  });

  it('with 16 digits of identifier have 42 bytes', () => {
    const wide = concatBytes(
      Uint8Array.of(0x24),
      fromHex('3534130600123450'),
      LONG.subarray(6, 29),
      new Uint8Array(10),
    );
    const { intake } = ask(concatBytes(wide, wide));
    expect(intake.fixes.map((fix) => [fix.identifier, fix.time])).toEqual(
      Array.from({ length: 2 }, () => ['353413060012345', Date.UTC(2019, 11, 5, 8, 50, 24)]),
    );
  });

  it('come back from our encoder', () => {
    const { fix } = ask(encodeH02Binary('123456', message));
    expect(fix).toMatchObject({ identifier: '0000123456', time: message.time, course: 201, valid: true });
    expect(fix.latitude).toBeCloseTo(message.latitude, 5);
    expect(fix.longitude).toBeCloseTo(message.longitude, 5);
    expect(fix.speed).toBeCloseTo(57.412, 3);
  });

  it('are followed by fillers that mean nothing', () => {
    const { intake } = ask(concatBytes(text(`X${'0'.repeat(31)}`), V1));
    expect(intake.fixes).toHaveLength(1);
    expect(intake.malformedFrames).toEqual([]);
  });
});

describe('other frames', () => {
  it('LINK', () => {
    expect(ask('*HQ,1700086468,LINK,180902,15,7,84,12,0,240517,FFFFFBFF#').fix).toMatchObject({
      time: Date.UTC(2017, 4, 24, 18, 9, 2),
      hasPosition: false,
      satellites: 7,
      attributes: { gsm_signal: 48, battery_level: 84, steps: 12, ignition: false },
    });
  });

  it('NBR has as many cells as it says', () => {
    const { fix, answer } = ask('*HQ,1600068860,NBR,120156,262,03,255,2,802,54702,46,802,5032,37,081116,FFFFFBFF,5#');
    expect(fix).toMatchObject({
      time: Date.UTC(2016, 10, 8, 12, 1, 56),
      attributes: { cell: '262,3,802,54702,46;262,3,802,5032,37', battery_level: 80 },
    });
    expect(answer).toBe('*HQ,1600068860,V4,NBR,20260601120000#');
    expect(
      ask('*HQ,1600068860,NBR,120156,262,03,255,9,802,54702,46,081116,FFFFFBFF,5#').intake.malformedFrames,
    ).toHaveLength(1);
  });

  it('V3 and VP1 give cells, SMS words', () => {
    expect(ask('*HQ,1,V3,044855,28403,01,001450,011473,158,-62,0292,0,X,030817,FFFFFBFF#').fix.attributes.cell).toBe(
      '284,3,1450,11473,-62',
    );
    expect(ask('*hq,1,VP1,V,470,002,92,3565,0Y92,19433,30#').fix.attributes.cell).toBe(
      '470,2,92,3565,0;470,2,92,19433,30',
    );
    expect(ask('*HQ,1,SMS,balance 5,20#').fix.attributes.message).toBe('balance 5,20');
  });

  it('a heartbeat is echoed, its charge kept', () => {
    const { fix, answer } = ask(encodeH02Heartbeat('1', 87));
    expect(fix.attributes).toEqual({ battery_level: 87 });
    expect(answer).toBe('*HQ,1,HTBT#');
    expect(ask('*HQ,1,V0#').answer).toBe('*HQ,1,V0#');
  });

  it('types that nobody knows are no fault, words of objects neither', () => {
    for (const type of ['XT', 'BASE', 'constructor', 'toString']) {
      const { intake } = ask(`*HQ,1,${type},1,100#`);
      expect([intake.fixes, intake.malformedFrames]).toEqual([[], []]);
    }
  });
});

describe('answers', () => {
  it('wait for the commit and never come for what was lost', () => {
    const intake = new RecordingIntake();
    const { session, wire } = openSession(h02, intake);
    intake.commits = 'by hand';
    session.receive(V1);
    expect(wire.text).toBe('');
    intake.commit();
    expect(wire.text).toBe('*HQ,4210051415,V4,V1,20260601120000#');
    session.receive(V1);
    intake.commit(false);
    expect(wire.text).toBe('*HQ,4210051415,V4,V1,20260601120000#');
    // Sent again, as a device without an answer does.
    session.receive(V1);
    intake.commit();
    expect(wire.sent).toHaveLength(2);
    expect(new Set(intake.fixes.map((fix) => fix.time)).size).toBe(1);
  });

  it('an unknown device gets none, and is asked for again', () => {
    const { intake, answer } = ask(concatBytes(V1, SHORT, V1), new RecordingIntake([{ identifier: '4106011660' }]));
    expect(intake.refused).toEqual(['4210051415', '4210051415']);
    expect(intake.fixes.map((fix) => fix.identifier)).toEqual(['4106011660']);
    expect(answer).toBe('');
    expect(intake.malformedFrames).toEqual([]);
  });

  it('a frame without an identifier belongs to the device before it', () => {
    const anonymous = text('*HQ,,V1,173212,A,2225.78879,S,02829.19021,E,0.00,0,290418,FFFFFBFF#');
    expect(ask(anonymous).intake.malformedFrames).toHaveLength(1);
    expect(ask(concatBytes(V1, anonymous)).intake.fixes.map((fix) => fix.identifier)).toEqual([
      '4210051415',
      '4210051415',
    ]);
  });

  it('a datagram is a session', () => {
    const { session, intake, wire } = openSession(h02, new RecordingIntake(), 'udp');
    session.receive(V1);
    expect(intake.fixes).toHaveLength(1);
    expect(wire.sent).toHaveLength(1);
    const broken = openSession(h02, new RecordingIntake(), 'udp');
    broken.session.receive(V1.subarray(0, 40));
    expect(broken.intake.malformedFrames).toHaveLength(1);
  });
});

describe('commands', () => {
  it('go out as the device is called, and the reply finds its command', () => {
    const { session, intake, wire } = openSession(h02);
    expect(session.command?.({ reference: 7, text: 'S20,{time},1,1' })).toBe(false);
    session.receive(text('*TH,2020916012,HTBT#'));
    wire.sent.length = 0;
    expect(session.command?.({ reference: 7, text: 'S20,{time},1,1' })).toBe(true);
    expect(session.command?.({ reference: 8, text: '*HQ,2020916012,D1,130305,60#' })).toBe(true);
    expect(wire.text).toBe('*TH,2020916012,S20,120000,1,1#*HQ,2020916012,D1,130305,60#');
    session.receive(
      text('*TH,2020916012,V4,D1,ERROR,130305,050316,A,2212.8745,N,11346.6574,E,14.28,028,220902,FFFFFBFF#'),
    );
    session.receive(text('*TH,2020916012,V4,S20,DONE#*TH,2020916012,V4,S71,22,20#'));
    expect(intake.answers).toMatchObject([
      { reference: 8, accepted: false, text: 'D1,ERROR' },
      { reference: 7, accepted: true, text: 'S20,DONE' },
      { reference: null, accepted: null, text: 'S71,22,20' },
    ]);
    expect(intake.fixes.map((fix) => [fix.hasPosition, fix.attributes.message])).toEqual([
      [true, 'D1,ERROR'],
      [false, 'S20,DONE'],
      [false, 'S71,22,20'],
    ]);
  });

  it('that would break the frame are not sent', () => {
    const { session } = openSession(h02);
    session.receive(V1);
    for (const bad of ['', ' ', 'S20#*HQ,1,S20', 'a*b', 'привет', 'S20\n1', 'S'.repeat(300)])
      expect(session.command?.({ reference: 1, text: bad }), bad).toBe(false);
  });
});

describe('streams', () => {
  it('mean the same however they are cut', () => {
    // The first binary frame follows a text, so that what comes behind it shows its length.
    const frames = [V1, SHORT, encodeH02Heartbeat('1', 50), text('\r\n'), encodeH02Position('12', message), SHORT, V1];
    expectSameHoweverCut(h02, frames, 6);
  });

  it('with a tail mean the same once the tail is known, and keep the position before', () => {
    const frames = [LONG, LONG, V1];
    for (const chunks of cutsOf(...frames)) {
      const { fixes, malformed } = outcomeOf(h02, chunks);
      expect(malformed).toBe(0);
      expect(fixes).toMatchObject([
        { identifier: '9180271180', course: 1 },
        { identifier: '9180271180', course: 1, attributes: { cell: '470,1,25036,19354' } },
        { identifier: '4210051415' },
      ]);
    }
  });

  it('survive random bytes and damaged frames: a good frame is read again', () => {
    const random = seededRandom(5013);
    const good = encodeH02Position('353505220903211', message);
    for (let round = 0; round < 3000; round++) {
      const { session, intake } = openSession(h02);
      session.receive(
        round % 3 === 0
          ? randomBytes(Math.floor(random() * 200), random)
          : mutate([good, SHORT, LONG][round % 3], random),
      );
      for (let again = 0; again < 3; again++) session.receive(good);
      expect(
        intake.fixes.some((fix) => fix.identifier === '353505220903211' && fix.time === message.time),
        `round ${round}`,
      ).toBe(true);
      for (const fix of intake.fixes)
        expect(Number.isFinite(fix.time) && Math.abs(fix.latitude) <= 90 && Math.abs(fix.longitude) <= 180).toBe(true);
    }
  });

  it('without an end are dropped at the largest frame', () => {
    const { session, intake } = openSession(h02);
    for (let part = 0; part < 100; part++) session.receive(text('*HQ,1,V1,'.padEnd(97, '1')));
    session.receive(text('\r\n'));
    session.receive(V1);
    expect(intake.fixes).toHaveLength(1);
    expect(intake.malformedFrames.length).toBeGreaterThan(0);
  });
});
