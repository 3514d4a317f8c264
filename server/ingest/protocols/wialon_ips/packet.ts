import { crc16Ibm, utf8Text } from '../shared/index.ts';

const HASH = 0x23;
const SEMICOLON = 0x3b;
const BAR = 0x7c;

/** One packet `prefix#TYPE#body`, taken apart. */
export interface IpsPacket {
  /** What is before the first `#`: on UDP `2.0;imei` or `imei`, on TCP nothing. */
  readonly prefix: string;
  readonly type: string;
  /** The body as sent, checksum included. */
  readonly body: string;
  /** The body before its checksum and the separator in front of it. */
  readonly covered: string;
  /** True when the body ends with the checksum of what is before it. */
  readonly checksumRight: boolean;
}

const TYPE = /^[A-Z]{1,3}$/;
/** Four digits; some leave out zeros in front, some mark the number as hexadecimal. */
const CHECKSUM = /^(?:0x)?[0-9a-f]{1,4}$/i;

/** Takes apart the line `bytes[start, end)`, without its end mark; null when it is no packet. */
export function readPacket(bytes: Uint8Array, start: number, end: number): IpsPacket | null {
  const first = bytes.indexOf(HASH, start);
  if (first < 0 || first >= end) return null;
  const second = bytes.indexOf(HASH, first + 1);
  if (second < 0 || second >= end) return null;
  const type = utf8Text(bytes, first + 1, second);
  if (!TYPE.test(type)) return null;
  const body = second + 1;
  const separator = lastSeparator(bytes, body, end);
  const text = utf8Text(bytes, body, end);
  // Where every byte is a character, what is covered is a piece of the text.
  const plain = text.length === end - body;
  // The checksum covers the last separator too.
  const sum = utf8Text(bytes, separator + 1, end);
  return {
    prefix: utf8Text(bytes, start, first),
    type,
    body: text,
    covered: separator < body ? '' : plain ? text.slice(0, separator - body) : utf8Text(bytes, body, separator),
    checksumRight: CHECKSUM.test(sum) && Number.parseInt(sum, 16) === crc16Ibm(bytes, body, separator + 1),
  };
}

function lastSeparator(bytes: Uint8Array, start: number, end: number): number {
  for (let at = end - 1; at >= start; at--) if (bytes[at] === SEMICOLON || bytes[at] === BAR) return at;
  return start - 1;
}

/** Four upper-case hex digits. */
export function formatChecksum(sum: number): string {
  return sum.toString(16).toUpperCase().padStart(4, '0');
}
