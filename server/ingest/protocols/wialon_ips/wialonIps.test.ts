import { describe, expect, it } from 'vitest';
import { RecordingIntake } from '../../testing/recordingIntake.ts';
import { mutate, openSession, expectSameHoweverCut, randomBytes, seededRandom } from '../../testing/streams.ts';
import { concatBytes, crc16Ibm, fromHex } from '../shared/index.ts';
import { compressIps, encodeIpsBatch, encodeIpsData, encodeIpsLogin, encodeIpsShort, wialonIps } from './index.ts';
import { formatChecksum } from './packet.ts';

const text = (value: string): Uint8Array => new TextEncoder().encode(value);
/** A packet with its checksum, 2.0. */
const sealed = (type: string, covered: string): Uint8Array =>
  text(`#${type}#${covered}${formatChecksum(crc16Ibm(text(covered), 0, text(covered).length))}\r\n`);

const IMEI = '353976013445485';
const LOGIN = text(`#L#2.0;${IMEI};NA;A03C\r\n`);
const SHORT = text('#SD#270413;205601;5544.6025;N;03739.6834;E;1;2;3;4;1985\r\n');
const BATCH = text(
  '#B#270413;205601;5544.6025;N;03739.6834;E;1;2;3;4|270413;205701;5544.7025;N;03739.7834;E;20;2;3;9|ADE5\r\n',
);

function afterLogin(intake = new RecordingIntake()) {
  const opened = openSession(wialonIps, intake);
  opened.session.receive(LOGIN);
  opened.wire.sent.length = 0;
  return opened;
}

/** Sends a line after a 1.1 login; answers what came back. */
function ask(line: string): { answer: string; intake: RecordingIntake } {
  const { session, intake, wire } = openSession(wialonIps);
  session.receive(text(`#L#${IMEI};NA\r\n`));
  wire.sent.length = 0;
  session.receive(text(`${line}\r\n`));
  return { answer: wire.text, intake };
}

const message = {
  time: Date.UTC(2026, 4, 31, 8, 30, 15),
  latitude: -33.8688197,
  longitude: 151.2092955,
  speed: 57.5,
  course: 201,
  altitude: 88,
  satellites: 9,
  hdop: 1.1,
  inputs: 5,
  outputs: 0,
  analog: [14.77, 0.02],
  driverKey: '00000000A1B2C3D4',
  parameters: { pwr_ext: 12.5, count: 3, place: 'Склад №1' },
};

describe('login', () => {
  const intake = () =>
    new RecordingIntake([
      { identifier: IMEI, password: null },
      { identifier: 'guarded', password: 'secret' },
    ]);
  it.each([
    [`#L#2.0;${IMEI};NA;A03C`, '#AL#1'],
    [`#L#2.0;${IMEI};NA;a03c`, '#AL#1'],
    [`#L#2.0;${IMEI};NA;A03D`, '#AL#10'],
    [`#L#2.0;${IMEI};NA`, '#AL#10'],
    ['#L#2.0;imei;NA;A932', '#AL#0'],
    [`#L#${IMEI};NA`, '#AL#1'],
    [`#L#${IMEI}`, '#AL#1'],
    ['#L#guarded;secret', '#AL#1'],
    ['#L#guarded;wrong', '#AL#01'],
    ['#L#guarded;NA', '#AL#01'],
    ['#L#', '#AL#0'],
  ])('%s → %s', (line, answer) => {
    const { session, wire } = openSession(wialonIps, intake());
    session.receive(text(`${line}\r\n`));
    expect(wire.text).toBe(`${answer}\r\n`);
  });

  it('must come before data', () => {
    const { session, intake: recorded, wire } = openSession(wialonIps);
    session.receive(concatBytes(SHORT, SHORT));
    expect(wire.text).toBe('#AL#0\r\n');
    expect(wire.ended).toBe(true);
    expect(recorded.fixes).toEqual([]);
  });

  it('can be compressed, without its end mark', () => {
    const { session, wire, intake: recorded } = openSession(wialonIps, new RecordingIntake([]));
    session.receive(fromHex('FF1B00780153F65136D233B0CECC4DCDB4F673B476B4343602002FF404E6'));
    expect(wire.text).toBe('#AL#0\r\n');
    expect(recorded.refused).toEqual(['imei']);
  });
});

