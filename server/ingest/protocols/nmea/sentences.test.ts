import { describe, expect, it } from 'vitest';
import { RecordingIntake } from '../../testing/recordingIntake.ts';
import { openSession } from '../../testing/streams.ts';
import { concatBytes } from '../shared/index.ts';
import { createNmea, encodeNmeaIdentifier, encodeNmeaSentence } from './index.ts';

const IMEI = '353976013445485';
const sentence = encodeNmeaSentence;
const PLACE = '4807.038,N,01131.000,E';
const gga = (time: string, talker = 'GP', satellites = 8): Uint8Array =>
  sentence(`${talker}GGA,${time},${PLACE},1,${satellites},0.9,545.4,M,46.9,M,,`);
const rmc = (time: string, date = '050219', knots = 20): Uint8Array =>
  sentence(`GNRMC,${time},A,${PLACE},${knots},84.4,${date},,,A`);
const gll = (time: string, place = PLACE): Uint8Array => sentence(`GPGLL,${place},${time},A,A`);

/** Reports of a connection that has named its device, while it is open and then closed. */
function read(...sentences: readonly Uint8Array[]) {
  const { session, intake } = openSession(createNmea(), new RecordingIntake());
  session.receive(concatBytes(encodeNmeaIdentifier(IMEI), ...sentences));
  session.closed();
  return { fixes: intake.fixes, refused: intake.malformedFrames.map(({ reason }) => reason) };
}

describe('several GGA around one RMC', () => {
  it('of one fix, one for each satellite system, keep the date, speed and course of its RMC', () => {
    const { fixes } = read(
      gga('020935.000'),
      gga('020935.000', 'GL', 2),
      rmc('020935.000'),
      gga('020936.000', 'GP', 5),
      gga('020936.000', 'GL', 6),
      rmc('020936.000'),
    );
    expect(fixes).toMatchObject([
      { time: Date.UTC(2019, 1, 5, 2, 9, 35), course: 84.4, altitude: 545.4, satellites: 8, attributes: { hdop: 0.9 } },
      { time: Date.UTC(2019, 1, 5, 2, 9, 36), course: 84.4, altitude: 545.4, satellites: 6 },
    ]);
    for (const fix of fixes) expect(fix.speed).toBeCloseTo(37.04, 9);
  });

  it('between two RMC have the date of the receiver, not of the server', () => {
    const { fixes } = read(
      rmc('235959.00', '190214'),
      gga('235959.50'),
      gga('000000.10'),
      gga('000000.20'),
      rmc('000001.00', '200214'),
      gga('000001.10'),
    );
    expect(fixes.map(({ time }) => new Date(time).toISOString())).toEqual([
      '2014-02-19T23:59:59.000Z',
      '2014-02-19T23:59:59.500Z',
      '2014-02-20T00:00:00.100Z',
      '2014-02-20T00:00:00.200Z',
      '2014-02-20T00:00:01.000Z',
      '2014-02-20T00:00:01.100Z',
    ]);
  });

  it('are of one fix when their times differ by rounding alone', () => {
    const { fixes } = read(gll('120824.758'), gga('120824.76'), rmc('120824.76', '130305'));
    expect(fixes).toMatchObject([{ time: Date.UTC(2005, 2, 13, 12, 8, 24, 760), satellites: 8, course: 84.4 }]);
  });

  it('without a satellite report that there is no place', () => {
    expect(read(gga('120326', 'GP', 0), rmc('120326')).fixes).toMatchObject([
      { hasPosition: false, valid: false, satellites: 0, speed: Number.NaN },
    ]);
  });

  it('keep the date of a ZDA where there is no RMC, and hours later too', () => {
    const { session, intake } = openSession(createNmea(), new RecordingIntake());
    session.receive(
      concatBytes(
        encodeNmeaIdentifier(IMEI),
        sentence('GPZDA,101500.00,05,02,2019,00,00'),
        gga('101500'),
        gga('101501'),
      ),
    );
    intake.time += 20 * 3_600_000;
    session.receive(gga('061502'));
    expect(intake.fixes.map(({ time }) => time)).toEqual([
      Date.UTC(2019, 1, 5, 10, 15),
      Date.UTC(2019, 1, 5, 10, 15, 1),
      Date.UTC(2019, 1, 6, 6, 15, 2),
    ]);
  });
});

