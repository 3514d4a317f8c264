import { describe, expect, it } from 'vitest';
import { HOUR } from '../../../../src/domain/base/index.ts';
import { RecordingIntake } from '../../testing/recordingIntake.ts';
import { mutate, openSession, expectSameHoweverCut, randomBytes, seededRandom } from '../../testing/streams.ts';
import { concatBytes } from '../shared/index.ts';
import { encodeGps103Heartbeat, encodeGps103Login, encodeGps103Position, gps103 } from './index.ts';

const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const IMEI = '359710049092324';
const TRACKER = text(
  `imei:${IMEI},tracker,151027025958,,F,235957.000,A,2429.5156,N,04424.5828,E,10.00,27.91,612,1,0,31.37%,,+22;`,
);
const message = {
  time: Date.UTC(2026, 4, 31, 8, 30, 15),
  latitude: -33.8688197,
  longitude: 151.2092955,
  speed: 57.5,
  course: 201,
};

function ask(frame: Uint8Array | string, intake = new RecordingIntake()) {
  const { session, wire } = openSession(gps103, intake);
  session.receive(typeof frame === 'string' ? text(frame) : frame);
  return { intake, answer: wire.text, fix: intake.fixes[0] };
}

/** A report with this keyword. */
const keyword = (word: string, card = ''): string =>
  `imei:${IMEI},${word},151027025958,${card},F,235957.000,A,2429.5156,N,04424.5828,E,0.00,0;`;

describe('login', () => {
  it('is answered, and so is the heartbeat', () => {
    expect(ask(encodeGps103Login(IMEI)).answer).toBe('LOAD');
    expect(ask(encodeGps103Heartbeat(IMEI)).answer).toBe('ON');
  });

  it('of an unknown device meets silence', () => {
    const { intake, answer } = ask(
      concatBytes(encodeGps103Login(IMEI), encodeGps103Heartbeat(IMEI), TRACKER),
      new RecordingIntake([]),
    );
    expect(answer).toBe('');
    expect(intake.refused).toEqual([IMEI, IMEI, IMEI]);
    expect(intake.fixes).toEqual([]);
  });

  it('without an identifier is malformed', () => {
    expect(ask('##,A;').intake.malformedFrames).toHaveLength(1);
  });
});

describe('a position', () => {
  it('has the date of its zone, km/h and what the wires say', () => {
    const { fix } = ask(TRACKER);
    expect(fix).toMatchObject({
      identifier: IMEI,
      protocol: 'gps103',
      time: Date.UTC(2015, 9, 26, 23, 59, 57),
      valid: true,
      speed: 18.52,
      course: 27.91,
      altitude: 612,
      attributes: { ignition: true, door: false, fuel_percent: 31.37, temperature_1: 22 },
    });
    expect(fix.latitude).toBeCloseTo(24.491927, 6);
    expect(fix.longitude).toBeCloseTo(44.409713, 6);
  });

  it.each([
    ['1301080525', '212511.000', Date.UTC(2013, 0, 7, 21, 25, 11)],
    ['1611291645', '204457.000', Date.UTC(2016, 10, 29, 20, 44, 57)],
    ['13/02/27 23:40', '125952.000', Date.UTC(2013, 1, 27, 12, 59, 52)],
    ['1512312330', '013005.000', Date.UTC(2016, 0, 1, 1, 30, 5)],
  ])('local %s and %s UTC', (local, universal, time) => {
    expect(ask(`imei:${IMEI},tracker,${local},,F,${universal},A,2429.5156,N,04424.5828,E,,;`).fix.time).toBe(time);
  });

  it('without a time that can be read takes the zone that was learned', () => {
    const broken = text(`imei:${IMEI},tracker,151027030000,61.0,F,31.0,A,2429.5156,N,04424.5828,E,8.0,,22.0;`);
    expect(ask(concatBytes(TRACKER, broken)).intake.fixes.map((fix) => fix.time)).toEqual([
      Date.UTC(2015, 9, 26, 23, 59, 57),
      Date.UTC(2015, 9, 27, 0, 0),
    ]);
  });

  it("without a clock has the server's time", () => {
    const { fix, intake } = ask(`imei:${IMEI},tracker,0000000000,,F,,A,2429.5156,N,04424.5828,E,0,0;`);
    expect(fix.time).toBe(intake.time);
    expect(ask(`imei:${IMEI},tracker,260601200000,,F,,A,2429.5156,N,04424.5828,E,0,0;`).fix.time).toBe(intake.time);
  });

  it('with a wrong place is refused', () => {
    const { intake } = ask(`imei:${IMEI},tracker,151027025958,,F,235957.000,A,2499.5156,N,04424.5828,E,0,0;`);
    expect(intake.fixes).toEqual([]);
    expect(intake.malformedFrames).toHaveLength(1);
  });

  it('comes back from our encoder in any zone', () => {
    for (const zone of [-8 * HOUR, 0, 5.5 * HOUR, 11 * HOUR]) {
      const { fix } = ask(encodeGps103Position(IMEI, { ...message, zone, ignition: true, fuelPercent: 40 }));
      expect(fix).toMatchObject({ time: message.time, course: 201, attributes: { ignition: true, fuel_percent: 40 } });
      expect(fix.latitude).toBeCloseTo(message.latitude, 6);
      expect(fix.longitude).toBeCloseTo(message.longitude, 6);
      expect(fix.speed).toBeCloseTo(57.5, 1);
    }
  });

  it('of the vendor that sends names is read too', () => {
    const { fix } = ask(
      'imei:861359038609986,Equipo 1,---,------,----,214734,241018,26,1,-33.42317,-70.61930,067,229,0674,1.00,08,0,1,---,*',
    );
    expect(fix).toMatchObject({
      time: Date.UTC(2018, 9, 24, 21, 47, 34),
      latitude: -33.42317,
      longitude: -70.6193,
      speed: 67,
      course: 229,
      altitude: 674,
      satellites: 8,
      valid: true,
      attributes: { hdop: 1, ignition: false, charging: true },
    });
  });
});

