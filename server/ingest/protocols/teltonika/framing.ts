import { FRAME } from '../../../../src/domain/base/index.ts';
import { crc16Ibm, u16, u32 } from '../shared/index.ts';

/** Preamble and length before the covered data, and the checksum after it. */
export const AVL_HEAD = 8;
export const AVL_TAIL = 4;
/** Codec, count, count. */
const SHORTEST_DATA = 3;
/** A lone FF keeps the connection open. */
export const KEEP_ALIVE = 0xff;

/** Identifiers are 15 digits; some models send fewer or a letter, none more than this. */
const SHORTEST_IDENTIFIER = 8;
const LONGEST_IDENTIFIER = 20;

/**
 * Length of the frame at `start`: a login, a keep-alive or a packet with preamble. 0: more bytes are needed;
 * -1: no frame can begin here.
 */
export function measureFrame(bytes: Uint8Array, start: number, end: number): number {
  const available = end - start;
  if (bytes[start] === KEEP_ALIVE) return 1;
  if (available < 2) return bytes[start] === 0 ? 0 : -1;
  const first = u16(bytes, start);
  if (first !== 0) return measureLogin(bytes, start, available, first);
  if (available >= 4 && u16(bytes, start + 2) !== 0) return -1;
  if (available < AVL_HEAD) return available < 4 && bytes[end - 1] !== 0 ? -1 : 0;
  const data = u32(bytes, start + 4);
  if (data < SHORTEST_DATA || data > FRAME.binary - AVL_HEAD - AVL_TAIL) return -1;
  const length = AVL_HEAD + data + AVL_TAIL;
  return available < length ? 0 : length;
}

function measureLogin(bytes: Uint8Array, start: number, available: number, length: number): number {
  if (length < SHORTEST_IDENTIFIER || length > LONGEST_IDENTIFIER) return -1;
  const present = Math.min(available - 2, length);
  for (let index = 0; index < present; index++) if (!isIdentifierByte(bytes[start + 2 + index])) return -1;
  return available < length + 2 ? 0 : length + 2;
}

/** Letters and digits: what identifiers are made of. */
export function isIdentifierByte(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
}

/** True when the packet `bytes[start, end)` carries the checksum of its data. */
export function hasChecksum(bytes: Uint8Array, start: number, end: number): boolean {
  return u32(bytes, end - AVL_TAIL) === crc16Ibm(bytes, start + AVL_HEAD, end - AVL_TAIL);
}

/** First whole packet after a damaged one: preamble, plausible length and right checksum, or -1. */
export function findWholeFrame(bytes: Uint8Array, start: number, end: number): number {
  for (let at = bytes.indexOf(0, start); at >= 0 && at + AVL_HEAD < end; at = bytes.indexOf(0, at + 1)) {
    if (u16(bytes, at) !== 0 || u16(bytes, at + 2) !== 0) continue;
    const length = measureFrame(bytes, at, end);
    if (length > 0 && hasChecksum(bytes, at, at + length)) return at;
  }
  return -1;
}