it('VTG and ZDA say nothing before a device is named, and an empty ZDA forgets no date', () => {
  const { session, intake } = openSession(createNmea(), new RecordingIntake());
  session.receive(
    concatBytes(sentence('GPVTG,054.7,T,034.4,M,005.5,N,010.2,K'), sentence('GPZDA,101500.00,05,02,2019,00,00')),
  );
  expect(intake.malformedFrames).toEqual([]);
  expect(read(rmc('101500'), sentence('GPZDA,,,,,00,00'), gga('101501')).fixes[1].time).toBe(
    Date.UTC(2019, 1, 5, 10, 15, 1),
  );
});

describe('GLL', () => {
  it('alone is a report of today', () => {
    const { fixes } = read(gll('082350.50'), gll('082351.50'), gll('082352.50', '3351.5000,S,07038.2500,W'));
    expect(fixes).toMatchObject(
      [50_500, 51_500, 52_500].map((after) => ({
        time: Date.UTC(2026, 5, 1, 8, 23) + after,
        valid: true,
        speed: Number.NaN,
        satellites: -1,
      })),
    );
    expect(fixes[2].latitude).toBeCloseTo(-33.858333, 6);
    expect(fixes[2].longitude).toBeCloseTo(-70.6375, 6);
  });

  it('beside RMC or GGA of its time says nothing twice, in any order', () => {
    for (const order of [
      [gll, gga, rmc],
      [rmc, gll, gga],
      [gga, rmc, gll],
      [rmc, gga, gll],
    ]) {
      const { fixes } = read(...['101500', '101501', '101502'].flatMap((time) => order.map((of) => of(time))));
      expect(fixes.map(({ time }) => time)).toEqual([0, 1, 2].map((second) => Date.UTC(2019, 1, 5, 10, 15, second)));
      expect(fixes[2]).toMatchObject({ course: 84.4, satellites: 8, altitude: 545.4 });
    }
  });

  it('of its own time between two RMC is a report with their date', () => {
    expect(
      read(rmc('194101'), gll('194102'), rmc('194103'), gga('194104'), rmc('194105'), gll('194106')).fixes.map(
        ({ time }) => time,
      ),
    ).toEqual([1, 2, 3, 4, 5, 6].map((second) => Date.UTC(2019, 1, 5, 19, 41, second)));
  });

  it('in front of GGA, without RMC, leaves the fuller one', () => {
    const { fixes } = read(...['101500', '101501', '101502', '101503'].flatMap((time) => [gll(time), gga(time)]));
    expect(fixes.map(({ time }) => time)).toEqual([0, 1, 2, 3].map((second) => Date.UTC(2026, 5, 1, 10, 15, second)));
    expect(fixes.slice(2)).toMatchObject([{ satellites: 8 }, { satellites: 8 }]);
  });

  it('of the second version has no validity, and is one all the same', () => {
    expect(read(sentence('GPGLL,4807.038,N,01131.000,E,101500')).fixes).toMatchObject([
      { valid: true, time: Date.UTC(2026, 5, 1, 10, 15) },
    ]);
  });

  it('without a time or a fix is no report, and one that is broken is refused', () => {
    expect(
      read(sentence('GPGLL,4807.038,N,01131.000,E'), sentence('GPGLL,,,,,,V,N'), sentence('GPGLL,,,,,101500,V,N')),
    ).toEqual({ fixes: [], refused: [] });
    expect(read(gll('256100')).refused).toEqual(['the GPGLL sentence contradicts its layout']);
  });
});

