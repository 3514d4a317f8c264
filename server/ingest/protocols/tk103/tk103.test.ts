import { describe, expect, it } from 'vitest';
import { RecordingIntake } from '../../testing/recordingIntake.ts';
import { mutate, openSession, expectSameHoweverCut, randomBytes, seededRandom } from '../../testing/streams.ts';
import { concatBytes } from '../shared/index.ts';
import { encodeTk103Handshake, encodeTk103Position, tk103 } from './index.ts';

const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const ID = '088046338039';
const LOGIN = text(`(${ID}BP05000${ID}160727A3354.7768N03540.7258E060.0140309065.1001000000L00BEB0D4+017.3)`);
const SEPARATED = text('(352606090042050,BP05,240414,A,4527.3513N,00909.9758E,4.80,112825,155.49)');
const NOTICE = text('(8647555555,ZC03,191117,234421,$)Notice:\r\nserial (number: 58).\r\nversion 11:17)$)');
const message = {
  time: Date.UTC(2026, 4, 31, 8, 30, 15),
  latitude: -33.8688197,
  longitude: 151.2092955,
  speed: 57.5,
  course: 201.4,
};

function ask(frame: Uint8Array | string, intake = new RecordingIntake()) {
  const { session, wire } = openSession(tk103, intake);
  session.receive(typeof frame === 'string' ? text(frame) : frame);
  return { intake, answer: wire.text, fix: intake.fixes[0] };
}

describe('joined frames', () => {
  it('have place, km/h, state, odometer and temperature', () => {
    const { fix, answer } = ask(LOGIN);
    expect(fix).toMatchObject({
      identifier: ID,
      protocol: 'tk103',
      time: Date.UTC(2016, 6, 27, 14, 3, 9),
      valid: true,
      speed: 60,
      course: 65.1,
      attributes: { charging: true, ignition: true, fuel: 0, odometer: 12_497_108, temperature_1: 17.3 },
    });
    expect(fix.latitude).toBeCloseTo(33.912947, 6);
    expect(fix.longitude).toBeCloseTo(35.678763, 6);
    expect(answer).toBe(`(${ID}AP05)`);
  });

  it.each([
    [
      'spaces for zeros',
      '(027023361470BR00200617A4000.5775N 8415.4076W 46.0173725 87.3101000000L00000000)',
      { speed: 46, course: 87.31, time: Date.UTC(2020, 5, 17, 17, 37, 25) },
    ],
    [
      'more decimals of course',
      '(013666666666BR00110925A1234.5678N01234.5678W000.002033490.00000000000L000024DE)',
      {
        course: 90,
        time: Date.UTC(2011, 8, 25, 2, 3, 34),
        attributes: { charging: true, ignition: false, fuel: 0, odometer: 9438 },
      },
    ],
    [
      'a comma before the state',
      '(087073803649BR00170221A6142.0334N02712.2197E000.3203149000.00,0100000FL00000000)',
      { course: 0, speed: 0.3, attributes: { charging: true, ignition: true, fuel: 15, odometer: 0 } },
    ],
    [
      'eleven digits of identifier',
      '(01602009983BR00160830V1855.7022S04817.8731W000.0002729000.0010000000L00000000)',
      {
        identifier: '01602009983',
        valid: false,
        attributes: { charging: false, ignition: false, fuel: 0, odometer: 0 },
      },
    ],
    [
      'a shorter odometer',
      '(008600410203BP05000008600410203130721A4152.5790N01239.2770E000.0145238173.870100000AL0000010)',
      { course: 173.87, attributes: { charging: true, ignition: true, fuel: 10, odometer: 16 } },
    ],
  ])('with %s', (_, frame, expected) => {
    expect(ask(frame).fix).toMatchObject(expected);
  });

  it('come back from our encoder', () => {
    const { fix } = ask(encodeTk103Position(ID, { ...message, ignition: true, odometer: 123_456 }));
    expect(fix).toMatchObject({
      time: message.time,
      speed: 57.5,
      course: 201.4,
      attributes: { ignition: true, odometer: 123_456 },
    });
    expect(fix.latitude).toBeCloseTo(message.latitude, 5);
    expect(fix.longitude).toBeCloseTo(message.longitude, 5);
  });

  it('with a wrong date or place are refused', () => {
    for (const body of [
      '161327A3354.7768N03540.7258E060.0140309065.10',
      '160727A3374.7768N03540.7258E060.0140309065.10',
      '160727A3354.7768N03540.7258E060.0250309065.10',
      '160727A3354.7768N03540.7258E',
    ]) {
      const { intake, answer } = ask(`(${ID}BP05000${ID}${body}01000000L00BEB0D4)`);
      expect([intake.fixes, intake.malformedFrames.length, answer], body).toEqual([[], 1, '']);
    }
  });

  it('give no place without a fix', () => {
    expect(ask('(013632782450BR00120803V0000.0000N00000.0000E000.0174654000.0000000000L00000000)').fix).toMatchObject({
      hasPosition: false,
      valid: false,
      speed: Number.NaN,
    });
  });
});

