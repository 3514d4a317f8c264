import { describe, expect, it } from 'vitest';
import { RecordingIntake, type RecordedFix } from '../../testing/recordingIntake.ts';
import { mutate, openSession, outcomeOf, randomBytes, seededRandom, cutsOf } from '../../testing/streams.ts';
import { concatBytes, crc16Ibm, fromHex } from '../shared/index.ts';
import {
  decodeTeltonikaAnswer,
  encodeTeltonikaDatagram,
  encodeTeltonikaLogin,
  encodeTeltonikaPacket,
  createTeltonika,
  teltonika,
  type TeltonikaRecord,
} from './index.ts';

const IMEI = '352093081452251';
const login = encodeTeltonikaLogin(IMEI);

/** The vendor's published examples, one per codec. */
const CODEC_8 = fromHex(
  '000000000000003608010000016B40D8EA30010000000000000000000000000000000105021503010101425E0F01F10000601A014E0000000000000000010000C7CF',
);
const CODEC_8E = fromHex(
  '000000000000004A8E010000016B412CEE000100000000000000000000000000000000010005000100010100010011001D00010010015E2C880002000B000000003544C87A000E000000001DD7E06A00000100002994',
);
const CODEC_16 = fromHex(
  '000000000000005F10020000016BDBC7833000000000000000000000000000000000000B05040200010000030002000B00270042563A00000000016BDBC7871800000000000000000000000000000000000B05040200010000030002000B00260042563A00000200005FB3',
);
const CODEC_12 = fromHex('000000000000000F0C010500000007676574696E666F0100004312');

const record: TeltonikaRecord = {
  time: Date.UTC(2026, 4, 31, 8, 30, 15, 250),
  latitude: 54.6871234,
  longitude: -25.2796543,
  altitude: 112,
  course: 271,
  speed: 63,
  satellites: 11,
  event: 239,
  io: [
    { id: 239, size: 1, value: 1 },
    { id: 240, size: 1, value: 1 },
    { id: 21, size: 1, value: 4 },
    { id: 1, size: 1, value: 1 },
    { id: 3, size: 1, value: 1 },
    { id: 66, size: 2, value: 12_345 },
    { id: 67, size: 2, value: 4_012 },
    { id: 181, size: 2, value: 14 },
    { id: 182, size: 2, value: 9 },
    { id: 16, size: 4, value: 123_456_789 },
    { id: 72, size: 4, value: -55 },
    { id: 78, size: 8, value: 0x0102030405060708n },
  ],
};

function afterLogin(intake = new RecordingIntake()) {
  const opened = openSession(teltonika, intake);
  opened.session.receive(login);
  opened.wire.sent.length = 0;
  return opened;
}

describe('login', () => {
  it('is accepted with 01 for a registered device; another may say one packet that shows its make, and is refused with 00 and the end', () => {
    const known = openSession(teltonika, new RecordingIntake([{ identifier: IMEI }]));
    known.session.receive(login);
    expect(known.wire.hex).toBe('01');
    expect(known.wire.ended).toBe(false);

    const port = createTeltonika();
    for (const answers of ['0100000000', '00']) {
      const unknown = openSession(port, new RecordingIntake([{ identifier: 'other' }]));
      unknown.session.receive(concatBytes(login, CODEC_8, CODEC_8));
      expect(unknown.wire.hex).toBe(answers);
      expect(unknown.wire.ended).toBe(true);
      expect(unknown.intake.refused).toEqual([IMEI]);
      expect([unknown.intake.fixes, unknown.intake.unreadMessages]).toEqual([[], []]);
    }
    // Registered meanwhile, it is let in.
    const known2 = openSession(port, new RecordingIntake([{ identifier: IMEI }]));
    known2.session.receive(concatBytes(login, CODEC_8));
    expect(known2.wire.hex).toBe('0100000001');
  });

  it('must come before data', () => {
    const { session, intake, wire } = openSession(teltonika);
    session.receive(CODEC_8);
    expect(intake.fixes).toEqual([]);
    expect(wire.hex).toBe('00000000');
  });
});