describe('short data', () => {
  it('is the published position', () => {
    const { session, intake, wire } = afterLogin();
    session.receive(SHORT);
    expect(wire.text).toBe('#ASD#1\r\n');
    const fix = intake.fixes[0];
    expect(fix).toMatchObject({
      time: Date.UTC(2013, 3, 27, 20, 56, 1),
      valid: true,
      speed: 1,
      course: 2,
      altitude: 3,
      satellites: 4,
      attributes: {},
    });
    expect(fix.latitude).toBeCloseTo(55.743375, 6);
    expect(fix.longitude).toBeCloseTo(37.66139, 6);
  });

  const good = '270413;205601;5544.6025;N;03739.6834;E;1;2;3;4';
  it.each([
    [good, '1'],
    ['270413;205601;5544.6025;N;03739.6834;E;1;2;3', '-1'],
    [`${good};5`, '-1'],
    ['320413;205601;5544.6025;N;03739.6834;E;1;2;3;4', '0'],
    ['270413;256101;5544.6025;N;03739.6834;E;1;2;3;4', '0'],
    ['NA;205601;5544.6025;N;03739.6834;E;1;2;3;4', '0'],
    ['270413;205601;9544.6025;N;03739.6834;E;1;2;3;4', '10'],
    ['270413;205601;5544.6025;X;03739.6834;E;1;2;3;4', '10'],
    ['270413;205601;NA;N;03739.6834;E;1;2;3;4', '10'],
    ['270413;205601;5544.6025;N;03739.6834;E;fast;2;3;4', '11'],
    ['270413;205601;5544.6025;N;03739.6834;E;-1;2;3;4', '11'],
    ['270413;205601;5544.6025;N;03739.6834;E;1;2;high;4', '11'],
    ['270413;205601;5544.6025;N;03739.6834;E;1;2;3;many', '12'],
    ['270413;205601;5544.6025;N;03739.6834;E;1;2;3;4.5', '12'],
  ])('%s → %s', (body, code) => {
    const { answer, intake } = ask(`#SD#${body}`);
    expect(answer).toBe(`#ASD#${code}\r\n`);
    expect(intake.fixes).toHaveLength(code === '1' ? 1 : 0);
  });

  it('with a wrong or missing checksum is 13 in 2.0', () => {
    const { session, intake, wire } = afterLogin();
    session.receive(text(`#SD#${good};1984\r\n#SD#${good}\r\n`));
    expect(wire.text).toBe('#ASD#13\r\n#ASD#13\r\n');
    expect(intake.fixes).toEqual([]);
  });

  it("takes the server's time and the last place when both are not known", () => {
    const { intake } = ask('#SD#NA;NA;NA;NA;NA;NA;NA;NA;NA;NA');
    expect(intake.fixes).toMatchObject([{ time: intake.time, hasPosition: false, speed: Number.NaN, satellites: -1 }]);
  });
});

