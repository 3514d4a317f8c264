import { describe, expect, it } from 'vitest';
import { RecordingIntake } from '../../testing/recordingIntake.ts';
import { mutate, openSession, expectSameHoweverCut, randomBytes, seededRandom } from '../../testing/streams.ts';
import type { Protocol } from '../../types.ts';
import { concatBytes } from '../shared/index.ts';
import { createNmea, encodeGga, encodeNmeaIdentifier, encodeNmeaSentence, encodeRmc, nmea } from './index.ts';

const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const line = (value: string): Uint8Array => text(`${value}\r\n`);
const IMEI = '353976013445485';
const IDENTIFIER = encodeNmeaIdentifier(IMEI);
/** The two sentences that every description of NMEA shows. */
const RMC = line('$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A');
const GGA = line('$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47');
/** 1994 in the sentence is 2094 to a two-digit year; what counts here is that both read the same. */
const RMC_TIME = Date.UTC(2094, 2, 23, 12, 35, 19);

const second = (index: number) => ({
  time: Date.UTC(2026, 4, 31, 23, 59, 58) + index * 1000,
  latitude: -33.8688197,
  longitude: 151.2092955,
  speed: 57.5,
  course: 201,
  altitude: 88,
  satellites: 9,
  hdop: 1.1,
});

function feed(transport: 'tcp' | 'udp', ...chunks: readonly Uint8Array[]) {
  const { session, intake, wire } = openSession(createNmea(), new RecordingIntake(), transport);
  for (const chunk of chunks) session.receive(chunk);
  return { session, intake, wire, fixes: intake.fixes };
}

