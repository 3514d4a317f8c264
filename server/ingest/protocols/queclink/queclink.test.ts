import { describe, expect, it } from 'vitest';
import { HOUR } from '../../../../src/domain/base/index.ts';
import { RecordingIntake } from '../../testing/recordingIntake.ts';
import { mutate, openSession, expectSameHoweverCut, randomBytes, seededRandom } from '../../testing/streams.ts';
import {
  encodeQueclinkAcknowledgement,
  encodeQueclinkEvent,
  encodeQueclinkHeartbeat,
  encodeQueclinkReport,
  queclink,
  queclinkTime,
  type QueclinkPosition,
  type QueclinkSender,
} from './index.ts';

const IMEI = '868487004353181';
const position: QueclinkPosition = {
  time: Date.UTC(2026, 4, 31, 8, 30, 15),
  latitude: -33.456789,
  longitude: -70.123456,
  speed: 63.4,
  course: 271,
  altitude: 112.5,
  hdop: 1,
};
const sender: QueclinkSender = { identifier: IMEI, count: 0x32db };
const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The report that the reference prints. */
const REPORT =
  '+RESP:GTFRI,DF0200,868487004353181,cv100,14051,10,1,0,0.0,0,264.1,114.015515,22.537178,20210608064328,0460,0001,25F8,061A7D02,,0.0,,,,100,21,,,,20210608144354,32DB$';

function open(intake = new RecordingIntake([{ identifier: IMEI }])) {
  return openSession(queclink, intake);
}

/** The attributes of the last report that one message brings. */
function attributesOf(message: Uint8Array | string): Record<string, unknown> {
  const { session, intake } = open();
  session.receive(typeof message === 'string' ? ascii(message) : message);
  return intake.fixes.at(-1)?.attributes ?? {};
}

const event = (type: string, before: string, behind = ''): Record<string, unknown> =>
  attributesOf(encodeQueclinkEvent(type, sender, before, position, behind));

describe('a periodic report', () => {
  it('of the reference is read, and answered once stored', () => {
    const { session, intake, wire } = open();
    session.receive(ascii(REPORT));
    // Without a fix the coordinates are the last known ones, and the time is that of the report.
    expect(intake.fixes).toEqual([
      {
        identifier: IMEI,
        protocol: 'queclink',
        time: Date.UTC(2021, 5, 8, 14, 43, 54),
        hasPosition: true,
        valid: false,
        latitude: 22.537178,
        longitude: 114.015515,
        speed: 0,
        course: 0,
        altitude: 264.1,
        satellites: -1,
        attributes: {
          cell: '460,1,9720,102399234',
          external_voltage: 14.051,
          odometer: 0,
          battery_level: 100,
          ignition: true,
          motion: false,
        },
      },
    ]);
    expect(wire.text).toBe('+SACK:32DB$');
  });

  it('keeps every value of several positions', () => {
    const { session, intake } = open();
    const later = { ...position, time: position.time + 15_000, latitude: -33.45 };
    session.receive(
      encodeQueclinkReport({ ...sender, stored: true }, [position, later], {
        odometer: 123_456_700,
        battery: 87,
        status: '220102',
        supply: 12.345,
      }),
    );
    expect(intake.fixes).toMatchObject([
      {
        time: position.time,
        valid: true,
        latitude: -33.456789,
        longitude: -70.123456,
        speed: 63.4,
        course: 271,
        altitude: 112.5,
      },
      { time: later.time, latitude: -33.45 },
    ]);
    expect(intake.fixes[0].attributes).toEqual({ hdop: 1, cell: '262,1,6450,7076', archive: true });
    expect(intake.fixes[1].attributes).toEqual({
      hdop: 1,
      cell: '262,1,6450,7076',
      archive: true,
      external_voltage: 12.345,
      odometer: 123_456_700,
      battery_level: 87,
      ignition: true,
      motion: true,
      digital_inputs: 1,
      digital_outputs: 2,
    });
  });

  it('without coordinates gives the cell', () => {
    const { session, intake } = open();
    session.receive(
      ascii(`+RESP:GTFRI,210102,${IMEI},,1,1,1,,,,,,,,310,410,51bc,ca1dae6,10800,1,20170318214333,0002$`),
    );
    expect(intake.fixes).toMatchObject([
      { hasPosition: false, time: Date.UTC(2017, 2, 18, 21, 43, 33), attributes: { cell: '310,410,20924,211933926' } },
    ]);
  });
});