describe('data', () => {
  const tail = (rest: string): string => `#D#270413;205601;5544.6025;N;03739.6834;E;1;2;3;4;${rest}`;
  it.each([
    ['1.1;0;1;NA;NA;NA', '1'],
    ['high;0;1;NA;NA;NA', '12'],
    ['1.1;x;1;NA;NA;NA', '13'],
    ['1.1;0;-1;NA;NA;NA', '13'],
    ['1.1;0;1;a,b;NA;NA', '14'],
    ['1.1;0;1;NA;NA;broken', '15'],
    ['1.1;0;1;NA;NA;a:9:1', '15'],
    ['1.1;0;1;NA;NA', '-1'],
  ])('…;%s → %s', (rest, code) => {
    expect(ask(tail(rest)).answer).toBe(`#AD#${code}\r\n`);
  });

  it('with a wrong checksum is 16', () => {
    const { session, wire } = afterLogin();
    session.receive(text('#D#NA;NA;NA;NA;NA;NA;NA;NA;NA;NA;NA;NA;NA;;NA;NA;FFFF\r\n'));
    expect(wire.text).toBe('#AD#16\r\n');
  });

  it('may mark its checksum as hexadecimal and leave out zeros in front', () => {
    const sent = (mark: string): string => {
      const { session, intake, wire } = afterLogin();
      session.receive(text(`#D#NA;NA;5429.68194;N;02654.60403;E;NA;NA;NA;NA;NA;NA;NA;1.0;NA;n:1:206;${mark}\r\n`));
      return `${wire.text.trim()} ${intake.fixes.length}`;
    };
    expect(['0x386', '0X386', '386', '0386'].map(sent)).toEqual(Array(4).fill('#AD#1 1'));
    expect(['0x387', 'x386', '0x00386'].map(sent)).toEqual(Array(3).fill('#AD#16 0'));
  });

  it('lists cells by number', () => {
    const { intake } = ask(
      tail(
        'NA;NA;NA;NA;NA;mnc1:1:02,mcc1:1:250,lac1:1:5901,cell_id1:1:45542,mnc2:1:22,mcc2:1:222,lac2:1:2222,cell_id2:1:22222,mcc3:1:333',
      ),
    );
    expect(intake.fixes[0].attributes.cell).toBe('250,2,5901,45542;222,22,2222,22222');
  });

  it('keeps inputs, sensors, key and parameters; a parameter of the wrong type is left out', () => {
    const { intake } = ask(
      tail(
        '0.8;5;2;14.77,,3.6;A1B2;SOS:1:1,text:3:hello: you,n:1:x,a:1:-7,b:2:2.5,c:3:word,mcc:1:250,mnc:1:1,lac:1:7,cell_id:1:9',
      ),
    );
    expect(intake.fixes[0].attributes).toEqual({
      hdop: 0.8,
      digital_inputs: 5,
      digital_outputs: 2,
      analog_1: 14.77,
      analog_3: 3.6,
      driver_key: 'A1B2',
      alarm: 'sos',
      message: 'hello: you',
      a: -7,
      b: 2.5,
      c: 'word',
      mcc: 250,
      mnc: 1,
      lac: 7,
      cell_id: 9,
      cell: '250,1,7,9',
    });
  });

  it('comes back from our encoder', () => {
    const { session, intake, wire } = afterLogin();
    session.receive(encodeIpsData(message));
    session.receive(encodeIpsShort(message));
    expect(wire.text).toBe('#AD#1\r\n#ASD#1\r\n');
    const fix = intake.fixes[0];
    expect(fix).toMatchObject({ time: message.time, speed: 57.5, course: 201, altitude: 88, satellites: 9 });
    expect(fix.latitude).toBeCloseTo(message.latitude, 6);
    expect(fix.longitude).toBeCloseTo(message.longitude, 6);
    expect(fix.attributes).toMatchObject({
      external_voltage: 12.5,
      count: 3,
      place: 'Склад №1',
      driver_key: '00000000A1B2C3D4',
      analog_2: 0.02,
    });
  });
});

describe('batches', () => {
  it('are answered with the number stored', () => {
    const { session, intake, wire } = afterLogin();
    session.receive(BATCH);
    expect(wire.text).toBe('#AB#2\r\n');
    expect(intake.fixes.map((fix) => fix.speed)).toEqual([1, 20]);
    session.receive(text('#B#270413;205601;5544.6025;N;03739.6834;E;1;2;3;4|ADE6\r\n'));
    expect(wire.text).toBe('#AB#2\r\n#AB#\r\n');
    session.receive(sealed('B', '270413;205601;5544.6025;N;03739.6834;E;1;2;3;4|nonsense|'));
    expect(wire.text).toBe('#AB#2\r\n#AB#\r\n#AB#1\r\n');
  });

  it('with many bad messages are one fault, and answered with what is stored of them', () => {
    const { session, intake, wire } = afterLogin();
    const bad = Array.from(
      { length: 40 },
      (_, minute) => `010626;12${String(minute).padStart(2, '0')}00;5230.0000;N;01361.0000;E;0;0;0;9`,
    );
    session.receive(sealed('B', [...bad, '270413;205601;5544.6025;N;03739.6834;E;1;2;3;4', ''].join('|')));
    expect(wire.text).toBe('#AB#1\r\n');
    expect(intake.malformedFrames).toMatchObject([
      { reason: '40 of 41 messages of the batch are refused, the first with code 10' },
    ]);
  });

  it('may be large, compressed or not', () => {
    const many = Array.from({ length: 1500 }, (_, index) => ({ ...message, time: message.time + index * 1000 }));
    const { session, intake, wire } = afterLogin();
    session.receive(encodeIpsBatch(many));
    session.receive(compressIps(encodeIpsBatch(many)));
    expect(wire.text).toBe('#AB#1500\r\n#AB#1500\r\n');
    expect(intake.fixes).toHaveLength(3000);
  });
});