describe('keywords', () => {
  it.each([
    ['help me', { alarm: 'sos' }],
    ['low battery', { alarm: 'low_battery' }],
    ['move', { alarm: 'movement' }],
    ['speed', { alarm: 'overspeed' }],
    ['stockade', { alarm: 'geofence_exit' }],
    ['door alarm', { alarm: 'door' }],
    ['ac alarm', { alarm: 'power_cut' }],
    ['sensor alarm', { alarm: 'vibration' }],
    ['accident alarm', { alarm: 'accident' }],
    ['acc on', { ignition: true }],
    ['acc off', { ignition: false }],
    ['oil 51.67', { fuel_percent: 51.67 }],
    ['T:+28.0', { temperature_1: 28 }],
    ['T:-4.5', { temperature_1: -4.5 }],
    ['rfid', { driver_key: '123456' }],
    ['jt', { blocked: true }],
    ['mt', { armed: false }],
    ['vt14', {}],
    ['tracker', {}],
    ['001', {}],
    ['bonnet alarm', { message: 'bonnet alarm' }],
  ])('%s', (word, attributes) => {
    expect(ask(keyword(word, '123456')).fix.attributes).toEqual(attributes);
  });

  it('a call for help is answered when it is stored', () => {
    const intake = new RecordingIntake();
    const { session, wire } = openSession(gps103, intake);
    intake.commits = 'by hand';
    session.receive(text(keyword('help me')));
    expect(wire.text).toBe('');
    intake.commit(false);
    expect(wire.text).toBe('');
    session.receive(text(keyword('help me')));
    intake.commit();
    expect(wire.text).toBe(`**,imei:${IMEI},E;`);
    expect(new Set(intake.fixes.map((fix) => fix.time)).size).toBe(1);
  });
});