it('a location off the globe is reported, and left out of the report', () => {
  const { session, intake } = open();
  session.receive(ascii(REPORT.replace('22.537178', '91.000000')));
  expect(intake.malformedFrames.map(({ reason }) => reason)).toEqual([
    'a location is off the globe or of no time, and left out',
  ]);
  expect(intake.fixes).toMatchObject([{ hasPosition: false, attributes: { external_voltage: 14.051 } }]);
});

it('a connection that breaks off within a message is reported', () => {
  const { session, intake } = open();
  session.receive(ascii(REPORT.slice(0, 60)));
  session.closed();
  expect(intake.malformedFrames.map(({ reason }) => reason)).toEqual(['the connection ended within a frame']);
});

describe('an event', () => {
  it('raises its alarm', () => {
    expect(event('SOS', ',0,0,1').alarm).toBe('sos');
    expect(event('TOW', ',,10,1').alarm).toBe('tow');
    expect(event('SPD', ',,00,1').alarm).toBe('overspeed');
    expect(event('GEO', ',,01,1').alarm).toBe('geofence_enter');
    expect(event('GEO', ',,10,1').alarm).toBe('geofence_exit');
    expect(event('JDS', ',2').alarm).toBe('jamming');
    expect(event('JDS', '1').alarm).toBeUndefined();
    expect(event('JDR', '').alarm).toBe('jamming');
    expect(event('EPF', '').alarm).toBe('power_cut');
    expect(event('MPF', '').alarm).toBe('power_cut');
    expect(event('EPN', '').alarm).toBe('power_restored');
    expect(event('MPN', '').alarm).toBe('power_restored');
    expect(event('PFA', '').alarm).toBe('power_off');
    expect(event('BPL', '3.57')).toMatchObject({ alarm: 'low_battery', battery_voltage: 3.57, report: 'BPL' });
  });

  it('of harsh driving gives its kind', () => {
    expect(['10', '11', '12', '03', '04', '05'].map((kind) => event('HBM', `,,${kind},1`).harsh_event)).toEqual([
      'braking',
      'acceleration',
      'cornering',
      'braking',
      'acceleration',
      'cornering',
    ]);
  });

  it('gives the ignition with the mileage, the state, the driver, and what a serial device says', () => {
    expect(event('IGN', '9860', ',881.2')).toMatchObject({ ignition: true, odometer: 881_200 });
    expect(event('IGF', '9860', '00012:30:00,882.0')).toMatchObject({ ignition: false, odometer: 882_000 });
    expect(event('STT', '16')).toMatchObject({ ignition: false, alarm: 'tow' });
    expect(event('STT', '42')).toMatchObject({ motion: true });
    expect(event('IDA', ',D2C4FBC5,1,1')).toMatchObject({ driver_key: 'D2C4FBC5' });
    expect(event('DAT', '1,,,temp=21.5').message).toBe('temp=21.5');
  });

  it('of extended reports has probes and a fuel sensor, by its mask', () => {
    const extended = (mask: string, extras: string): Record<string, unknown> =>
      attributesOf(
        encodeQueclinkEvent('ERI', sender, `${mask},12351,10,1`, position, `55.5,00259:30:00,,,80,210104,${extras}`),
      );
    expect(extended('00000002', '2,2,28E17436060000E2,1,015F,28E17436060000E3,1,FF60')).toMatchObject({
      odometer: 55_500,
      engine_hours: 259.5,
      battery_level: 80,
      external_voltage: 12.351,
      temperature_1: 21.9375,
      temperature_2: -10,
    });
    expect(extended('00000001', '1,1,1,01DF').fuel).toBe(479);
    expect(extended('00000000', '1,1,1,01DF').fuel).toBeUndefined();
    expect(extended('00000004', '0,1,C03FFFFF,,2,H9307659,368713.50,1291,90,91,,P82.40')).toMatchObject({
      odometer: 930_765_900,
      engine_speed: 1291,
      fuel_percent: 82.4,
    });
  });

  it('GTCAN and GTOBD name their values by masks', () => {
    expect(
      attributesOf(
        `+RESP:GTCAN,310201,${IMEI},gv65,0,1,C03FFFFF,,2,H89394,63.14,200,0,87,,P43.60,0,0,17.53,11.61,5.92,0.00,0,0,4002,0,1,0.76,35.00,0,,,,0,0,,20260101000052,05A6$`,
      ),
    ).toMatchObject({
      ignition: true,
      odometer: 8_939_400,
      fuel_used: 63.14,
      engine_speed: 200,
      can_speed: 0,
      coolant_temperature: 87,
      fuel_percent: 43.6,
      engine_hours: 17.53,
    });
    expect(
      event('OBD', 'gv500,0,78FFFF,4T1BE46KX7U018210,1,13411,981B81C0,787,3,43,,921,463,1,10,0300,20,55,61,1286'),
    ).toMatchObject({
      vin: '4T1BE46KX7U018210',
      engine_speed: 787,
      can_speed: 3,
      coolant_temperature: 43,
      engine_load: 55,
      fuel_percent: 61,
    });
  });

  it('GTINF gives supply, battery, signal and card', () => {
    expect(
      attributesOf(
        `+RESP:GTINF,C20113,${IMEI},,21,89464278206103756482,31,0,11,12295,13985,4.25,0,0,,,20241104220934,0,0,,00,00,,,20241104162009,06D6$`,
      ),
    ).toEqual({
      report: 'INF',
      ignition: true,
      motion: false,
      iccid: '89464278206103756482',
      gsm_signal: 100,
      external_voltage: 12.295,
      power2: 13.985,
      battery_voltage: 4.25,
    });
  });
});