describe('sentences', () => {
  it('RMC has date, speed in km/h and course', () => {
    const { fixes, wire } = feed('tcp', IDENTIFIER, RMC);
    expect(fixes).toMatchObject([
      {
        identifier: IMEI,
        protocol: 'nmea',
        time: RMC_TIME,
        valid: true,
        course: 84.4,
        satellites: -1,
        altitude: Number.NaN,
      },
    ]);
    expect(fixes[0].speed).toBeCloseTo(22.4 * 1.852, 9);
    expect(fixes[0].latitude).toBeCloseTo(48.1173, 6);
    expect(fixes[0].longitude).toBeCloseTo(11.516667, 6);
    expect(wire.sent).toEqual([]);
  });

  it.each(['GP', 'GL', 'GN', 'GA', 'GB'])('of talker %s are taken', (talker) => {
    expect(
      feed(
        'tcp',
        IDENTIFIER,
        encodeNmeaSentence(`${talker}RMC,164414.90,A,4650.5156500,N,01246.1059604,E,0.018,,091123,,,A,V`),
      ).fixes,
    ).toMatchObject([{ time: Date.UTC(2023, 10, 9, 16, 44, 14, 900), course: Number.NaN }]);
  });

  it('with a wrong checksum are refused, without one they are taken', () => {
    const { fixes, intake } = feed(
      'tcp',
      IDENTIFIER,
      line('$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6B'),
    );
    expect(fixes).toEqual([]);
    expect(intake.malformedFrames).toMatchObject([{ reason: 'the checksum is wrong' }]);
    expect(
      feed('tcp', IDENTIFIER, line('$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W')).fixes,
    ).toHaveLength(1);
    expect(
      feed('tcp', IDENTIFIER, line('$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6a')).fixes,
    ).toHaveLength(1);
  });

  it('that are broken are refused, others and those of a cold receiver passed over', () => {
    const bad = [
      'GPRMC,126519,A,4807.038,N,01131.000,E,,,230394,,',
      'GPRMC,123519,A,4867.038,N,01131.000,E,,,230394,,',
      'GPRMC,123519,A,4807.038,N,01131.000,E,,,320394,,',
      'GPGGA,123519,4807.038,X,01131.000,E,1,08,0.9,545.4,M,46.9,M,,',
    ];
    const broken = feed('tcp', IDENTIFIER, ...bad.map(encodeNmeaSentence));
    expect([broken.fixes, broken.intake.malformedFrames.length]).toEqual([[], 4]);
    const other = feed(
      'tcp',
      IDENTIFIER,
      ...[
        'GPRMC,,V,,,,,,,,,,N',
        'GPGSA,A,3,04,05,,09,12,,,24,,,,,2.5,1.3,2.1',
        'GPVTG,054.7,T,034.4,M,005.5,N,010.2,K',
        'GPGGA,,,,,,0,,,,,,,',
      ].map(encodeNmeaSentence),
      line('!AIVDM,1,1,,A,13u?etPv2;0n:dDPwUM1U1Cb069D,0*24'),
    );
    expect([other.fixes, other.intake.malformedFrames]).toEqual([[], []]);
  });

  it('without a fix report that there is none', () => {
    expect(
      feed('tcp', IDENTIFIER, encodeNmeaSentence('GPRMC,192350.000,V,0000.0000,N,00000.0000,E,,,110318,,')).fixes,
    ).toMatchObject([{ time: Date.UTC(2018, 2, 11, 19, 23, 50), hasPosition: false, valid: false }]);
    expect(feed('tcp', IDENTIFIER, encodeNmeaSentence('GPRMC,192350.000,V,,,,,,,110318,,')).fixes).toMatchObject([
      { hasPosition: false },
    ]);
    // As two chip sets fill the fields while they search.
    for (const place of ['8960.0000,N,00000.0000,E', '36000.0000,N,72000.0000,E']) {
      const { fixes, intake } = feed(
        'tcp',
        IDENTIFIER,
        encodeNmeaSentence(`GPRMC,071732.929,V,${place},0.00,0.00,111118,,,N`),
        encodeNmeaSentence(`GPGGA,071732.929,${place},0,0,,137.0,M,13.0,M,,`),
      );
      expect(fixes).toMatchObject([{ hasPosition: false, valid: false, latitude: 0, longitude: 0 }]);
      expect(intake.malformedFrames).toEqual([]);
    }
  });

  it('of vendors: wires, and a report in one sentence', () => {
    expect(feed('tcp', IDENTIFIER, line('$GPIOP,01000000,10000000,0.50,0.00,0.00,1.25,4.69,4.24')).fixes).toMatchObject(
      [
        {
          hasPosition: false,
          attributes: {
            digital_inputs: 2,
            digital_outputs: 1,
            analog_1: 0.5,
            analog_4: 1.25,
            external_voltage: 4.69,
            battery_voltage: 4.24,
          },
        },
      ],
    );
    expect(
      feed('tcp', IDENTIFIER, line('$TRCCR,20140111000102.000,A,60.000000,-60.000000,10.00,90.00,12.00,50,*28')).intake
        .malformedFrames,
    ).toHaveLength(1);
    expect(
      feed(
        'tcp',
        IDENTIFIER,
        encodeNmeaSentence('TRCCR,20140111000102.000,A,60.000000,-60.000000,10.00,90.00,12.00,50,'),
      ).fixes,
    ).toMatchObject([
      {
        time: Date.UTC(2014, 0, 11, 0, 1, 2),
        latitude: 60,
        longitude: -60,
        speed: 18.52,
        course: 90,
        altitude: 12,
        attributes: { battery_level: 50 },
      },
    ]);
  });
});