describe('other packets', () => {
  it('a ping is answered', () => {
    expect(ask('#P#').answer).toBe('#AP#\r\n');
  });

  it('a message for the dispatcher is kept', () => {
    const { session, intake, wire } = afterLogin();
    session.receive(sealed('M', 'On my way;'));
    session.receive(text('#M#On my way;0000\r\n'));
    expect(wire.text).toBe('#AM#1\r\n#AM#01\r\n');
    expect(intake.fixes).toMatchObject([{ hasPosition: false, attributes: { message: 'On my way' } }]);
  });

  it('photo blocks are checked, acknowledged and do not disturb what follows', () => {
    const { session, wire, intake } = afterLogin();
    const block = Uint8Array.from({ length: 300 }, (_, index) => (index * 7) % 256);
    const sum = formatChecksum(crc16Ibm(block, 0, block.length));
    session.receive(concatBytes(text(`#I#300;0;1;270413;205601;a.jpg;${sum}\r\n`), block.subarray(0, 100)));
    session.receive(concatBytes(block.subarray(100), text(`#I#300;1;1;270413;205601;a.jpg;${sum}\r\n`), block, SHORT));
    expect(wire.text).toBe('#AI#0;1\r\n#AI#1;1\r\n#AI#1\r\n#ASD#1\r\n');
    wire.sent.length = 0;
    session.receive(
      concatBytes(
        text('#I#300;0;0;270413;205601;a.jpg;0001\r\n'),
        block,
        text('#I#x;0;0;270413;205601;a.jpg;0001\r\n'),
      ),
    );
    expect(wire.text).toBe('#AI#0;01\r\n#AI#NA;0\r\n');
    expect(intake.fixes).toHaveLength(1);
  });

  it('UDP names the device in front of the packet', () => {
    const { session, intake, wire } = openSession(wialonIps, new RecordingIntake([{ identifier: IMEI }]), 'udp');
    session.receive(concatBytes(text(`2.0;${IMEI}`), SHORT.subarray(0, SHORT.length - 2)));
    expect(intake.fixes).toMatchObject([{ identifier: IMEI, speed: 1 }]);
    expect(wire.text).toBe('#ASD#1\r\n');
    session.receive(text(`${IMEI}#SD#270413;205601;5544.6025;N;03739.6834;E;9;2;3;4\r\n`));
    expect(intake.fixes).toHaveLength(2);
    session.receive(text('unknown#SD#270413;205601;5544.6025;N;03739.6834;E;9;2;3;4'));
    expect(intake.fixes).toHaveLength(2);
    expect(intake.refused).toEqual(['unknown']);
  });

  it('a line that is too long is dropped and the next is read', () => {
    const { session, intake } = openSession(wialonIps);
    session.receive(text(`#L#${'9'.repeat(3000)}`));
    session.receive(text(`${'9'.repeat(3000)}\r\n`));
    session.receive(concatBytes(LOGIN, SHORT));
    expect(intake.malformedFrames).toHaveLength(1);
    expect(intake.fixes).toHaveLength(1);
  });
});

describe('acknowledgement', () => {
  it('waits for the commit and never comes for what was lost', () => {
    const intake = new RecordingIntake();
    const { session, wire } = afterLogin(intake);
    intake.commits = 'by hand';
    session.receive(concatBytes(SHORT, BATCH));
    expect(wire.text).toBe('');
    intake.commit();
    expect(wire.text).toBe('#ASD#1\r\n#AB#2\r\n');
    session.receive(SHORT);
    intake.commit(false);
    expect(wire.text).toBe('#ASD#1\r\n#AB#2\r\n');
  });
});

describe('streams', () => {
  it('mean the same however they are cut', () => {
    const frames = [
      LOGIN,
      SHORT,
      compressIps(SHORT),
      BATCH,
      compressIps(encodeIpsData(message)),
      text('#P#\r\n'),
      SHORT,
    ];
    expectSameHoweverCut(wialonIps, frames, 6);
  });

  it('survive random bytes and damaged packets: nothing wrong is stored and a good packet is read again', () => {
    const random = seededRandom(5039);
    const good = encodeIpsData(message);
    for (let round = 0; round < 3000; round++) {
      const { session, intake, wire } = afterLogin();
      const source = round % 2 === 0 ? good : compressIps(good);
      session.receive(round % 3 === 0 ? randomBytes(Math.floor(random() * 300), random) : mutate(source, random));
      // A device that got no answer sends again.
      session.receive(good);
      session.receive(good);
      if (wire.ended) continue;
      expect(intake.fixes.length, `round ${round}`).toBeGreaterThan(0);
      for (const fix of intake.fixes) expect(fix.time).toBe(message.time);
    }
  });

  it('logs in with our own login', () => {
    const { session, wire } = openSession(wialonIps, new RecordingIntake([{ identifier: IMEI, password: 'p' }]));
    session.receive(encodeIpsLogin(IMEI, 'p'));
    expect(wire.text).toBe('#AL#1\r\n');
  });
});