describe('time', () => {
  it('of a message without a position is in the zone that is set for the device, whatever its messages show', () => {
    const intake = new RecordingIntake([{ identifier: IMEI, clockOffset: 330 }]);
    intake.time = position.time;
    const { session } = open(intake);
    session.receive(encodeQueclinkAcknowledgement('RTO', 'FFFF', sender, position.time));
    expect(intake.fixes.at(-1)?.time).toBe(position.time - 5.5 * HOUR);
  });

  it("of a message without a position is brought from the device's zone to UTC, as its live messages show it", () => {
    const { session, intake } = open();
    const local = intake.time - 4 * HOUR;
    const info = (kind: string, time: number): Uint8Array =>
      ascii(`+${kind}:GTPNA,060402,${IMEI},,${queclinkTime(time)},0001$`);
    session.receive(info('RESP', local + 20_000));
    session.receive(info('BUFF', local - HOUR));
    expect(intake.fixes.map(({ time }) => time)).toEqual([intake.time + 20_000, intake.time - HOUR]);
  });

  it('is now when the message was cut short', () => {
    const { session, intake, wire } = open();
    session.receive(ascii(`+RESP:GTPNA,060402,${IMEI},,,2026060112$`));
    expect(intake.fixes[0].time).toBe(intake.time);
    expect(wire.text).toBe('');
  });
});

describe('answers', () => {
  it('a heartbeat gets its own, and is no report', () => {
    const { session, intake, wire } = open();
    session.receive(encodeQueclinkHeartbeat({ ...sender, version: '1A0401', count: 0x11f0 }, position.time));
    expect(wire.text).toBe('+SACK:GTHBD,1A0401,11F0$');
    expect(intake.fixes).toEqual([]);
  });

  it('wait for the commit and never come for what was lost', () => {
    const { session, intake, wire } = open();
    intake.commits = 'by hand';
    session.receive(ascii(REPORT));
    expect(wire.text).toBe('');
    intake.commit(false);
    session.receive(encodeQueclinkReport({ ...sender, count: 7 }, [position]));
    intake.commit();
    expect(wire.text).toBe('+SACK:0007$');
  });

  it('a stranger gets none, and is let in once it is registered', () => {
    const known: { identifier: string }[] = [];
    const { session, intake, wire } = open(new RecordingIntake(known));
    session.receive(ascii(REPORT));
    expect([wire.text, session.ready, intake.refused]).toEqual(['', false, [IMEI]]);
    known.push({ identifier: IMEI });
    session.receive(ascii(REPORT));
    expect([wire.text, session.ready]).toEqual(['+SACK:32DB$', true]);
  });

  it('go to datagrams too, with or without the mark at their end', () => {
    const { session, intake, wire } = openSession(queclink, new RecordingIntake(), 'udp');
    session.receive(ascii(REPORT.slice(0, -1)));
    expect(intake.fixes).toHaveLength(1);
    expect(wire.text).toBe('+SACK:32DB$');
  });
});