describe('published packets', () => {
  it('codec 8: one record, answered with 1', () => {
    const { session, intake, wire } = afterLogin();
    session.receive(CODEC_8);
    expect(wire.hex).toBe('00000001');
    expect(intake.fixes).toHaveLength(1);
    expect(intake.fixes[0]).toMatchObject({
      time: 0x16b40d8ea30,
      hasPosition: false,
      valid: false,
      satellites: 0,
      attributes: { gsm_signal: 60, digital_inputs: 1, external_voltage: 24.079, operator: 24_602, event: 1 },
    });
    // No key is at the reader: that ends what was there before.
    expect(intake.fixes[0].attributes).toMatchObject({ driver_key: '0000000000000000' });
  });

  it('codec 8 Extended', () => {
    const { session, intake, wire } = afterLogin();
    session.receive(CODEC_8E);
    expect(wire.hex).toBe('00000001');
    expect(intake.fixes[0]).toMatchObject({
      time: 0x16b412cee00,
      attributes: { digital_inputs: 1, io17: 29, odometer: 22_949_000, io11: 0x3544c87a, io14: 0x1dd7e06a, event: 1 },
    });
  });

  it('codec 16: two records, answered with 2', () => {
    const { session, intake, wire } = afterLogin();
    session.receive(CODEC_16);
    expect(wire.hex).toBe('00000002');
    expect(intake.fixes.map((fix) => fix.time)).toEqual([0x16bdbc78330, 0x16bdbc78718]);
    expect(intake.fixes[0].attributes).toMatchObject({
      event: 11,
      digital_inputs: 0,
      io11: 0x27,
      external_voltage: 22.074,
    });
  });

  it('a reply to a command is a message without position and gets no answer', () => {
    const { session, intake, wire } = afterLogin();
    session.receive(CODEC_12);
    expect(wire.hex).toBe('');
    expect(intake.fixes).toMatchObject([{ hasPosition: false, time: intake.time, attributes: { message: 'getinfo' } }]);
  });

  it('a lone FF keeps the connection', () => {
    const { session, intake, wire } = afterLogin();
    session.receive(concatBytes(Uint8Array.of(0xff), CODEC_8, Uint8Array.of(0xff, 0xff)));
    expect(wire.hex).toBe('00000001');
    expect(intake.malformedFrames).toEqual([]);
  });
});

describe('records', () => {
  it.each(['eight', 'eightExtended', 'sixteen'] as const)('keep every value in %s', (codec) => {
    const { session, intake } = afterLogin();
    session.receive(encodeTeltonikaPacket([record, { ...record, satellites: 0 }], codec));
    const [first, second] = intake.fixes;
    expect(first).toMatchObject({
      identifier: IMEI,
      protocol: 'teltonika',
      time: record.time,
      hasPosition: true,
      valid: true,
      altitude: 112,
      course: 271,
      speed: 63,
      satellites: 11,
    });
    expect(first.latitude).toBeCloseTo(54.6871234, 7);
    expect(first.longitude).toBeCloseTo(-25.2796543, 7);
    expect(first.attributes).toEqual({
      ignition: true,
      motion: true,
      gsm_signal: 80,
      digital_inputs: 5,
      external_voltage: 12.345,
      battery_voltage: 4.012,
      pdop: 1.4,
      hdop: 0.9,
      odometer: 123_456_789,
      temperature_1: -5.5,
      driver_key: '0807060504030201',
      event: 239,
    });
    // Without a satellite the coordinates are old: no fix, but the inputs are news.
    expect(second).toMatchObject({
      hasPosition: false,
      valid: false,
      satellites: 0,
      speed: Number.NaN,
      attributes: { ignition: true },
    });
  });

  it('leave out error codes and keep parameters that have no name', () => {
    const { session, intake } = afterLogin();
    const io = [
      { id: 72, size: 4, value: 3000 },
      { id: 73, size: 4, value: 850 },
      { id: 25, size: 2, value: 32_767 },
      { id: 26, size: 2, value: -1_250 },
      { id: 500, size: 1, value: 7 },
      { id: 501, size: 8, value: 0xffee_ddcc_bbaa_9988n },
      { id: 16, size: 1, value: 3 },
      { id: 252, size: 1, value: 1 },
      { id: 253, size: 1, value: 2 },
    ] as const;
    session.receive(encodeTeltonikaPacket([{ ...record, event: 0, io }]));
    expect(intake.fixes[0].attributes).toEqual({
      temperature_2: -12.5,
      io500: 7,
      io501: 'ffeeddccbbaa9988',
      io16: 3,
      alarm: 'power_cut',
      harsh_event: 'braking',
    });
  });
});