describe('alarms', () => {
  it.each([
    ['0', 'power_cut'],
    ['1', 'accident'],
    ['2', 'sos'],
    ['3', 'vibration'],
    ['4', 'low_speed'],
    ['5', 'overspeed'],
    ['6', 'geofence_exit'],
    ['9', undefined],
  ])('BO01 %s is %s, and answered', (digit, alarm) => {
    const { fix, answer } = ask(encodeTk103Position(ID, message, `BO01${digit}`));
    expect(fix).toMatchObject({ time: message.time, hasPosition: true });
    expect(fix.attributes.alarm).toBe(alarm);
    expect(answer).toBe(`(${ID}AS01${digit})`);
  });

  it.each([
    ['ZC11', { alarm: 'movement' }],
    ['DW32', { alarm: 'low_battery' }],
    ['ZC13', { alarm: 'power_cut' }],
    ['DW35', { ignition: true }],
    ['ZC16', { ignition: false }],
    ['DW37', { alarm: 'tampering' }],
    ['ZC25', { alarm: 'sos' }],
    ['DW3B', {}],
  ])('%s by its name', (command, attributes) => {
    const { fix } = ask(`(013632651491,${command},040613,A,2234.0297N,11405.9101E,36.5,040137,178.48,12.5,7)`);
    expect(fix).toMatchObject({
      time: Date.UTC(2013, 5, 4, 4, 1, 37),
      speed: 36.5,
      course: 178.48,
      altitude: 12.5,
      satellites: 7,
    });
    expect(fix.attributes).toEqual(attributes);
  });

  it('BQ81 in words', () => {
    expect(
      ask('(044027395704BQ81,ALARM,1,164,151101A2238.5237N11349.4571E0.7031241010.0000,00000000)').fix,
    ).toMatchObject({ speed: 0.7, course: 10, attributes: { alarm: 'overspeed' } });
  });
});

describe('frames without a place', () => {
  it('a handshake is answered and stores nothing', () => {
    const { intake, answer } = ask(encodeTk103Handshake(ID));
    expect(answer).toBe(`(${ID}AP01HSO)`);
    expect(intake.fixes).toEqual([]);
  });

  it('keep cells in both ways of writing', () => {
    expect(
      ask('(027045009305BP05355227045009305,{413,2,30073,16724}\r\n{413,2,30073,16730}\r\n,01000000)').fix.attributes,
    ).toEqual({ cell: '413,2,30073,16724;413,2,30073,16730', charging: true, ignition: true, fuel: 0 });
    expect(ask('(088047194605BZ00,510,010,36e6,932c,43,36e6,766b,36)').fix.attributes.cell).toBe(
      '510,10,14054,37676,43;510,10,14054,30315,36',
    );
  });

  it('keep access points, levels and the battery of a scooter', () => {
    expect(
      ask('(864555555555555,DW51,200,1,3215,43370,2,58:F3:BB:3B:AA:82*-65*1,1C:6A:BB:AA:81:95*-78*1,151117,154419)')
        .fix,
    ).toMatchObject({
      time: Date.UTC(2017, 10, 15, 15, 44, 19),
      attributes: { cell: '200,1,3215,43370', wifi: '58-f3-bb-3b-aa-82,-65;1c-6a-bb-aa-81-95,-78' },
    });
    expect(ask('(864768010159785,ZC20,291015,030413,3,362,65535,255)').fix.attributes).toEqual({
      battery_step: 3,
      battery_voltage: 3.62,
    });
    expect(ask('(013632651491,ZC20,040613,040137,6,42,112,0)').fix.attributes).toEqual({
      battery_step: 6,
      battery_voltage: 4.2,
      external_voltage: 11.2,
    });
    expect(ask('(007030201454BS5190:02150000753001DC,91:0EE8060EDC0A01DC,92:42014201DC0A01DC)').fix.attributes).toEqual(
      {
        battery_voltage: 53.3,
        battery_current: 0,
        battery_level: 47.6,
        cell_voltage_high: 3.816,
        cell_voltage_low: 3.804,
        temperature_1: 26,
      },
    );
  });

  it('words between dollar signs may hold brackets', () => {
    expect(ask(NOTICE).fix).toMatchObject({
      time: Date.UTC(2017, 10, 19, 23, 44, 21),
      attributes: { message: ')Notice: serial (number: 58). version 11:17)' },
    });
  });

  it('that name nobody or say nothing known are no report', () => {
    expect(ask('(BR00)').intake.malformedFrames).toHaveLength(1);
    const { intake } = ask('(027028258309BQ86,0,hello,161117005322,01000001)');
    expect([intake.fixes, intake.malformedFrames]).toEqual([[], []]);
  });
});