describe('RMC and GGA of one fix', () => {
  it('are one report, GGA first', () => {
    const { fixes } = feed('tcp', IDENTIFIER, GGA, RMC);
    expect(fixes).toMatchObject([
      { time: RMC_TIME, course: 84.4, altitude: 545.4, satellites: 8, attributes: { hdop: 0.9 } },
    ]);
  });

  it('are one report, RMC first, once the order is learned; nothing is sent twice', () => {
    const { fixes, session, intake } = feed(
      'tcp',
      IDENTIFIER,
      ...[0, 1, 2].flatMap((index) => [encodeRmc(second(index)), encodeGga(second(index))]),
    );
    expect(fixes.map((fix) => [fix.time, fix.satellites])).toEqual([
      [second(0).time, -1],
      [second(1).time, 9],
      [second(2).time, 9],
    ]);
    // The receiver leaves GGA out: what waits is not lost, and the wait is over.
    session.receive(concatBytes(encodeRmc(second(3)), encodeRmc(second(4)), encodeRmc(second(5))));
    expect(intake.fixes.map((fix) => fix.time)).toEqual([0, 1, 2, 3, 4, 5].map((index) => second(index).time));
  });

  it('the last one that waits is reported when the connection ends', () => {
    const { fixes, session } = feed(
      'tcp',
      IDENTIFIER,
      encodeRmc(second(0)),
      encodeGga(second(0)),
      encodeRmc(second(1)),
    );
    expect(fixes).toHaveLength(1);
    session.closed();
    expect(fixes.map((fix) => fix.time)).toEqual([second(0).time, second(1).time]);
  });

  it('RMC alone never waits', () => {
    const { session, fixes } = feed('tcp', IDENTIFIER);
    for (let index = 0; index < 5; index++) {
      session.receive(encodeRmc(second(index)));
      expect(fixes).toHaveLength(index + 1);
    }
  });

  it('GGA between two RMC has the date of the last, over midnight too', () => {
    const { fixes } = feed(
      'tcp',
      IDENTIFIER,
      encodeRmc(second(0)),
      encodeGga(second(1)),
      encodeGga(second(2)),
      encodeGga(second(3)),
    );
    expect(fixes.map((fix) => fix.time)).toEqual([second(0).time, second(1).time, second(2).time, second(3).time]);
  });
});

describe('GGA alone', () => {
  it.each([
    ['120000', Date.UTC(2026, 5, 1, 12)],
    ['082350.000', Date.UTC(2026, 5, 1, 8, 23, 50)],
    ['120500', Date.UTC(2026, 5, 1, 12, 5)],
    ['235950', Date.UTC(2026, 4, 31, 23, 59, 50)],
  ])('%s is of today, or of the day before when that would be the future', (time, expected) => {
    const { fixes, session } = feed(
      'tcp',
      IDENTIFIER,
      encodeNmeaSentence(`GPGGA,${time},4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,`),
    );
    session.closed();
    expect(fixes).toMatchObject([{ time: expected, valid: true, altitude: 545.4, satellites: 8, speed: Number.NaN }]);
  });

  it('waits for its RMC once, and then no more', () => {
    const gga = (time: string): Uint8Array =>
      encodeNmeaSentence(`GPGGA,${time},4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,`);
    const { fixes, session } = feed('tcp', IDENTIFIER, gga('100000'));
    expect(fixes).toHaveLength(0);
    session.receive(gga('100001'));
    expect(fixes).toHaveLength(2);
    session.receive(gga('100002'));
    expect(fixes).toHaveLength(3);
  });

  it('without a fix is no report', () => {
    const { fixes, session } = feed('tcp', IDENTIFIER, encodeNmeaSentence('GPGGA,123519,,,,,0,00,,,M,,M,,'));
    session.closed();
    expect(fixes).toEqual([]);
  });
});

