import { FRAME } from '../../../../src/domain/base/index.ts';
import { sameText, type Framing } from '../shared/index.ts';

const SEMICOLON = 0x3b;
const STAR = 0x2a;
const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;
const HASH = 0x23;
const LETTER_I = 0x69;
/** Every report begins so. */
export const IDENTIFIED = 'imei:';

/** A frame ends with a semicolon; some vendors end it with a star or a line. */
const isEnd = (byte: number): boolean => byte === SEMICOLON || byte === STAR || byte === CARRIAGE_RETURN || byte === LINE_FEED;
const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;

export interface Gps103Listener {
  /** A frame without its end mark. */
  onFrame(bytes: Uint8Array, start: number, end: number): void;
  onGarbage(bytes: Uint8Array): void;
}

/** `##,imei:…,A;`, `imei:…;` and a bare identifier, apart by their end marks. */
export class Gps103Framing implements Framing {
  readonly maximum = FRAME.text;
  readonly #listener: Gps103Listener;

  constructor(listener: Gps103Listener) {
    this.#listener = listener;
  }

  measure(bytes: Uint8Array, start: number, end: number): number {
    if (isEnd(bytes[start])) return 1;
    if (!beginsFrame(bytes, start, end)) return -1;
    for (let at = start + 1; at < end; at++) {
      const byte = bytes[at];
      if (isEnd(byte)) return at + 1 - start;
      // A control character, or the beginning of another report: this one lost its end.
      if (byte < 0x20 || (byte === LETTER_I && bytes[start] !== HASH && sameText(bytes, at, Math.min(end, at + IDENTIFIED.length), IDENTIFIED))) return -1;
    }
    return 0;
  }

  /** All that is printable belongs to the frame until it ends, and a second beginning shows in {@link measure}. */
  findWhole(): number {
    return -1;
  }

  onFrame(bytes: Uint8Array, start: number, end: number): void {
    if (!isEnd(bytes[start])) this.#listener.onFrame(bytes, start, isEnd(bytes[end - 1]) ? end - 1 : end);
  }

  onGarbage(bytes: Uint8Array): void {
    this.#listener.onGarbage(bytes);
  }
}

function beginsFrame(bytes: Uint8Array, start: number, end: number): boolean {
  if (bytes[start] === HASH) return start + 1 >= end || bytes[start + 1] === HASH;
  const stop = Math.min(end, start + IDENTIFIED.length);
  return isDigit(bytes[start]) || sameText(bytes, start, stop, IDENTIFIED.slice(0, stop - start));
}