describe('commands', () => {
  function afterLogin() {
    const opened = open();
    opened.session.receive(ascii(REPORT));
    opened.wire.sent.length = 0;
    return opened;
  }

  it('carry our serial at their end, and are answered by it in any order', () => {
    const { session, intake, wire } = afterLogin();
    expect(session.command?.({ reference: 41, text: 'AT+GTRTO=gv300,1,,,,,,FFFF$' })).toBe(true);
    expect(session.command?.({ reference: 42, text: 'AT+GTRTO=gv300,3,,,,,,FFFF' })).toBe(true);
    expect(session.command?.({ reference: 43, text: 'AT+GTOUT=gv300,1' })).toBe(true);
    expect(wire.text).toBe('AT+GTRTO=gv300,1,,,,,,0001$AT+GTRTO=gv300,3,,,,,,0002$AT+GTOUT=gv300,1$');
    session.receive(encodeQueclinkAcknowledgement('RTO', '0002', sender, position.time, 'VER'));
    session.receive(encodeQueclinkAcknowledgement('OUT', 'FFFF', sender, position.time));
    session.receive(encodeQueclinkAcknowledgement('RTO', '0001', sender, position.time));
    session.receive(encodeQueclinkAcknowledgement('RTO', '0001', sender, position.time));
    expect(intake.answers.map(({ reference, accepted, text }) => [reference, accepted, text])).toEqual([
      [42, true, 'GTRTO VER'],
      [43, true, 'GTOUT'],
      [41, true, 'GTRTO'],
      [null, true, 'GTRTO'],
    ]);
  });

  it('that are none of the protocol are not sent', () => {
    const { session, wire } = afterLogin();
    for (const text of [
      '',
      'RELAY,1#',
      'AT+GTRTO',
      'AT+GTRTO=a$b',
      'AT+GTRTO=й,FFFF$',
      `AT+GTRTO=${'x'.repeat(600)}$`,
    ]) {
      expect(session.command?.({ reference: 1, text }), text).toBe(false);
    }
    expect(wire.sent).toEqual([]);
  });
});

describe('what is no message', () => {
  it('is counted with its reason, and the next one is read', () => {
    const { session, intake } = open();
    const reasonOf = (text: string): string[] => {
      intake.malformedFrames.length = 0;
      session.receive(ascii(text));
      return intake.malformedFrames.map(({ reason }) => reason);
    };
    expect(
      reasonOf('+RESP:GTINF,35946403007376,8938003990320469804f,18,99,100,1,0,+2.00,0,20131018084015,00EE,0103090402$'),
    ).toEqual(['the version is none']);
    expect(reasonOf('+RESP:GTFRI,060402,,,20131018084015,00EE$')).toEqual(['the message carries no identifier']);
    expect(reasonOf(`+RESP:GTFRI,060402,${IMEI},1$`)).toEqual(['the message is shorter than its frame']);
    expect(reasonOf('+RSP\u0001\u0002\r\n\u0003 binary')).toEqual(['the binary dialect is not spoken']);
    // A message that lost its end does not take the next one with it.
    expect(reasonOf(REPORT.slice(0, 60) + REPORT)).toEqual(['no message begins here']);
    expect(intake.fixes).toHaveLength(1);
  });

  it('does not fill memory', () => {
    const { session, intake } = open();
    session.receive(ascii(`+RESP:GTFRI${'x'.repeat(20_000)}`));
    session.receive(ascii(`\r\n${REPORT}\r\n`));
    expect(intake.fixes).toHaveLength(1);
    expect(intake.malformedFrames.length).toBeGreaterThan(0);
  });
});

describe('streams', () => {
  it('mean the same however they are cut', () => {
    const frames = [
      ascii(`${REPORT}\r\n`),
      encodeQueclinkHeartbeat(sender, position.time),
      encodeQueclinkReport(sender, [position, position], { battery: 80, status: '110000' }),
    ];
    expectSameHoweverCut(queclink, frames, 3);
  });

  it('survive random bytes and damaged messages: the next good one is read', () => {
    const random = seededRandom(20260901);
    const good = encodeQueclinkReport(sender, [position], { battery: 80, status: '110000' });
    for (let round = 0; round < 3000; round++) {
      const { session, intake } = open();
      session.receive(round % 3 === 0 ? randomBytes(Math.floor(random() * 300), random) : mutate(good, random));
      const stored = intake.fixes.length;
      session.receive(good);
      expect(intake.fixes.length, `round ${round}`).toBe(stored + 1);
      expect(intake.fixes.at(-1)).toMatchObject({
        time: position.time,
        latitude: position.latitude,
        longitude: position.longitude,
      });
    }
  });
});