describe('answers', () => {
  it('are read by the device side', () => {
    expect(decodeTeltonikaAnswer(fromHex('01'))).toEqual({ login: true });
    expect(decodeTeltonikaAnswer(fromHex('00'))).toEqual({ login: false });
    expect(decodeTeltonikaAnswer(fromHex('00000102'))).toEqual({ accepted: 258 });
    expect(decodeTeltonikaAnswer(fromHex('0000'))).toBeNull();
  });
});

describe('damaged packets', () => {
  const damaged: [string, (bytes: Uint8Array) => void][] = [
    ['a wrong checksum', (bytes) => (bytes[bytes.length - 1] ^= 1)],
    ['counts that differ', (bytes) => repair(bytes, () => (bytes[bytes.length - 5] = 2))],
    ['more records than bytes', (bytes) => repair(bytes, () => (bytes[9] = bytes[bytes.length - 5] = 2))],
    ['an unknown codec', (bytes) => repair(bytes, () => (bytes[8] = 0x55))],
    ['an IO count past the end', (bytes) => repair(bytes, () => (bytes[36] = 200))],
  ];

  function repair(bytes: Uint8Array, change: () => void): void {
    change();
    new DataView(bytes.buffer).setUint16(bytes.length - 2, crc16Ibm(bytes, 8, bytes.length - 4));
  }

  it.each(damaged)('with %s are counted, answered with 0, and the next is read', (_name, damage) => {
    const { session, intake, wire } = afterLogin();
    const bytes = CODEC_8.slice();
    damage(bytes);
    session.receive(bytes);
    expect(intake.fixes).toEqual([]);
    expect(intake.malformedFrames).toHaveLength(1);
    expect(wire.hex).toBe('00000000');
    session.receive(CODEC_8);
    expect(wire.hex).toBe('0000000000000001');
    expect(wire.ended).toBe(false);
  });

  it('with a length that reaches over the next packet do not swallow it', () => {
    const { session, intake } = afterLogin();
    const long = CODEC_8.slice();
    long[6] = 0x20;
    session.receive(long);
    session.receive(CODEC_8E);
    session.receive(CODEC_16);
    expect(intake.fixes).toHaveLength(3);
  });
});

describe('acknowledgement', () => {
  it('waits for the commit and never comes for what was lost', () => {
    const intake = new RecordingIntake();
    const { session, wire } = afterLogin(intake);
    intake.commits = 'by hand';
    session.receive(CODEC_8);
    session.receive(CODEC_16);
    expect(wire.hex).toBe('');
    intake.commit();
    expect(wire.hex).toBe('0000000100000002');
    session.receive(CODEC_8);
    intake.commit(false);
    expect(wire.hex).toBe('0000000100000002');
  });
});

describe('UDP', () => {
  it('answers each datagram with its packet numbers and the records stored', () => {
    const { session, intake, wire } = openSession(teltonika, new RecordingIntake([{ identifier: IMEI }]), 'udp');
    session.receive(encodeTeltonikaDatagram(IMEI, [record, record, record], 0xcafe));
    expect(wire.hex).toBe('0005cafe01fe03');
    expect(intake.fixes).toHaveLength(3);
    session.receive(encodeTeltonikaDatagram('000000000000000', [record], 7));
    expect(wire.hex).toBe('0005cafe01fe0300050007010700');
    session.receive(encodeTeltonikaDatagram(IMEI, [record], 7).subarray(0, 40));
    expect(intake.malformedFrames).toHaveLength(1);
  });
});