describe('identifiers', () => {
  it.each([
    [`$PGID,${IMEI}`, IMEI],
    ['$PSIWMDID,6Q5161694402B133*2F', '6Q5161694402B133'],
    [`$DEVID,${IMEI}`, IMEI],
    [`$PCPTI,${IMEI},083459,083459`, IMEI],
    [`$IMEI=${IMEI}`, IMEI],
    [`$IMEI,${IMEI}`, IMEI],
    [`IMEI ${IMEI}`, IMEI],
    [IMEI, IMEI],
    ['086415031C20', '086415031C20'],
  ])('%s in a line of its own', (sent, identifier) => {
    expect(feed('tcp', line(sent), RMC).fixes).toMatchObject([{ identifier }]);
  });

  it.each([
    [`660420156A0066AA$GPRMC,122806.0,A,0119.212178,N,10355.000942,E,0.0,,230119,0.0,E,A*27`, '660420156A0066AA'],
    ['4711/022789000688081/$GPRMC,133343,A,5308.56325,N,1029.12850,E,0.000000,0.000000,290316,,*2A', '022789000688081'],
    [`IMEI ${IMEI}$GPRMC,133343,A,5308.56325,N,1029.12850,E,0,0,290316,,`, IMEI],
  ])('%s in front of the sentence', (sent, identifier) => {
    expect(feed('tcp', line(sent)).fixes).toMatchObject([{ identifier }]);
  });

  it('behind the checksum', () => {
    const sentence = new TextDecoder()
      .decode(encodeNmeaSentence('GPRMC,073446.000,A,1255.5125,N,07738.2948,E,0.00,0.53,080316,D'))
      .trim();
    expect(feed('tcp', line(`${sentence},11,865733027593268,1,090,086,123,456,789,987,12345`)).fixes).toMatchObject([
      { identifier: '865733027593268' },
    ]);
  });

  it('must come, before or after a position, on TCP; a datagram without one belongs to its sender', () => {
    const { fixes, intake } = feed('tcp', RMC, GGA);
    expect([fixes, intake.malformedFrames.length]).toEqual([[], 0]);
    expect(feed('udp', RMC).fixes).toMatchObject([{ identifier: '192.0.2.7' }]);
    expect(feed('udp', concatBytes(IDENTIFIER, GGA, RMC.subarray(0, -2))).fixes).toMatchObject([
      { identifier: IMEI, satellites: 8, course: 84.4 },
    ]);
  });

  it('that are unknown are refused in silence, and their sender does not stand in for them', () => {
    for (const transport of ['tcp', 'udp'] as const) {
      const { session, intake, wire } = openSession(
        nmea,
        new RecordingIntake([{ identifier: '192.0.2.7' }]),
        transport,
      );
      session.receive(concatBytes(IDENTIFIER, RMC, GGA));
      session.closed();
      expect([intake.refused, intake.fixes, intake.malformedFrames, wire.sent]).toEqual([[IMEI], [], [], []]);
    }
  });

  it('of a gateway change from line to line, and nothing goes to the wrong device', () => {
    const from = (identifier: string, index: number): Uint8Array =>
      concatBytes(text(`${identifier}`), encodeGga(second(index)), text(identifier), encodeRmc(second(index)));
    expect(
      feed('tcp', from('100001', 0), from('100002', 5), from('100001', 9)).fixes.map((fix) => [
        fix.identifier,
        fix.time,
      ]),
    ).toEqual([
      ['100001', second(0).time],
      ['100002', second(5).time],
      ['100001', second(9).time],
    ]);
  });
});

describe('datagrams', () => {
  const send = (protocol: Protocol, intake: RecordingIntake, ...datagrams: readonly Uint8Array[]): void => {
    for (const datagram of datagrams) openSession(protocol, intake, 'udp').session.receive(datagram);
  };

  it('join their sentences in either order', () => {
    const intake = new RecordingIntake();
    send(
      createNmea(),
      intake,
      concatBytes(encodeRmc(second(0)), encodeGga(second(0))),
      concatBytes(encodeGga(second(1)), encodeRmc(second(1))),
    );
    expect(intake.fixes).toMatchObject(
      [0, 1].map((index) => ({ time: second(index).time, course: 201, altitude: 88, satellites: 9 })),
    );
  });

  it('of one sentence each give the place once: RMC where there is one', () => {
    const intake = new RecordingIntake();
    const protocol = createNmea();
    send(protocol, intake, encodeRmc(second(0)), encodeGga(second(0)), encodeGga(second(1)), encodeRmc(second(1)));
    expect(intake.fixes.map((fix) => [fix.time, fix.course])).toEqual([0, 1].map((index) => [second(index).time, 201]));
    const other = new RecordingIntake();
    send(createNmea(), other, encodeGga(second(0)), encodeGga(second(1)));
    expect(other.fixes.map((fix) => fix.satellites)).toEqual([9, 9]);
  });
});