describe('reports without a place', () => {
  it('keep cell and alarm', () => {
    const { fix } = ask(`imei:${IMEI},ac alarm,180404174252,,L,,,296a,,51f7,,,;`);
    expect(fix).toMatchObject({ hasPosition: false, attributes: { cell: '10602,20983', alarm: 'power_cut' } });
  });

  it('OBD gives values of the engine, and nothing that its computer does not know', () => {
    expect(
      ask(`imei:${IMEI},OBD,160629022949,51442,0.00,15.88,5632,122,40.39%,95,0.00%,2101,13.80,P0134,P0571,,;`).fix
        .attributes,
    ).toEqual({
      odometer: 51_442_000,
      fuel_rate: 0,
      fuel_consumption: 15.88,
      can_speed: 122,
      engine_load: 40.39,
      coolant_temperature: 95,
      throttle: 0,
      engine_speed: 2101,
      external_voltage: 13.8,
      trouble_codes: 'P0134 P0571',
    });
    expect(
      ask(`imei:${IMEI},OBD,170612165656,196043,,145803.9,,000,0.0%,+,0.0%,16383,0.00,,,,;`).fix.attributes,
    ).toEqual({ odometer: 196_043_000, can_speed: 0, engine_load: 0, throttle: 0 });
  });

  it('that say nothing are none', () => {
    const { intake } = ask(`imei:${IMEI},L,*`);
    expect([intake.fixes, intake.malformedFrames]).toEqual([[], []]);
  });
});

describe('commands', () => {
  it('carry the identifier, and the reply finds its command', () => {
    const { session, intake, wire } = openSession(gps103);
    expect(session.command?.({ reference: 1, text: 'J' })).toBe(false);
    session.receive(TRACKER);
    expect(session.command?.({ reference: 3, text: 'J' })).toBe(true);
    expect(session.command?.({ reference: 4, text: 'C,20s' })).toBe(true);
    expect(session.command?.({ reference: 5, text: `**,imei:${IMEI},K;` })).toBe(true);
    expect(wire.text).toBe(`**,imei:${IMEI},J;**,imei:${IMEI},C,20s;**,imei:${IMEI},K;`);
    session.receive(text(keyword('kt')));
    session.receive(text(keyword('jt')));
    session.receive(text(keyword('mt')));
    expect(intake.answers).toMatchObject([
      { reference: 5, accepted: true, text: 'kt' },
      { reference: 3, text: 'jt' },
      { reference: null, text: 'mt' },
    ]);
  });

  it('that would break the frame are not sent', () => {
    const { session } = openSession(gps103);
    session.receive(TRACKER);
    for (const bad of ['', 'J;K', 'J\nK', 'ж', 'J'.repeat(201)])
      expect(session.command?.({ reference: 1, text: bad }), bad).toBe(false);
  });
});

describe('streams', () => {
  it('mean the same however they are cut and ended', () => {
    const frames = [
      encodeGps103Login(IMEI),
      TRACKER,
      encodeGps103Heartbeat(IMEI),
      text(`imei:${IMEI},L,*`),
      text('\r\n'),
      text(keyword('help me').replace(';', '\r\n')),
      TRACKER,
    ];
    expectSameHoweverCut(gps103, frames, 3);
  });

  it('a datagram ends its last frame', () => {
    const { session, intake } = openSession(gps103, new RecordingIntake(), 'udp');
    session.receive(TRACKER.subarray(0, -1));
    expect(intake.fixes).toHaveLength(1);
  });

  it('a report that lost its end does not take the next one along', () => {
    const { intake } = ask(concatBytes(TRACKER.subarray(0, 60), TRACKER));
    expect(intake.fixes).toHaveLength(1);
    expect(intake.malformedFrames).toHaveLength(1);
  });

  it('survive random bytes and damaged frames: a good frame is read again', () => {
    const random = seededRandom(5001);
    const good = encodeGps103Position(IMEI, message);
    for (let round = 0; round < 3000; round++) {
      const { session, intake } = openSession(gps103);
      session.receive(round % 2 === 0 ? randomBytes(Math.floor(random() * 200), random) : mutate(TRACKER, random));
      for (let again = 0; again < 2; again++) session.receive(good);
      expect(
        intake.fixes.some((fix) => fix.identifier === IMEI && fix.time === message.time),
        `round ${round}`,
      ).toBe(true);
      for (const fix of intake.fixes)
        expect(Number.isFinite(fix.time) && Math.abs(fix.latitude) <= 90 && Math.abs(fix.longitude) <= 180).toBe(true);
    }
  });

  it('without an end are dropped at the largest frame', () => {
    const { session, intake } = openSession(gps103);
    for (let part = 0; part < 100; part++) session.receive(text('imei:1'.padEnd(97, ',')));
    session.receive(concatBytes(text(';'), TRACKER));
    expect(intake.fixes).toHaveLength(1);
    expect(intake.malformedFrames.length).toBeGreaterThan(0);
  });
});
