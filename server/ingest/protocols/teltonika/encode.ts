import { concatBytes, crc16Ibm, u32 } from '../shared/index.ts';
import { CODEC } from './record.ts';

/** One IO element as a device sends it: id, bytes 1, 2, 4 or 8, value. Eight bytes take a bigint. */
export interface TeltonikaIo {
  readonly id: number;
  readonly size: 1 | 2 | 4 | 8;
  readonly value: number | bigint;
}

/** One AVL record, in the wire's units. */
export interface TeltonikaRecord {
  /** Unix milliseconds. */
  readonly time: number;
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** Metres, degrees, km/h. */
  readonly altitude: number;
  readonly course: number;
  readonly speed: number;
  readonly satellites: number;
  readonly priority?: 0 | 1 | 2;
  readonly event?: number;
  readonly io: readonly TeltonikaIo[];
}

export type TeltonikaCodec = 'eight' | 'eightExtended' | 'sixteen';

/** Login of a TCP connection. */
export function encodeTeltonikaLogin(identifier: string): Uint8Array {
  const text = new TextEncoder().encode(identifier);
  return concatBytes(Uint8Array.of(text.length >> 8, text.length & 0xff), text);
}

/** One packet with up to 255 records. Throws a RangeError on more. */
export function encodeTeltonikaPacket(
  records: readonly TeltonikaRecord[],
  codec: TeltonikaCodec = 'eightExtended',
): Uint8Array {
  const data = encodeData(records, codec);
  const packet = new Uint8Array(data.length + 12);
  const view = new DataView(packet.buffer);
  view.setUint32(4, data.length);
  packet.set(data, 8);
  view.setUint32(8 + data.length, crc16Ibm(data, 0, data.length));
  return packet;
}

/** One UDP datagram. */
export function encodeTeltonikaDatagram(
  identifier: string,
  records: readonly TeltonikaRecord[],
  packetId: number,
  codec: TeltonikaCodec = 'eightExtended',
): Uint8Array {
  const data = encodeData(records, codec);
  const login = encodeTeltonikaLogin(identifier);
  const head = new Uint8Array(6);
  const view = new DataView(head.buffer);
  view.setUint16(0, 4 + login.length + data.length);
  view.setUint16(2, packetId);
  head[4] = 1;
  head[5] = packetId & 0xff;
  return concatBytes(head, login, data);
}

function encodeData(records: readonly TeltonikaRecord[], codec: TeltonikaCodec): Uint8Array {
  if (records.length > 255) throw new RangeError(`A packet carries at most 255 records, not ${records.length}`);
  const ends = Uint8Array.of(CODEC[codec], records.length);
  return concatBytes(ends, ...records.map((record) => encodeRecord(record, codec)), ends.subarray(1));
}

function encodeRecord(record: TeltonikaRecord, codec: TeltonikaCodec): Uint8Array {
  const bytes: number[] = [];
  const push = (value: number | bigint, size: number): void => {
    const whole = BigInt.asUintN(64, typeof value === 'bigint' ? value : BigInt(Math.round(value)));
    for (let index = size - 1; index >= 0; index--) bytes.push(Number((whole >> BigInt(index * 8)) & 0xffn));
  };
  push(record.time, 8);
  push(record.priority ?? 0, 1);
  push(record.longitude * 1e7, 4);
  push(record.latitude * 1e7, 4);
  push(record.altitude, 2);
  push(record.course, 2);
  push(record.satellites, 1);
  push(record.speed, 2);
  const idSize = codec === 'eight' ? 1 : 2;
  const countSize = codec === 'eightExtended' ? 2 : 1;
  push(record.event ?? 0, idSize);
  if (codec === 'sixteen') push(7, 1);
  push(record.io.length, countSize);
  for (const size of [1, 2, 4, 8] as const) {
    const group = record.io.filter((element) => element.size === size);
    push(group.length, countSize);
    for (const element of group) {
      push(element.id, idSize);
      push(element.value, size);
    }
  }
  if (codec === 'eightExtended') push(0, 2);
  return Uint8Array.from(bytes);
}

/** What the server answered: the login's result, or how many records it took; null when the bytes are neither. */
export function decodeTeltonikaAnswer(bytes: Uint8Array): { login: boolean } | { accepted: number } | null {
  if (bytes.length === 1) return { login: bytes[0] === 1 };
  return bytes.length === 4 ? { accepted: u32(bytes, 0) } : null;
}
