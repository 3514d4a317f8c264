import { FRAME } from '../../../../src/domain/base/index.ts';
import { ListeningFraming, type FrameListener } from '../shared/index.ts';

const OPEN = 0x28;
const CLOSE = 0x29;
const DOLLAR = 0x24;
const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;
/** Digits behind the bracket by which a frame shows itself inside another's text. */
const PROVING_DIGITS = 8;

const isBlank = (byte: number): boolean =>
  byte === CARRIAGE_RETURN || byte === LINE_FEED || byte === 0x20 || byte === 0;
const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;

/** `(…)`; brackets between dollar signs are words of a person and end nothing. */
export class Tk103Framing extends ListeningFraming {
  constructor(listener: FrameListener) {
    super(FRAME.text, listener);
  }

  measure(bytes: Uint8Array, start: number, end: number): number {
    if (bytes[start] !== OPEN) return isBlank(bytes[start]) ? 1 : -1;
    let free = false;
    for (let at = start + 1; at < end; at++) {
      const byte = bytes[at];
      if (byte === DOLLAR) free = !free;
      else if (!free && byte === CLOSE) return at + 1 - start;
      // The beginning of another frame: this one lost its end.
      else if (!free && byte === OPEN) return -1;
      else if (byte < 0x20 && !isBlank(byte)) return -1;
    }
    return 0;
  }

  /** A dollar sign without a second one must not hide the frames behind it. */
  override findWhole(bytes: Uint8Array, start: number, end: number): number {
    for (let at = bytes.indexOf(OPEN, start); at >= 0 && at < end; at = bytes.indexOf(OPEN, at + 1)) {
      if (hasIdentifier(bytes, at + 1, end) && this.measure(bytes, at, end) > 0) return at;
    }
    return -1;
  }

  onFrame(bytes: Uint8Array, start: number, end: number): void {
    if (bytes[start] === OPEN) this.listener.onFrame(bytes, start + 1, end - 1);
  }
}

function hasIdentifier(bytes: Uint8Array, start: number, end: number): boolean {
  if (start + PROVING_DIGITS > end) return false;
  for (let at = start; at < start + PROVING_DIGITS; at++) if (!isDigit(bytes[at])) return false;
  return true;
}
