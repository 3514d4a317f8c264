import { FRAME } from '../../../../src/domain/base/index.ts';
import { sameText, type Framing } from '../shared/index.ts';
import { hasLongHead, hasShortHead, HEAD_LENGTHS } from './binary.ts';

const STAR = 0x2a;
const DOLLAR = 0x24;
const HASH = 0x23;
export const CROSS = 0x58;
const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;

/** Lengths of binary frames; the middle one carries an identifier of 16 digits. */
export const BINARY = { short: 32, wide: 42, long: 45 } as const;
const TAIL = BINARY.long - BINARY.short;

/** `*HQ,` */
const HEAD = 4;
const COMMA = 0x2c;
const WORDS = [',SMS,', ',V4,'] as const;

const isLetter = (byte: number): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
const isBlank = (byte: number): boolean =>
  byte === CARRIAGE_RETURN || byte === LINE_FEED || byte === 0 || byte === 0x20;

export interface H02Listener {
  /** `*…#`, marks included. */
  onText(bytes: Uint8Array, start: number, end: number): void;
  /** A binary frame, its mark included. */
  onBinary(bytes: Uint8Array, start: number, end: number): void;
  onGarbage(bytes: Uint8Array): void;
}

/**
 * Text and binary frames mixed in one stream. A binary frame does not say its length: 32 bytes or 45 is seen by what
 * follows. One of 32 that ends where the bytes end is handed out at once; should 13 bytes more come that begin no
 * frame, they were its tail, and from then on the tail is waited for.
 */
export class H02Framing implements Framing {
  readonly maximum = FRAME.text;
  readonly #listener: H02Listener;
  #waitsForTail = false;
  #mayHaveTail = false;

  constructor(listener: H02Listener) {
    this.#listener = listener;
  }

  measure(bytes: Uint8Array, start: number, end: number): number {
    if (this.#mayHaveTail && !beginsFrame(bytes, start, end)) {
      if (end - start < TAIL) return 0;
      this.#waitsForTail = true;
      return TAIL;
    }
    const mark = bytes[start];
    if (mark === STAR) return measureText(bytes, start, end);
    if (mark === DOLLAR) return this.#measureBinary(bytes, start, end);
    if (isBlank(mark)) return 1;
    return mark === CROSS ? measureCross(bytes, start, end) : -1;
  }

  /** A frame that lost its end must not hide the text behind it. */
  findWhole(bytes: Uint8Array, start: number, end: number): number {
    for (let at = bytes.indexOf(STAR, start); at >= 0 && at < end; at = bytes.indexOf(STAR, at + 1)) {
      if (measureText(bytes, at, end) > 0) return at;
    }
    return -1;
  }

  onFrame(bytes: Uint8Array, start: number, end: number): void {
    const tail = this.#mayHaveTail && !beginsFrame(bytes, start, end);
    this.#mayHaveTail = !tail && bytes[start] === DOLLAR && end - start === BINARY.short;
    if (tail) return;
    if (bytes[start] === STAR) this.#listener.onText(bytes, start, end);
    else if (bytes[start] === DOLLAR || isCrossReport(bytes, start)) this.#listener.onBinary(bytes, start, end);
  }

  onGarbage(bytes: Uint8Array): void {
    this.#mayHaveTail = false;
    this.#listener.onGarbage(bytes);
  }

  #measureBinary(bytes: Uint8Array, start: number, end: number): number {
    const available = end - start;
    if (available < HEAD_LENGTHS.wide) return 0;
    const wide = hasLongHead(bytes, start);
    if (!hasShortHead(bytes, start)) return !wide ? -1 : available < BINARY.wide ? 0 : BINARY.wide;
    if (wide && available === BINARY.wide) return BINARY.wide;
    if (available < BINARY.short) return 0;
    const endsShort = available > BINARY.short && beginsFrame(bytes, start + BINARY.short, end);
    if (endsShort) this.#waitsForTail = false;
    if (endsShort || (available === BINARY.short && !this.#waitsForTail)) return BINARY.short;
    if (available < BINARY.long) return 0;
    this.#waitsForTail = true;
    return BINARY.long;
  }
}

/** Every frame begins with one of three marks; between frames there may be an end of line. */
function beginsFrame(bytes: Uint8Array, at: number, end: number): boolean {
  const mark = bytes[at];
  if (mark === STAR) return at + 1 === end || isLetter(bytes[at + 1]);
  if (mark === CARRIAGE_RETURN) return at + 1 === end || bytes[at + 1] === LINE_FEED;
  return mark === DOLLAR || mark === CROSS;
}

/** `*`, two letters, a comma, anything printable, `#`. Words for people may have several lines. */
function measureText(bytes: Uint8Array, start: number, end: number): number {
  if (!beginsText(bytes, start, end)) return -1;
  for (let at = start + 1; at < end; at++) {
    const byte = bytes[at];
    if (byte === HASH) return at + 1 - start;
    // A control character, or the beginning of another frame: this one lost its end.
    if (
      (byte < 0x20 && !(isLineEnd(byte) && hasWords(bytes, start, at))) ||
      (byte === STAR && at + 4 <= end && beginsText(bytes, at, end))
    )
      return -1;
  }
  return 0;
}

const isLineEnd = (byte: number): boolean => byte === CARRIAGE_RETURN || byte === LINE_FEED;

/** True for `*HQ,<identifier>,SMS,…`, and for V4, the answer to a command, as far as they have come by `end`. */
function hasWords(bytes: Uint8Array, start: number, end: number): boolean {
  const comma = bytes.indexOf(COMMA, start + HEAD);
  return (
    comma > 0 && comma < end && WORDS.some((type) => sameText(bytes, comma, Math.min(end, comma + type.length), type))
  );
}

function beginsText(bytes: Uint8Array, at: number, end: number): boolean {
  return (
    (at + 1 >= end || isLetter(bytes[at + 1])) &&
    (at + 2 >= end || isLetter(bytes[at + 2])) &&
    (at + 3 >= end || bytes[at + 3] === COMMA)
  );
}

/** `X` and 31 bytes; devices send it between frames. */
function measureCross(bytes: Uint8Array, start: number, end: number): number {
  if (end - start < BINARY.short) return 0;
  return end - start === BINARY.short || beginsFrame(bytes, start + BINARY.short, end) ? BINARY.short : -1;
}

/** True for an `X` frame that holds a report as the short binary frame does; others mean nothing. */
const isCrossReport = (bytes: Uint8Array, start: number): boolean =>
  bytes[start] === CROSS && hasShortHead(bytes, start);