describe('sentences beside', () => {
  it('GNS is read as GGA', () => {
    const gns = (modes: string): Uint8Array => sentence(`GNGNS,101500.00,${PLACE},${modes},13,0.7,545.4,46.9,,`);
    expect(read(gns('AN'), rmc('101500')).fixes).toMatchObject([
      { satellites: 13, altitude: 545.4, course: 84.4, attributes: { hdop: 0.7 } },
    ]);
    expect(read(gns('NN')).fixes).toMatchObject([{ valid: false }]);
  });

  it('VTG gives speed and course to a receiver without RMC, once its order is learned', () => {
    const vtg = sentence('GPVTG,054.7,T,034.4,M,005.5,N,010.2,K');
    const { fixes } = read(...['101500', '101501', '101502', '101503'].flatMap((time) => [gga(time), vtg]));
    expect(fixes.map(({ time, speed, course }) => [time, speed, course])).toEqual([
      [Date.UTC(2026, 5, 1, 10, 15, 0), Number.NaN, Number.NaN],
      [Date.UTC(2026, 5, 1, 10, 15, 1), Number.NaN, Number.NaN],
      [Date.UTC(2026, 5, 1, 10, 15, 2), 10.2, 54.7],
      [Date.UTC(2026, 5, 1, 10, 15, 3), 10.2, 54.7],
    ]);
    expect(read(rmc('101500'), vtg).fixes[0].course).toBe(84.4);
  });

  it('PUBX has motion, and an identifier of one maker', () => {
    const pubx = (state: string, identifier: string): Uint8Array =>
      sentence(
        `PUBX,00,101500.00,${PLACE},785.9,${state},4.1,5.2,12.5,87.43,-0.054,,0.88,1.21,0.88,24,${identifier},0`,
      );
    expect(read(pubx('D3', '0')).fixes).toMatchObject([
      {
        identifier: IMEI,
        time: Date.UTC(2026, 5, 1, 10, 15),
        valid: true,
        speed: 12.5,
        course: 87.43,
        satellites: 24,
        attributes: { hdop: 0.88 },
      },
    ]);
    expect(read(pubx('NF', '01012')).fixes).toMatchObject([{ identifier: '01012', valid: false }]);
    expect(read(sentence('PUBX,04,101500.00,010626,0,0,0,0,0')).fixes).toEqual([]);
  });

  it('RMA has no time', () => {
    expect(read(sentence(`GPRMA,A,${PLACE},,,10.0,90.0,11.,E`)).fixes).toMatchObject([
      { time: Date.UTC(2026, 5, 1, 12), valid: true, speed: 18.52, course: 90 },
    ]);
    expect(read(sentence('GPRMA,V,0000.00,S,00000.00,E,,,00.0,000.,11.,E')).fixes).toMatchObject([
      { hasPosition: false },
    ]);
  });
});

describe('reports of makers that name their device', () => {
  it('QZE in decimal degrees', () => {
    expect(
      read(new TextEncoder().encode('QZE,868994033976700,35,28062020,113553,22.13673,-114.57263,40,22,A,1\r\n')).fixes,
    ).toMatchObject([
      {
        identifier: '868994033976700',
        time: Date.UTC(2020, 5, 28, 11, 35, 53),
        latitude: 22.13673,
        longitude: -114.57263,
        speed: 40,
        course: 22,
        valid: true,
        attributes: { event: 35, ignition: true },
      },
    ]);
  });

  it('ID with words and values', () => {
    const place = 'D,050723,T,095121,S,9:5,La,51.89573,S,Lo,5.89860,W,H,21.47,V,36.5,DD,0';
    expect(read(sentence(`ID,350030950116536,4,WMCS-34,0,IOP,O,0x01,I,0x00,GPSEX,A,${place}`)).fixes).toMatchObject([
      {
        identifier: '350030950116536',
        time: Date.UTC(2023, 6, 5, 9, 51, 21),
        latitude: -51.89573,
        longitude: -5.8986,
        speed: 36.5,
        course: 21.47,
        satellites: 5,
        attributes: {},
      },
    ]);
    expect(read(sentence('ID,355826017981316,666,370,ALARM,0x00004000,IOP,M,48,GPSET,V')).fixes).toMatchObject([
      { time: Date.UTC(2026, 5, 1, 12), hasPosition: false, attributes: { message: 'ALARM 0x00004000' } },
    ]);
    expect(read(sentence('ID,355826017981316,666')).refused).toHaveLength(1);
  });

  it('TXT with the network', () => {
    expect(read(sentence('GPTXT,NET,1003,A1,-53,232 01')).fixes).toMatchObject([
      { identifier: '1003', attributes: { gsm_signal: 97, operator: 23_201 } },
    ]);
    expect(read(sentence('GPTXT,01,01,02,ANTSTATUS=OK')).fixes).toEqual([]);
  });

  it('in front of RMC with a comma, and spaces around its star', () => {
    const sum = (mark: string): string =>
      `990000561287964,$GPRMC,213516.0,A,4337.216791,N,11611.995877,W,10.0,335.4,181214,,,A * ${mark}`;
    const ask = (line: string) => read(new TextEncoder().encode(`${line}\r\n`));
    expect(ask(sum('43')).fixes).toMatchObject([
      { identifier: '990000561287964', time: Date.UTC(2014, 11, 18, 21, 35, 16), speed: 18.52 },
    ]);
    expect(ask(sum('44')).refused).toEqual(['the checksum is wrong']);
  });

  it('RMC with state behind its checksum', () => {
    const line = new TextDecoder().decode(rmc('101500')).trim();
    expect(read(new TextEncoder().encode(`${line},11,865733027593268,1,090,086,123,456\r\n`)).fixes).toMatchObject([
      { identifier: '865733027593268', satellites: 11, attributes: { ignition: true, fuel: 90, battery: 86 } },
    ]);
  });
});
