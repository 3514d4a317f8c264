import { bcdDigits, concatBytes, u16, unsigned } from '../shared/index.ts';
import { escape, MARK, OTHER_MARK, unescape, xorOf } from './escapes.ts';

const TEXT_BEGINS = 0x28;
const TEXT_ENDS = 0x29;

/** Bits of the properties word. */
const BODY_LENGTH = 0x3ff;
const ENCRYPTION = 0x1c00;
const IN_PARTS = 0x2000;
const VERSIONED = 0x4000;
/** Largest body of one frame; longer messages go in parts. */
export const LARGEST_BODY = BODY_LENGTH;
/** Longest text in brackets. */
const LONGEST_TEXT = 1024;
/** A frame with the longest header and every byte of it escaped. */
export const LONGEST_FRAME = 2 * (LARGEST_BODY + 22) + 2;

/** How a device writes headers: the version of 2019 has a byte for it and longer numbers. */
export interface Dialect {
  /** Null: the versions of 2011 and 2013. */
  readonly version: number | null;
  /** The device's number as it is in its headers; answers repeat it. */
  readonly phone: Uint8Array;
  /** What its frames begin and end with; absent: {@link MARK}. */
  readonly mark?: number;
}

/** One frame without marks, escapes and check byte. The body lies at `[start, end)` of `bytes`. */
export interface Jt808Frame extends Dialect {
  readonly id: number;
  readonly identifier: string;
  readonly serial: number;
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  /** Which part of how many this is, from 1; null when the message is whole. */
  readonly part: { readonly index: number; readonly total: number } | null;
  /** A short report that asks for {@link buildCompactAnswer}. */
  readonly asksCompact?: boolean;
}

/**
 * Length of the frame at `start`; 1 for a mark that only fills time; 0: more bytes are needed; -1: no frame begins
 * here. `mark`: the one that the connection keeps to, or null while that is not known. Texts in brackets go between
 * frames.
 */
export function measureFrame(bytes: Uint8Array, start: number, end: number, mark: number | null = MARK): number {
  const first = bytes[start];
  if (first === TEXT_BEGINS) return measureText(bytes, start, end);
  if (mark === null ? first !== MARK && first !== OTHER_MARK : first !== mark) return -1;
  if (start + 1 < end && bytes[start + 1] === first) return 1;
  const last = bytes.indexOf(first, start + 1);
  return last < 0 || last >= end ? 0 : last + 1 - start;
}

/** Nothing but letters, digits and signs is in a text: what else begins with a bracket is none, and hides no frame. */
function measureText(bytes: Uint8Array, start: number, end: number): number {
  for (let at = start + 1; at < end && at - start < LONGEST_TEXT; at++) {
    if (bytes[at] === TEXT_ENDS) return at + 1 - start;
    if (bytes[at] < 0x20 || bytes[at] >= 0x7e) return -1;
  }
  return end - start >= LONGEST_TEXT ? -1 : 0;
}

/** True for a frame that is a text: `(identifier,…)`. */
export const isText = (bytes: Uint8Array, start: number): boolean => bytes[start] === TEXT_BEGINS;

/**
 * The first whole frame with the right check byte after `start`: a byte that looks like another mark must not hide it.
 */
export function findWholeFrame(bytes: Uint8Array, start: number, end: number): number {
  for (let at = bytes.indexOf(MARK, start); at >= 0 && at < end; at = bytes.indexOf(MARK, at + 1)) {
    const last = bytes.indexOf(MARK, at + 1);
    if (last < 0 || last >= end) return -1;
    if (typeof readFrame(bytes, at + 1, last) !== 'string') return at;
  }
  return -1;
}

/** Takes apart a frame between its marks, escapes and all; a text says what is wrong with it. */
export function readFrame(bytes: Uint8Array, start: number, end: number, mark = MARK): Jt808Frame | string {
  const plain = unescape(bytes, start, end, mark);
  if (!plain) return 'an escape is broken';
  if (plain.length < 13) return 'the frame is shorter than its header';
  const last = plain.length - 1;
  if (xorOf(plain, 0, last) !== plain[last]) return 'the checksum is wrong';
  return isCompact(u16(plain, 0)) ? readCompactHead(plain, last) : readHead(plain, last, mark);
}