describe('what only some models send', () => {
  /** The element of a codec 8 Extended record, and its attributes. */
  function variable(id: number, value: string): Record<string, unknown> {
    const bytes = fromHex(value);
    const size = (number: number): string => number.toString(16).padStart(4, '0');
    return (
      readData(
        fromHex(
          `8e01${'0000018fdc4b27cb'}01${'5b3e33ceefa529030009013f0e0000'}0000${size(1)}${'0000'.repeat(4)}${size(1)}${size(id)}${size(bytes.length)}${value}01`,
        ),
      )[0]?.attributes ?? {}
    );
  }

  /** The fixes of a packet around the data. */
  function readData(data: Uint8Array): RecordedFix[] {
    const head = new DataView(new ArrayBuffer(8));
    head.setUint32(4, data.length);
    const tail = new DataView(new ArrayBuffer(4));
    tail.setUint32(0, crc16Ibm(data, 0, data.length));
    const { session, intake } = openSession(teltonika);
    session.receive(concatBytes(login, new Uint8Array(head.buffer), data, new Uint8Array(tail.buffer)));
    return intake.fixes;
  }

  it('Bluetooth tags, each with its values', () => {
    expect(
      variable(548, '01' + '0f' + '0001c6' + '0106babbf3635055' + '0202806d' + '07' + '0001ca' + '06020907'),
    ).toEqual({
      tag_rssi_1: -58,
      tag_id_1: 'babbf3635055',
      tag_voltage_1: 3.09,
      tag_rssi_2: -54,
      tag_temperature_2: 23.11,
    });
    // Lengths that do not fit are no list: the bytes are kept.
    expect(variable(548, '01' + '10' + '0001c6' + '0106babbf3635055' + '0202806d')).toEqual({
      io548: '01100001c60106babbf36350550202806d',
    });
  });

  it('records with a group of 16 bytes, which nothing but their fit shows', () => {
    const plain = '0000015d4b4dc07a' + '00d5dbd13eec04324e020e000012000000' + '00' + '00000000';
    const wide = `${plain}01${'05'}${'00'.repeat(15)}2a`;
    expect(readData(fromHex(`0802${wide}${plain}0002`)).map(({ time, attributes }) => [time, attributes])).toEqual([
      [0x15d4b4dc07a, { io5: '0000000000000000000000000000002a' }],
      [0x15d4b4dc07a, {}],
    ]);
  });
});

describe('streams', () => {
  it('mean the same however they are cut', () => {
    const frames = [login, CODEC_8, Uint8Array.of(0xff), CODEC_8E, CODEC_12, CODEC_16];
    const whole = outcomeOf(teltonika, [concatBytes(...frames)]);
    expect(whole).toMatchObject({ sent: '01000000010000000100000002', malformed: 0 });
    expect(whole.fixes).toHaveLength(5);
    for (const chunks of cutsOf(...frames)) expect(outcomeOf(teltonika, chunks)).toEqual(whole);
  });

  it('survive random bytes and damaged packets: nothing wrong is stored and the next good packet is read', () => {
    const random = seededRandom(20260601);
    const good = encodeTeltonikaPacket([record]);
    for (let round = 0; round < 3000; round++) {
      const { session, intake, wire } = afterLogin();
      session.receive(round % 3 === 0 ? randomBytes(Math.floor(random() * 300), random) : mutate(good, random));
      // A damaged login may log another device in or be refused; a device then connects again.
      if (wire.ended) continue;
      session.receive(login);
      const stored = intake.fixes.length;
      session.receive(good);
      const last = intake.fixes.at(-1);
      expect(intake.fixes.length, `round ${round}`).toBe(stored + 1);
      expect(last?.time).toBe(record.time);
      for (const fix of intake.fixes) expect(fix.time).toBe(record.time);
    }
  });
});