describe('streams', () => {
  it('mean the same however they are cut', () => {
    const frames = [
      IDENTIFIER,
      encodeGga(second(0)),
      encodeRmc(second(0)),
      line(''),
      encodeRmc(second(1)),
      encodeGga(second(1)),
      encodeRmc(second(2)),
      encodeGga(second(2)),
      line('$GPIOP,01000000,10000000,0.50,0.00,0.00,1.25,4.69,4.24'),
      encodeRmc(second(3)),
    ];
    expectSameHoweverCut(nmea, frames, 5);
  });

  it('survive random bytes and damaged lines: a good line is read again, and no damage passes the checksum', () => {
    const random = seededRandom(5005);
    for (let round = 0; round < 3000; round++) {
      const { session, intake } = openSession(nmea);
      session.receive(IDENTIFIER);
      session.receive(
        round % 2 === 0 ? randomBytes(Math.floor(random() * 200), random) : mutate(encodeRmc(second(0)), random),
      );
      session.receive(line(''));
      session.receive(concatBytes(IDENTIFIER, encodeRmc(second(7))));
      expect(
        intake.fixes.some((fix) => fix.identifier === IMEI && fix.time === second(7).time),
        `round ${round}`,
      ).toBe(true);
      for (const fix of intake.fixes)
        expect(Number.isFinite(fix.time) && Math.abs(fix.latitude) <= 90 && Math.abs(fix.longitude) <= 180).toBe(true);
    }
  });

  it('lines that are too long are dropped', () => {
    const { fixes, intake } = feed('tcp', IDENTIFIER, text('$GPRMC,'.padEnd(5000, '1')), line(''), RMC);
    expect(fixes).toHaveLength(1);
    expect(intake.malformedFrames.length).toBeGreaterThan(0);
  });
});

describe('positions before their device is named', () => {
  const rmc = (time: string): string => `$GPRMC,${time}.00,A,3352.1292,S,15112.5577,E,31.0,201.0,310526,,\r\n`;
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const early = ['083013', '083014', '083015'];

  it.each([
    ['a sentence that names it', '$GPFID,boat-1\r\n', 3],
    ['the front of the next position', `boat-1${rmc('083016')}`, 4],
  ])('wait for %s, and count from then on', (_, naming, count) => {
    const { session, intake } = openSession(createNmea());
    for (const time of early) session.receive(bytes(rmc(time)));
    expect(intake.fixes).toEqual([]);
    expect(intake.malformedFrames).toEqual([]);
    session.receive(bytes(naming));
    session.closed();
    expect(intake.fixes.map(({ identifier }) => identifier)).toEqual(Array.from({ length: count }, () => 'boat-1'));
    expect(intake.fixes.slice(0, 3).map(({ time }) => new Date(time).toISOString().slice(11, 19))).toEqual([
      '08:30:13',
      '08:30:14',
      '08:30:15',
    ]);
    expect(intake.malformedFrames).toEqual([]);
  });

  it('without a date have the one of the time when they came', () => {
    const { session, intake } = openSession(createNmea());
    intake.time = Date.UTC(2026, 5, 1, 23, 59, 58);
    session.receive(bytes('$GPGGA,235958.00,3352.1292,S,15112.5577,E,1,08,0.9,5.0,M,1,M,,\r\n'));
    intake.time += 2 * 60_000;
    session.receive(bytes('$GPFID,boat-1\r\n'));
    session.closed();
    expect(intake.fixes.map(({ time }) => new Date(time).toISOString())).toEqual(['2026-06-01T23:59:58.000Z']);
  });

  it('are no more than a minute or two, and counted where nobody names them or a stranger does', () => {
    const { session, intake } = openSession(createNmea());
    for (let index = 0; index < 130; index++) session.receive(bytes(rmc('083015')));
    expect(intake.malformedFrames).toHaveLength(10);
    session.closed();
    expect(intake.malformedFrames.map(({ reason }) => reason)).toEqual(
      Array.from({ length: 130 }, () => 'a position came before an identifier'),
    );
    const stranger = openSession(createNmea(), new RecordingIntake([]));
    stranger.session.receive(bytes(rmc('083015') + '$GPFID,boat-1\r\n'));
    stranger.session.closed();
    expect(stranger.intake).toMatchObject({ fixes: [], refused: ['boat-1'], malformedFrames: [] });
  });
});