/** Numbers of the short reports of some trackers of goods: BCD where others are binary, and a serial of one byte. */
const COMPACT_ANSWER = 0x4401;
const ASKS_COMPACT = 0x8000;
export const isCompact = (id: number): boolean => id === 0x5501 || id === 0x5502;

function readCompactHead(bytes: Uint8Array, end: number): Jt808Frame {
  const phone = bytes.subarray(4, 10);
  return {
    id: u16(bytes, 0),
    version: null,
    phone,
    identifier: identifierOf(phone),
    serial: bytes[10],
    bytes,
    start: 11,
    end,
    part: null,
    asksCompact: (u16(bytes, 2) & ASKS_COMPACT) !== 0,
  };
}

function readHead(bytes: Uint8Array, last: number, mark: number): Jt808Frame | string {
  const properties = u16(bytes, 2);
  if ((properties & ENCRYPTION) !== 0) return 'the body is encrypted';
  const versioned = (properties & VERSIONED) !== 0;
  const numberAt = versioned ? 5 : 4;
  const serialAt = numberAt + (versioned ? 10 : mark === OTHER_MARK ? 7 : 6);
  const inParts = (properties & IN_PARTS) !== 0;
  const start = serialAt + 2 + (inParts ? 4 : 0);
  if (start > last) return 'the frame is shorter than its header';
  if (start + (properties & BODY_LENGTH) !== last)
    return `the body has ${last - start} bytes, not ${properties & BODY_LENGTH}`;
  const phone = bytes.subarray(numberAt, serialAt);
  return {
    id: u16(bytes, 0),
    version: versioned ? bytes[4] : null,
    phone,
    mark,
    identifier: identifierOf(phone),
    serial: u16(bytes, serialAt),
    bytes,
    start,
    end: last,
    part: inParts ? { total: u16(bytes, serialAt + 2), index: u16(bytes, serialAt + 4) } : null,
  };
}

/**
 * The number without the zeros that fill it up. Six bytes that are no digits hold an IMEI as a binary number, to which
 * its check digit belongs.
 */
export function identifierOf(phone: Uint8Array): string {
  const digits = bcdDigits(phone, 0, phone.length);
  if (digits !== '') return digits.replace(/^0+(?=\d)/, '');
  const number = String(unsigned(phone, 0, Math.min(6, phone.length)));
  return number + luhnDigit(number);
}

/** The check digit of an IMEI's 14 digits. */
function luhnDigit(digits: string): string {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place]);
    const weighed = place % 2 === 0 ? digit * 2 : digit;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return String((10 - (sum % 10)) % 10);
}

/** A frame around the body, in the dialect's header. Throws a RangeError on a body that no frame holds. */
export function buildFrame(
  id: number,
  { version, phone, mark = MARK }: Dialect,
  serial: number,
  body: Uint8Array,
  part: Jt808Frame['part'] = null,
): Uint8Array {
  if (body.length > LARGEST_BODY) throw new RangeError(`A body of ${body.length} bytes does not fit a frame`);
  const properties = body.length | (version === null ? 0 : VERSIONED) | (part ? IN_PARTS : 0);
  const plain = concatBytes(
    word(id),
    word(properties),
    version === null ? new Uint8Array(0) : Uint8Array.of(version),
    phone,
    word(serial),
    part ? concatBytes(word(part.total), word(part.index)) : new Uint8Array(0),
    body,
  );
  return escape(concatBytes(plain, Uint8Array.of(xorOf(plain, 0, plain.length))), mark);
}

/**
 * The answer to a report of {@link isCompact} that asks for one: 4401 with a serial of one byte, what is answered, the
 * result.
 */
export function buildCompactAnswer(id: number, phone: Uint8Array, result: number): Uint8Array {
  const plain = concatBytes(word(COMPACT_ANSWER), word(3), phone, Uint8Array.of(1), word(id), Uint8Array.of(result));
  return escape(concatBytes(plain, Uint8Array.of(xorOf(plain, 0, plain.length))));
}

/** Two bytes, big-endian. */
export const word = (value: number): Uint8Array => Uint8Array.of((value >> 8) & 0xff, value & 0xff);
/** Four bytes, big-endian. */
export const doubleWord = (value: number): Uint8Array =>
  Uint8Array.of(value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff);
