import { FRAME } from '../../../../src/domain/base/index.ts';
import { sameText, ListeningFraming, type FrameListener } from '../shared/index.ts';

const SEMICOLON = 0x3b;
const STAR = 0x2a;
const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;
const HASH = 0x23;
const LETTER_I = 0x69;
/** Every report begins so. */
export const IDENTIFIED = 'imei:';

/** Digits; an IMEI has 15. */
const LONGEST_IDENTIFIER = 20;

/** A frame ends with a semicolon; some vendors end it with a star or a line. */
const isEnd = (byte: number): boolean =>
  byte === SEMICOLON || byte === STAR || byte === CARRIAGE_RETURN || byte === LINE_FEED;
const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;

/** `##,imei:…,A;`, `imei:…;` and a bare identifier, apart by their end marks. */
export class Gps103Framing extends ListeningFraming {
  constructor(listener: FrameListener) {
    super(FRAME.text, listener);
  }

  measure(bytes: Uint8Array, start: number, end: number): number {
    if (isEnd(bytes[start])) return 1;
    if (!beginsFrame(bytes, start, end)) return -1;
    if (isDigit(bytes[start])) return measureIdentifier(bytes, start, end);
    for (let at = start + 1; at < end; at++) {
      const byte = bytes[at];
      if (isEnd(byte)) return at + 1 - start;
      // A control character, or the beginning of another report: this one lost its end.
      if (
        byte < 0x20 ||
        (byte === LETTER_I &&
          bytes[start] !== HASH &&
          sameText(bytes, at, Math.min(end, at + IDENTIFIED.length), IDENTIFIED))
      )
        return -1;
    }
    return 0;
  }

  onFrame(bytes: Uint8Array, start: number, end: number): void {
    if (!isEnd(bytes[start])) this.listener.onFrame(bytes, start, isEnd(bytes[end - 1]) ? end - 1 : end);
  }
}

/**
 * A bare identifier and its end mark; some send their report at once behind it, without the mark. Digits that go on for
 * longer, or into something else, begin none.
 */
function measureIdentifier(bytes: Uint8Array, start: number, end: number): number {
  for (let at = start + 1; at < end; at++) {
    if (isEnd(bytes[at])) return at + 1 - start;
    if (isDigit(bytes[at]) && at - start <= LONGEST_IDENTIFIER) continue;
    const seen = Math.min(end - at, IDENTIFIED.length);
    if (!sameText(bytes, at, at + seen, IDENTIFIED.slice(0, seen))) return start - at;
    return seen < IDENTIFIED.length ? 0 : at - start;
  }
  return 0;
}

function beginsFrame(bytes: Uint8Array, start: number, end: number): boolean {
  if (bytes[start] === HASH) return start + 1 >= end || bytes[start + 1] === HASH;
  const stop = Math.min(end, start + IDENTIFIED.length);
  return isDigit(bytes[start]) || sameText(bytes, start, stop, IDENTIFIED.slice(0, stop - start));
}