describe('answers', () => {
  it('wait for the commit and never come for what was lost', () => {
    const intake = new RecordingIntake();
    const { session, wire } = openSession(tk103, intake);
    intake.commits = 'by hand';
    session.receive(LOGIN);
    expect(wire.text).toBe('');
    intake.commit(false);
    expect(wire.text).toBe('');
    session.receive(LOGIN);
    session.receive(SEPARATED);
    intake.commit();
    expect(wire.text).toBe(`(${ID}AP05)(352606090042050,AP05)`);
    expect(new Set(intake.fixes.map((fix) => fix.time)).size).toBe(2);
  });

  it('never go to an unknown device', () => {
    const { intake, answer } = ask(concatBytes(encodeTk103Handshake(ID), LOGIN), new RecordingIntake([]));
    expect([answer, intake.fixes, intake.refused]).toEqual(['', [], [ID, ID]]);
  });
});

describe('commands', () => {
  it('carry the identifier, and replies come back', () => {
    const { session, intake, wire } = openSession(tk103);
    expect(session.command?.({ reference: 1, text: 'AV010' })).toBe(false);
    session.receive(encodeTk103Handshake(ID));
    wire.sent.length = 0;
    expect(session.command?.({ reference: 1, text: 'AV010' })).toBe(true);
    expect(session.command?.({ reference: 2, text: `(${ID}AR00000A0000)` })).toBe(true);
    session.receive(SEPARATED);
    wire.sent.length = 0;
    expect(session.command?.({ reference: 3, text: 'DZ11' })).toBe(true);
    expect(wire.text).toBe('(352606090042050,DZ11)');
    session.receive(text(`(${ID}BV010)`));
    session.receive(NOTICE);
    expect(intake.answers).toMatchObject([
      { identifier: ID, reference: null, text: 'BV010' },
      { identifier: '8647555555', reference: null, text: ')Notice: serial (number: 58). version 11:17)' },
    ]);
    expect(intake.fixes.at(-2)).toMatchObject({
      hasPosition: false,
      time: intake.time,
      attributes: { message: 'BV010' },
    });
  });

  it('that would break the frame are not sent', () => {
    const { session } = openSession(tk103);
    session.receive(LOGIN);
    for (const bad of ['', 'AV01)(1AV01', 'a\nb', 'ж', 'A'.repeat(201)])
      expect(session.command?.({ reference: 1, text: bad }), bad).toBe(false);
  });
});

describe('streams', () => {
  it('mean the same however they are cut', () => {
    const frames = [encodeTk103Handshake(ID), LOGIN, text('\r\n'), NOTICE, SEPARATED, encodeTk103Position(ID, message)];
    expectSameHoweverCut(tk103, frames, 4);
  });

  it('find the next frame behind noise and behind a frame that lost its end', () => {
    expect(ask(concatBytes(text('gabbage@#*^$-+<>?))))$$--'), LOGIN)).intake).toMatchObject({
      fixes: [{ identifier: ID }],
      malformedFrames: [{}],
    });
    expect(ask(concatBytes(LOGIN.subarray(0, 40), LOGIN)).intake).toMatchObject({
      fixes: [{ identifier: ID }],
      malformedFrames: [{}],
    });
    // One dollar sign alone.
    expect(ask(concatBytes(text(`(${ID}BR00$`), LOGIN)).intake.fixes).toHaveLength(1);
  });

  it('a datagram is a session', () => {
    const { session, intake, wire } = openSession(tk103, new RecordingIntake(), 'udp');
    session.receive(LOGIN);
    expect([intake.fixes.length, wire.sent.length]).toEqual([1, 1]);
    session.receive(LOGIN.subarray(0, 50));
    expect(intake.malformedFrames).toHaveLength(1);
  });

  it('survive random bytes and damaged frames: a good frame is read again', () => {
    const random = seededRandom(5002);
    const good = encodeTk103Position(ID, message);
    for (let round = 0; round < 3000; round++) {
      const { session, intake } = openSession(tk103);
      session.receive(
        round % 3 === 0
          ? randomBytes(Math.floor(random() * 200), random)
          : mutate([good, LOGIN, NOTICE][round % 3], random),
      );
      for (let again = 0; again < 3; again++) session.receive(good);
      expect(
        intake.fixes.some((fix) => fix.identifier === ID && fix.time === message.time),
        `round ${round}`,
      ).toBe(true);
      for (const fix of intake.fixes)
        expect(Number.isFinite(fix.time) && Math.abs(fix.latitude) <= 90 && Math.abs(fix.longitude) <= 180).toBe(true);
    }
  });

  it('without an end are dropped at the largest frame', () => {
    const { session, intake } = openSession(tk103);
    for (let part = 0; part < 100; part++) session.receive(text(`(${ID}`.padEnd(97, '0')));
    session.receive(concatBytes(text(')'), LOGIN));
    expect(intake.fixes).toHaveLength(1);
    expect(intake.malformedFrames.length).toBeGreaterThan(0);
  });
});
