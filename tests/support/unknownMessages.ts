import { encodeGps103Login } from '../../server/ingest/protocols/gps103/index.ts';
import { encodeGt06Login } from '../../server/ingest/protocols/gt06/index.ts';
import { encodeJt808Authentication, jt808AuthCode, jt808Dialect } from '../../server/ingest/protocols/jt808/index.ts';
import { encodeNmeaIdentifier } from '../../server/ingest/protocols/nmea/index.ts';
import { concatBytes, crc16Ibm, crc16X25, fromHex } from '../../server/ingest/protocols/shared/index.ts';
import { encodeTeltonikaLogin } from '../../server/ingest/protocols/teltonika/index.ts';
import { encodeIpsLogin } from '../../server/ingest/protocols/wialon_ips/index.ts';
import type { ProtocolName } from '../../src/domain/telemetry/index.ts';

/** A well-framed message of a type that no decoder knows, from a device that is let in. */
export interface UnknownMessage {
  readonly identifier: string;
  /** What the device says before, and how the answer to that begins; empty where there is none. */
  readonly opening: Uint8Array;
  readonly opened: string;
  readonly frame: Uint8Array;
  readonly type: string;
  /** True where a part of the message is understood all the same. */
  readonly part: boolean;
  /** The acknowledgement, or null where the protocol has none for it. */
  readonly acknowledged: Uint8Array | null;
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const NOTHING = new Uint8Array(0);
const plain = { opening: NOTHING, opened: '', part: false, acknowledged: null } as const;

/** Codec 8 Extended: one record at a place, whose element 20000 is 80 bytes long. */
function teltonikaPacket(time: number): Uint8Array {
  const head = new DataView(new ArrayBuffer(24));
  head.setBigUint64(0, BigInt(time));
  head.setInt32(9, 134_000_000);
  head.setInt32(13, 525_000_000);
  head.setUint8(21, 9);
  const element = concatBytes(fromHex('00014e200050'), new Uint8Array(80).fill(0xab));
  const data = concatBytes(
    fromHex('8e01'),
    new Uint8Array(head.buffer),
    fromHex('00000001'),
    fromHex('0000000000000000'),
    element,
    fromHex('01'),
  );
  const frame = new DataView(new ArrayBuffer(8 + data.length + 4));
  frame.setUint32(4, data.length);
  new Uint8Array(frame.buffer).set(data, 8);
  frame.setUint32(8 + data.length, crc16Ibm(data, 0, data.length));
  return new Uint8Array(frame.buffer);
}

/** Between its marks, with its check; nothing in it needs an escape. */
function jt808Frame(content: string): Uint8Array {
  const covered = fromHex(content);
  return concatBytes(
    Uint8Array.of(0x7e),
    covered,
    Uint8Array.of(
      covered.reduce((sum, byte) => sum ^ byte, 0),
      0x7e,
    ),
  );
}

/** Content and serial with marks, length and checksum. */
function gt06Frame(content: string, serial: string): Uint8Array {
  const covered = concatBytes(Uint8Array.of(content.length / 2 + 4), fromHex(content + serial));
  const sum = crc16X25(covered, 0, covered.length);
  return concatBytes(fromHex('7878'), covered, Uint8Array.of(sum >> 8, sum & 0xff), fromHex('0d0a'));
}

const location = { timestamp: '2026-05-01T07:00:00Z', coords: { latitude: 52.5, longitude: 13.4 } };

/** One of every protocol; the test asks for those of the registry. */
export const UNKNOWN_MESSAGES: Partial<Record<ProtocolName, (time: number) => UnknownMessage>> = {
  osmand: () => ({
    ...plain,
    identifier: 'phone-101',
    frame: bytes(JSON.stringify({ device_id: 'phone-101', location: { ...location, beacons: ['a'] } })),
    type: 'location.beacons',
    part: true,
    acknowledged: bytes('200'),
  }),
  traccar: () => ({
    ...plain,
    identifier: 'server-102',
    frame: bytes(
      JSON.stringify({
        device: { uniqueId: 'server-102' },
        position: { fixTime: '2026-05-01T07:00:00Z', latitude: 52.5, longitude: 13.4, attributes: { tags: ['a'] } },
      }),
    ),
    type: 'attributes.tags',
    part: true,
    acknowledged: bytes('200'),
  }),
  teltonika: (time) => ({
    identifier: '356307042441103',
    opening: encodeTeltonikaLogin('356307042441103'),
    opened: '01',
    frame: teltonikaPacket(time),
    type: 'IO 20000',
    part: true,
    acknowledged: fromHex('00000001'),
  }),
  // A photo, which is taken block by block.
  wialon_ips: () => ({
    ...plain,
    identifier: '356307042441104',
    opening: encodeIpsLogin('356307042441104'),
    opened: hexOf('#AL#1'),
    frame: concatBytes(bytes('#I#3;0;0;010526;070000;photo.jpg;702A\r\n'), fromHex('ffd8ff')),
    type: 'I',
    acknowledged: bytes('#AI#0;1\r\n#AI#1\r\n'),
  }),
  h02: () => ({
    ...plain,
    identifier: '9180271105',
    frame: bytes('*HQ,9180271105,V1,what,ever#'),
    type: 'V1',
    acknowledged: bytes('*HQ,9180271105,V4,V1,20260501080000#'),
  }),
  gps103: () => ({
    ...plain,
    identifier: '356307042441106',
    opening: encodeGps103Login('356307042441106'),
    opened: hexOf('LOAD'),
    frame: bytes('imei:356307042441106,lunch,12;'),
    type: 'lunch',
  }),
  tk103: () => ({
    ...plain,
    identifier: '088046338107',
    frame: bytes('(088046338107BO012what)'),
    type: 'BO01',
    acknowledged: bytes('(088046338107AS012)'),
  }),
  nmea: () => ({
    ...plain,
    identifier: '356307042441108',
    opening: encodeNmeaIdentifier('356307042441108'),
    frame: bytes('$PACME,12,ever*5D\r\n'),
    type: 'PACME',
  }),
  queclink: () => ({
    ...plain,
    identifier: '356307042441109',
    frame: bytes('+RESP:GTZZZ,060228,356307042441109,,7,20260501070000,0042$'),
    type: 'GTZZZ',
    part: true,
    acknowledged: bytes('+SACK:0042$'),
  }),
  gt06: () => ({
    ...plain,
    identifier: '356307042441110',
    opening: encodeGt06Login('356307042441110', 1),
    opened: '7878',
    frame: gt06Frame('ee0102', '0002'),
    type: '0xee',
    acknowledged: gt06Frame('ee', '0002'),
  }),
  jt808: () => ({
    ...plain,
    identifier: '13912345111',
    opening: encodeJt808Authentication(jt808Dialect('13912345111'), 1, jt808AuthCode('13912345111')),
    opened: '7e',
    // Body of two bytes; the check is the exclusive or of all.
    frame: jt808Frame('0fee000201391234511100020102'),
    type: '0x0fee',
    // The second answer on the connection: "0002, 0fee: stored".
    acknowledged: jt808Frame('80010005013912345111000100020fee00'),
  }),
};

function hexOf(text: string): string {
  return Buffer.from(text).toString('hex');
}
