import { FRAME } from '../../../../src/domain/base/index.ts';
import { crc16X25, findBytes, u16 } from '../shared/index.ts';

const SHORT = 0x78;
const LONG = 0x79;
const TERMINATOR = [0x0d, 0x0a] as const;
/** Protocol number, serial and checksum: what the length counts besides the content. */
const OVERHEAD = 5;
const LONGEST = FRAME.binary;

/** One frame's parts within the bytes. Content lies at `[start, end)`. */
export interface Gt06Frame {
  readonly extended: boolean;
  readonly protocol: number;
  readonly serial: number;
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  readonly checksumRight: boolean;
}

/** Bytes before the protocol number: two start marks and a length of one byte or two. */
const headOf = (bytes: Uint8Array, start: number): 3 | 4 => (bytes[start] === LONG ? 4 : 3);

function statedLength(bytes: Uint8Array, start: number): number {
  const head = headOf(bytes, start);
  return head + (head === 4 ? u16(bytes, start + 2) : bytes[start + 2]) + TERMINATOR.length;
}

const endsAt = (bytes: Uint8Array, end: number): boolean =>
  bytes[end - 2] === TERMINATOR[0] && bytes[end - 1] === TERMINATOR[1];

/**
 * Length of the frame at `start`; 0: more bytes are needed; -1: no frame begins here. A frame without its
 * terminator where its length says ends at the next terminator, as cheap trackers count wrongly.
 */
export function measureFrame(bytes: Uint8Array, start: number, end: number): number {
  const mark = bytes[start];
  if (mark !== SHORT && mark !== LONG) return -1;
  if (start + 1 < end && bytes[start + 1] !== mark) return -1;
  const head = headOf(bytes, start);
  if (end - start < head) return 0;
  const length = statedLength(bytes, start);
  if (length > LONGEST) return -1;
  if (end - start < length) return 0;
  if (endsAt(bytes, start + length)) return length;
  const next = findBytes(bytes, TERMINATOR, start + head, end);
  const whole = findWholeFrame(bytes, start + 2, end);
  if (whole >= 0 && (next < 0 || next + TERMINATOR.length > whole)) return -1;
  return next < 0 ? 0 : next + TERMINATOR.length - start;
}

/** True when a frame begins at `start`, is whole and carries its checksum. */
function isWhole(bytes: Uint8Array, start: number, end: number): boolean {
  const mark = bytes[start];
  if ((mark !== SHORT && mark !== LONG) || bytes[start + 1] !== mark || end - start < 10) return false;
  const length = statedLength(bytes, start);
  if (length < headOf(bytes, start) + OVERHEAD + 2 || start + length > end || !endsAt(bytes, start + length))
    return false;
  return u16(bytes, start + length - 4) === crc16X25(bytes, start + 2, start + length - 4);
}

/** First place in `[start, end)` where a whole frame with the right checksum begins, or -1. */
export function findWholeFrame(bytes: Uint8Array, start: number, end: number): number {
  for (let at = start; at + 10 <= end; at++) if (isWhole(bytes, at, end)) return at;
  return -1;
}

/**
 * Takes apart the frame `bytes[start, end)`; null when its length does not fit its terminator. Some trackers leave the
 * checksum out of the length: then it is the checksum that proves the frame.
 */
export function readFrame(bytes: Uint8Array, start: number, end: number): Gt06Frame | null {
  const head = headOf(bytes, start);
  if (end - start < head + OVERHEAD + 2) return null;
  const checksumRight = u16(bytes, end - 4) === crc16X25(bytes, start + 2, end - 4);
  if (statedLength(bytes, start) !== end - start && !checksumRight) return null;
  return {
    extended: head === 4,
    protocol: bytes[start + head],
    serial: u16(bytes, end - 6),
    bytes,
    start: start + head + 1,
    end: end - 6,
    checksumRight,
  };
}

/** Builds a frame around the content. */
export function buildFrame(protocol: number, content: Uint8Array, serial: number, extended = false): Uint8Array {
  const head = extended ? 4 : 3;
  const bytes = new Uint8Array(head + OVERHEAD + content.length + 2);
  const view = new DataView(bytes.buffer);
  bytes.fill(extended ? LONG : SHORT, 0, 2);
  if (extended) view.setUint16(2, content.length + OVERHEAD);
  else bytes[2] = content.length + OVERHEAD;
  bytes[head] = protocol;
  bytes.set(content, head + 1);
  const serialAt = head + 1 + content.length;
  view.setUint16(serialAt, serial);
  view.setUint16(serialAt + 2, crc16X25(bytes, 2, serialAt + 2));
  bytes.set(TERMINATOR, serialAt + 4);
  return bytes;
}
